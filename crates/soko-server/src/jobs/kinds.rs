//! What a job can be.

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
    }
}

/// The reins of a job: its time, our memory, its tab's stop.
fn control<'a>(
    seconds: u64,
    stop: &'a AtomicBool,
    report: &'a mut (dyn FnMut(Value) + Send),
) -> Control<'a> {
    let limits = Limits {
        time: Some(Duration::from_secs(seconds.clamp(1, MAX_SECONDS))),
        memory: Some(MEMORY),
        expansions: None,
    };
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
