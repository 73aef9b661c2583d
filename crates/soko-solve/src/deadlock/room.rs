//! Room deadlocks: boxes in one room that spoil each other's goals.
//!
//! The boxes of one room are chosen, with those outside that cannot move now, and
//! a small search ([`proof`]) tries to prove some of them dead; a box escapes by
//! leaving the room. Rooms are those of [`soko_core::facts::Rooms`], as everywhere.
//!
//! Sound because the search is. Cost: a look-up for a known set of boxes, else up
//! to the budget in positions. After a push only the rooms at the pushed box are
//! looked at.
//!
//! Source: Festival's room deadlocks.
//!
//! [`proof`]: super::proof

use super::corral::stuck_boxes;
use super::detector::Detector;
use super::finding::Finding;
use super::proof::{ProofBoard, ProofCache, Suspects, proved};
use super::query::Query;
use super::row::{Asked, Explains, Row};
use super::shared::Shared;
use crate::ground::board::Ground;
use soko_core::Squares;
use soko_core::facts::Rooms;

pub(super) const ROW: Row = Row {
    name: "room",
    summary: "Boxes in one room spoil each other's goals.",
    asked: Asked::AtExpansion,
    searches: true,
    explains: Explains::WithTime(4),
    sentence: |n| {
        format!("These {n} boxes are in each other's way in this room, whatever is tried.")
    },
};

/// Tries to prove the boxes of a room dead.
#[derive(Clone, Debug)]
pub(super) struct Test<S> {
    /// The rooms, once they were asked for.
    rooms: Option<Vec<S>>,
}

impl<S: Squares> Detector<S> for Test<S> {
    fn new(_: &Ground<S>) -> Test<S> {
        Test { rooms: None }
    }

    fn dead_boxes(&mut self, shared: &mut Shared<S>, query: &Query<'_, S>) -> Finding<S> {
        proved(shared, query, |cache, board| {
            let rooms = self.rooms.get_or_insert_with(|| rooms(board.ground));
            dead_room(cache, board, rooms, query)
        })
    }
}

/// The rooms of a board.
fn rooms<S: Squares>(ground: &Ground<S>) -> Vec<S> {
    let rooms = Rooms::new(ground.board()).rooms;
    let convert = |room| ground.board().convert(room);
    rooms.iter().map(convert).collect()
}

/// Boxes of a room that are dead.
fn dead_room<S: Squares>(
    cache: &mut ProofCache<S>,
    board: &ProofBoard<'_, S>,
    rooms: &[S],
    query: &Query<'_, S>,
) -> Option<Suspects<S>> {
    let man = query.area.lowest()?;
    let stuck = stuck_boxes(board, query);
    for room in rooms {
        if query.pushed.is_some_and(|pushed| !room.contains(pushed)) {
            continue;
        }
        let mut chosen = query.boxes.intersection(room);
        chosen.union_with(&stuck);
        let dead = cache.dead_among(board, chosen, man, room);
        if dead.is_some() {
            return dead;
        }
    }
    None
}
