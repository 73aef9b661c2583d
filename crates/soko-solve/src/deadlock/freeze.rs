//! Freeze deadlocks: boxes that hold each other in place for ever.
//!
//! ```text
//!     ####        both boxes are frozen: each has a wall above and the other
//!     #$$ #       box or a wall beside it. The state is dead unless both stand
//!     #   #       on goals
//! ```
//!
//! Sound: frozen boxes never move ([`frozen_set`](super::frozen_set) has the proof),
//! and one that is off its goal stays off.
//!
//! Incomplete: it does not know where the man is. Cost: a few nanoseconds when
//! the pushed box is free along an axis, else a few for each box of its cluster.
//!
//! Source: common knowledge among solver writers (sokobano.de, "How to detect
//! deadlocks"), there by recursion.

use super::finding::Finding;
use super::frozen_set::{frozen_around, frozen_boxes};
use super::query::Query;
use super::row::{Asked, Explains, Row};
use super::shared::Shared;
use soko_core::Squares;

pub(super) const ROW: Row = Row {
    name: "freeze",
    summary: "Boxes hold each other in place, one of them off its goal.",
    asked: Asked::AtGeneration,
    searches: false,
    explains: Explains::AtOnce(2),
    sentence: |n| match n {
        1 => "This box can never move again, and it is not on a goal.".into(),
        _ => {
            format!("These {n} boxes hold each other in place for ever, and not all are on goals.")
        }
    },
};

/// Looks at the frozen boxes, after a push only at those around the pushed box.
#[inline]
pub(super) fn dead_boxes<S: Squares>(shared: &mut Shared<S>, query: &Query<'_, S>) -> Finding<S> {
    let (ground, lone) = (&shared.ground, shared.lone_box());
    let frozen = match query.pushed {
        Some(pushed) => frozen_around(ground, lone, query.boxes, pushed),
        None => frozen_boxes(ground, lone, query.boxes),
    };
    let is_dead = !frozen.is_subset(ground.goals());
    Finding::at_once(is_dead.then_some(frozen))
}
