//! A process for each job, so that limits hold whatever the engine does.
//!
//! The parent starts the worker, writes the job as one line of JSON to its input,
//! and reads lines of JSON from its output: how far it is, and at last the record.
//! Meanwhile it watches the clock and, where the system tells it (Linux), the
//! memory of the process. An engine that overruns its own limits is killed a
//! little later and recorded as stopped by that limit; one that crashes is
//! recorded as stopped with the reason `crashed`. The worker ends itself when its
//! input closes, so none is left behind when the parent is killed.

use crate::runner::LOOK_EVERY;
use crate::{Executor, Job, JobProgress, Record};
use serde::{Deserialize, Serialize};
use soko_search::StopReason;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// What a worker writes, one a line.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    Progress(JobProgress),
    Record(Box<Record>),
}

/// Memory that a process may have beside what its engine counts.
const PROGRAM_BYTES: u64 = 64 << 20;

/// Time that a process may take to start, end and notice that its time is up.
const GRACE: Duration = Duration::from_millis(150);

/// Answers each job in a process of its own.
#[derive(Clone, Debug)]
pub struct ProcessExecutor {
    program: std::path::PathBuf,
    arguments: Vec<String>,
}

impl ProcessExecutor {
    /// Workers are started as this very program with these arguments, which must
    /// lead it to [`serve_one`].
    pub fn this_program(arguments: &[&str]) -> io::Result<ProcessExecutor> {
        Ok(ProcessExecutor {
            program: std::env::current_exe()?,
            arguments: arguments.iter().map(|&a| a.to_owned()).collect(),
        })
    }

    fn start(&self, job: &Job) -> io::Result<Child> {
        let mut command = Command::new(&self.program);
        command
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // Ctrl-C goes to the parent alone, which then ends its workers in order.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let line = serde_json::to_string(job).map_err(io::Error::other)? + "\n";
        // The input stays open: its end tells the worker that we are gone.
        if let Some(input) = child.stdin.as_mut() {
            input.write_all(line.as_bytes())?;
        }
        Ok(child)
    }
}

impl Executor for ProcessExecutor {
    fn execute(
        &self,
        job: &Job,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(JobProgress),
    ) -> Record {
        let mut record = job.blank_record();
        let mut child = match self.start(job) {
            Ok(child) => child,
            Err(error) => {
                record.reason = Some(format!("crashed: the worker cannot be started: {error}"));
                return record;
            }
        };
        let watched = watch(&mut child, job, stop, progress, &mut record);
        // Ending a process that has ended is no fault.
        let _ = child.kill();
        let _ = child.wait();
        match watched {
            Watched::Answered(answer) => record = *answer,
            Watched::Overran(reason) => {
                record.set_stopped(reason);
                record.details.insert("killed".to_owned(), true.into());
            }
            Watched::Crashed(message) => record.reason = Some(format!("crashed: {message}")),
        }
        record
    }
}

enum Watched {
    Answered(Box<Record>),
    Overran(StopReason),
    Crashed(String),
}

/// Follows a worker to its end; keeps its last counts in the record, for the case
/// that it never writes one.
fn watch(
    child: &mut Child,
    job: &Job,
    stop: &AtomicBool,
    progress: &mut dyn FnMut(JobProgress),
    record: &mut Record,
) -> Watched {
    let start = Instant::now();
    let deadline = job.limits.seconds.map(|seconds| {
        let limit = Duration::from_secs_f64(seconds);
        limit + limit / 20 + GRACE
    });
    let most_bytes = job
        .limits
        .bytes
        .map(|bytes| bytes + bytes / 20 + PROGRAM_BYTES);
    let (Some(output), Some(errors)) = (child.stdout.take(), child.stderr.take()) else {
        return Watched::Crashed("the worker has no output".to_owned());
    };
    let lines = follow(output);
    let errors = std::thread::spawn(move || last_words(errors));
    loop {
        match lines.recv_timeout(LOOK_EVERY) {
            Ok(Line::Record(answer)) => return Watched::Answered(answer),
            Ok(Line::Progress(now)) => {
                record.expanded = now.expanded;
                record.generated = now.generated;
                record.peak_bytes = record.peak_bytes.max(now.bytes);
                progress(now);
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                let words = errors.join().unwrap_or_default();
                return Watched::Crashed(words);
            }
        }
        record.seconds = start.elapsed().as_secs_f64();
        if stop.load(Ordering::Relaxed) {
            return Watched::Overran(StopReason::Cancelled);
        }
        if deadline.is_some_and(|deadline| start.elapsed() > deadline) {
            return Watched::Overran(StopReason::Time);
        }
        if most_bytes.is_some_and(|most| resident_bytes(child.id()) > most) {
            return Watched::Overran(StopReason::Memory);
        }
    }
}

/// Reads the worker's lines on a thread; ends at the first that is not ours.
fn follow(output: ChildStdout) -> mpsc::Receiver<Line> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            let Ok(line) = serde_json::from_str(&line) else {
                return;
            };
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    receiver
}

/// The first line that a worker wrote to its error stream; a panic says there
/// where and why.
fn last_words(errors: ChildStderr) -> String {
    let mut text = String::new();
    // What cannot be read is not worth more than an empty message.
    let _ = BufReader::new(errors)
        .take(64 << 10)
        .read_to_string(&mut text);
    let lines: Vec<&str> = text.lines().filter(|l| !l.trim().is_empty()).collect();
    if lines.is_empty() {
        return "the worker ended without an answer".to_owned();
    }
    lines[..lines.len().min(2)].join(" ")
}

/// The memory of a process as the system counts it; 0 where it does not tell.
fn resident_bytes(process: u32) -> u64 {
    let Ok(status) = std::fs::read_to_string(format!("/proc/{process}/status")) else {
        return 0;
    };
    let kilobytes = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .and_then(|rest| rest.trim().trim_end_matches("kB").trim().parse().ok());
    kilobytes.unwrap_or(0u64) * 1024
}

/// The worker's side: reads one job from standard input, answers it, writes the
/// record to standard output. Ends the process if standard input closes first.
pub fn serve_one(
    answer: impl FnOnce(&Job, &mut (dyn FnMut(JobProgress) + Send)) -> Record,
) -> io::Result<()> {
    let mut line = String::new();
    io::stdin().lock().read_line(&mut line)?;
    let job: Job = serde_json::from_str(&line).map_err(io::Error::other)?;
    std::thread::spawn(|| {
        let mut rest = [0; 64];
        while matches!(io::stdin().lock().read(&mut rest), Ok(n) if n > 0) {}
        std::process::exit(130);
    });
    let mut progress = |now: JobProgress| {
        // If the parent is gone, so are we in a moment.
        let _ = write_line(&Line::Progress(now));
    };
    let record = answer(&job, &mut progress);
    write_line(&Line::Record(Box::new(record)))
}

fn write_line(line: &Line) -> io::Result<()> {
    let text = serde_json::to_string(line).map_err(io::Error::other)? + "\n";
    let mut output = io::stdout().lock();
    output.write_all(text.as_bytes())?;
    output.flush()
}
