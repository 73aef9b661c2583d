//! A job in a process of its own, so that an engine that takes too much or breaks
//! down is one failed job and nothing else.

use super::workers::Workers;
use crate::Server;
use crate::fault::Fault;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use soko_page::Patterns;
use soko_page::jobs::{Desk, Job};
use soko_search::StopReason;
use soko_worker::{Bounds, Ending, serve_one};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// How long a job that is asked to stop may take to hand over what it has.
const PATIENCE: Duration = Duration::from_millis(700);

/// Processor time that a job may take beyond its time: it looks at the clock by itself,
/// and a busy machine is no reason to throw away what it has.
const SLACK: Duration = Duration::from_secs(2);

/// What a worker gets.
#[derive(Serialize, Deserialize)]
struct Order {
    /// As the tab sent it.
    job: Value,
    memory: usize,
    /// The user's own patterns, as text.
    patterns: String,
}

/// What a worker writes, one a line.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    Progress(Value),
    Done(Value),
    Failed(String),
}

/// Does a job: what is known already, else a search, and what the server makes of it.
pub(super) fn do_job(
    server: &Server,
    job: &Job,
    sent: Value,
    stop: &AtomicBool,
    report: &mut (dyn FnMut(Value) + Send),
) -> Result<Value, Fault> {
    if let Some(answer) = job.known_answer(&server.page)? {
        return Ok(answer);
    }
    let desk = Desk {
        stop,
        memory: server.config.job_memory,
        patterns: server.config.patterns.clone(),
        report,
    };
    let result = work(&server.config.workers, sent, job.time(), desk)?;
    job.settle(&server.page.memory, &result, stop)?;
    Ok(result)
}

/// Does the search of a job, given as the tab sent it.
fn work(workers: &Workers, sent: Value, time: Duration, desk: Desk<'_>) -> Result<Value, Fault> {
    // 1. Tests do without processes.
    let program = match workers {
        Workers::Here => return Ok(read(sent)?.work(desk)?),
        Workers::Processes(program) => program,
    };
    // 2. The order goes out; lines come back until the last.
    let memory = desk.memory;
    let bounds = Bounds {
        time: Some(time),
        bytes: Some(memory as u64),
        patience: PATIENCE,
        slack: SLACK,
    };
    let order = Order {
        job: sent,
        memory,
        patterns: desk.patterns.own_text(),
    };
    let ending = program.ask(&order, &bounds, desk.stop, |line| match line {
        Line::Progress(progress) => {
            (desk.report)(progress);
            None
        }
        Line::Done(result) => Some(Ok(result)),
        Line::Failed(message) => Some(Err(message)),
    });
    // 3. Whatever the process came to is an answer or a sentence.
    let message = match ending {
        Ending::Answered(Ok(result)) => return Ok(result),
        Ending::Overran(StopReason::Cancelled) => return Ok(cancelled()),
        Ending::Answered(Err(message)) => message,
        Ending::Overran(StopReason::Memory) => format!(
            "this job took more memory than it may ({} MiB) and was ended",
            memory >> 20
        ),
        Ending::Overran(_) => "this job did not stop when its time was up and was ended".into(),
        Ending::Crashed(words) => format!("this job broke down: {words}"),
    };
    Err(Fault::bad(message))
}

/// The result of a job that was stopped before it had one.
pub(super) fn cancelled() -> Value {
    json!({"outcome": "stopped", "reason": StopReason::Cancelled.name()})
}

/// A job as it was sent.
pub(super) fn read(sent: Value) -> Result<Job, soko_page::Fault> {
    serde_json::from_value(sent).map_err(|error| soko_page::Fault::bad(error.to_string()))
}

/// The worker's side: does one job that it reads from standard input, and writes
/// how far it is and at last its result to standard output.
pub fn serve_job() -> std::io::Result<()> {
    serve_one(|order: Order, stop: &AtomicBool, tell| {
        let mut report = |progress: Value| tell(Line::Progress(progress));
        let desk = Desk {
            stop,
            memory: order.memory,
            patterns: Patterns::of_text(&order.patterns),
            report: &mut report,
        };
        match read(order.job).and_then(|job| job.work(desk)) {
            Ok(result) => Line::Done(result),
            Err(fault) => Line::Failed(fault.message().to_owned()),
        }
    })
}
