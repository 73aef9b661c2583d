//! The searches: along a plan, without one, and backwards.

pub(crate) mod advisors;
pub(crate) mod along_plan;
pub(crate) mod backward;
pub(crate) mod fess;
pub(crate) mod macro_moves;
pub(crate) mod plan_tree;
pub(crate) mod planless;
pub(crate) mod planless_moves;
pub(crate) mod prospects;
pub(crate) mod stepwise;
pub(crate) mod walk;
