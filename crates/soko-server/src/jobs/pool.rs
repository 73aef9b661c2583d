//! The places for jobs, and how a job is asked to stop.
//!
//! There are two lanes, each with places of its own to run and to wait, so that a
//! hint never waits for the searches of other tabs.

use soko_page::jobs::Lane;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::{Notify, Semaphore};

/// The most jobs that may wait in a lane.
const MAX_WAITING: usize = 256;

/// The most tabs at a time.
const MAX_TABS: usize = 128;

/// Something for each lane.
#[derive(Clone)]
pub(crate) struct ByLane<T> {
    short: T,
    long: T,
}

impl<T> ByLane<T> {
    pub(super) fn of(&self, lane: Lane) -> &T {
        match lane {
            Lane::Short => &self.short,
            Lane::Long => &self.long,
        }
    }
}

/// Places, so many for each lane.
pub(super) fn places(n_short: usize, n_long: usize) -> ByLane<Arc<Semaphore>> {
    ByLane {
        short: Arc::new(Semaphore::new(n_short)),
        long: Arc::new(Semaphore::new(n_long)),
    }
}

/// The places for jobs.
pub(crate) struct Pool {
    /// Places for those that run.
    pub(super) running: ByLane<Arc<Semaphore>>,
    /// Places for those that wait.
    pub(super) waiting: ByLane<Arc<Semaphore>>,
    /// Places for tabs.
    pub(super) tabs: Arc<Semaphore>,
}

impl Pool {
    /// So many jobs of each lane at once; of the short ones two at least.
    pub fn new(n_jobs: usize) -> Pool {
        Pool {
            running: places(n_jobs.max(2), n_jobs.max(1)),
            waiting: places(MAX_WAITING, MAX_WAITING),
            tabs: Arc::new(Semaphore::new(MAX_TABS)),
        }
    }
}

/// Asks a job to stop, whether it waits or runs.
#[derive(Default)]
pub(super) struct Stop {
    pub flag: AtomicBool,
    pub wake: Notify,
}

impl Stop {
    pub fn stop(&self) {
        self.flag.store(true, Ordering::Relaxed);
        self.wake.notify_one();
    }
}
