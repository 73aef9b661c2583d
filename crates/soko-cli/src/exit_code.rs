//! The exit codes of `soko`, and failures that know theirs.
//!
//! This is the one place where codes are given. [`TABLE`] says what each means; the
//! help and the README show it, and tests hold the README and the commands to it.

use soko_bench::Verdict;
use std::fmt;

/// How a command ended, as its exit code. The codes are part of the contract
/// with scripts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// All well.
    Ok = 0,
    /// Some level has no answer within its limits.
    NoAnswer = 1,
    /// The command was called wrongly.
    Usage = 2,
    /// Some level is proved unsolvable.
    Unsolvable = 3,
    /// A level, a file or a solution is invalid, or a file or stream cannot be read
    /// or written.
    Invalid = 4,
    /// A fault in this program.
    Internal = 5,
    /// Interrupted; partial results were written.
    Interrupted = 130,
}

/// What each code means.
pub const TABLE: [(Exit, &str); 7] = [
    (Exit::Ok, "all well"),
    (
        Exit::NoAnswer,
        "some level has no answer within its limits, or no solution to work on; \
         a comparison does not hold",
    ),
    (Exit::Usage, "wrong usage"),
    (Exit::Unsolvable, "some level is proved unsolvable"),
    (
        Exit::Invalid,
        "a level, file or solution is invalid, or a file cannot be read or written",
    ),
    (Exit::Internal, "internal error"),
    (
        Exit::Interrupted,
        "interrupted; partial results were written",
    ),
];

/// The table for the help.
pub fn help() -> String {
    let mut text = "Exit codes:".to_owned();
    for (exit, meaning) in TABLE {
        text += &format!("\n  {:<4} {meaning}", exit as u8);
    }
    text
}

impl Exit {
    /// The code that tells more when two parts of a job ended differently: an
    /// interruption first, then faults, invalid input, proofs, surrender.
    pub fn and(self, other: Exit) -> Exit {
        let rank = |exit| match exit {
            Exit::Ok => 0,
            Exit::NoAnswer => 1,
            Exit::Unsolvable => 2,
            Exit::Invalid => 3,
            Exit::Usage => 4,
            Exit::Internal => 5,
            Exit::Interrupted => 6,
        };
        if rank(other) > rank(self) {
            other
        } else {
            self
        }
    }
}

impl From<Verdict> for Exit {
    fn from(verdict: Verdict) -> Exit {
        match verdict {
            Verdict::Solved => Exit::Ok,
            Verdict::Unsolvable => Exit::Unsolvable,
            Verdict::Invalid => Exit::Invalid,
            Verdict::Incomplete | Verdict::Stopped => Exit::NoAnswer,
        }
    }
}

/// An error with its exit code and a message for people.
#[derive(Debug)]
pub struct Failure {
    /// The code to end with.
    pub exit: Exit,
    /// What to print, without `error:`.
    pub message: String,
}

impl Failure {
    /// The command was called wrongly.
    pub fn usage(message: impl Into<String>) -> anyhow::Error {
        Failure::error(Exit::Usage, message)
    }

    /// A file or a level is invalid.
    pub fn invalid(message: impl Into<String>) -> anyhow::Error {
        Failure::error(Exit::Invalid, message)
    }

    /// Any other end.
    pub fn error(exit: Exit, message: impl Into<String>) -> anyhow::Error {
        let message = message.into();
        anyhow::Error::new(Failure { exit, message })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Failure {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_has_the_table() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
        let readme = std::fs::read_to_string(path).unwrap();
        let rows = TABLE.map(|(exit, meaning)| format!("| {} | {meaning} |\n", exit as u8));
        let table = format!("| exit code | |\n| --- | --- |\n{}\n", rows.concat());
        assert!(readme.contains(&table), "the README lacks:\n{table}");
    }

    #[test]
    fn the_graver_end_wins() {
        assert_eq!(Exit::Ok.and(Exit::NoAnswer), Exit::NoAnswer);
        assert_eq!(Exit::Unsolvable.and(Exit::NoAnswer), Exit::Unsolvable);
        assert_eq!(Exit::Invalid.and(Exit::Unsolvable), Exit::Invalid);
        assert_eq!(Exit::Interrupted.and(Exit::Invalid), Exit::Interrupted);
    }
}
