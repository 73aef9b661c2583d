//! What a job can be.

use super::desk::Desk;
use super::{hint, judge, map, solve};
use crate::fault::Fault;
use serde::Deserialize;
use serde_json::Value;

/// A job as a tab asks for it.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Job {
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
}

impl Job {
    /// Works to the end, or until the tab's flag is raised.
    pub fn run(self, desk: Desk<'_>) -> Result<Value, Fault> {
        match self {
            Job::Solve(job) => job.run(desk),
            Job::Hint(job) => job.run(desk),
            Job::Judge(job) => job.run(desk),
            Job::Back(job) => job.run(desk),
            Job::Map(job) => job.run(desk),
        }
    }
}
