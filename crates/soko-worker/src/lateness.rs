//! When a worker that is late has to go.
//!
//! A worker whose time is up needs a moment to notice. On a busy machine it may not get
//! to run at all in that moment, and what it has found would be thrown away for no
//! fault of its own. So the moment is counted in the worker's own processor time where
//! the system tells it (Linux), and the clock is only the last resort.

use std::time::{Duration, Instant};

/// Processor time in which a worker notices that its time is up, and hands over.
const TO_NOTICE: Duration = Duration::from_millis(80);

/// However busy the machine is, a worker is not waited for longer than this, and
/// than its slack so many times.
const LONGEST: Duration = Duration::from_secs(2);
const LONGEST_SLACK: u32 = 4;

/// A worker whose time is up.
pub(crate) struct Lateness {
    since: Instant,
    /// What it may use beyond the moment to notice.
    slack: Duration,
    /// What it had used by then; none where the system does not tell.
    used: Option<Duration>,
}

impl Lateness {
    /// It is late from now on, and may use so much processor time still.
    pub(crate) fn begin(process: u32, slack: Duration) -> Lateness {
        Lateness {
            since: Instant::now(),
            slack,
            used: processor_time(process),
        }
    }

    /// Whether it had every chance to end by itself.
    pub(crate) fn is_over(&self, process: u32) -> bool {
        let waited = self.since.elapsed();
        let used = match (self.used, processor_time(process)) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => waited,
        };
        used >= TO_NOTICE + self.slack || waited >= LONGEST + LONGEST_SLACK * self.slack
    }
}

/// The processor time that a process has used.
fn processor_time(process: u32) -> Option<Duration> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name of the program, in parentheses, may hold anything; the time in user
    // mode and in the kernel are the twelfth and thirteenth words after it.
    let (_, after_name) = stat.rsplit_once(')')?;
    let mut ticks = after_name
        .split_whitespace()
        .skip(11)
        .map(str::parse::<u64>);
    let (user, kernel) = (ticks.next()?.ok()?, ticks.next()?.ok()?);
    Some(Duration::from_millis(10 * (user + kernel)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Who works through his time is late soon; who gets no processor is waited for.
    #[test]
    #[cfg(target_os = "linux")]
    fn only_processor_time_counts() {
        let me = std::process::id();
        let before = processor_time(me).expect("Linux tells");
        let late = Lateness::begin(me, Duration::ZERO);
        let patient = Lateness::begin(me, TO_NOTICE);
        std::thread::sleep(2 * TO_NOTICE);
        let is_over = late.is_over(me);
        let used = processor_time(me).expect("Linux tells") - before;
        assert!(!is_over || used >= TO_NOTICE, "{used:?}");
        while !late.is_over(me) {
            std::hint::black_box(before);
        }
        let used = processor_time(me).expect("Linux tells") - before;
        assert!(used >= TO_NOTICE || late.since.elapsed() >= LONGEST);
        // Slack is processor time, too.
        while !patient.is_over(me) {
            std::hint::black_box(before);
        }
        let used = processor_time(me).expect("Linux tells") - before;
        assert!(used >= 2 * TO_NOTICE || patient.since.elapsed() >= LONGEST);
    }

    /// Where nothing is told, the clock decides.
    #[test]
    fn without_a_count_the_clock_decides() {
        let nobody = u32::MAX;
        let late = Lateness::begin(nobody, Duration::ZERO);
        assert!(late.used.is_none() && !late.is_over(nobody));
        std::thread::sleep(TO_NOTICE);
        assert!(late.is_over(nobody));
    }
}
