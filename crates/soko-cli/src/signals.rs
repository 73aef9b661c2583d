//! Where the signals come from that ask the process to end.
//!
//! These are the interruption of a terminal, the request of a service manager, and the
//! hang-up of a terminal that is closed; the last only where it is not ignored from the
//! start, as it is under `nohup`, whose very purpose that is.

use std::io;
use tokio::runtime::Builder;

/// Calls the handler at each signal, on a thread of its own.
#[cfg(unix)]
pub fn on_each(handler: impl Fn() + Send + 'static) -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let runtime = Builder::new_current_thread().enable_io().build()?;
    // Registered here and now: from the first line of a command on they are caught.
    let entered = runtime.enter();
    let mut interrupted = signal(SignalKind::interrupt())?;
    let mut asked = signal(SignalKind::terminate())?;
    let mut hung_up = match is_hang_up_ignored() {
        false => Some(signal(SignalKind::hangup())?),
        true => None,
    };
    drop(entered);
    std::thread::spawn(move || {
        runtime.block_on(async {
            loop {
                let hang_up = async {
                    match &mut hung_up {
                        Some(signal) => signal.recv().await,
                        None => std::future::pending().await,
                    }
                };
                tokio::select! {
                    _ = interrupted.recv() => {}
                    _ = asked.recv() => {}
                    _ = hang_up => {}
                }
                handler();
            }
        })
    });
    Ok(())
}

/// Whether whoever started us ignores the hang-up; where the system does not tell,
/// nobody does.
#[cfg(unix)]
fn is_hang_up_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    // The hang-up is signal 1, the lowest bit.
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .is_some_and(|mask| mask & 1 == 1)
}

/// Calls the handler at each Ctrl-C, on a thread of its own.
#[cfg(not(unix))]
pub fn on_each(handler: impl Fn() + Send + 'static) -> io::Result<()> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    std::thread::spawn(move || {
        runtime.block_on(async {
            while tokio::signal::ctrl_c().await.is_ok() {
                handler();
            }
        })
    });
    Ok(())
}
