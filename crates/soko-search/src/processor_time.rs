//! The processor time of the thread that asks.
//!
//! A clock goes on while other programs have the processor; this time does not, so a
//! limit on it means the same work on a busy machine as on an idle one. Unix tells it;
//! elsewhere, as in a browser, nobody does, and the clock has to serve.

use web_time::Duration;

/// The processor time that this thread has used so far; none where nobody tells.
#[cfg(unix)]
pub(crate) fn of_this_thread() -> Option<Duration> {
    use rustix::time::{ClockId, clock_gettime};
    let used = clock_gettime(ClockId::ThreadCPUTime);
    let seconds = u64::try_from(used.tv_sec).ok()?;
    let nanoseconds = u32::try_from(used.tv_nsec).ok()?;
    Some(Duration::new(seconds, nanoseconds))
}

/// The processor time that this thread has used so far; none where nobody tells.
#[cfg(not(unix))]
pub(crate) fn of_this_thread() -> Option<Duration> {
    None
}
