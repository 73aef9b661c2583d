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

use super::Query;
use super::answers::Answers;
use super::proof::{Arena, Suspects};
use soko_core::{Direction, Square, Squares};

/// Boxes of a huddle that are dead.
pub(super) fn dead_huddle<S: Squares>(
    answers: &mut Answers<S>,
    arena: &Arena<'_, S>,
    query: &Query<'_, S>,
) -> Option<Suspects<S>> {
    let man = query.area.lowest()?;
    let huddle = without_wobblers(arena, query.boxes, man);
    let mut zone = arena.ground.reach().around(&huddle);
    zone.union_with(&huddle);
    answers.dead_boxes(arena, &huddle, man, &zone)
}

/// The boxes that remain when wobbling ones are taken off until none wobbles.
fn without_wobblers<S: Squares>(arena: &Arena<'_, S>, boxes: &S, man: Square) -> S {
    let mut left = boxes.difference(arena.lone.closed());
    loop {
        let solid = left.union(arena.lone.closed());
        let area = arena.ground.reach().area(&solid, man);
        let before = left.clone();
        for box_sq in before.iter() {
            if wobbles(arena, &solid, &area, box_sq) {
                left.remove(box_sq);
            }
        }
        if left == before {
            return left;
        }
    }
}

/// Whether the man can push a box one square and back again.
fn wobbles<S: Squares>(arena: &Arena<'_, S>, solid: &S, area: &S, box_sq: Square) -> bool {
    Direction::ALL.into_iter().any(|direction| {
        let ground = arena.ground;
        if !arena.lone.live_pushes(direction).contains(box_sq) {
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
