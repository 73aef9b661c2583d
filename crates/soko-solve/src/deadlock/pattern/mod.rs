//! Small patterns of walls and boxes that are deadlocks wherever they occur.

mod centred;
mod crossing_out;
mod generator;
mod look;
mod patterns;
mod technique;
mod trap;
mod tree;
mod window;

pub use centred::Operations;
pub use crossing_out::CrossingOut;
pub use generator::{MOST_GENERATED_CELLS, generate as generate_patterns};
pub use patterns::Patterns;
pub(super) use technique::{ROW, dead_boxes};
pub use trap::{NoTrap, Side, Trap, WayOut};
pub use window::{Pattern, PatternError};
