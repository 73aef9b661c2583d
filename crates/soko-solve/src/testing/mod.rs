//! Promises held against the truth: is a heuristic admissible, is a deadlock test sound?
//!
//! A [`Kit`] makes a few hundred small levels from a seed, works out all states of each
//! and what is left to do in every one ([`WholeGraph`]), and asks about all of them. What
//! breaks a promise is made smaller for as long as that can be done, a wall for a floor,
//! a box less, a goal less, and drawn.
//!
//! Hundreds of thousands of states without a counterexample are no proof. A promise that
//! fails, however, mostly fails on a small level.
//!
//! ```
//! use soko_core::State;
//! use soko_search::Claims;
//! use soko_solve::own::OwnHeuristic;
//! use soko_solve::testing::{Kit, Promise};
//!
//! // Says that every level takes two pushes.
//! let two = OwnHeuristic::new("two", Claims::ALL, |_| |_: &State| Some(2));
//! let kit = Kit { levels: 30, ..Kit::default() };
//! let checked = kit.heuristic(&two);
//! let example = checked.counterexample(Promise::Admissible).unwrap();
//! assert_eq!(example.what, "it says 2, and the fewest pushes are 0");
//! // A man and a box on its goal.
//! assert_eq!(example.position.cells().count(), 12);
//! ```
//!
//! Cost: some seconds; all states of all levels are asked about.

mod checked;
mod deadlock;
mod heuristic;
mod kit;
mod mirrored;
mod smaller;
mod subject;
mod whole_graph;

pub use checked::{Checked, Counterexample, Promise};
pub use kit::Kit;
pub use mirrored::mirrored_level;
pub use whole_graph::{NOTHING_LEFT_OUT, WholeGraph, broken_promises};
