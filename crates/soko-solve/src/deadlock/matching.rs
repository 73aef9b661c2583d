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
//! floor for each box that stands where a box cuts the floor, and one search for
//! an augmenting path a box; usually the first goal tried is free.
//!
//! Source: the frozen-as-walls matching of Festival and Rolling Stone's minimum
//! matching bound, here as a yes or no.

use super::detector::{Asked, Detector, Explains, Finding, Row};
use super::frozen_walls::{FrozenWalls, WallsId};
use super::ground::Ground;
use super::lone_box::LoneBox;
use super::query::Query;
use super::shared::Shared;
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
    owner: Vec<usize>,
}

const NOBODY: usize = usize::MAX;

impl<S: Squares> Detector<S> for Test<S> {
    fn new(ground: &Ground<S>) -> Test<S> {
        Test {
            boxes: Vec::new(),
            goals: Vec::new(),
            owner: vec![NOBODY; ground.n_squares()],
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
        self.owner.fill(NOBODY);
        for row in 0..self.boxes.len() {
            let mut tried = ground.nothing().clone();
            if !self.assign(row, &mut tried) {
                // The boxes that own the goals tried, and this one, have no
                // other goals between them.
                let mut guilty = board.closed().clone();
                guilty.insert(self.boxes[row]);
                for goal in tried.iter() {
                    guilty.insert(self.boxes[self.owner[goal.index()]]);
                }
                return Some(guilty);
            }
        }
        None
    }

    /// Finds a goal for a box, moving other boxes to other goals if need be.
    /// The depth is at most the number of boxes.
    fn assign(&mut self, row: usize, tried: &mut S) -> bool {
        let free = self.goals[row]
            .iter()
            .find(|goal| self.owner[goal.index()] == NOBODY);
        if let Some(goal) = free {
            self.owner[goal.index()] = row;
            return true;
        }
        let wanted = self.goals[row].clone();
        for goal in wanted.iter() {
            if tried.contains(goal) {
                continue;
            }
            tried.insert(goal);
            if self.assign(self.owner[goal.index()], tried) {
                self.owner[goal.index()] = row;
                return true;
            }
        }
        false
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
