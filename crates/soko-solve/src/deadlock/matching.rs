//! Too few goals in reach: no way to give every box a goal of its own.
//!
//! With frozen boxes as walls, each other box can reach certain goals, the man's
//! side of it taken into account. If no choice gives every box its own goal, the
//! state is dead (Hall's theorem names the guilty: boxes that together reach too
//! few goals).
//!
//! Sound: frozen boxes never move, a box in company reaches no more goals than a
//! lone one, and in a solution every box ends on a goal of its own.
//!
//! Incomplete: boxes in each other's way do not count. Cost: one flood of the
//! floor for each box that stands where a box cuts the floor, and one row of a
//! matching a box ([`LargestMatching`]).
//!
//! Source: the frozen-as-walls matching of Festival and Rolling Stone's minimum
//! matching bound, here as a yes or no.

use super::detector::Detector;
use super::finding::Finding;
use super::frozen_walls::{FrozenWalls, WallsId};
use super::query::Query;
use super::row::{Asked, Explains, Row};
use super::shared::Shared;
use crate::ground::board::Ground;
use crate::ground::largest_matching::{LargestMatching, SquareChoices};
use crate::ground::lone_box::LoneBox;
use soko_core::{Direction, Square, Squares};

pub(super) const ROW: Row = Row {
    name: "matching",
    summary: "Boxes reach too few goals, frozen boxes being walls.",
    asked: Asked::AtExpansion,
    searches: false,
    explains: Explains::AtOnce(4),
    sentence: |n| format!("These {n} boxes can reach fewer goals than there are boxes."),
};

/// Matches boxes with goals.
#[derive(Clone, Debug)]
pub(super) struct Test<S> {
    boxes: Vec<Square>,
    goals: Vec<S>,
    matching: LargestMatching<SquareChoices<S>>,
}

impl<S: Squares> Detector<S> for Test<S> {
    fn new(ground: &Ground<S>) -> Test<S> {
        let nothing = SquareChoices(ground.nothing().clone());
        Test {
            boxes: Vec::new(),
            goals: Vec::new(),
            matching: LargestMatching::new(ground.n_squares(), nothing),
        }
    }

    fn dead_boxes(&mut self, shared: &mut Shared<S>, query: &Query<'_, S>) -> Finding<S> {
        let frozen = shared.walls.frozen(&shared.ground, query.boxes);
        let guilty = match frozen.walls {
            None => Some(frozen.boxes),
            Some(id) => self.overbooked(&shared.ground, &shared.walls, id, query),
        };
        Finding {
            guilty,
            work: query.boxes.len() as u64,
        }
    }
}

impl<S: Squares> Test<S> {
    /// A set of boxes that together reach too few goals, if there is one.
    fn overbooked(
        &mut self,
        ground: &Ground<S>,
        walls: &FrozenWalls<S>,
        id: WallsId,
        query: &Query<'_, S>,
    ) -> Option<S> {
        let board = walls.board(id);
        let man = query.area.lowest()?;
        let open = ground.all().difference(board.closed());
        let man_area = ground.reach().area_within(open.clone(), man);
        self.boxes.clear();
        self.goals.clear();
        for box_sq in query.boxes.difference(board.closed()).iter() {
            let goals = goals_in_reach(ground, board, &open, &man_area, man, box_sq)?;
            if goals.is_empty() {
                let guilty = [box_sq].into_iter().chain(board.closed().iter());
                return Some(S::of(ground.n_squares(), guilty));
            }
            self.boxes.push(box_sq);
            self.goals.push(goals);
        }
        self.matching.clear();
        let matching = &mut self.matching;
        let mut goals = self.goals.drain(..);
        let left_over = goals.position(|goals| !matching.add(SquareChoices(goals)));
        drop(goals);
        left_over.map(|row| self.too_many(ground, board, row))
    }

    /// The boxes that have the goals of a box for which none is left, and that box:
    /// they have no other goals between them.
    fn too_many(&self, ground: &Ground<S>, board: &LoneBox<S>, row: usize) -> S {
        let mut guilty = board.closed().clone();
        guilty.insert(self.boxes[row]);
        let wanted = self.matching.choices(row).clone();
        let nothing = SquareChoices(ground.nothing().clone());
        let contested = self.matching.contested(wanted, nothing);
        for goal in contested.expect("no goal is left").0.iter() {
            let owner = self.matching.owner(goal.index());
            guilty.insert(self.boxes[owner.expect("the goal is taken")]);
        }
        guilty
    }
}

/// The goals that one box can be brought to while all boxes that can move are
/// thought away; nothing if the board is too large for the table.
fn goals_in_reach<S: Squares>(
    ground: &Ground<S>,
    board: &LoneBox<S>,
    open: &S,
    man_area: &S,
    man: Square,
    box_sq: Square,
) -> Option<S> {
    let mut goals = ground.nothing().clone();
    if ground.goals().contains(box_sq) {
        goals.insert(box_sq);
    }
    let area = if board.has_one_side(box_sq) {
        man_area.clone()
    } else {
        let mut free = open.clone();
        free.remove(box_sq);
        ground.reach().area_within(free, man)
    };
    for direction in Direction::ALL {
        if ground
            .next(box_sq, direction)
            .is_some_and(|next| area.contains(next))
        {
            goals.union_with(board.goals_from(box_sq, direction)?);
        }
    }
    Some(goals)
}
