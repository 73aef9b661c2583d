//! What a job can be.

use super::desk::Desk;
use super::{hint, judge, map, optimise, rate, solve, tiles};
use crate::fault::Fault;
use crate::memory::Memory;
use crate::page::Page;
use serde::Deserialize;
use serde_json::Value;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long a job may take others' places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Questions during play: seconds.
    Short,
    /// Searches that were asked for by name: minutes.
    Long,
}

/// The longest that a job of each lane may take, in seconds.
const MOST_SECONDS: u64 = 600;
const MOST_SECONDS_SHORT: u64 = 60;

impl Lane {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Lane::Short => "short",
            Lane::Long => "long",
        }
    }
}

/// A job as a tab asks for it.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Job {
    /// A solution of the present position.
    Solve(solve::Solve),
    /// The first box of a solution of the present position.
    Hint(hint::Hint),
    /// Whether the present position can be solved at all.
    Judge(judge::Judge),
    /// The way back to the last solvable position.
    Back(judge::Back),
    /// The whole state graph of a level.
    Map(map::Map),
    /// A solution of a game on tiles.
    Tiles(tiles::Tiles),
    /// A shorter solution than one that is known.
    Optimise(optimise::Optimise),
    /// How hard people are likely to find a level.
    Rate(rate::Rate),
}

impl Job {
    /// Short questions do not wait for long jobs.
    pub fn lane(&self) -> Lane {
        match self {
            Job::Hint(_) | Job::Judge(_) | Job::Back(_) => Lane::Short,
            Job::Solve(_) | Job::Map(_) | Job::Optimise(_) | Job::Tiles(_) | Job::Rate(_) => {
                Lane::Long
            }
        }
    }

    /// What the job may take.
    pub fn time(&self) -> Duration {
        let (asked, most) = match self {
            Job::Solve(job) => (job.seconds, MOST_SECONDS),
            Job::Hint(job) => (job.seconds, MOST_SECONDS_SHORT),
            Job::Judge(job) => (job.seconds, MOST_SECONDS_SHORT),
            Job::Back(job) => (job.seconds, MOST_SECONDS_SHORT),
            Job::Map(_) => (map::SECONDS, MOST_SECONDS),
            Job::Tiles(job) => (job.seconds, MOST_SECONDS),
            Job::Optimise(job) => (job.seconds, MOST_SECONDS),
            Job::Rate(_) => (rate::SECONDS, MOST_SECONDS),
        };
        Duration::from_secs(asked.clamp(1, most))
    }

    /// The answer, where solutions that are kept give it without a search.
    pub fn known_answer(&self, page: &Page) -> Result<Option<Value>, Fault> {
        match self {
            Job::Hint(job) => job.known_answer(page),
            _ => Ok(None),
        }
    }

    /// The search: works to the end, or until the desk's flag is raised.
    pub fn work(self, desk: Desk<'_>) -> Result<Value, Fault> {
        let time = self.time();
        match self {
            Job::Solve(job) => job.work(time, desk),
            Job::Hint(job) => job.work(time, desk),
            Job::Judge(job) => job.work(time, desk),
            Job::Back(job) => job.work(time, desk),
            Job::Map(job) => job.work(time, desk),
            Job::Tiles(job) => job.work(time, desk),
            Job::Optimise(job) => job.work(time, desk),
            Job::Rate(job) => job.work(time, desk),
        }
    }

    /// What is remembered of a result before it is handed on.
    pub fn settle(&self, memory: &Memory, result: &Value, stop: &AtomicBool) -> Result<(), Fault> {
        match self {
            Job::Map(job) => job.settle(memory, result, stop),
            _ => Ok(()),
        }
    }
}
