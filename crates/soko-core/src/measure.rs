//! What is counted when a solution is called short, and bounds with their measure.

use crate::Metrics;
use std::fmt;

/// What is counted when a solution is called short.
///
/// ```
/// use soko_core::Measure;
/// assert_eq!(Measure::from_name("moves"), Some(Measure::Moves));
/// assert_eq!(Measure::from_name("steps"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Measure {
    /// Pushes; walking is free.
    Pushes,
    /// Steps of the man, pushes among them.
    Moves,
}

impl Measure {
    /// Both measures.
    pub const ALL: [Measure; 2] = [Measure::Pushes, Measure::Moves];

    /// The word on the command line, in records and in sentences.
    pub const fn name(self) -> &'static str {
        match self {
            Measure::Pushes => "pushes",
            Measure::Moves => "moves",
        }
    }

    /// The measure with this name.
    pub fn from_name(name: &str) -> Option<Measure> {
        Measure::ALL
            .into_iter()
            .find(|measure| measure.name() == name)
    }

    /// The length of a solution in this measure.
    pub const fn of(self, metrics: &Metrics) -> u64 {
        match self {
            Measure::Pushes => metrics.pushes,
            Measure::Moves => metrics.moves,
        }
    }
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A proved bound: no solution is shorter than this, in its measure.
///
/// ```
/// use soko_core::{Bound, Measure};
/// let bound = Bound { at_least: 29, measure: Measure::Moves };
/// assert_eq!(bound.to_string(), "29 moves");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bound {
    /// The number.
    pub at_least: u64,
    /// What it counts.
    pub measure: Measure,
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Bound { at_least, measure } = self;
        write!(f, "{at_least} {measure}")
    }
}
