//! How a search can end, and who may say what.
//!
//! A search that runs dry has proved something only if nothing it threw away
//! could have been a solution. So the parts of a search *claim* what they are
//! ([`Claims`]), and the claims decide between [`Outcome::Unsolvable`] and
//! [`Outcome::Incomplete`], and whether a plan may be called optimal.

use crate::{Counters, StopReason};

/// What a heuristic or a pruning rule promises.
///
/// ```
/// use soko_search::Claims;
/// let daring = Claims { admissible: false, ..Claims::ALL };
/// assert!(!Claims::ALL.and(daring).admissible && Claims::ALL.and(daring).safe);
/// ```
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

    /// Nothing is promised.
    pub const NONE: Claims = Claims {
        admissible: false,
        consistent: false,
        safe: false,
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

/// How a search ended. What a solution is differs: an engine has a plan, a report
/// one that was checked. How else a search can end is the same everywhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome<T> {
    /// A goal was reached.
    Solved(T),
    /// There is no plan: the space was exhausted and nothing was left out
    /// unsafely.
    Unsolvable,
    /// The space was exhausted, but parts of it had been left out.
    Incomplete,
    /// The search was stopped.
    Stopped(StopReason),
}

impl<T> Outcome<T> {
    /// The word used in records.
    pub const fn name(&self) -> &'static str {
        match self {
            Outcome::Solved(_) => "solved",
            Outcome::Unsolvable => "unsolvable",
            Outcome::Incomplete => "incomplete",
            Outcome::Stopped(_) => "stopped",
        }
    }

    /// The solution, if there is one.
    pub const fn solution(&self) -> Option<&T> {
        match self {
            Outcome::Solved(solution) => Some(solution),
            _ => None,
        }
    }

    /// The same end with another form of the solution.
    pub fn map<U>(self, to: impl FnOnce(T) -> U) -> Outcome<U> {
        match self {
            Outcome::Solved(solution) => Outcome::Solved(to(solution)),
            Outcome::Unsolvable => Outcome::Unsolvable,
            Outcome::Incomplete => Outcome::Incomplete,
            Outcome::Stopped(reason) => Outcome::Stopped(reason),
        }
    }
}

impl<T, E> Outcome<Result<T, E>> {
    /// An outcome with a true solution, or what is wrong with the solution.
    pub fn transpose(self) -> Result<Outcome<T>, E> {
        match self {
            Outcome::Solved(checked) => checked.map(Outcome::Solved),
            Outcome::Unsolvable => Ok(Outcome::Unsolvable),
            Outcome::Incomplete => Ok(Outcome::Incomplete),
            Outcome::Stopped(reason) => Ok(Outcome::Stopped(reason)),
        }
    }
}

/// A way to a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<A> {
    /// The actions from the start to the goal.
    pub plan: Vec<A>,
    /// Whether no cheaper plan exists.
    pub optimal: bool,
}

/// What a search has to say at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report<A> {
    /// How it ended.
    pub outcome: Outcome<Found<A>>,
    /// No plan costs less than this; 0 where nothing is known.
    pub lower_bound: u64,
    /// What it did.
    pub counters: Counters,
}
