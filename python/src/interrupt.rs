//! Long work without the interpreter's lock, ended by Ctrl-C.
//!
//! The work is done by a thread of its own. The calling thread waits for it and asks the
//! interpreter every twentieth of a second whether a signal has come; an exception of the
//! signal's handler sets the flag that every engine looks at, and is raised when the work
//! has ended.

use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

/// How often signals are looked for.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// As much as the main thread of a program has.
const STACK: usize = 8 << 20;

/// Does some work without the lock; `stop` is set when the user interrupts it.
pub(crate) fn interruptible<R: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce() -> R + Send,
) -> PyResult<R> {
    py.detach(|| {
        std::thread::scope(|scope| {
            let (done, is_done) = channel();
            let worker = std::thread::Builder::new().stack_size(STACK);
            let worker = worker.spawn_scoped(scope, move || {
                let result = work();
                // Nobody listens any more only if the caller has broken down.
                let _ = done.send(());
                result
            })?;
            let mut interrupted = None;
            while let Err(RecvTimeoutError::Timeout) = is_done.recv_timeout(LOOK_EVERY) {
                if interrupted.is_none()
                    && let Err(signal) = Python::attach(|py| py.check_signals())
                {
                    interrupted = Some(signal);
                    stop.store(true, Ordering::Relaxed);
                }
            }
            let result = worker.join();
            match (interrupted, result) {
                (Some(signal), _) => Err(signal),
                (None, Ok(result)) => Ok(result),
                (None, Err(panic)) => std::panic::resume_unwind(panic),
            }
        })
    })
}
