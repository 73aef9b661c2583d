//! `soko generate`: levels made by machine, each with a solution.

use crate::exit_code::{Exit, Failure};
use crate::interrupt::{self, Job};
use crate::limits::{parse_threads, parse_time};
use crate::line_file::LineFile;
use crate::{files, output, progress, source};
use soko_core::LevelId;
use soko_format::{Collection, Entry, Format, Game, Note, read_collection};
use soko_generate::{Made, Run, Tally, WAYS, Way, Wish, way_named};
use std::collections::HashSet;
use std::hash::BuildHasher;
use std::ops::{ControlFlow, RangeInclusive};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  soko generate --size 8x8 --boxes 3-4 --count 20
  soko generate --size 7-10x7-9 --boxes 3 --pushes 30-60 --seed 7 --out new.xsb
  soko generate --size 9x9 --boxes 4 --rating 60-100 --way improve --count 5
  soko generate --size 8x8 --boxes 3 --not-in Microban_155 --not-in old.xsb
  soko generate --size 8x8 --boxes 3-4 --hardest 10 --time 1h --out hardest.xsb

Levels are written as they are found, so that Ctrl-C loses none; with --hardest when the
run ends, by Ctrl-C too, the hardest first. The same seed gives the same levels in the same
order, whatever the number of threads. Each has a solution that the referee has replayed,
and the fewest pushes where they are proved. Every box is pushed at least twice, and rooms
that the solution never enters are walled up. No level comes twice, turned and mirrored
ones included.";

/// Make levels of a wanted size, number of boxes and difficulty
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Columns and rows, walls included: 8x8, or 7-10x7-9
    #[arg(long, value_name = "WxH", default_value = "8x8", value_parser = parse_size)]
    size: Size,

    /// How many boxes: 3, or 3-4
    #[arg(long, value_name = "N", default_value = "3-4", value_parser = parse_range::<usize>)]
    boxes: RangeInclusive<usize>,

    /// The fewest pushes of a solution: 30-60; only levels for which they are proved
    #[arg(long, value_name = "N", value_parser = parse_range::<u64>)]
    pushes: Option<RangeInclusive<u64>>,

    /// How hard people are likely to find it, from 0 to 100 as in soko rate: 40-70
    #[arg(long, value_name = "N", value_parser = parse_range::<f64>)]
    rating: Option<RangeInclusive<f64>>,

    /// How to make them; may be given several times, all ways without it
    #[arg(long = "way", value_name = "WAY", value_parser = parse_way, help = way_help())]
    ways: Vec<&'static Way>,

    /// Where the lots begin: another seed, other levels
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// How many levels; without it, until the time is up or Ctrl-C
    #[arg(long, value_name = "N")]
    count: Option<u64>,

    /// The time after which the run ends: 30s, 10m, 1h
    #[arg(long, value_name = "D", value_parser = parse_time)]
    time: Option<Duration>,

    /// Write only so many of the levels of the run, those with the highest ratings, as soko rate has them
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    hardest: Option<u64>,

    /// A file or collection whose levels are not to come again; may be given several times
    #[arg(long = "not-in", value_name = "LEVELS")]
    not_in: Vec<String>,

    /// Write to this file instead of stdout
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_threads)]
    threads: usize,
}

/// Columns and rows.
#[derive(Clone, Debug)]
struct Size {
    width: RangeInclusive<u32>,
    height: RangeInclusive<u32>,
}

fn parse_size(text: &str) -> Result<Size, String> {
    let wrong = || "write columns and rows, as 8x8 or 7-10x7-9".to_string();
    let (width, height) = text.split_once(['x', 'X']).ok_or_else(wrong)?;
    Ok(Size {
        width: parse_range(width).map_err(|_| wrong())?,
        height: parse_range(height).map_err(|_| wrong())?,
    })
}

/// A number, or two with a dash between them.
fn parse_range<T: FromStr + Copy + PartialOrd>(text: &str) -> Result<RangeInclusive<T>, String> {
    let number = |text: &str| {
        let is_number = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        let number = text.parse().ok().filter(|_| is_number);
        number.ok_or_else(|| "write a number, or a range as 3-4".to_string())
    };
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let range = number(first.trim())?..=number(last.trim())?;
    match range.is_empty() {
        true => Err("the range ends before it starts".to_string()),
        false => Ok(range),
    }
}

fn parse_way(name: &str) -> Result<&'static Way, String> {
    let names: Vec<&str> = WAYS.iter().map(|way| way.name).collect();
    way_named(name).ok_or_else(|| format!("one of {}", names.join(", ")))
}

fn way_help() -> String {
    let about = |way: &Way| format!("{} ({})", way.name, way.about);
    let ways: Vec<String> = WAYS.iter().map(about).collect();
    format!(
        "How to make them; may be given several times, all ways without it: {}",
        ways.join("; ")
    )
}

impl Args {
    /// What is wanted. Whoever wants the hardest has all rated.
    fn wish(&self) -> anyhow::Result<Wish> {
        let any = self.hardest.map(|_| 0.0..=100.0);
        let wish = Wish {
            width: self.size.width.clone(),
            height: self.size.height.clone(),
            boxes: self.boxes.clone(),
            pushes: self.pushes.clone(),
            grade: self.rating.clone().or(any),
        };
        match wish.check() {
            Ok(()) => Ok(wish),
            Err(error) => Err(Failure::usage(error.to_string())),
        }
    }
}

/// Makes levels until there are enough, the time is up, or Ctrl-C.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let wish = args.wish()?;
    let mut known = known_levels(args)?;
    let mut out = args.out.as_deref().map(LineFile::open).transpose()?;
    let job = Job::listen();
    let run = Run {
        wish: &wish,
        ways: match args.ways.is_empty() {
            true => WAYS.iter().collect(),
            false => args.ways.clone(),
        },
        seed: args.seed,
        threads: args.threads,
        time: args.time,
        stop: interrupt::flag(),
    };
    let line = progress::line();
    let mut written = Ok(());
    let mut hardest = Vec::new();
    let enough = |tally: &Tally| args.count.is_some_and(|count| tally.made >= count);
    let tally = run.go(&mut known, |made, tally| {
        line.set_message(told(&tally));
        match (made, args.hardest) {
            (Some(made), Some(most)) => keep(&mut hardest, made, most as usize),
            (Some(made), None) => written = write(&mut out, &entry(args, &made, tally.made)),
            (None, _) => {}
        }
        match written.is_err() || enough(&tally) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    });
    drop(job);
    line.finish_and_clear();
    written?;
    for (made, number) in hardest.iter().zip(1..) {
        write(&mut out, &entry(args, made, number))?;
    }
    output::remark(&told(&tally));
    match interrupt::is_set() && !enough(&tally) {
        true => Ok(Exit::Interrupted),
        false => Ok(Exit::Ok),
    }
}

/// Keeps a level if it is among the hardest so far; of equals the earlier one.
fn keep(hardest: &mut Vec<Made>, made: Made, most: usize) {
    let place = hardest.partition_point(|other| other.grade >= made.grade);
    hardest.insert(place, made);
    hardest.truncate(most);
}

fn told(tally: &Tally) -> String {
    let Tally {
        attempts,
        made,
        repeated,
    } = tally;
    format!("{made} levels in {attempts} attempts, {repeated} known before")
}

/// The ids of the levels that are not to come again.
fn known_levels<H: BuildHasher + Default>(args: &Args) -> anyhow::Result<HashSet<LevelId, H>> {
    let mut known = HashSet::default();
    for name in &args.not_in {
        if let Some(out) = &args.out {
            files::refuse_input(name, out, "write to another file")?;
        }
        let (_, bytes) = source::read(name)?;
        let collection = read_collection(&bytes);
        if collection.entries.is_empty() {
            return Err(Failure::invalid(format!("there is no level in {name}")));
        }
        let levels = collection
            .entries
            .iter()
            .filter_map(|entry| entry.level().ok());
        known.extend(levels.map(|level| level.canonical_id()));
    }
    Ok(known)
}

/// The level as a file has it: with its seed, what is known of it and a solution.
fn entry(args: &Args, made: &Made, number: u64) -> Entry {
    let title = format!("Generated {}-{}", args.seed, made.attempt);
    let mut entry = Entry::new(number as usize, Some(title), made.level.setup().clone());
    let mut field = |key: &str, value: String| {
        let key = key.to_string();
        entry.notes.push(Note::Field { key, value });
    };
    field("Seed", args.seed.to_string());
    field("Attempt", made.attempt.to_string());
    field("Way", made.way.to_string());
    field("Boxes", made.level.n_boxes().to_string());
    match made.fewest_pushes {
        Some(pushes) => field("Fewest pushes", pushes.to_string()),
        None => field("Pushes", made.solution.metrics().pushes.to_string()),
    }
    if let Some(grade) = made.grade {
        field("Rating", format!("{grade:.0}"));
    }
    entry.games.push(Game {
        title: "Solution".into(),
        moves: made.solution.lurd(),
        line: 0,
        notes: Vec::new(),
    });
    entry
}

fn write(out: &mut Option<LineFile>, entry: &Entry) -> anyhow::Result<()> {
    let collection = Collection {
        entries: vec![entry.clone()],
        ..Collection::default()
    };
    let text = Format::Xsb.write(&collection);
    match out {
        Some(file) => file.write_line(&text),
        None => output::line(&text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_ranges() {
        let size = parse_size("7-10x8").unwrap();
        assert_eq!((size.width, size.height), (7..=10, 8..=8));
        assert_eq!(parse_range::<usize>("3-4"), Ok(3..=4));
        assert_eq!(parse_range::<f64>("40.5"), Ok(40.5..=40.5));
        for wrong in ["", "x", "8x", "8", "8x-3", "9-7x8", "8xinf"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
        for wrong in ["", "-", "4-3", "3-", "-3", "1e3", "nan", "inf"] {
            assert!(parse_range::<f64>(wrong).is_err(), "{wrong}");
        }
    }
}
