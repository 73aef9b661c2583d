//! Proofs that some boxes are dead: the search for them, its cache, what is learned
//! from it, and what it may cost.

mod cache;
mod credit;
mod dead_set;
mod effort;
mod learned_sets;
mod prove;
mod search;

pub(super) use cache::{ProofCache, Suspects};
#[cfg(test)]
pub(super) use credit::CREDIT;
pub(super) use credit::Credit;
pub use dead_set::DeadSet;
pub(super) use effort::Effort;
pub(super) use learned_sets::Learned;
pub(super) use prove::{proved, proved_dead};
pub(super) use search::{ProofBoard, Question};
