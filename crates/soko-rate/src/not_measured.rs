//! Why a level has no grade.

use std::fmt;

/// Why a level has no numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotMeasured {
    /// It has no solution; the whole graph proves it.
    Unsolvable,
    /// No engine solved it within its expansions, and its graph is too large.
    Unsolved,
    /// Somebody asked to stop, or a limit of the control was reached.
    Stopped,
}

impl fmt::Display for NotMeasured {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NotMeasured::Unsolvable => "the level has no solution",
            NotMeasured::Unsolved => "no engine solves the level soon",
            NotMeasured::Stopped => "interrupted",
        })
    }
}

impl std::error::Error for NotMeasured {}
