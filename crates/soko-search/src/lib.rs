//! Search over any space, with limits, progress and honest outcomes. Nothing in
//! this crate knows Sokoban.

mod control;

pub use control::{Control, Counters, Limits, Progress, StopReason};
