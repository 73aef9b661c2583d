//! Learned deadlocks: boxes that a search has proved dead before.
//!
//! Every proof of a search is kept as a small set of boxes with the man's area
//! ([`learned_sets`](super::proof)), and a state that contains one is dead.
//!
//! Sound: a set that is dead by itself is dead in company, if the man stands where he
//! stood in the proof. Cost: a subset test for each set with a box on the pushed
//! square.
//!
//! Source: the idea behind Rolling Stone's pattern searches and YASS's and
//! Festival's deadlock sets.

use super::finding::Finding;
use super::query::Query;
use super::row::{Asked, Explains, Row};
use super::shared::Shared;
use soko_core::Squares;

pub(super) const ROW: Row = Row {
    name: "learned",
    summary: "Boxes that a search has proved dead before.",
    asked: Asked::AtGeneration,
    searches: false,
    explains: Explains::AtOnce(6),
    sentence: |n| format!("These {n} boxes can never all reach goals, as a search has proved."),
};

/// Looks for learned sets.
#[inline]
pub(super) fn dead_boxes<S: Squares>(shared: &mut Shared<S>, query: &Query<'_, S>) -> Finding<S> {
    let (found, work) = shared.learned.sets.find(query);
    Finding {
        guilty: found.map(|set| set.boxes.clone()),
        work,
    }
}
