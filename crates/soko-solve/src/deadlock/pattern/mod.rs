//! Small patterns of walls and boxes that are deadlocks wherever they occur.

mod generator;
mod table;
mod window;

pub use generator::generate as generate_patterns;
pub(super) use table::{ROW, dead_boxes};
pub use window::{Pattern, Trap};
