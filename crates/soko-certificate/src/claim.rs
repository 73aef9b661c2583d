//! What a certificate says of a level.

use soko_core::{Bound, Measure};
use std::fmt;

/// What is claimed, and proved if the certificate holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// No solution is shorter than this, in its measure.
    AtLeast(Bound),
    /// There is no solution.
    NoSolution,
}

impl Claim {
    /// What is counted. Where there is no solution, nothing has to be, and pushes are
    /// what makes the fewest states.
    pub fn measure(self) -> Measure {
        match self {
            Claim::AtLeast(bound) => bound.measure,
            Claim::NoSolution => Measure::Pushes,
        }
    }

    /// The cost below which there is said to be no solution; none for any cost.
    pub fn limit(self) -> Option<u64> {
        match self {
            Claim::AtLeast(bound) => Some(bound.at_least),
            Claim::NoSolution => None,
        }
    }

    /// The words in the file.
    pub(crate) fn words(self) -> String {
        match self {
            Claim::AtLeast(bound) => format!("at least {bound}"),
            Claim::NoSolution => "no solution".to_owned(),
        }
    }

    /// Reads the words in the file.
    pub(crate) fn from_words(words: &str) -> Option<Claim> {
        if words == "no solution" {
            return Some(Claim::NoSolution);
        }
        let (number, measure) = words.strip_prefix("at least ")?.split_once(' ')?;
        Some(Claim::AtLeast(Bound {
            at_least: number.parse().ok()?,
            measure: Measure::from_name(measure)?,
        }))
    }
}

impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Claim::AtLeast(bound) => {
                let Bound { at_least, measure } = bound;
                write!(f, "no solution has fewer than {at_least} {measure}")
            }
            Claim::NoSolution => f.write_str("there is no solution"),
        }
    }
}
