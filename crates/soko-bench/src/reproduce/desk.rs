//! What a paper's function works with, and how it can fail.

use crate::suite::{self, SuiteError};
use soko_core::Level;
use soko_format::{Entry, builtin, lists_coordinates, read_collection};
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

    /// The first level of a collection in the folder that the user gave; none if there
    /// is none of this name.
    pub fn given(&self, name: &str) -> Result<Option<Level>, ReproduceError> {
        let unreadable = |error: SuiteError| ReproduceError::Levels(error.to_string());
        let Some(listed) = suite::given(name).map_err(unreadable)? else {
            return Ok(None);
        };
        let collection = read_collection(&listed.bytes().map_err(unreadable)?);
        let level = collection.entries.first().map(Entry::level);
        let broken = || ReproduceError::Levels(format!("{name} has no level that can be read"));
        level.transpose().map_err(|_| broken())
    }

    /// The names of the boards in the folder that the user gave which are lists of
    /// coordinates.
    pub fn lists_of_coordinates(&self) -> Result<Vec<String>, ReproduceError> {
        let unreadable = |error: SuiteError| ReproduceError::Levels(error.to_string());
        let mut names = Vec::new();
        for listed in suite::all_given().map_err(unreadable)? {
            if lists_coordinates(&listed.bytes().map_err(unreadable)?) {
                names.push(listed.name);
            }
        }
        Ok(names)
    }

    /// The flag that asks to stop, for searches.
    pub fn stop_flag(&self) -> &'a AtomicBool {
        self.stop
    }
}

/// A board that a paper prints, by its title or a part of it.
pub fn printed(title: &str) -> Result<Level, ReproduceError> {
    let papers = builtin::PAPERS.read();
    let mut entries = papers.entries.iter();
    let entry = entries.find(|entry| entry.title().is_some_and(|t| t.contains(title)));
    let level = entry.and_then(|entry| entry.level().ok());
    level.ok_or_else(|| ReproduceError::Levels(format!("no printed board is {title:?}")))
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
