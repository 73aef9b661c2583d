//! `soko library` and `soko library search`: what is there, and which levels of it.

use super::grades::Grades;
use super::shelf::{Shelved, shelf};
use super::store::{collection_named, unkept};
use crate::exit_code::Exit;
use crate::output;
use serde_json::json;
use soko_page::keep::{Keep, Marks};
use std::collections::BTreeMap;
use std::io::Write;
use std::ops::RangeInclusive;

/// How to list the collections.
#[derive(Debug, clap::Args)]
pub struct ListArgs {
    /// One JSON object a line, where no more is asked for
    #[arg(long)]
    json: bool,
}

/// Search the levels of the library
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Words that title, author or collection must have, in any case
    #[arg(value_name = "WORD")]
    words: Vec<String>,

    /// Only levels of this collection
    #[arg(long, value_name = "NAME")]
    collection: Option<String>,

    /// Only levels with so many boxes: 3 or 2-5
    #[arg(long, value_name = "N-M", value_parser = parse_range)]
    boxes: Option<RangeInclusive<usize>>,

    /// Only levels with so many squares: 30 or 20-50
    #[arg(long, value_name = "N-M", value_parser = parse_range)]
    squares: Option<RangeInclusive<usize>>,

    /// Only levels that are so hard for people, 0 to 100: 30 or 20-40; rates those that
    /// have no grade yet, as soko rate does, and keeps it
    #[arg(long, value_name = "N-M", value_parser = parse_range)]
    grade: Option<RangeInclusive<usize>>,

    /// Only levels without any solution
    #[arg(long, conflicts_with = "solved")]
    unsolved: bool,

    /// Only levels with a solution
    #[arg(long)]
    solved: bool,

    /// In which order [default: as in the library]
    #[arg(long, value_name = "WHAT")]
    sort: Option<Order>,

    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

/// An order of levels.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Order {
    /// By title
    Title,
    /// By number of boxes
    Boxes,
    /// By number of squares
    Squares,
    /// By pushes of the best solution, unsolved ones last
    Pushes,
    /// By moves of the best solution, unsolved ones last
    Moves,
    /// By how hard they are for people, those without a grade last
    Grade,
}

/// Both ends of `2-5`, or a single number.
fn parse_range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let number = |text: &str| text.trim().parse::<usize>().ok();
    let ends = match text.split_once('-') {
        Some((first, last)) => number(first).zip(number(last)),
        None => number(text).map(|n| (n, n)),
    };
    let (first, last) = ends.ok_or("a number, or two with - between them")?;
    match first <= last {
        true => Ok(first..=last),
        false => Err(format!("{first} is more than {last}")),
    }
}

/// The fewest pushes and moves of all solutions of a level that are kept.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known {
    /// Fewest pushes.
    pub pushes: Option<u64>,
    /// Fewest moves.
    pub moves: Option<u64>,
}

impl Known {
    /// What is kept of a level.
    pub fn of(
        store: &dyn Keep,
        level: &Shelved,
        marks: &BTreeMap<String, Marks>,
    ) -> anyhow::Result<Known> {
        // Most levels have nothing, and asking for each takes time.
        if marks.get(&level.key()).is_none_or(|mark| mark.by.is_none()) {
            return Ok(Known::default());
        }
        let solutions = store.solutions(&level.key()).map_err(unkept)?;
        Ok(Known {
            pushes: solutions.iter().map(|solution| solution.n_pushes).min(),
            moves: solutions.iter().map(|solution| solution.n_moves).min(),
        })
    }
}

/// A level that was found, with what is known of it.
struct Found {
    level: Shelved,
    known: Known,
    grade: Option<f64>,
}

/// Lists the collections.
pub fn list(store: &dyn Keep, args: &ListArgs) -> anyhow::Result<Exit> {
    let marks = store.marks().map_err(unkept)?;
    let levels = shelf(store, None)?;
    let mut out = output::screen();
    let collections = store.collections().map_err(unkept)?;
    if collections.is_empty() && !args.json {
        writeln!(out, "The library is empty; soko library import fills it.")?;
    }
    for (id, name, n_levels) in collections {
        let of_collection = levels.iter().filter(|level| level.id == Some(id));
        let is_solved = |level: &&Shelved| marks.get(&level.key()).is_some_and(|m| m.by.is_some());
        let n_solved = of_collection.filter(is_solved).count();
        match args.json {
            true => output::json_line(&json!({
                "schema": output::SCHEMA,
                "collection": name,
                "levels": n_levels,
                "solved": n_solved,
            }))?,
            false => writeln!(out, "{name:<32} {n_levels:>6} levels  {n_solved:>6} solved")?,
        }
    }
    Ok(Exit::Ok)
}

/// Searches.
pub fn run(store: &dyn Keep, args: &Args) -> anyhow::Result<Exit> {
    let only = args.collection.as_deref();
    let only = only.map(|name| collection_named(store, name)).transpose()?;
    let marks = store.marks().map_err(unkept)?;
    let mut found = Vec::new();
    for level in shelf(store, only)? {
        if is_wanted(&level, args) {
            let known = Known::of(store, &level, &marks)?;
            let is_solved = known.pushes.is_some();
            if !(args.unsolved && is_solved || args.solved && !is_solved) {
                let grade = None;
                found.push(Found {
                    level,
                    known,
                    grade,
                });
            }
        }
    }
    if !grade(store, args, &mut found)? {
        output::remark("Interrupted; the grades found so far are kept.");
        return Ok(Exit::Interrupted);
    }
    if let Some(order) = args.sort {
        sort(&mut found, order);
    }
    for found in &found {
        tell(found, args.json)?;
    }
    if found.is_empty() {
        output::remark("No level of the library is like that.");
    }
    Ok(Exit::Ok)
}

fn is_wanted(level: &Shelved, args: &Args) -> bool {
    let within = |range: &Option<RangeInclusive<usize>>, n: usize| {
        range.as_ref().is_none_or(|range| range.contains(&n))
    };
    let texts = [
        Some(&level.collection),
        level.title.as_ref(),
        level.author.as_ref(),
    ];
    let texts = texts.map(|text| text.map_or(String::new(), |text| text.to_lowercase()));
    let has = |word: &String| texts.iter().any(|text| text.contains(&word.to_lowercase()));
    args.words.iter().all(has)
        && within(&args.boxes, level.level.n_boxes())
        && within(&args.squares, level.level.board().n_squares())
}

/// Gives levels their grades, and rates those without one where grades are asked for;
/// says whether that came to an end.
fn grade(store: &dyn Keep, args: &Args, found: &mut Vec<Found>) -> anyhow::Result<bool> {
    let mut grades = Grades::kept(store)?;
    let is_asked = args.grade.is_some() || matches!(args.sort, Some(Order::Grade));
    if is_asked && !grades.complete(store, found.iter().map(|found| &found.level))? {
        return Ok(false);
    }
    for found in found.iter_mut() {
        found.grade = grades.of(&found.level);
    }
    if let Some(range) = &args.grade {
        let is_within = |grade: f64| range.contains(&(grade.round() as usize));
        found.retain(|found| found.grade.is_some_and(is_within));
    }
    Ok(true)
}

fn sort(found: &mut [Found], order: Order) {
    let last = |n: Option<u64>| n.unwrap_or(u64::MAX);
    let hardest = |found: &Found| found.grade.unwrap_or(f64::INFINITY);
    match order {
        Order::Title => found.sort_by_cached_key(|found| {
            let title = found.level.title.as_deref();
            title.unwrap_or_default().to_lowercase()
        }),
        Order::Boxes => found.sort_by_cached_key(|found| found.level.level.n_boxes()),
        Order::Squares => found.sort_by_cached_key(|found| found.level.level.board().n_squares()),
        Order::Pushes => found.sort_by_cached_key(|found| last(found.known.pushes)),
        Order::Moves => found.sort_by_cached_key(|found| last(found.known.moves)),
        Order::Grade => found.sort_by(|a, b| hardest(a).total_cmp(&hardest(b))),
    }
}

fn tell(found: &Found, as_json: bool) -> anyhow::Result<()> {
    let Found {
        level,
        known,
        grade,
    } = found;
    let (boxes, squares) = (level.level.n_boxes(), level.level.board().n_squares());
    if as_json {
        return output::json_line(&json!({
            "schema": output::SCHEMA,
            "collection": level.collection,
            "level": level.place,
            "title": level.title,
            "author": level.author,
            "id": level.canonical.to_string(),
            "boxes": boxes,
            "squares": squares,
            "pushes": known.pushes,
            "moves": known.moves,
            "grade": grade,
        }));
    }
    let solved = match (known.pushes, known.moves) {
        (Some(pushes), Some(moves)) => format!("{pushes} pushes, {moves} moves"),
        _ => "unsolved".to_string(),
    };
    let told = level.told();
    let grade = grade.map_or(String::new(), |grade| format!(", grade {grade:.0}"));
    writeln!(
        output::screen(),
        "{told:<48} {boxes:>3} boxes {squares:>4} squares  {solved}{grade}"
    )?;
    Ok(())
}
