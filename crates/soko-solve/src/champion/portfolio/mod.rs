//! The strategies, whose turn it is, and the threads that run them.

pub(crate) mod crew;
pub(crate) mod engine;
pub(crate) mod ledger;
pub(crate) mod schedule;
pub(crate) mod strategy;
pub(crate) mod worker;
