//! Heuristics: guesses of what is left to do, one file each.
//!
//! [`HEURISTICS`] says what each promises; a test holds every promise, and every
//! promise not given, against complete state graphs.

mod entry;
mod group_penalties;
mod no_walls;
mod table;

// The heuristics, one a file.
mod closest_switch;
mod gale_shapley;
mod group_matching;
mod min_matching;
mod nearest_goal;
mod on_switches;
mod on_switches_near;
mod on_switches_near_printed;
mod pair_matching;
mod walk_flow;

pub use entry::HeuristicEntry;
pub(crate) use group_matching::PricedGroups;
pub use min_matching::MinMatching;
pub(crate) use pair_matching::PairPenalties;
pub use table::{HEURISTICS, Named, heuristic_named};
pub(crate) use walk_flow::WalkPotentials;
