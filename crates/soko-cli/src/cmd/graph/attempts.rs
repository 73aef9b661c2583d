//! What players did at levels, beside what the levels' graphs say.
//!
//! The page exports attempts as CSV, one row each, with the level by its exact id. A
//! level's numbers are means over its attempts; those that an attempt does not have,
//! such as a rating that was not given, do not count. Levels without attempts have no
//! numbers, so they say nothing about how theirs go together.

use crate::exit_code::Failure;
use soko_core::Level;
use std::collections::BTreeMap;
use std::path::Path;

/// The columns of a file of attempts that are numbers, and what they are called beside
/// the numbers of graphs.
const COLUMNS: [(&str, &str); 8] = [
    ("seconds", "attempt_seconds"),
    ("moves", "attempt_moves"),
    ("pushes", "attempt_pushes"),
    ("undos", "attempt_undos"),
    ("hints", "attempt_hints"),
    ("first_losing_push", "attempt_first_losing_push"),
    ("solved", "attempt_solved"),
    ("rating", "attempt_rating"),
];

/// A number for each column.
pub type Numbers = [Option<f64>; COLUMNS.len()];

/// Sums and counts for each column.
type Sums = [(f64, u32); COLUMNS.len()];

/// The attempts of a file, by exact id of the level.
#[derive(Default)]
pub struct Attempts(BTreeMap<String, Sums>);

impl Attempts {
    /// The names of the columns.
    pub fn names() -> impl Iterator<Item = &'static str> {
        COLUMNS.iter().map(|(_, name)| *name)
    }

    /// Reads a file as the page exports it.
    pub fn read(path: &Path) -> anyhow::Result<Attempts> {
        let wrong = |why: String| Failure::invalid(format!("{}: {why}", path.display()));
        let mut reader = csv::Reader::from_path(path).map_err(|e| wrong(e.to_string()))?;
        // 1. Where its columns are.
        let headers = reader.headers().map_err(|e| wrong(e.to_string()))?.clone();
        let find = |name: &str| {
            let at = headers.iter().position(|header| header == name);
            at.ok_or_else(|| wrong(format!("there is no column {name}")))
        };
        let key = find("level_id")?;
        let mut places = [0; COLUMNS.len()];
        for (place, (name, _)) in places.iter_mut().zip(COLUMNS) {
            *place = find(name)?;
        }
        // 2. Its rows.
        let mut attempts = Attempts::default();
        for record in reader.records() {
            let record = record.map_err(|e| wrong(e.to_string()))?;
            let line = record.position().map_or(0, csv::Position::line);
            let id = record.get(key).unwrap_or_default();
            let sums = attempts.0.entry(id.to_owned()).or_default();
            for ((sum, n), (place, (name, _))) in sums.iter_mut().zip(places.iter().zip(COLUMNS)) {
                let word = record.get(*place).unwrap_or_default().trim();
                if word.is_empty() {
                    continue;
                }
                let number: Option<f64> = word.parse().ok().filter(|n: &f64| n.is_finite());
                let number =
                    number.ok_or_else(|| wrong(format!("line {line}: {name} is no number")))?;
                (*sum, *n) = (*sum + number, *n + 1);
            }
        }
        Ok(attempts)
    }

    /// The means of a level's attempts.
    pub fn of(&self, level: &Level) -> Numbers {
        let sums = self.0.get(&level.exact_id().to_string());
        let mean = |(sum, n): (f64, u32)| (n > 0).then(|| sum / f64::from(n));
        sums.map_or([None; COLUMNS.len()], |sums| sums.map(mean))
    }
}
