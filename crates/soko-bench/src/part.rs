//! A suite in parts, so that many machines share a run.
//!
//! The jobs of a suite stand level by level. They are dealt out like cards: the
//! first level to the first part, the second to the second, and round again. A level
//! goes to one part with all its engines, so that what is compared ran on one
//! machine; parts differ by one level at most. Who gets what follows from the
//! positions alone, so every machine can work out its own part.
//!
//! Each record says where it stands in the whole ([`Part`]). From that `merge` puts
//! the parts together again and sees what is missing or there twice.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The most parts of a suite.
pub const MOST_SHARDS: usize = 1_000_000;

/// One of the parts into which a suite is dealt, from 1: `2/3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shard {
    number: usize,
    of: usize,
}

impl Shard {
    /// The part, from 1.
    pub const fn number(self) -> usize {
        self.number
    }

    /// How many parts there are.
    pub const fn of(self) -> usize {
        self.of
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Shard, String> {
        let wrong = || format!("{text:?} is no part of a suite; write 2/3 for the second of three");
        let (number, of) = text.split_once('/').ok_or_else(wrong)?;
        let number: usize = number.trim().parse().map_err(|_| wrong())?;
        let of: usize = of.trim().parse().map_err(|_| wrong())?;
        if !(1..=MOST_SHARDS).contains(&of) {
            return Err(format!("a suite has 1 to {MOST_SHARDS} parts, not {of}"));
        }
        if !(1..=of).contains(&number) {
            return Err(format!("parts are counted from 1: 1/{of} to {of}/{of}"));
        }
        Ok(Shard { number, of })
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// Where a record stands in the whole run of which its file is a part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The part, from 1.
    pub shard: usize,
    /// How many parts there are.
    pub of: usize,
    /// The job's place in the whole run, from 0.
    pub position: usize,
    /// How many jobs the whole run has.
    pub jobs: usize,
    /// How many of them belong to one level.
    pub each: usize,
    /// What stands for the whole suite: its levels, engines and goal.
    pub suite: String,
}

impl Part {
    /// The part, from 1, to which a position of this run is dealt.
    pub fn shard_at(&self, position: usize) -> usize {
        position / self.each.max(1) % self.of.max(1) + 1
    }

    /// Whether this is a part of the same run as another is.
    pub fn is_of_run(&self, other: &Part) -> bool {
        let run = |part: &Part| (part.of, part.jobs, part.each);
        run(self) == run(other) && self.suite == other.suite
    }
}
