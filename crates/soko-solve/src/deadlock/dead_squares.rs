//! Dead squares: a box stands where a lone box can reach no goal.
//!
//! ```text
//!     #####       no goal lies on the upper wall, so a box that touches it
//!     #  $#       never comes off again
//!     #.  #
//! ```
//!
//! Sound: what a box cannot do alone it cannot do in company
//! ([`lone_box`](super::lone_box)). Cost: a bit; after a push that of the pushed box.
//!
//! Source: everybody's first test.

use super::finding::Finding;
use super::query::Query;
use super::row::{Asked, Explains, Row};
use super::shared::Shared;
use soko_core::Squares;

pub(super) const ROW: Row = Row {
    name: "dead-squares",
    summary: "A box stands where a lone box can reach no goal.",
    asked: Asked::AtGeneration,
    searches: false,
    explains: Explains::AtOnce(1),
    sentence: |n| match n {
        1 => "This box stands where it can never reach a goal again.".into(),
        _ => format!("These {n} boxes stand where they can never reach a goal again."),
    },
};

/// Looks at the squares under the boxes.
#[inline]
pub(super) fn dead_boxes<S: Squares>(shared: &mut Shared<S>, query: &Query<'_, S>) -> Finding<S> {
    let live = shared.lone_box().live();
    if let Some(pushed) = query.pushed {
        let is_dead = !live.contains(pushed);
        let guilty = is_dead.then(|| S::of(shared.ground.n_squares(), [pushed]));
        return Finding::at_once(guilty);
    }
    let dead = query.boxes.difference(live);
    Finding::at_once((!dead.is_empty()).then_some(dead))
}
