//! The difficulty numbers of a whole collection as CSV, and how they go
//! together.

use super::args::Args;
use super::explored::{Explored, explore};
use crate::exit_code::Exit;
use crate::level_lines::each_level;
use crate::source::Loaded;
use crate::{interrupt, output};
use soko_core::Level;
use soko_graph::{Difficulty, StateHash, TooWide, rank_correlation};
use std::io::Write;

/// The difficulty numbers of a level, in the order of their names.
type Values = [Option<f64>; Difficulty::NAMES.len()];

/// Measures the chosen levels and writes one row each as it is known, or the
/// correlations in the end.
pub fn run(args: &Args, loaded: &Loaded, hash: StateHash) -> anyhow::Result<Exit> {
    let mut csv = csv::Writer::from_writer(std::io::stdout().lock());
    if args.summary {
        let fixed = ["level", "title", "outcome"].into_iter();
        csv.write_record(fixed.chain(Difficulty::NAMES))?;
    }
    let mut columns = vec![Vec::new(); Difficulty::NAMES.len()];
    let exit = each_level(loaded, None, |entry, level| {
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
            let title = entry.title().unwrap_or("").to_string();
            let mut row = vec![entry.number.to_string(), title, outcome.to_string()];
            row.extend(values.map(|v| v.map_or(String::new(), |v| v.to_string())));
            csv.write_record(row)?;
            csv.flush()?;
        }
        for (column, value) in columns.iter_mut().zip(values) {
            column.push(value);
        }
        let is_whole = outcome == COMPLETE;
        Ok(if is_whole { Exit::Ok } else { Exit::NoAnswer })
    })?;
    match exit {
        Exit::Interrupted => {}
        _ if args.correlations => write_correlations(&mut csv, &columns)?,
        _ => say_correlations(&columns),
    }
    Ok(exit)
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
    columns: &[Vec<Option<f64>>],
) -> anyhow::Result<()> {
    csv.write_record(std::iter::once("rank_correlation").chain(Difficulty::NAMES))?;
    for (name, a) in Difficulty::NAMES.iter().zip(columns) {
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
