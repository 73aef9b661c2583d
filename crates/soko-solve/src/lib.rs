//! What is known about Sokoban, and the engines that use it.
//!
//! [`solve`] runs an engine of the catalogue ([`ENGINES`]) and hands back a
//! [`Report`] whose solution the referee has replayed.

mod catalogue;
pub mod champion;
pub mod deadlock;
pub mod engine;
mod gap;
pub mod ground;
pub mod heuristic;
mod objective;
mod optimal;
pub mod optimise;
mod options;
mod outcome;
pub mod own;
mod solve_error;
pub mod space;
mod switches;
pub mod testing;
mod tunnel;

pub use catalogue::{DEFAULT_ENGINE, ENGINES, engine_named, solve};
pub use engine::EngineEntry;
pub use gap::Gap;
pub use objective::Objective;
pub use optimal::root_bound;
pub use options::{Choice, Options, Reads};
pub use outcome::{Claimed, Figures, Outcome, Plan, RawOutcome, RawReport, Report, Solution};
pub use solve_error::SolveError;
pub use space::{Placement, PushSpace};
pub use switches::{Switch, Switches};
pub use tunnel::ForcedPushes;
