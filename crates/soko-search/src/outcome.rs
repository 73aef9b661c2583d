//! How a search can end, and who may say what.
//!
//! A search that runs dry has proved something only if nothing it threw away
//! could have been a solution. So the parts of a search *claim* what they are
//! ([`Claims`]), and the claims decide between [`Outcome::Unsolvable`] and
//! [`Outcome::Incomplete`], and whether a plan may be called optimal.

use crate::{Counters, StopReason};

/// What a heuristic or a pruning rule promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claims {
    /// It never says more than the true cost to a goal.
    pub admissible: bool,
    /// Along an edge it never falls by more than the edge's cost.
    pub consistent: bool,
    /// What it calls a dead end is one, and what it leaves out is not needed.
    pub safe: bool,
}

impl Claims {
    /// Everything is promised.
    pub const ALL: Claims = Claims {
        admissible: true,
        consistent: true,
        safe: true,
    };

    /// Only what both promise.
    pub const fn and(self, other: Claims) -> Claims {
        Claims {
            admissible: self.admissible && other.admissible,
            consistent: self.consistent && other.consistent,
            safe: self.safe && other.safe,
        }
    }
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<A> {
    /// A goal was reached.
    Solved {
        /// The actions from the start to the goal.
        plan: Vec<A>,
        /// Whether no cheaper plan exists.
        optimal: bool,
    },
    /// There is no plan: the space was exhausted and nothing was left out
    /// unsafely.
    Unsolvable,
    /// The space was exhausted, but parts of it had been left out.
    Incomplete,
    /// The search was stopped.
    Stopped(StopReason),
}

/// What a search has to say at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<A> {
    /// How it ended.
    pub outcome: Outcome<A>,
    /// No plan costs less than this; 0 where nothing is known.
    pub lower_bound: u64,
    /// What it did.
    pub counters: Counters,
}
