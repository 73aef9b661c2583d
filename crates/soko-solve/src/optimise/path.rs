//! A solution laid out: the position after each push and the cost up to it.

use super::metric_order::{Cost, MetricOrder, PushCost};
use soko_core::{Board, Direction, Push, Reach, Square, Squares, Zobrist};

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

/// How far the man has to walk to every square, kept from one question to the
/// next so that nothing is allocated.
#[derive(Clone, Debug)]
pub(super) struct Walks<S> {
    reach: Reach<S>,
    distance: Vec<u32>,
    n_squares: usize,
}

/// No walk leads here.
pub(super) const NO_WALK: u32 = u32::MAX;

impl<S: Squares> Walks<S> {
    pub fn new(board: &Board) -> Walks<S> {
        Walks {
            reach: Reach::new(board),
            distance: vec![NO_WALK; board.n_squares()],
            n_squares: board.n_squares(),
        }
    }

    /// Measures all walks from the man's square.
    pub fn measure(&mut self, boxes: &S, man: Square) {
        self.distance.fill(NO_WALK);
        let mut unseen = S::full(self.n_squares);
        unseen.subtract(boxes);
        let mut frontier = S::of(self.n_squares, [man]);
        let mut distance = 0;
        while !frontier.is_empty() {
            for square in frontier.iter() {
                self.distance[square.index()] = distance;
            }
            unseen.subtract(&frontier);
            frontier = self.reach.around(&frontier);
            frontier.intersect_with(&unseen);
            distance += 1;
        }
    }

    /// The walk to a square, measured last.
    pub fn to(&self, square: Square) -> u32 {
        self.distance[square.index()]
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
        let walk = walks.to(behind);
        if walk == NO_WALK || !here.boxes.contains(push.from) || here.boxes.contains(to) {
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
