//! The strongest engine: packing plans, macro moves and feature-space search.
//!
//! A portfolio of strategies (`portfolio`) over shared knowledge:
//!
//! * feature-space search (`search/fess`) and walks (`search/walk`) along a packing
//!   plan (`plan`), in several styles, some of which mind which boxes can still serve
//!   it (`plan/assignment`): for levels with a goal room;
//! * `search/backward`, a pull at a time from the end: for dense levels that are open
//!   at the start;
//! * `two_ends/meet`, two planless searches (`search/planless`) that meet at an open
//!   board: for levels with their goals all over the place.
//!
//! They take turns (`portfolio/schedule`) that grow, so that run times with heavy
//! tails are cut off early and no strategy is starved for long. Every position goes
//! into the `two_ends/meeting_table`; one that is known from both ends is a solution.
//! What a strategy learns about deadlocks serves all.
//!
//! Small levels that resist the first slices are handed to A*, which either
//! solves them or proves that nobody can.
//!
//! Where the fewest pushes or moves are asked for, the engine `optimal` does the work.
//!
//! With one thread and a limit on expansions a run is the same every time.

mod course;
mod entry;
mod features;
mod lessons;
mod memory;
mod plan;
mod portfolio;
mod position;
mod search;
mod setting;
#[cfg(test)]
mod tests;
mod two_ends;

pub use entry::ENTRY;
pub use features::weights::{Facts, Weights};
pub use lessons::{Lesson, lessons};
pub(crate) use portfolio::engine::find;
pub use portfolio::strategy::{STRATEGY_NAMES, check_strategy};
