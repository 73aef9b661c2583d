//! The difficulty numbers of a whole collection as CSV, and how they go
//! together.

use super::Args;
use crate::exit_code::Exit;
use crate::source::Loaded;
use crate::{interrupt, output};
use soko_graph::{Difficulty, StateHash, rank_correlation};

/// Measures the chosen levels and writes one row each as it is known, or the
/// correlations in the end.
pub fn run(args: &Args, loaded: &Loaded, hash: StateHash) -> anyhow::Result<Exit> {
    let mut csv = csv::Writer::from_writer(std::io::stdout().lock());
    if args.summary {
        let fixed = ["level", "title", "outcome"].into_iter();
        csv.write_record(fixed.chain(Difficulty::NAMES))?;
    }
    let mut columns = vec![Vec::new(); Difficulty::NAMES.len()];
    let mut exit = Exit::Ok;
    for entry in loaded.entries() {
        let level = match loaded.level(entry) {
            Ok(level) => level,
            Err(problems) => {
                output::invalid_level(loaded, entry, &problems, false)?;
                exit = exit.and(Exit::Invalid);
                continue;
            }
        };
        let (graph, components) = match super::explore(args, &level, hash) {
            Ok(explored) => explored,
            Err(error) => {
                output::error(&format!("level {}: {error}", entry.number));
                exit = exit.and(Exit::NoAnswer);
                continue;
            }
        };
        let explored = super::Explored::new(&graph, components);
        if interrupt::is_set() {
            return Ok(Exit::Interrupted);
        }
        let outcome = explored.stopped.map_or("complete", |reason| reason.name());
        let values = match &explored.folding {
            Some(folding) => Difficulty::of(folding).values(),
            None => {
                exit = exit.and(Exit::NoAnswer);
                [None; Difficulty::NAMES.len()]
            }
        };
        for (column, value) in columns.iter_mut().zip(values) {
            column.push(value);
        }
        if args.summary {
            let title = entry.title().unwrap_or("").to_string();
            let mut row = vec![entry.number.to_string(), title, outcome.to_string()];
            row.extend(values.map(|v| v.map_or(String::new(), |v| v.to_string())));
            csv.write_record(row)?;
            csv.flush()?;
        }
    }
    if args.correlations {
        csv.write_record(std::iter::once("rank_correlation").chain(Difficulty::NAMES))?;
        for (name, a) in Difficulty::NAMES.iter().zip(&columns) {
            let row = columns.iter().map(|b| match rank_correlation(a, b) {
                Some(value) => format!("{value:.3}"),
                None => String::new(),
            });
            csv.write_record(std::iter::once(name.to_string()).chain(row))?;
        }
        csv.flush()?;
    } else {
        say_correlations(&columns);
    }
    Ok(exit)
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
        anstream::eprintln!("{name} goes with: {}", words.join(", "));
    }
    anstream::eprintln!("all rank correlations: the same command with --correlations");
}
