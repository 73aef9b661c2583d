//! Search over any space, with limits, progress and honest outcomes. Nothing in
//! this crate knows Sokoban.
//!
//! A [`Space`] says what the states and edges are, a [`Heuristic`] guesses what
//! is left to do, an [`Engine`] searches a step at a time, and [`run`] owns the
//! loop around it. States live once and packed in a [`Store`]; everything else
//! about them is kept in [`SideTable`]s by [`StateId`].

mod arena;
mod control;
pub mod engine;
mod heuristic;
mod open_list;
mod outcome;
mod rows;
mod run;
mod side_table;
mod space;
mod store;

pub use arena::{Arena, Span};
pub use control::{Control, Counters, Limits, Progress, StopReason};
pub use heuristic::{Blind, Heuristic};
pub use open_list::{Buckets, Fifo, Heap, OpenList};
pub use outcome::{Claims, Found, Outcome, Report};
pub use rows::Rows;
pub use run::{Engine, Step, run};
pub use side_table::SideTable;
pub use space::{Space, Successor, Successors};
pub use store::{StateId, Store};
