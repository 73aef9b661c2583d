//! What the search for solutions is told before a turn, and what it says after it.

use super::bounds::Bounds;
use crate::optimise::Gain;
use soko_core::Verified;
use soko_search::Counters;

/// What beams go by: bounds on pushes, and what no solution is below.
pub(super) struct Known<'a, S> {
    pub bounds: &'a mut Bounds<S>,
    pub lower: u64,
}

/// What a turn has brought.
#[derive(Debug)]
pub(super) struct Turn {
    /// A solution, no longer than the one that was given.
    pub solution: Option<Verified>,
    /// What it took.
    pub counters: Counters,
    /// The expansions of a proof that would have taken about as long.
    pub effort: u64,
    /// How a given one was made shorter.
    pub gains: Vec<Gain>,
    /// Whether another turn could bring more. One that was not stopped by its own end
    /// has tried all it knows, or has found no room for it.
    pub can_go_on: bool,
}
