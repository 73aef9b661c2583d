//! Whole state graphs of Sokoban levels.
//!
//! [`explore`] finds every state that can be reached by pushes and numbers it;
//! [`Folding`] folds states that can reach each other into components;
//! [`solution_factor`] and [`absorbing_chain`] read a difficulty off the result.

mod backward;
mod batch;
mod box_way;
mod chain;
mod correlation;
pub mod count;
mod difficulty;
pub mod ed22;
mod encodings;
pub mod estimate;
mod expand;
mod explore;
pub mod export;
mod factor;
mod folding;
mod graph;
mod key_layout;
mod layered;
pub mod layout;
mod log2_sum;
mod lossy;
mod open_ways;
mod pictured;
mod positions;
pub mod rank;
mod records;
mod rules;
mod scc;
mod share;
mod table;
mod ways;

pub use backward::{NEVER, Predecessors, PushesToGo, pushes_to_go};
pub use chain::{Chain, Convergence, Sweep, absorbing_chain};
pub use correlation::rank_correlation;
pub use difficulty::{COSTLY_UP_TO, Difficulty};
pub use encodings::{EncodingSize, Scan, encoding_sizes};
pub use expand::TooWide;
pub use explore::explore;
pub use factor::{Ratio, SolutionFactor, factors, log2_factors, solution_factor};
pub use folding::{ComponentWays, Folding, Kind};
pub use graph::{GraphParts, Solvable, StateGraph, Successors, layers};
pub use key_layout::KeyLayout;
pub use layered::Spacing;
pub use lossy::{StateHash, explore_hashed};
pub use pictured::{Deed, Pictured};
pub use positions::{Ed22Error, Positions};
pub use records::{DepthSummary, Edge, Node, Records, View, depth_summary};
pub use rules::{DeadTest, Rules};
pub use scc::{Components, Members, components, components_within};
pub use ways::{ShortestPushes, fewest_box_changes, shortest_moves, shortest_pushes};
