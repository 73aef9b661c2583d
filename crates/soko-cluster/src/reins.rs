//! What the workers of one process and whoever watches over them say to each other.
//!
//! There are two ways to end early. A *stop* is in order: every worker of every process
//! drops the work it has, the sweeps run dry, and what was counted is handed over as a
//! part. An *abort* is for what cannot go on, a process that has gone or a disk that is
//! full: workers leave at once, and nothing is handed over.

use soko_search::{Counters, StopReason};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

/// What one worker has done so far, for all to see.
#[derive(Debug, Default)]
pub struct Tally {
    /// States expanded.
    pub expanded: AtomicU64,
    /// Pushes found.
    pub generated: AtomicU64,
    /// States stored.
    pub stored: AtomicU64,
    /// Bytes held.
    pub bytes: AtomicU64,
    /// The layer that it is at.
    pub layer: AtomicU64,
    /// States known to be alive.
    pub alive: AtomicU64,
    /// The round in which components are looked for; zero before that.
    pub round: AtomicU64,
    /// States whose component is not known yet.
    pub left: AtomicU64,
}

/// The reins of all workers of a process.
#[derive(Debug)]
pub struct Reins {
    stop: AtomicU8,
    abort: AtomicBool,
    failure: Mutex<Option<String>>,
    tallies: Vec<Tally>,
}

const REASONS: [StopReason; 4] = [
    StopReason::Time,
    StopReason::Memory,
    StopReason::Expansions,
    StopReason::Cancelled,
];

/// The number of a reason, for flags and wires; zero is none.
pub fn number_of(reason: StopReason) -> u8 {
    let at = REASONS.iter().position(|r| *r == reason);
    at.map_or(0, |at| at as u8 + 1)
}

/// The reason with this number.
pub fn reason_of(number: u8) -> Option<StopReason> {
    let at = usize::from(number).checked_sub(1)?;
    REASONS.get(at).copied()
}

impl Reins {
    /// For so many workers.
    pub fn new(workers: usize) -> Reins {
        Reins {
            stop: AtomicU8::new(0),
            abort: AtomicBool::new(false),
            failure: Mutex::new(None),
            tallies: (0..workers).map(|_| Tally::default()).collect(),
        }
    }

    /// Asks for an end in order; the first reason counts.
    pub fn stop(&self, reason: StopReason) {
        let _ = self
            .stop
            .compare_exchange(0, number_of(reason), Relaxed, Relaxed);
    }

    /// Why the workers shall end, if they shall.
    pub fn stopped(&self) -> Option<StopReason> {
        reason_of(self.stop.load(Relaxed))
    }

    /// Makes the workers leave at once.
    pub fn abort(&self) {
        self.abort.store(true, Relaxed);
    }

    /// Whether the workers must leave at once.
    pub fn is_aborted(&self) -> bool {
        self.abort.load(Relaxed)
    }

    /// A worker cannot go on, so none can; the first message counts.
    pub fn fail(&self, message: String) {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.get_or_insert(message);
        self.abort();
    }

    /// What has failed here, if something has.
    pub fn failure(&self) -> Option<String> {
        let failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        failure.clone()
    }

    /// What a worker of this process has done.
    pub fn tally(&self, worker: usize) -> &Tally {
        &self.tallies[worker]
    }

    /// What all workers of this process have done.
    pub fn counters(&self) -> Counters {
        let sum = |part: fn(&Tally) -> &AtomicU64| -> u64 {
            self.tallies.iter().map(|t| part(t).load(Relaxed)).sum()
        };
        Counters {
            expanded: sum(|t| &t.expanded),
            generated: sum(|t| &t.generated),
            stored: sum(|t| &t.stored),
            bytes: sum(|t| &t.bytes) as usize,
            peak_bytes: 0,
        }
    }

    /// What the workers are at, in a few words.
    pub fn phase(&self) -> String {
        let most = |part: fn(&Tally) -> &AtomicU64| -> u64 {
            let all = self.tallies.iter().map(|t| part(t).load(Relaxed));
            all.max().unwrap_or(0)
        };
        let sum = |part: fn(&Tally) -> &AtomicU64| -> u64 {
            self.tallies.iter().map(|t| part(t).load(Relaxed)).sum()
        };
        let (layer, round) = (most(|t| &t.layer), most(|t| &t.round));
        let (alive, left) = (sum(|t| &t.alive), sum(|t| &t.left));
        match (round, left) {
            (0, _) if alive == 0 => format!("depth {layer}"),
            (0, _) => format!("back from the solved states, step {layer}, {alive} alive"),
            (_, 0) => format!("solution factor, step {layer}"),
            (_, left) => format!("components, round {round}, step {layer}, {left} states left"),
        }
    }
}
