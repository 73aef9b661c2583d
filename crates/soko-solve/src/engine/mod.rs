//! The engines of the catalogue, one file each.

pub mod astar;
pub mod bfs;
mod entry;
pub mod greco;
pub mod movers;
pub mod nash;

pub use entry::{EngineEntry, Task};
