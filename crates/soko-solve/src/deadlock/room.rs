//! Room deadlocks: boxes in one room that spoil each other's goals.
//!
//! The boxes of one room are chosen, with those outside that cannot move now, and
//! a small search ([`proof`]) tries to prove some of them dead; a box escapes by
//! leaving the room. Rooms are those of [`soko_core::facts::Rooms`].
//!
//! Sound because the search is. Cost: a look-up for a known set of boxes, else up
//! to the budget in positions. After a push only the rooms at the pushed box are
//! looked at.
//!
//! Source: Festival's room deadlocks.
//!
//! [`proof`]: super::proof

use super::answers::Answers;
use super::corral::stuck_boxes;
use super::proof::{Arena, Suspects};
use super::{Ground, Query};
use soko_core::Squares;
use soko_core::facts::Rooms;

/// The rooms of a board.
pub(super) fn rooms<S: Squares>(ground: &Ground<S>) -> Vec<S> {
    let rooms = Rooms::new(ground.board()).rooms;
    let convert = |room| ground.board().convert(room);
    rooms.iter().map(convert).collect()
}

/// Boxes of a room that are dead.
pub(super) fn dead_room<S: Squares>(
    answers: &mut Answers<S>,
    arena: &Arena<'_, S>,
    rooms: &[S],
    query: &Query<'_, S>,
) -> Option<Suspects<S>> {
    let man = query.area.lowest()?;
    let stuck = stuck_boxes(arena, query);
    for room in rooms {
        if query.pushed.is_some_and(|pushed| !room.contains(pushed)) {
            continue;
        }
        let mut chosen = query.boxes.intersection(room);
        chosen.union_with(&stuck);
        chosen.subtract(arena.lone.closed());
        let dead = answers.dead_boxes(arena, &chosen, man, room);
        if dead.is_some() {
            return dead;
        }
    }
    None
}
