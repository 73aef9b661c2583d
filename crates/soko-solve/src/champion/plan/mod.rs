//! The packing plan, which boxes serve it, and the way to its next target.

pub(crate) mod assignment;
pub(crate) mod boxes_between;
pub(crate) mod packing_plan;
pub(crate) mod plan_search;
pub(crate) mod route;
