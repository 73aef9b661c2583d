//! Which pushes make a state graph.

use soko_core::{Square, SquareSet};

/// A sound test for dead states: it may say dead only where no solution can be
/// reached any more.
pub trait DeadTest: Sync {
    /// Whether a state with these boxes, the last one pushed to `pushed`, is
    /// dead wherever the man stands.
    fn is_dead(&self, boxes: &SquareSet, pushed: Square) -> bool;
}

/// The rules of a state graph. The default is Veger's: every legal push onto a
/// valid square, no other deadlock test, solved states expanded like the others.
#[derive(Clone, Copy, Default)]
pub struct Rules<'a> {
    /// Whether solved states have no successors.
    pub stop_at_solved: bool,
    /// Whether boxes may be pushed onto squares from which none can reach a goal any
    /// more: to show what leaving them out saves.
    pub keep_dead_squares: bool,
    /// A test that leaves out dead successors.
    pub dead: Option<&'a dyn DeadTest>,
}

impl std::fmt::Debug for Rules<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rules")
            .field("stop_at_solved", &self.stop_at_solved)
            .field("keep_dead_squares", &self.keep_dead_squares)
            .field("dead", &self.dead.is_some())
            .finish()
    }
}
