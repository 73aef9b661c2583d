//! What a worker may take, and how it can end.

use soko_search::StopReason;
use std::time::Duration;

/// Memory that a process may have beside what its engine counts: the program itself
/// takes 9 MiB, and between two looks of the parent a little more may come.
const PROGRAM_BYTES: u64 = 16 << 20;

/// Time that a process may take to start and end.
const GRACE: Duration = Duration::from_millis(20);

/// What a worker may take. Its engine knows the same limits and mostly keeps them
/// by itself; the process is allowed a little more.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bounds {
    /// The time that the engine may take.
    pub time: Option<Duration>,
    /// The bytes that the engine may hold.
    pub bytes: Option<u64>,
    /// How long a worker that is asked to stop may take to hand over what it has.
    pub patience: Duration,
    /// Processor time that a worker may use after its time, to hand over what it has.
    pub slack: Duration,
}

impl Bounds {
    /// When the process should have ended by itself.
    pub(crate) fn deadline(&self) -> Option<Duration> {
        self.time.map(|time| time + time / 50 + GRACE)
    }

    /// The resident memory at which the process is ended.
    pub(crate) fn most_resident(&self) -> Option<u64> {
        self.bytes.map(|bytes| bytes + bytes / 20 + PROGRAM_BYTES)
    }

    /// The data that the process can have at all. Twice as much, because what is
    /// set aside and never touched counts as data and not as resident.
    pub(crate) fn most_data(&self) -> Option<u64> {
        self.most_resident().map(|bytes| 2 * bytes)
    }
}

/// How a worker ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending<A> {
    /// It gave its answer.
    Answered(A),
    /// It was ended because it had overrun a bound, or was asked to stop and did not.
    Overran(StopReason),
    /// It ended without an answer; its last words, or how the system saw it end.
    Crashed(String),
}
