//! What a job can be.

mod hint;
mod judge;
mod map;
mod solve;

use crate::Server;
use crate::fault::Fault;
use serde::Deserialize;
use serde_json::{Value, json};
use soko_search::{Control, Limits, Progress};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The longest that a job may take, in seconds.
const MAX_SECONDS: u64 = 600;

/// What a job may hold, in bytes.
const MEMORY: usize = 1 << 30;

/// A job as a tab asks for it.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub(super) enum Job {
    /// A solution of the present position.
    Solve(solve::Solve),
    /// The first box of a solution of the present position.
    Hint(hint::HintJob),
    /// Whether the present position can be solved at all.
    Judge(judge::JudgeJob),
    /// The way back to the last solvable position.
    Back(judge::BackJob),
    /// The whole state graph of a level.
    Map(map::MapJob),
}

/// Runs a job to its end, or until the flag is raised.
pub(super) fn run(
    server: &Server,
    job: Job,
    stop: &AtomicBool,
    report: &mut (dyn FnMut(Value) + Send),
) -> Result<Value, Fault> {
    match job {
        Job::Solve(job) => job.run(server, stop, report),
        Job::Hint(job) => job.run(server, stop, report),
        Job::Judge(job) => job.run(server, stop, report),
        Job::Back(job) => job.run(server, stop, report),
        Job::Map(job) => job.run(server, stop, report),
    }
}

/// So many seconds and expansions, and our memory.
fn limited(seconds: u64, expansions: Option<u64>) -> Limits {
    Limits {
        time: Some(Duration::from_secs(seconds.clamp(1, MAX_SECONDS))),
        memory: Some(MEMORY),
        expansions,
    }
}

/// The reins of a job: its limits, and its tab's stop and progress.
fn control<'a>(
    limits: Limits,
    stop: &'a AtomicBool,
    report: &'a mut (dyn FnMut(Value) + Send),
) -> Control<'a> {
    let tell = move |progress: &Progress<'_>| {
        report(json!({
            "phase": progress.phase,
            "seconds": progress.elapsed.as_secs_f64(),
            "expanded": progress.counters.expanded,
            "generated": progress.counters.generated,
            "stored": progress.counters.stored,
            "bytes": progress.counters.bytes,
        }));
    };
    Control::new(limits).with_stop(stop).with_observer(tell)
}
