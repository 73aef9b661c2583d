//! A solution laid out: the position after each push and the cost up to it.

use super::metric_order::{Cost, MetricOrder, PushCost};
use soko_core::{Board, Direction, Push, Square, Squares, Walks, Zobrist};

/// A position right after a push (or the start).
#[derive(Clone, Debug)]
pub(super) struct Place<S> {
    pub boxes: S,
    /// Zobrist hash of the boxes.
    pub hash: u64,
    pub man: Square,
    /// The direction of the last push; the pushed box stands ahead of the man.
    pub last: Option<Direction>,
    pub cost: Cost,
}

impl<S: Squares> Place<S> {
    /// The square of the box pushed last.
    pub fn last_box(&self, board: &Board) -> Option<Square> {
        board.neighbour(self.man, self.last?)
    }

    /// What a push from here costs, given the walk to it.
    pub fn push_cost(&self, board: &Board, push: Push, walk: u32) -> PushCost {
        let same_box = self.last_box(board) == Some(push.from);
        PushCost {
            walk,
            is_first: self.last.is_none(),
            same_box,
            same_line: same_box && self.last == Some(push.direction),
        }
    }
}

/// The positions along a plan; none if a push cannot be done.
pub(super) fn lay_out<S: Squares>(
    board: &Board,
    zobrist: &Zobrist,
    walks: &mut Walks<S>,
    order: &MetricOrder,
    start: Place<S>,
    plan: &[Push],
) -> Option<Vec<Place<S>>> {
    let mut places = vec![start];
    for &push in plan {
        let here = places.last()?;
        walks.measure(&here.boxes, here.man);
        let (behind, to) = (push.man(board)?, push.to(board)?);
        let walk = walks.to(behind)?;
        if !here.boxes.contains(push.from) || here.boxes.contains(to) {
            return None;
        }
        let cost = order.cost(here.push_cost(board, push, walk));
        let mut boxes = here.boxes.clone();
        boxes.shift(push.from, to);
        places.push(Place {
            boxes,
            hash: here.hash ^ zobrist.of_shift(push.from, to),
            man: push.from,
            last: Some(push.direction),
            cost: here.cost.plus(cost),
        });
    }
    Some(places)
}
