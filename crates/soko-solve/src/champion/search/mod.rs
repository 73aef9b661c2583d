//! The searches: along a plan, without one, and backwards.

pub(crate) mod advisors;
pub(crate) mod backward;
pub(crate) mod fess;
pub(crate) mod macro_moves;
pub(crate) mod planless;
pub(crate) mod walk;
