//! Pair deadlocks: two boxes that together have no solution, whatever the others do.
//!
//! ```text
//!     #######     the two boxes on the upper wall share one goal between them
//!     # $ $.#
//!     #  .  #
//! ```
//!
//! Sound: the table of pairs ([`pair_table`](super::pair_table)) is exact for two
//! boxes, and boxes more take no trouble away. Cost: an intersection of sets.
//!
//! Source: Festival searches about a hundred positions for pairs that touch; here
//! the whole table is exact.

use super::finding::Finding;
use super::query::Query;
use super::row::{Asked, Explains, Row};
use super::shared::Shared;
use soko_core::Squares;

pub(super) const ROW: Row = Row {
    name: "pairs",
    summary: "Two boxes that together have no solution.",
    asked: Asked::AtGeneration,
    searches: false,
    explains: Explains::AtOnce(3),
    sentence: |_| {
        "These two boxes can never both reach goals, even with no other box around.".into()
    },
};

/// Looks pairs up, after a push only those of the pushed box.
#[inline]
pub(super) fn dead_boxes<S: Squares>(shared: &mut Shared<S>, query: &Query<'_, S>) -> Finding<S> {
    let (ground, lone) = (&shared.ground, shared.walls.bare());
    let table = shared.pairs.make(ground, lone);
    let pair = table.and_then(|pairs| pairs.dead_pair(ground, query));
    Finding::at_once(pair.map(|(a, b)| S::of(ground.n_squares(), [a, b])))
}
