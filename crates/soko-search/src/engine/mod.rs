//! The engines: ways to search a space, one file each.

mod best_first;
mod bidirectional;
mod breadth_first;
mod feature_space;
mod ida_star;
mod plan;

pub use best_first::{BestFirst, Weights};
pub use bidirectional::{Bidirectional, Trust, TwoSided};
pub use breadth_first::BreadthFirst;
pub use feature_space::{FeatureSpace, NodeId, Placing};
pub use ida_star::{IdaStar, depth_first_deepening};
