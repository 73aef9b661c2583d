//! A command at work: how long it takes, how much memory it holds, how fast it
//! ends when told.

use std::io;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// A command that goes on for so long is killed: it obeys nothing.
const PATIENCE: Duration = Duration::from_secs(30);

/// What a run came to.
pub(crate) struct Seen {
    pub(crate) taken: Duration,
    /// The most memory held, as the system counts it.
    pub(crate) peak_bytes: u64,
    /// Time from the signal to the end, if one was sent in time.
    pub(crate) ended_after: Option<Duration>,
    pub(crate) status: Option<ExitStatus>,
}

/// Runs a command; sends SIGINT after a while, if asked to.
pub(crate) fn watch(
    program: &Path,
    arguments: &[String],
    interrupt: Option<Duration>,
) -> io::Result<Seen> {
    let start = Instant::now();
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let mut peak_bytes = 0;
    let mut signalled = None;
    loop {
        peak_bytes = peak_bytes.max(peak_of(&child));
        if let Some(status) = child.try_wait()? {
            let taken = start.elapsed();
            let ended_after = signalled.map(|at: Instant| at.elapsed());
            let status = Some(status);
            return Ok(Seen {
                taken,
                peak_bytes,
                ended_after,
                status,
            });
        }
        if start.elapsed() > PATIENCE {
            child.kill()?;
            child.wait()?;
            let (taken, ended_after) = (start.elapsed(), signalled.map(|at| at.elapsed()));
            return Ok(Seen {
                taken,
                peak_bytes,
                ended_after,
                status: None,
            });
        }
        if signalled.is_none() && interrupt.is_some_and(|after| start.elapsed() >= after) {
            let id = child.id().to_string();
            Command::new("kill").args(["-INT", &id]).status()?;
            signalled = Some(Instant::now());
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

/// The most memory that a command has held, its workers included, each at its own
/// peak; 0 once it is gone.
fn peak_of(child: &Child) -> u64 {
    let id = child.id();
    let workers = std::fs::read_to_string(format!("/proc/{id}/task/{id}/children"));
    let workers = workers.unwrap_or_default();
    let workers = workers.split_whitespace().map(peak_of_process);
    peak_of_process(&id.to_string()) + workers.sum::<u64>()
}

/// The most memory that one process has held.
fn peak_of_process(id: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{id}/status"));
    let kilobytes = status.ok().and_then(|status| {
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.trim().trim_end_matches("kB").trim().parse().ok()
    });
    kilobytes.unwrap_or(0u64) * 1024
}
