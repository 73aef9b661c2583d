//! Shorter solutions: takes any solution and makes it better for as long as it
//! may.
//!
//! The solution is cut into overlapping windows. In each window the vicinity of
//! the path ([`Breadth`]) is searched completely for a cheaper way from the
//! window's first position to its last, by metrics in an order ([`MetricOrder`]).
//! Narrow vicinities on long windows come first, wide ones on short windows
//! later; after any gain the same breadth is tried again. The size of the
//! searched sets grows from round to round, so that a few seconds are well used
//! and an hour too.
//!
//! Honest by construction: a result is taken only if the referee accepts the
//! whole solution and it is better than the one before. Nothing is said about
//! optimality.

mod metric_order;
mod optimised;
mod optimiser;
mod path;
mod shortest;
mod vicinity;

pub use crate::optimal::optimise;
pub use metric_order::{Metric, MetricOrder};
pub use optimised::{Gain, Optimised};
pub(crate) use optimiser::{Round, optimise_on};
pub use vicinity::Breadth;
