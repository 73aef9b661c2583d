//! What the optimiser hands back.

use super::vicinity::Breadth;
use soko_core::{Metrics, Verified};
use soko_search::{Counters, StopReason};

/// A solution made better, or left as it was.
#[derive(Clone, Debug)]
pub struct Optimised {
    /// The best solution found; the given one if nothing was gained.
    pub best: Verified,
    /// The numbers of the solution that was given.
    pub before: Metrics,
    /// Each gain in the order in which it was made.
    pub gains: Vec<Gain>,
    /// Work done.
    pub counters: Counters,
    /// Why it ended early; none if all was tried without a gain.
    pub stopped: Option<StopReason>,
}

/// One improvement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gain {
    /// The breadth that found it; none if a beam did.
    pub breadth: Option<Breadth>,
    /// The numbers after it.
    pub metrics: Metrics,
}
