//! What a paper's function works with, and how it can fail.

use crate::suite;
use soko_core::Level;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// What a paper's function has at hand: a way to tell how far it is, and the flag
/// that asks it to stop.
pub struct Desk<'a> {
    stop: &'a AtomicBool,
    say: &'a mut dyn FnMut(&str),
}

impl<'a> Desk<'a> {
    /// A desk with this stop flag and this listener.
    pub fn new(stop: &'a AtomicBool, say: &'a mut dyn FnMut(&str)) -> Desk<'a> {
        Desk { stop, say }
    }

    /// Tells how far the work is; fails when somebody has asked to stop. To be
    /// called before each piece of work.
    pub fn say(&mut self, message: &str) -> Result<(), ReproduceError> {
        if self.stop.load(Ordering::Relaxed) {
            return Err(ReproduceError::Cancelled);
        }
        (self.say)(message);
        Ok(())
    }

    /// The first levels of a public collection.
    pub fn levels(&mut self, collection: &str, n: usize) -> Result<Vec<Level>, ReproduceError> {
        self.say(&format!("reading {collection}"))?;
        let entries = suite::collection(collection).map_err(|error| {
            ReproduceError::Levels(format!("{collection} is needed for this paper: {error}"))
        })?;
        let levels = entries.iter().take(n).map(|entry| {
            let broken = || format!("{collection} {} cannot be read", entry.number);
            entry.level().map_err(|_| ReproduceError::Levels(broken()))
        });
        levels.collect()
    }

    /// The flag that asks to stop, for searches.
    pub fn stop_flag(&self) -> &'a AtomicBool {
        self.stop
    }
}

/// Why a paper could not be reproduced at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReproduceError {
    /// Somebody asked to stop.
    Cancelled,
    /// The levels are not to be had.
    Levels(String),
    /// An engine cannot be run.
    Engine(String),
}

impl fmt::Display for ReproduceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReproduceError::Cancelled => write!(f, "cancelled"),
            ReproduceError::Levels(message) | ReproduceError::Engine(message) => {
                write!(f, "{message}")
            }
        }
    }
}

impl std::error::Error for ReproduceError {}
