//! Whole state graphs of Sokoban levels.
//!
//! [`explore`] finds every state that can be reached by pushes and numbers it;
//! [`Folding`] folds states that can reach each other into components;
//! [`solution_factor`] and [`absorbing_chain`] read a difficulty off the result.

mod chain;
pub mod ed22;
mod expand;
mod explore;
mod factor;
mod folding;
mod graph;
mod lossy;
mod packing;
pub mod rank;
mod rules;
mod scc;
mod table;

pub use chain::{Chain, Convergence, Sweep, absorbing_chain};
pub use expand::TooWide;
pub use explore::explore;
pub use factor::{Ratio, SolutionFactor, factors, log2_factors, solution_factor};
pub use folding::{Folding, Kind};
pub use graph::{Solvable, StateGraph, Successors};
pub use lossy::{StateHash, explore_hashed};
pub use packing::Packing;
pub use rules::{DeadTest, Rules};
pub use scc::{Components, Members, components};
