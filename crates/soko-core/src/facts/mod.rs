//! Static facts: what walls, goals and the start alone say about a level.
//!
//! Each file answers one question and opens with its reasoning. None of them
//! looks at a clock or searches over several boxes at once.

mod dead_squares;
mod push_distance;
mod sides;

pub use dead_squares::{dead_squares, live_squares, live_squares_from_sides};
pub use push_distance::{PushDistanceMap, PushDistances, UNREACHABLE};
pub use sides::Sides;
