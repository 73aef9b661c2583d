//! What is known about Sokoban, and the engines that use it.
//!
//! [`solve`] runs an engine of the catalogue ([`ENGINES`]) and hands back a
//! [`Report`] whose solution the referee has replayed.

mod catalogue;
pub mod champion;
pub mod deadlock;
pub mod engine;
mod ground;
pub mod heuristic;
pub mod optimise;
pub mod space;
mod tunnel;

pub use catalogue::{
    DEFAULT_ENGINE, ENGINES, EngineEntry, Goal, Options, Outcome, Plan, RawOutcome, RawReport,
    Report, Solution, SolveError, Switches, engine as engine_named, referee, solve,
};
pub use space::{Placement, PushSpace};
pub use tunnel::ForcedPushes;
