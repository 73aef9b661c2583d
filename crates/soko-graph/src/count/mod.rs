//! Whole graphs counted without being kept.
//!
//! States are numbers (`ranks.rs`), a set knows which have been met in a few bytes each
//! (`compact_set.rs`), and steps are computed again whenever they are needed
//! (`steps.rs`). [`Census`] goes through a graph layer by layer: forward by pushes, then
//! backward by pulls from the solved states, which tells the dead ones.

mod census;
mod compact_set;
mod counts;
mod line;
mod mix;
mod ranks;
mod steps;
mod table;

pub use census::{Census, Sweep, count};
pub use compact_set::CompactSet;
pub use counts::Counts;
pub use steps::{LevelSteps, Steps, TooMany, layout};
