//! The difficulty numbers of a whole collection as CSV, and how they go
//! together.

use super::args::Args;
use super::attempts::Attempts;
use super::explored::{Explored, explore};
use crate::exit_code::Exit;
use crate::level_lines::each_level;
use crate::source::Loaded;
use crate::{interrupt, output};
use soko_core::Level;
use soko_format::Entry;
use soko_graph::{Difficulty, StateHash, TooWide, rank_correlation};
use std::io::Write;

/// The difficulty numbers of a level, in the order of their names.
type Values = [Option<f64>; Difficulty::NAMES.len()];

/// Measures the chosen levels under each hash and writes a row for each as it is known,
/// or the correlations in the end.
pub fn run(args: &Args, loaded: &Loaded, hashes: &[StateHash]) -> anyhow::Result<Exit> {
    let mut csv = csv::Writer::from_writer(std::io::stdout().lock());
    if args.summary {
        let fixed = ["level", "title", "hash", "outcome"].into_iter();
        csv.write_record(fixed.chain(Difficulty::NAMES))?;
    }
    let attempts = args.attempts.as_deref().map(Attempts::read).transpose()?;
    let names = names(attempts.is_some());
    // The columns of each hash, for what goes together in the end.
    let mut columns = vec![vec![Vec::new(); names.len()]; hashes.len()];
    let exit = each_level(loaded, None, |entry, level| {
        let mut exit = Exit::Ok;
        for (&hash, columns) in hashes.iter().zip(&mut columns) {
            let measured = measure(args, level, hash);
            if interrupt::is_set() {
                return Ok(Exit::Interrupted);
            }
            let (outcome, values) = match measured {
                Ok(measured) => measured,
                Err(error) => {
                    output::error(&format!("level {}: {error}", entry.number));
                    return Ok(Exit::NoAnswer);
                }
            };
            // Each row is written at once: a long run that breaks off loses nothing.
            if args.summary {
                write_row(&mut csv, entry, hash, outcome, &values)?;
            }
            let played = attempts.iter().flat_map(|attempts| attempts.of(level));
            for (column, value) in columns.iter_mut().zip(values.into_iter().chain(played)) {
                column.push(value);
            }
            let is_whole = outcome == COMPLETE;
            exit = exit.and(if is_whole { Exit::Ok } else { Exit::NoAnswer });
        }
        Ok(exit)
    })?;
    match exit {
        Exit::Interrupted => {}
        _ if args.correlations => write_correlations(&mut csv, &names, &columns[0])?,
        _ if hashes.len() > 1 => compare_hashes(hashes, &columns),
        _ => say_correlations(&columns[0]),
    }
    Ok(exit)
}

fn write_row(
    csv: &mut csv::Writer<impl Write>,
    entry: &Entry,
    hash: StateHash,
    outcome: &str,
    values: &Values,
) -> anyhow::Result<()> {
    let title = entry.title().unwrap_or("");
    let fixed = [&entry.number.to_string(), title, hash.name(), outcome].map(String::from);
    let values = values.map(|v| v.map_or(String::new(), |v| v.to_string()));
    csv.write_record(fixed.into_iter().chain(values))?;
    Ok(csv.flush()?)
}

/// Names on stderr how the solution factor under each hash goes with the true one, with
/// the size of the level and with its boxes for each square.
fn compare_hashes(hashes: &[StateHash], columns: &[Vec<Vec<Option<f64>>>]) {
    let find = |name: &str| Difficulty::NAMES.iter().position(|n| *n == name);
    let (Some(factor), Some(exact)) = (find("log2_solution_factor"), columns.first()) else {
        return;
    };
    for (hash, own) in hashes.iter().zip(columns) {
        let with = |name: &str| {
            let column = &exact[find(name)?];
            Some(format!(
                "{name} {:+.2}",
                rank_correlation(&own[factor], column)?
            ))
        };
        let names = [
            "log2_solution_factor",
            "valid_squares",
            "box_ratio",
            "states",
        ];
        let words: Vec<String> = names.into_iter().filter_map(with).collect();
        let (hash, words) = (hash.name(), words.join(", "));
        output::remark(&format!(
            "the factor under {hash} goes with the true {words}"
        ));
    }
}

/// The names of the columns: of graphs, and of attempts where there are some.
fn names(has_attempts: bool) -> Vec<&'static str> {
    let played = Attempts::names().filter(|_| has_attempts);
    Difficulty::NAMES.into_iter().chain(played).collect()
}

/// The outcome of a graph that is whole.
const COMPLETE: &str = "complete";

/// The outcome and the numbers of a level; no numbers where the graph is not whole.
fn measure(args: &Args, level: &Level, hash: StateHash) -> Result<(&'static str, Values), TooWide> {
    let (graph, components) = explore(args, level, hash)?;
    let explored = Explored::new(&graph, components);
    let outcome = explored.stopped.map_or(COMPLETE, |reason| reason.name());
    let folding = explored.folding.as_ref();
    let values = folding.map(|folding| Difficulty::of(folding).values());
    Ok((outcome, values.unwrap_or([None; Difficulty::NAMES.len()])))
}

/// All rank correlations, a row and a column for each number.
fn write_correlations(
    csv: &mut csv::Writer<impl Write>,
    names: &[&'static str],
    columns: &[Vec<Option<f64>>],
) -> anyhow::Result<()> {
    csv.write_record(std::iter::once("rank_correlation").chain(names.iter().copied()))?;
    for (name, a) in names.iter().zip(columns) {
        let row = columns.iter().map(|b| match rank_correlation(a, b) {
            Some(value) => format!("{value:.3}"),
            None => String::new(),
        });
        csv.write_record(std::iter::once(name.to_string()).chain(row))?;
    }
    Ok(csv.flush()?)
}

/// Names on stderr what goes with the shortest solution and the solution factor.
fn say_correlations(columns: &[Vec<Option<f64>>]) {
    let find = |name: &str| Difficulty::NAMES.iter().position(|n| *n == name);
    for name in ["log2_solution_factor", "shortest_pushes"] {
        let Some(of) = find(name) else { continue };
        let strongest = Difficulty::NAMES
            .iter()
            .zip(columns)
            .filter_map(|(other, column)| {
                let value = rank_correlation(&columns[of], column)?;
                (*other != name).then_some((*other, value))
            });
        let mut strongest: Vec<(&str, f64)> = strongest.collect();
        strongest.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        let words: Vec<String> = strongest
            .iter()
            .take(6)
            .map(|(other, value)| format!("{other} {value:+.2}"))
            .collect();
        output::remark(&format!("{name} goes with: {}", words.join(", ")));
    }
    output::remark("all rank correlations: the same command with --correlations");
}
