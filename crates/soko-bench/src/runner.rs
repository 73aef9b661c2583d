//! Runs jobs, several at a time if asked, and hands over each record as it comes.
//!
//! Who answers a job is up to the [`Executor`]: a process of its own for real
//! runs, a closure in tests. The runner keeps order: it starts jobs in their
//! order, writes each record the moment it is known, and when the stop flag is
//! set starts nothing more and throws away what was cut short, so that a run taken
//! up again does those levels anew.

use crate::{Job, Record, RunFile, RunFileError};
use soko_search::StopReason;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;

/// How far a running job has come.
#[derive(Clone, Debug, Default, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct JobProgress {
    /// States expanded.
    pub expanded: u64,
    /// States generated.
    pub generated: u64,
    /// Bytes held now.
    pub bytes: u64,
    /// Time since its start.
    pub seconds: f64,
    /// What the engine is at.
    pub phase: String,
}

/// Answers jobs.
pub trait Executor: Sync {
    /// Answers one job. Returns early, with any record, when the flag is set.
    fn execute(
        &self,
        job: &Job,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(JobProgress),
    ) -> Record;
}

impl<F: Fn(&Job, &AtomicBool) -> Record + Sync> Executor for F {
    fn execute(
        &self,
        job: &Job,
        stop: &AtomicBool,
        _progress: &mut dyn FnMut(JobProgress),
    ) -> Record {
        self(job, stop)
    }
}

/// What happens in a run, for those who watch.
#[derive(Clone, Debug)]
pub enum RunEvent<'a> {
    /// A job has begun.
    Started(&'a Job),
    /// A job is still at it.
    Progress(&'a Job, JobProgress),
    /// A job has ended, and its record is written.
    Finished(&'a Record),
    /// A job has ended, and its record could not be written.
    Unwritten(&'a Record),
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunSummary {
    /// Records written in this run.
    pub written: usize,
    /// Jobs that were left because the run was stopped.
    pub left: usize,
}

enum Message {
    Started(usize),
    Progress(usize, JobProgress),
    Finished(Box<Record>),
}

/// Runs the jobs that the file does not have yet, `threads` at a time.
///
/// When a record cannot be written no further job is begun; those that run end,
/// and the observer is shown what the file does not have.
pub fn run(
    jobs: Vec<Job>,
    threads: usize,
    executor: &dyn Executor,
    file: &mut RunFile,
    stop: &AtomicBool,
    observer: &mut dyn FnMut(RunEvent<'_>),
) -> Result<RunSummary, RunFileError> {
    // Threads take the next job each; all that they have to say comes here, where
    // records are written and the observer is told.
    let jobs = file.missing(jobs)?;
    let next = AtomicUsize::new(0);
    let mut written = 0;
    let mut failure = None;
    std::thread::scope(|scope| {
        let (sender, messages) = mpsc::channel();
        for _ in 0..threads.max(1) {
            let (sender, jobs, next) = (sender.clone(), &jobs, &next);
            scope.spawn(move || work(jobs, next, executor, stop, &sender));
        }
        drop(sender);
        for message in messages {
            match message {
                Message::Started(index) => observer(RunEvent::Started(&jobs[index])),
                Message::Progress(index, progress) => {
                    observer(RunEvent::Progress(&jobs[index], progress));
                }
                Message::Finished(record) => {
                    if let Err(error) = file.append(&record) {
                        next.store(jobs.len(), Ordering::Relaxed);
                        observer(RunEvent::Unwritten(&record));
                        failure.get_or_insert(error);
                        continue;
                    }
                    written += 1;
                    observer(RunEvent::Finished(&record));
                }
            }
        }
    });
    let left = jobs.len() - written;
    failure.map_or(Ok(RunSummary { written, left }), Err)
}

/// Takes one job after the other until none is left or nobody listens.
fn work(
    jobs: &[Job],
    next: &AtomicUsize,
    executor: &dyn Executor,
    stop: &AtomicBool,
    sender: &mpsc::Sender<Message>,
) {
    while !stop.load(Ordering::Relaxed) {
        let index = next.fetch_add(1, Ordering::Relaxed);
        let Some(job) = jobs.get(index) else { return };
        if sender.send(Message::Started(index)).is_err() {
            return;
        }
        let mut progress = |progress| {
            // Somebody listens as long as a job runs.
            let _ = sender.send(Message::Progress(index, progress));
        };
        let record = executor.execute(job, stop, &mut progress);
        let cut_short = stop.load(Ordering::Relaxed)
            && record.reason.as_deref() == Some(StopReason::Cancelled.name());
        if cut_short || sender.send(Message::Finished(Box::new(record))).is_err() {
            return;
        }
    }
}
