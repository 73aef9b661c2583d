//! Heuristics and deadlock tests of one's own, in the engines that ours use.
//!
//! An [`OwnHeuristic`] or [`OwnDeadlock`] is a name, what it promises, and a closure
//! that prepares itself for a level. [`Options`](crate::Options) take them
//! ([`with_heuristic`](crate::Options::with_heuristic),
//! [`with_deadlock`](crate::Options::with_deadlock)), and `astar`, `ida`, `greedy` and
//! `bfs` ask them beside what they know themselves. What comes out passes the referee
//! like all else.
//!
//! **What is proved rests on what is promised.** Without the promise of an admissible
//! guess no solution is called shortest, and without that of a sound test no level
//! unsolvable. A promise is believed, and the report's notes say whose word a proof
//! rests on; [`testing`](crate::testing) holds promises against whole state graphs.
//!
//! Cost: these searches work on sets of any width ([`SquareSet`](soko_core::SquareSet))
//! and call a closure a state, so they are slower than those of the tables, which this
//! leaves as they are.

mod deadlock;
mod guess;
mod heuristic;
mod pruned;
mod registry;

pub use deadlock::{DeadTest, OwnDeadlock};
pub(crate) use guess::OwnGuess;
pub use heuristic::{Guess, OwnHeuristic};
pub(crate) use pruned::Pruned;
pub use registry::Registry;
