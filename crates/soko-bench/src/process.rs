//! A process for each job of a run, so that limits hold whatever the engine does.
//!
//! The watching is that of `soko-worker`. Here is what a job's lines are (how far
//! it is, and at last the record) and what becomes of a worker that does not write
//! its record: one that overran its limits is recorded as stopped by that limit,
//! one that crashed as stopped with the reason `crashed`.

use crate::{Executor, Job, JobProgress, Record};
use serde::{Deserialize, Serialize};
use soko_worker::{Bounds, Ending, Program};
use std::io;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// What a worker writes, one a line.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    Progress(JobProgress),
    Record(Box<Record>),
}

/// Answers each job in a process of its own.
#[derive(Clone, Debug)]
pub struct ProcessExecutor {
    program: Program,
    patience: Duration,
}

impl ProcessExecutor {
    /// Workers are started as this very program with these arguments, which must
    /// lead it to [`serve_one`].
    pub fn this_program(arguments: &[&str]) -> io::Result<ProcessExecutor> {
        Ok(ProcessExecutor {
            program: Program::this(arguments)?,
            patience: Duration::ZERO,
        })
    }

    /// The same, and a worker that is asked to stop may take so long to hand over
    /// what it has. Without this it is ended at once.
    pub fn with_patience(self, patience: Duration) -> ProcessExecutor {
        ProcessExecutor { patience, ..self }
    }
}

impl Executor for ProcessExecutor {
    fn execute(
        &self,
        job: &Job,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(JobProgress),
    ) -> Record {
        let start = Instant::now();
        let bounds = Bounds {
            time: job.limits.time(),
            bytes: job.limits.bytes,
            patience: self.patience,
            slack: Duration::ZERO,
        };
        // The last counts are kept for the case that the record never comes.
        let mut record = job.blank_record();
        let ending = self.program.ask(job, &bounds, stop, |line| match line {
            Line::Record(answer) => Some(answer),
            Line::Progress(now) => {
                record.expanded = now.expanded;
                record.generated = now.generated;
                record.peak_bytes = record.peak_bytes.max(now.bytes);
                progress(now);
                None
            }
        });
        record.seconds = start.elapsed().as_secs_f64();
        match ending {
            Ending::Answered(answer) => record = *answer,
            Ending::Overran(reason) => {
                record.set_stopped(reason);
                record.details.insert("killed".to_owned(), true.into());
            }
            Ending::Crashed(message) => record.reason = Some(format!("crashed: {message}")),
        }
        record
    }
}

/// The worker's side: reads one job from standard input, answers it, writes the
/// record to standard output. Ends the process if standard input closes first.
pub fn serve_one(
    answer: impl FnOnce(&Job, &AtomicBool, &mut (dyn FnMut(JobProgress) + Send)) -> Record,
) -> io::Result<()> {
    soko_worker::serve_one(|job: Job, stop, tell| {
        let mut progress = |now: JobProgress| tell(Line::Progress(now));
        Line::Record(Box::new(answer(&job, stop, &mut progress)))
    })
}
