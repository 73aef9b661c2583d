//! The places for jobs, and how a job is asked to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::sync::{Notify, Semaphore};

/// The most jobs that may wait in all.
const MAX_WAITING: usize = 256;

/// The places for jobs.
pub(crate) struct Pool {
    /// Places for those that run.
    pub(super) running: Arc<Semaphore>,
    /// Places for those that wait.
    pub(super) waiting: Arc<Semaphore>,
}

impl Pool {
    pub fn new(n_jobs: usize) -> Pool {
        Pool {
            running: Arc::new(Semaphore::new(n_jobs.max(1))),
            waiting: Arc::new(Semaphore::new(MAX_WAITING)),
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
