//! The parent's side: starts a worker and follows it to its end.

use crate::lateness::Lateness;
use crate::memory::{is_refusal, resident_bytes};
use crate::wire::{Order, STOP};
use crate::{Bounds, Ending};
use serde::Serialize;
use serde::de::DeserializeOwned;
use soko_search::StopReason;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStderr, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The pause between two looks at a running worker.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// The same once it holds half of what it may: a list that doubles takes the rest in
/// a few milliseconds.
const LOOK_CLOSELY: Duration = Duration::from_millis(2);

/// How workers are started.
#[derive(Clone, Debug)]
pub struct Program {
    path: PathBuf,
    arguments: Vec<String>,
}

impl Program {
    /// Workers are started as this very program with these arguments, which must
    /// lead it to [`serve_one`](crate::serve_one).
    pub fn this(arguments: &[&str]) -> io::Result<Program> {
        Ok(Program {
            path: std::env::current_exe()?,
            arguments: arguments.iter().map(|&a| a.to_owned()).collect(),
        })
    }

    /// Gives a job to a worker and follows it to its end. `hear` sees each line and
    /// says which of them is the answer.
    pub fn ask<L: DeserializeOwned + Send + 'static, A>(
        &self,
        job: &impl Serialize,
        bounds: &Bounds,
        stop: &AtomicBool,
        hear: impl FnMut(L) -> Option<A>,
    ) -> Ending<A> {
        let mut child = match self.start() {
            Ok(child) => child,
            Err(error) => {
                return Ending::Crashed(format!("the worker cannot be started: {error}"));
            }
        };
        let watched = watch(&mut child, job, bounds, stop, hear);
        // Ending a process that has ended is no fault.
        let _ = child.kill();
        let status = child.wait();
        match watched {
            Watched::Ended(ending) => ending,
            Watched::Silent(words) if is_refusal(&words) => Ending::Overran(StopReason::Memory),
            Watched::Silent(words) if words.is_empty() => {
                let how = status.map_or_else(|error| error.to_string(), |s| s.to_string());
                Ending::Crashed(format!("the worker ended without an answer ({how})"))
            }
            Watched::Silent(words) => Ending::Crashed(words),
        }
    }

    fn start(&self) -> io::Result<Child> {
        let mut command = Command::new(&self.path);
        command
            .args(&self.arguments)
            // Nobody reads more than the first lines of a panic, and the rest takes
            // memory that the worker does not have.
            .env("RUST_BACKTRACE", "0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        // Ctrl-C goes to the parent alone, which then ends its workers in order.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        command.spawn()
    }
}

enum Watched<A> {
    Ended(Ending<A>),
    /// It closed its output; what it wrote to its error stream.
    Silent(String),
}

/// Gives the worker its job, and follows it until it answers, falls silent or has
/// to be ended.
fn watch<L: DeserializeOwned + Send + 'static, A>(
    child: &mut Child,
    job: &impl Serialize,
    bounds: &Bounds,
    stop: &AtomicBool,
    mut hear: impl FnMut(L) -> Option<A>,
) -> Watched<A> {
    let start = Instant::now();
    let (Some(output), Some(errors)) = (child.stdout.take(), child.stderr.take()) else {
        return Watched::Silent("the worker has no output".to_owned());
    };
    let lines = follow(output);
    let errors = std::thread::spawn(move || last_words(errors));
    let order = Order {
        most_data: bounds.most_data(),
        job,
    };
    let mut asked_to_stop = None;
    // The input stays open: its end tells the worker that we are gone.
    let mut is_deaf = serde_json::to_string(&order).map_or(true, |line| say(child, &line).is_err());
    let (mut pause, mut lateness) = (LOOK_EVERY, None);
    while !is_deaf {
        match lines.recv_timeout(pause) {
            Ok(line) => {
                if let Some(answer) = hear(line) {
                    return Watched::Ended(Ending::Answered(answer));
                }
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if stop.load(Ordering::Relaxed) && asked_to_stop.is_none() {
            asked_to_stop = Some(Instant::now());
            is_deaf = say(child, STOP).is_err();
        }
        let held = bounds
            .most_resident()
            .map(|most| (resident_bytes(child.id()), most));
        if held.is_some_and(|(bytes, most)| bytes > most / 2) {
            pause = LOOK_CLOSELY;
        }
        if bounds.deadline().is_some_and(|most| start.elapsed() > most) {
            let late = lateness.get_or_insert_with(|| Lateness::begin(child.id(), bounds.slack));
            if late.is_over(child.id()) {
                return Watched::Ended(Ending::Overran(StopReason::Time));
            }
        }
        if let Some(reason) = overrun(bounds, asked_to_stop, held) {
            return Watched::Ended(Ending::Overran(reason));
        }
    }
    Watched::Silent(words_of(child, errors))
}

/// The bound other than its time that a worker has overrun, if any; `held` is what it
/// holds and the most that it may.
fn overrun(
    bounds: &Bounds,
    asked_to_stop: Option<Instant>,
    held: Option<(u64, u64)>,
) -> Option<StopReason> {
    if asked_to_stop.is_some_and(|asked| asked.elapsed() >= bounds.patience) {
        return Some(StopReason::Cancelled);
    }
    let (bytes, most) = held?;
    (bytes > most).then_some(StopReason::Memory)
}

fn say(child: &mut Child, line: &str) -> io::Result<()> {
    let input = child.stdin.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
    input.write_all(line.as_bytes())?;
    input.write_all(b"\n")
}

/// Reads the worker's lines on a thread; ends at the first that is not ours.
fn follow<L: DeserializeOwned + Send + 'static>(output: ChildStdout) -> mpsc::Receiver<L> {
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

/// What a worker that fell silent had to say. It may have closed its output and
/// live on, so it is ended first.
fn words_of(child: &mut Child, errors: JoinHandle<String>) -> String {
    let _ = child.stdin.take();
    for _ in 0..25 {
        if !matches!(child.try_wait(), Ok(None)) {
            break;
        }
        std::thread::sleep(LOOK_EVERY);
    }
    let _ = child.kill();
    errors.join().unwrap_or_default()
}

/// The first lines that a worker wrote to its error stream; a panic says there
/// where and why.
fn last_words(errors: ChildStderr) -> String {
    let mut text = String::new();
    // What cannot be read is not worth more than an empty message.
    let _ = BufReader::new(errors)
        .take(64 << 10)
        .read_to_string(&mut text);
    let lines: Vec<&str> = text.lines().filter(|l| !l.trim().is_empty()).collect();
    lines[..lines.len().min(2)].join(" ")
}
