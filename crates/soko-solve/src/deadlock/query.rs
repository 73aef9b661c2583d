//! What detectors are asked, and what they can answer.

use soko_core::Square;

/// What is known about a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// Proved: no solution can be reached.
    Dead,
    /// Proved: it is solved, or a solution can be reached.
    Alive,
    /// Neither is proved.
    Unknown,
}

impl Verdict {
    /// Whether the state is proved dead.
    #[inline]
    pub fn is_dead(self) -> bool {
        self == Verdict::Dead
    }
}

/// The state asked about.
#[derive(Clone, Copy, Debug)]
pub struct Query<'a, S> {
    /// Where the boxes stand.
    pub boxes: &'a S,
    /// Every square that the man can walk to.
    pub area: &'a S,
    /// Where the box stands that was pushed last, if the state before that push
    /// passed the same tests: the tests then look for new deadlocks only. None
    /// asks about the whole state.
    pub pushed: Option<Square>,
}
