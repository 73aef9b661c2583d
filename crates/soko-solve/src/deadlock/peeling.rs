//! Retrograde peeling: goals that must have been filled already.
//!
//! Think of the solved board and play backwards, pulling boxes off their goals.
//! Take away every box that can be pulled at all; taking it away gives the others
//! only more room. The boxes that remain when nothing can be pulled any more have
//! never been pulled in any backward play: in every state before, they stand
//! where they stand at the end. If one of these squares is empty now, the state
//! is dead: something was packed too early in front of it.
//!
//! ```text
//!     ######      both goals in the dead end are empty, and the box stands on the
//!     #..*  #     front one, frozen: with it as a wall the two behind it can
//!     ####  #     never be filled
//! ```
//!
//! The backward play begins with the man in any region of the solved board, so a
//! state is dead only if every region demands a square that is empty now.
//!
//! Sound if every goal needs a box; else nothing is said. Frozen boxes are walls,
//! as they never move, backwards or forwards.
//!
//! Cost: a few floods for each set of frozen boxes, kept; after that one subset
//! test a region.
//!
//! Source: Festival's retrograde elimination.

use super::detector::Detector;
use super::finding::Finding;
use super::frozen_walls::PerWalls;
use super::query::Query;
use super::row::{Asked, Explains, Row};
use super::shared::Shared;
use crate::ground::board::Ground;
use crate::ground::lone_box::LoneBox;
use soko_core::{Direction, Squares};

pub(super) const ROW: Row = Row {
    name: "peeling",
    summary: "A goal is empty that cannot be filled any more.",
    asked: Asked::AtExpansion,
    searches: false,
    explains: Explains::WithTime(2),
    sentence: |_| "Boxes lie in front of a goal that then nobody can fill any more.".into(),
};

/// Knows, for boards with frozen boxes, which goals must be filled already.
#[derive(Clone, Debug)]
pub(super) struct Test<S> {
    demands: PerWalls<Vec<S>>,
}

impl<S: Squares> Detector<S> for Test<S> {
    fn new(_: &Ground<S>) -> Test<S> {
        Test {
            demands: PerWalls::new(),
        }
    }

    fn dead_boxes(&mut self, shared: &mut Shared<S>, query: &Query<'_, S>) -> Finding<S> {
        let id = match shared.backward_board(query) {
            Ok(id) => id,
            Err(known) => return known,
        };
        let board = shared.walls.board(id);
        let demands = self.demands.of(id);
        let demands = demands.get_or_insert_with(|| filled_already(&shared.ground, board));
        let is_dead =
            !demands.is_empty() && demands.iter().all(|demand| !demand.is_subset(query.boxes));
        Finding::at_once(is_dead.then(|| query.boxes.clone()))
    }
}

/// For each region in which the man can end, the goals that must be filled
/// already. Regions without a demand make the list empty: all states pass.
fn filled_already<S: Squares>(ground: &Ground<S>, lone: &LoneBox<S>) -> Vec<S> {
    let goals = ground.goals().difference(lone.closed());
    let solid = goals.union(lone.closed());
    let mut demands: Vec<S> = Vec::new();
    for region in ground.reach().areas(&solid) {
        let rest = peel(ground, lone, goals.clone(), &region);
        if rest.is_empty() {
            return Vec::new();
        }
        if !demands.contains(&rest) {
            demands.push(rest);
        }
    }
    demands
}

/// Takes boxes away that can be pulled, until none can.
fn peel<S: Squares>(ground: &Ground<S>, lone: &LoneBox<S>, mut boxes: S, region: &S) -> S {
    let man = region.lowest().expect("a region has squares");
    loop {
        let solid = boxes.union(lone.closed());
        let area = ground.reach().area(&solid, man);
        let before = boxes.clone();
        for box_sq in before.iter() {
            let can_be_pulled = Direction::ALL.into_iter().any(|direction| {
                ground.next(box_sq, direction).is_some_and(|to| {
                    area.contains(to) && ground.next_outside(&solid, to, direction).is_some()
                })
            });
            if can_be_pulled {
                boxes.remove(box_sq);
            }
        }
        if boxes == before {
            return boxes;
        }
    }
}
