//! From levels with solutions to weights.

use super::{fit, tune};
use soko_core::{Level, LevelId, Push};
use soko_solve::SolveError;
use soko_solve::champion::{Lesson, Weights, lessons};

/// A level and what its solutions teach.
#[derive(Clone, Debug)]
pub struct Course {
    /// What levels that play alike share: they are never divided between learning and
    /// testing.
    pub id: LevelId,
    /// The level.
    pub level: Level,
    /// What its solutions teach.
    pub lessons: Vec<Lesson>,
}

impl Course {
    /// What a solution teaches.
    pub fn new(level: Level, solution: &[Push]) -> Course {
        Course {
            id: level.canonical_id(),
            lessons: lessons(&level, solution),
            level,
        }
    }
}

/// Why there are no weights.
#[derive(Debug)]
pub enum Stopped {
    /// Somebody has ended it.
    Ended,
    /// A solution of a walk is none: a fault of ours.
    Fault(SolveError),
}

impl From<SolveError> for Stopped {
    fn from(error: SolveError) -> Stopped {
        Stopped::Fault(error)
    }
}

/// The weights for these courses: fitted to the lessons, then bettered in so many rounds.
///
/// # Errors
///
/// If it was ended before it had any.
pub fn learn(
    courses: &[&Course],
    rounds: usize,
    seed: u64,
    expansions: u64,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Weights, Stopped> {
    let lessons: Vec<&[Lesson]> = courses.iter().map(|course| &course.lessons[..]).collect();
    let fitted = fit(&lessons);
    if !go_on() {
        return Err(Stopped::Ended);
    }
    let levels: Vec<&Level> = courses.iter().map(|course| &course.level).collect();
    Ok(tune(&levels, fitted, rounds, seed, expansions, go_on)?)
}
