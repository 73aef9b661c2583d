//! Limits, cancellation and progress, in one place for every long job.
//!
//! A job calls [`Control::check`] once a step with its counters. The control
//! compares them with the limits, looks at the stop flag each time and at the
//! clock every few steps, and hands a [`Progress`] to its observer a few times a
//! second. No engine reads a clock or prints. The clock is the system's; in a browser,
//! where the standard library has none, `web_time` asks the browser for the time.

use crate::processor_time;
use std::sync::atomic::{AtomicBool, Ordering};
use web_time::{Duration, Instant};

/// How much a job may use. Nothing is limited unless said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// States expanded.
    pub expansions: Option<u64>,
    /// Time on the clock.
    pub time: Option<Duration>,
    /// Processor time of the thread that works, of each by itself if there are several:
    /// what other programs take does not count. Where the system does not tell it, the
    /// clock's time.
    pub processor: Option<Duration>,
    /// Bytes held by tables and queues, as the engine counts them.
    pub memory: Option<usize>,
}

/// Why a job ended before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// The time was up.
    Time,
    /// The memory was used up.
    Memory,
    /// The expansions were used up.
    Expansions,
    /// Somebody asked it to stop.
    Cancelled,
}

impl StopReason {
    /// The word used in records: `time`, `memory`, `expansions`, `cancelled`.
    pub const fn name(self) -> &'static str {
        match self {
            StopReason::Time => "time",
            StopReason::Memory => "memory",
            StopReason::Expansions => "expansions",
            StopReason::Cancelled => "cancelled",
        }
    }
}

/// What a job has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counters {
    /// States expanded.
    pub expanded: u64,
    /// States generated, repeats included.
    pub generated: u64,
    /// States stored.
    pub stored: u64,
    /// Bytes held now.
    pub bytes: usize,
    /// The most bytes held at any time; kept up by [`Control::check`].
    pub peak_bytes: usize,
}

impl Counters {
    /// What two parts of a job have done, one beside the other.
    #[must_use]
    pub fn plus(&self, other: &Counters) -> Counters {
        Counters {
            expanded: self.expanded + other.expanded,
            generated: self.generated + other.generated,
            stored: self.stored + other.stored,
            bytes: self.bytes + other.bytes,
            peak_bytes: self.peak_bytes.max(self.bytes + other.peak_bytes),
        }
    }

    /// Bytes a stored state at the peak, all tables included.
    pub fn bytes_per_state(&self) -> Option<f64> {
        (self.stored > 0).then(|| self.peak_bytes as f64 / self.stored as f64)
    }
}

/// A look at a running job.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The counters.
    pub counters: Counters,
    /// Time since the start.
    pub elapsed: Duration,
    /// What the job is at, in a few words: an engine's name, a depth, a bound.
    pub phase: &'a str,
}

type Observer<'a> = Box<dyn FnMut(&Progress<'_>) + Send + 'a>;

/// The reins of one job. It is made on the thread that it is checked on, as far as
/// processor time is limited.
///
/// ```
/// use soko_search::{Control, Counters, Limits, StopReason};
/// let limits = Limits { expansions: Some(3), ..Limits::default() };
/// let (mut control, mut counters) = (Control::new(limits), Counters::default());
/// while control.check(&mut counters).is_none() {
///     counters.expanded += 1;
/// }
/// assert_eq!((counters.expanded, control.stopped()), (3, Some(StopReason::Expansions)));
/// ```
pub struct Control<'a> {
    limits: Limits,
    stop: Option<&'a AtomicBool>,
    observer: Option<Observer<'a>>,
    phase: String,
    start: Instant,
    /// The processor time used when the job began; none where nobody tells.
    processor_start: Option<Duration>,
    next_report: Duration,
    checks: u64,
    clock_every: u64,
    forced_stop: Option<u64>,
    stopped: Option<StopReason>,
}

impl Default for Control<'_> {
    fn default() -> Self {
        Control::new(Limits::default())
    }
}

const REPORT_EVERY: Duration = Duration::from_millis(100);

impl<'a> Control<'a> {
    /// A job with these limits, starting now.
    pub fn new(limits: Limits) -> Control<'a> {
        Control {
            limits,
            stop: None,
            observer: None,
            phase: String::new(),
            start: Instant::now(),
            processor_start: limits
                .processor
                .and_then(|_| processor_time::of_this_thread()),
            next_report: REPORT_EVERY,
            checks: 0,
            clock_every: 64,
            forced_stop: None,
            stopped: None,
        }
    }

    /// Stops when the flag is set.
    pub fn with_stop(mut self, stop: &'a AtomicBool) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Reports progress to this observer about ten times a second.
    pub fn with_observer(mut self, observer: impl FnMut(&Progress<'_>) + Send + 'a) -> Self {
        self.observer = Some(Box::new(observer));
        self
    }

    /// Stops as if cancelled after so many checks: for tests of cancellation.
    pub fn with_forced_stop(mut self, checks: u64) -> Self {
        self.forced_stop = Some(checks);
        self
    }

    /// Looks at the clock at every check: for jobs whose steps take long.
    pub fn with_slow_steps(mut self) -> Self {
        self.clock_every = 1;
        self
    }

    /// Does a part of the job with limits of its own, within those of the whole. The
    /// observer hears of it as of the whole, with what was counted before. Expansions
    /// and bytes are limited for the part alone; time, that of the processor too, and
    /// cancelling are the whole's.
    ///
    /// ```
    /// use soko_search::{Control, Counters, Limits, StopReason};
    /// let mut whole = Control::default();
    /// let limits = Limits { expansions: Some(3), ..Limits::default() };
    /// let stopped = whole.part(limits, Counters::default(), |part| {
    ///     let mut counters = Counters { expanded: 5, ..Counters::default() };
    ///     part.check(&mut counters)
    /// });
    /// assert_eq!((stopped, whole.stopped()), (Some(StopReason::Expansions), None));
    /// ```
    pub fn part<R>(
        &mut self,
        limits: Limits,
        before: Counters,
        work: impl FnOnce(&mut Control<'_>) -> R,
    ) -> R {
        let begun = self.start.elapsed();
        let less = |part: Option<Duration>, whole: Option<Duration>| match (part, whole) {
            (Some(part), Some(whole)) => Some(part.min(whole)),
            (part, whole) => part.or(whole),
        };
        let mut part = Control::new(Limits {
            time: less(limits.time, self.time_left()),
            processor: less(limits.processor, self.processor_left()),
            ..limits
        });
        part.stop = self.stop;
        part.clock_every = self.clock_every;
        part.forced_stop = self.forced_stop.map(|n| n.saturating_sub(self.checks));
        if let Some(observer) = &mut self.observer {
            part = part.with_observer(move |now| {
                observer(&Progress {
                    counters: before.plus(&now.counters),
                    elapsed: begun + now.elapsed,
                    phase: now.phase,
                });
            });
        }
        let result = work(&mut part);
        let (checks, stopped) = (part.checks, part.stopped);
        drop(part);
        self.checks += checks;
        if stopped == Some(StopReason::Cancelled) {
            self.stopped = stopped;
        }
        result
    }

    /// Says what the job is at now.
    pub fn set_phase(&mut self, phase: impl Into<String>) {
        self.phase = phase.into();
    }

    /// The limits of this job.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The flag that cancels this job, to be shared with parts of it.
    pub fn stop_flag(&self) -> Option<&'a AtomicBool> {
        self.stop
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Time left, if time is limited.
    pub fn time_left(&self) -> Option<Duration> {
        Some(self.limits.time?.saturating_sub(self.start.elapsed()))
    }

    /// Processor time left, if that is limited.
    pub fn processor_left(&self) -> Option<Duration> {
        Some(self.limits.processor?.saturating_sub(self.processor_used()))
    }

    /// The processor time used since the start, or the clock's where nobody tells.
    fn processor_used(&self) -> Duration {
        match (self.processor_start, processor_time::of_this_thread()) {
            (Some(before), Some(now)) => now.saturating_sub(before),
            _ => self.start.elapsed(),
        }
    }

    /// Why the job must end, once it must.
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// Called once a step: says whether the job must end, and why.
    #[inline]
    pub fn check(&mut self, counters: &mut Counters) -> Option<StopReason> {
        counters.peak_bytes = counters.peak_bytes.max(counters.bytes);
        self.checks += 1;
        if self.stopped.is_none() {
            self.stopped = self.reason_to_stop(counters);
        }
        self.stopped
    }

    /// Like [`Control::check`], and always looks at the clock: for those who check
    /// seldom.
    pub fn check_now(&mut self, counters: &mut Counters) -> Option<StopReason> {
        if self.check(counters).is_none() {
            self.stopped = self.look_at_clock(counters);
        }
        self.stopped
    }

    #[inline]
    fn reason_to_stop(&mut self, counters: &Counters) -> Option<StopReason> {
        if self.stop.is_some_and(|flag| flag.load(Ordering::Relaxed))
            || self.forced_stop.is_some_and(|n| self.checks > n)
        {
            return Some(StopReason::Cancelled);
        }
        if self
            .limits
            .expansions
            .is_some_and(|n| counters.expanded >= n)
        {
            return Some(StopReason::Expansions);
        }
        if self.limits.memory.is_some_and(|n| counters.bytes > n) {
            return Some(StopReason::Memory);
        }
        if self.checks.is_multiple_of(self.clock_every) {
            return self.look_at_clock(counters);
        }
        None
    }

    #[cold]
    fn look_at_clock(&mut self, counters: &Counters) -> Option<StopReason> {
        let elapsed = self.start.elapsed();
        if elapsed >= self.next_report {
            self.next_report = elapsed + REPORT_EVERY;
            if let Some(observer) = &mut self.observer {
                let (counters, phase) = (*counters, self.phase.as_str());
                observer(&Progress {
                    counters,
                    elapsed,
                    phase,
                });
            }
        }
        let is_late = self.limits.time.is_some_and(|limit| elapsed >= limit);
        let processor = self.limits.processor;
        let is_over = is_late || processor.is_some_and(|limit| self.processor_used() >= limit);
        is_over.then_some(StopReason::Time)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a part is told at its first look.
    fn look(whole: &mut Control<'_>, limits: Limits) -> Option<StopReason> {
        whole.part(limits, Counters::default(), |part| {
            part.check_now(&mut Counters::default())
        })
    }

    #[test]
    fn a_part_ends_with_the_whole() {
        let none = Limits::default();
        let stop = AtomicBool::new(false);
        let mut whole = Control::default().with_stop(&stop);
        assert_eq!(look(&mut whole, none), None);
        stop.store(true, Ordering::Relaxed);
        assert_eq!(look(&mut whole, none), Some(StopReason::Cancelled));
        assert_eq!(whole.stopped(), Some(StopReason::Cancelled));

        let time = Some(Duration::ZERO);
        let mut whole = Control::new(Limits { time, ..none });
        let hour = Some(Duration::from_secs(3600));
        let limits = Limits { time: hour, ..none };
        assert_eq!(look(&mut whole, limits), Some(StopReason::Time));
        // The whole looks for itself.
        assert_eq!(whole.stopped(), None);

        let mut whole = Control::default().with_forced_stop(1);
        assert_eq!(look(&mut whole, none), None);
        assert_eq!(look(&mut whole, none), Some(StopReason::Cancelled));
    }

    /// Who sleeps uses no processor time, and who works does, in parts too.
    #[test]
    #[cfg(unix)]
    fn processor_time_is_what_this_thread_works() {
        let pause = Duration::from_millis(30);
        let limits = Limits {
            processor: Some(pause),
            ..Limits::default()
        };
        let mut whole = Control::new(limits);
        let before = processor_time::of_this_thread().expect("Unix tells");
        std::thread::sleep(2 * pause);
        let is_stopped = look(&mut whole, Limits::default()).is_some();
        let used = processor_time::of_this_thread().expect("Unix tells") - before;
        assert!(!is_stopped || used >= pause, "{used:?}");
        let mut n_looks = 0u64;
        while look(&mut whole, Limits::default()).is_none() {
            n_looks += 1;
        }
        let used = processor_time::of_this_thread().expect("Unix tells") - before;
        assert!(used >= pause && n_looks > 0, "{used:?}, {n_looks} looks");
        assert_eq!(whole.processor_left(), Some(Duration::ZERO));
        let mut counters = Counters::default();
        assert_eq!(whole.check_now(&mut counters), Some(StopReason::Time));
        assert_eq!(look(&mut Control::default(), limits), None);
    }

    #[test]
    fn the_observer_hears_of_parts_as_of_the_whole() {
        let mut heard = Vec::new();
        let mut whole = Control::default().with_observer(|now| {
            heard.push((
                now.counters.expanded,
                now.counters.bytes,
                now.phase.to_owned(),
            ));
        });
        let before = Counters {
            expanded: 30,
            bytes: 500,
            ..Counters::default()
        };
        whole.part(Limits::default(), before, |part| {
            part.set_phase("second half");
            part.next_report = Duration::ZERO;
            part.check_now(&mut Counters {
                expanded: 4,
                bytes: 70,
                ..Counters::default()
            });
        });
        drop(whole);
        assert_eq!(heard, [(34, 570, "second half".to_owned())]);
    }
}
