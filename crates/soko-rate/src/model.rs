//! The two models: which numbers count how much, as a plain table.
//!
//! The table is `weights.txt`: for each model the answer for a middling level, and for
//! each number its mean, its spread and what one spread more adds. The answer is the
//! logarithm of the odds that a play fails; the grade is the share of plays that fail, of
//! a hundred. `soko rate --fit` makes the table anew from levels and plays.

use crate::feature::{FEATURES, Kind, features_of};
use crate::ridge::Ridge;
use std::fmt::Write;

const WEIGHTS: &str = include_str!("weights.txt");

/// Raised when the numbers of a level change, or what is made of them.
const EDITION: u32 = 1;

/// By which edition of the models grades are given: those of the same one can be compared,
/// and kept. A new table of weights is a new edition by itself.
pub fn edition() -> String {
    // FNV-1a, which is the same on every machine and for ever.
    let mixed = |sum: u64, byte: &u8| (sum ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let sum = WEIGHTS.as_bytes().iter().fold(0xcbf2_9ce4_8422_2325, mixed);
    format!("{EDITION}-{sum:016x}")
}

/// A model.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    /// Which of the two.
    pub kind: Kind,
    /// Its line.
    pub line: Ridge,
}

impl Model {
    /// The model that is built in.
    ///
    /// # Panics
    ///
    /// If the table that is built in is not one; a test reads it.
    pub fn built_in(kind: Kind) -> Model {
        Model::read(WEIGHTS, kind).expect("the table is in order")
    }

    /// Reads a model from a table; none if it is not whole.
    pub fn read(table: &str, kind: Kind) -> Option<Model> {
        let rows = table.lines().filter(|line| !line.starts_with('#'));
        let rows: Vec<Vec<&str>> = rows
            .map(|line| line.split_whitespace().collect())
            .filter(|words: &Vec<&str>| words.first() == Some(&kind.name()))
            .collect();
        let row = |name: &str| rows.iter().find(|words| words.get(1) == Some(&name));
        let number = |words: &[&str], place: usize| words.get(place)?.parse::<f64>().ok();
        let mut line = Ridge {
            means: Vec::new(),
            spreads: Vec::new(),
            weights: Vec::new(),
            base: number(row("base")?, 2)?,
        };
        for i in features_of(kind) {
            let words = row(FEATURES[i].name)?;
            line.means.push(number(words, 2)?);
            line.spreads.push(number(words, 3)?);
            line.weights.push(number(words, 4)?);
        }
        Some(Model { kind, line })
    }

    /// The rows of the table for this model.
    pub fn table(&self) -> String {
        let name = self.kind.name();
        let mut text = format!("{name} base {:.5}\n", self.line.base);
        for (place, i) in features_of(self.kind).enumerate() {
            let feature = FEATURES[i].name;
            let (mean, spread) = (self.line.means[place], self.line.spreads[place]);
            let weight = self.line.weights[place];
            // Nothing can go wrong in writing to a string.
            let _ = writeln!(text, "{name} {feature} {mean:.5} {spread:.5} {weight:.5}");
        }
        text
    }
}

/// The share of a hundred plays that fail, from the logarithm of the odds.
pub fn grade(answer: f64) -> f64 {
    100.0 / (1.0 + (-answer).exp())
}

/// The logarithm of the odds that a play fails; half a play each way keeps it finite.
pub fn odds(played: f64, solved: f64) -> f64 {
    ((played - solved + 0.5) / (solved + 0.5)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_tables_are_whole_and_come_back() {
        for kind in Kind::ALL {
            let model = Model::built_in(kind);
            assert_eq!(model.line.weights.len(), features_of(kind).count());
            let again = Model::read(&model.table(), kind);
            assert_eq!(again.as_ref(), Some(&model));
            let cut = model.table().lines().skip(1).collect::<Vec<_>>().join("\n");
            assert_eq!(Model::read(&cut, kind), None);
        }
    }

    #[test]
    fn odds_and_grades_go_back_and_forth() {
        assert!((grade(odds(1000.0, 700.0)) - 30.0).abs() < 0.1);
        assert!(odds(10.0, 0.0).is_finite() && odds(10.0, 10.0).is_finite());
    }
}
