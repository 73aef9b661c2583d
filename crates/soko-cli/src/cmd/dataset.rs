//! `soko dataset`: positions with proved labels, as Parquet.

use crate::exit_code::{Exit, Failure};
use crate::limits::parse_threads;
use crate::source::LevelArgs;
use crate::{interrupt, output, progress};
use soko_bench::grouped;
use soko_dataset::{
    DatasetError, Folder, List, OnBad, Options, Parts, Progress, Summary, write_dataset,
};
use soko_format::Diagnostic;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  soko dataset tutorial --out lessons
  soko dataset my.xsb --out positions --sample 1000 --threads 2
  soko dataset boxoban/unfiltered/train --out boxoban-labels --max-states 200000

The table has a row for each position: the board, whether it is lost, the fewest pushes
to go and the first pushes of all shortest solutions. All of it is proved by the level's
whole state graph; levels with more than --max-states states are left out and counted.
LEVELS may be a folder, whose files are then read one by one, Boxoban's too. A run that
was stopped goes on where it was when it is started again with the same words; files that
have changed since are labelled again.

The parts are DIR/positions/part-N.parquet, as Polars, DuckDB and `datasets` read them;
DIR/parts.csv says what is in each.";

/// Write positions with proved labels as Parquet: lost, pushes to go, best pushes
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    levels: LevelArgs,

    /// The folder of the dataset
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Leave out levels with more states
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    max_states: u64,

    /// So many positions of each level, drawn at random, instead of all
    #[arg(long, value_name = "N")]
    sample: Option<usize>,

    /// The seed of the drawing
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Keep positions with a box on a square from which none reaches a goal; all are lost
    #[arg(long)]
    keep_dead_squares: bool,

    /// Parts that are made at once
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_threads)]
    threads: usize,
}

/// Writes the dataset, or goes on with it.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let options = Options {
        max_states: args.max_states,
        sample: args.sample,
        seed: args.seed,
        keep_dead_squares: args.keep_dead_squares,
        threads: args.threads,
    };
    let has_bad = AtomicBool::new(false);
    let on_bad = |file: &str, problems: &[Diagnostic]| {
        output::diagnostics(file, problems);
        has_bad.store(true, Ordering::Relaxed);
    };
    let parts = parts_of(&args.levels, &on_bad)?;
    let job = interrupt::Job::listen_at_leisure();
    let (bar, begun) = (progress::share(), Instant::now());
    let tell = |now: &Progress| {
        progress::set_share(&bar, now.share);
        bar.set_message(far(now, begun));
    };
    let written = write_dataset(&*parts, &args.out, &options, interrupt::flag(), &tell);
    bar.finish_and_clear();
    drop(job);
    let summary = written.map_err(|error| match error {
        DatasetError::Other(_) => Failure::usage(error.to_string()),
        _ => Failure::invalid(error.to_string()),
    })?;
    output::line(&told(&summary, &args.out))?;
    Ok(
        match (summary.is_stopped, has_bad.load(Ordering::Relaxed)) {
            (true, _) => Exit::Interrupted,
            (false, true) => Exit::Invalid,
            (false, false) => Exit::Ok,
        },
    )
}

/// How far a run is, in words.
fn far(now: &Progress, begun: Instant) -> String {
    let left = now
        .time_left(begun.elapsed())
        .map_or(String::new(), |left| {
            format!(", about {} left", progress::duration(left.as_secs_f64()))
        });
    let (levels, positions) = (grouped(now.levels), grouped(now.positions));
    format!("{levels} levels, {positions} positions{left}")
}

fn told(summary: &Summary, folder: &Path) -> String {
    let Summary {
        levels,
        positions,
        left_out,
        is_stopped,
        ..
    } = summary;
    let end = match is_stopped {
        true => "; stopped, and the same command goes on",
        false => "",
    };
    format!(
        "{}: {} positions of {} levels, {} too large and left out{end}",
        folder.display(),
        grouped(*positions),
        grouped(levels - left_out),
        grouped(*left_out)
    )
}

fn parts_of<'a>(args: &LevelArgs, on_bad: OnBad<'a>) -> anyhow::Result<Box<dyn Parts + 'a>> {
    let path = Path::new(&args.levels);
    if path.is_dir() {
        if args.selection.is_some() || args.lenient {
            return Err(Failure::usage(
                "--level and --lenient are for one file, not for a folder",
            ));
        }
        let folder = Folder::open(path, on_bad)
            .map_err(|(path, error)| Failure::invalid(format!("{}: {error}", path.display())))?;
        if folder.is_empty() {
            let message = format!("there is no file in {}", args.levels);
            return Err(Failure::invalid(message));
        }
        return Ok(Box::new(folder));
    }
    let loaded = args.load()?;
    let mut levels = Vec::new();
    for entry in loaded.entries() {
        match loaded.level(entry) {
            Ok(level) => levels.push((entry.number, level)),
            Err(problems) => on_bad(&loaded.file, &problems),
        }
    }
    Ok(Box::new(List {
        name: loaded.name,
        levels,
    }))
}
