//! A deadlock test of one's own.

use crate::deadlock::Query;
use soko_core::{Level, SquareSet};
use std::fmt;
use std::sync::Arc;

/// A deadlock test for one level: whether it calls a position dead.
pub type DeadTest = Box<dyn FnMut(&Query<'_, SquareSet>) -> bool>;

type Prepare = Arc<dyn Fn(&Level) -> DeadTest + Send + Sync>;

/// A deadlock test of one's own. Two are equal if one is a copy of the other.
///
/// ```
/// use soko_core::{Direction::*, SquareSet, Squares};
/// use soko_solve::{deadlock::Query, own::OwnDeadlock};
///
/// let corners = OwnDeadlock::sound("corners", |level| {
///     let board = level.board().clone();
///     move |position: &Query<SquareSet>| {
///         position.boxes.iter().filter(|&square| !board.is_goal(square)).any(|square| {
///             let wall = |direction| board.is_wall(square, direction);
///             (wall(Up) || wall(Down)) && (wall(Left) || wall(Right))
///         })
///     }
/// });
/// assert!(corners.is_sound());
/// ```
#[derive(Clone)]
pub struct OwnDeadlock {
    name: String,
    is_sound: bool,
    prepare: Prepare,
}

impl OwnDeadlock {
    /// A test that promises to be right: what it calls dead has no solution. `prepare`
    /// works out for a level what all questions share, and gives the closure that
    /// answers. A search asks once about its start, and then about what every push leads
    /// to, unless that is solved.
    pub fn sound<T>(
        name: impl Into<String>,
        prepare: impl Fn(&Level) -> T + Send + Sync + 'static,
    ) -> OwnDeadlock
    where
        T: FnMut(&Query<'_, SquareSet>) -> bool + 'static,
    {
        OwnDeadlock {
            name: name.into(),
            is_sound: true,
            prepare: Arc::new(move |level| Box::new(prepare(level))),
        }
    }

    /// The same test without the promise, so that nothing is proved with it: a search
    /// leaves out what it calls dead, and says of a level only what it finds.
    #[must_use]
    pub fn without_promise(self) -> OwnDeadlock {
        OwnDeadlock {
            is_sound: false,
            ..self
        }
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether it promises to be right.
    pub fn is_sound(&self) -> bool {
        self.is_sound
    }

    /// The test, prepared for a level.
    pub fn for_level(&self, level: &Level) -> DeadTest {
        (self.prepare)(level)
    }
}

impl PartialEq for OwnDeadlock {
    fn eq(&self, other: &OwnDeadlock) -> bool {
        Arc::ptr_eq(&self.prepare, &other.prepare)
            && (&self.name, self.is_sound) == (&other.name, other.is_sound)
    }
}

impl Eq for OwnDeadlock {}

impl fmt::Debug for OwnDeadlock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnDeadlock")
            .field("name", &self.name)
            .field("is_sound", &self.is_sound)
            .finish_non_exhaustive()
    }
}
