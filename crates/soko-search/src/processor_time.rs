//! Processor time: of the thread that asks, and of the whole process.
//!
//! A clock goes on while other programs have the processor; this time does not, so a
//! limit on it means the same work on a busy machine as on an idle one. Unix tells it;
//! elsewhere, as in a browser, nobody does, and the clock has to serve.

use web_time::Duration;

/// The processor time that this thread has used so far; none where nobody tells.
pub(crate) fn of_this_thread() -> Option<Duration> {
    #[cfg(unix)]
    return read(rustix::time::ClockId::ThreadCPUTime);
    #[cfg(not(unix))]
    None
}

/// The processor time that all threads of this process have used so far; none where
/// nobody tells.
pub fn processor_time() -> Option<Duration> {
    #[cfg(unix)]
    return read(rustix::time::ClockId::ProcessCPUTime);
    #[cfg(not(unix))]
    None
}

#[cfg(unix)]
fn read(clock: rustix::time::ClockId) -> Option<Duration> {
    let used = rustix::time::clock_gettime(clock);
    let seconds = u64::try_from(used.tv_sec).ok()?;
    let nanoseconds = u32::try_from(used.tv_nsec).ok()?;
    Some(Duration::new(seconds, nanoseconds))
}
