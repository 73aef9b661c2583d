//! Wobblers: boxes that can step out and back are innocent; what is left may be
//! dead.
//!
//! A box *wobbles* when the man can push it, walk round and push it back. Such a
//! box is not what holds a position together, so it is taken off, which may let
//! others wobble. What remains when no box wobbles is a small huddle of boxes
//! that only move at a price. A search ([`proof`]) tries to prove some of them
//! dead; a box escapes by leaving the huddle and the squares around it.
//!
//! Sound: taking boxes off is always allowed, and the search is sound. Which
//! boxes are taken off is only a matter of taste.
//!
//! Cost: two floods a box and round, then the search.
//!
//! Source: Festival's wobbler search.
//!
//! [`proof`]: super::proof

use super::finding::Finding;
use super::proof::{ProofBoard, ProofCache, Question, Suspects, proved};
use super::query::Query;
use super::row::{Asked, Explains, Row};
use super::shared::Shared;
use soko_core::{Direction, Square, Squares};

pub(super) const ROW: Row = Row {
    name: "wobbler",
    summary: "A huddle of boxes that cannot step out and back.",
    asked: Asked::AtExpansion,
    searches: true,
    explains: Explains::WithTime(5),
    sentence: |n| format!("These {n} boxes can still move a little, but never get free."),
};

/// Tries to prove dead what is left when wobblers are taken off.
pub(super) fn dead_boxes<S: Squares>(shared: &mut Shared<S>, query: &Query<'_, S>) -> Finding<S> {
    proved(shared, query, |cache, board| {
        dead_huddle(cache, board, query)
    })
}

/// Boxes of a huddle that are dead.
fn dead_huddle<S: Squares>(
    cache: &mut ProofCache<S>,
    board: &ProofBoard<'_, S>,
    query: &Query<'_, S>,
) -> Option<Suspects<S>> {
    let man = query.area.lowest()?;
    let huddle = without_wobblers(board, query.boxes, man);
    let mut zone = board.ground.reach().around(&huddle);
    zone.union_with(&huddle);
    cache.dead_boxes(
        board,
        &Question {
            boxes: &huddle,
            man,
            zone: &zone,
        },
    )
}

/// The boxes that remain when wobbling ones are taken off until none wobbles.
fn without_wobblers<S: Squares>(board: &ProofBoard<'_, S>, boxes: &S, man: Square) -> S {
    let mut left = boxes.difference(board.lone.closed());
    loop {
        let solid = left.union(board.lone.closed());
        let area = board.ground.reach().area(&solid, man);
        let before = left.clone();
        for box_sq in before.iter() {
            if wobbles(board, &solid, &area, box_sq) {
                left.remove(box_sq);
            }
        }
        if left == before {
            return left;
        }
    }
}

/// Whether the man can push a box one square and back again.
fn wobbles<S: Squares>(board: &ProofBoard<'_, S>, solid: &S, area: &S, box_sq: Square) -> bool {
    Direction::ALL.into_iter().any(|direction| {
        let ground = board.ground;
        if !board.lone.live_pushes(direction).contains(box_sq) {
            return false;
        }
        let (Some(behind), Some(to)) = (
            ground.next(box_sq, direction.opposite()),
            ground.next_outside(solid, box_sq, direction),
        ) else {
            return false;
        };
        let Some(beyond) = ground.next_outside(solid, to, direction) else {
            return false;
        };
        if !area.contains(behind) {
            return false;
        }
        let mut pushed = solid.clone();
        pushed.shift(box_sq, to);
        let after = ground.reach().area_after(area, &pushed, box_sq, to, box_sq);
        after.contains(beyond)
    })
}
