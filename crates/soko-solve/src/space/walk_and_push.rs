//! The space of pushes for move metrics: an edge is a walk and a push, and costs
//! every step of both.
//!
//! A state is the boxes and the man's very square, which after a push is where
//! the box stood. Walks between pushes are shortest walks, so a cheapest path
//! here is a solution with the fewest moves, and there are far fewer states than
//! single steps make.
//!
//! Dead squares and frozen boxes are left out, which is sound in every metric;
//! rules that bring pushes forward change the walks and have no place here.

use super::{DeadPushes, Packing, Placement};
use crate::options::Switches;
use soko_core::{Board, Direction, Level, Push, Reach, Square, Squares};
use soko_search::{Space, Successor, Successors};

/// Walks and pushes of one level.
#[derive(Clone, Debug)]
pub struct WalkAndPushSpace<S> {
    board: Board,
    start: Placement<S>,
    goals: S,
    dead: DeadPushes<S>,
    reach: Reach<S>,
    packing: Packing,
    /// Steps to each square that the man can walk to, from the last flood.
    steps: Vec<u16>,
}

impl<S: Squares> WalkAndPushSpace<S> {
    /// The walks and pushes of a level, with these techniques.
    pub fn new(level: &Level, switches: &Switches) -> WalkAndPushSpace<S> {
        let board = level.board().clone();
        let dead = DeadPushes::new(&board, switches);
        WalkAndPushSpace {
            start: Placement {
                boxes: board.convert(level.boxes()),
                man: level.man(),
            },
            goals: board.convert(board.goals()),
            packing: Packing::new(&board, &dead.room(level)),
            dead,
            reach: Reach::new(&board),
            steps: vec![0; board.n_squares()],
            board,
        }
    }

    /// The man's area, with the steps to each of its squares noted.
    fn walk(&mut self, boxes: &S, man: Square) -> S {
        let mut area = S::of(self.board.n_squares(), [man]);
        let mut frontier = area.clone();
        let mut steps = 0;
        self.steps[man.index()] = 0;
        loop {
            let mut next = self.reach.around(&frontier);
            next.subtract(boxes);
            next.subtract(&area);
            if next.is_empty() {
                return area;
            }
            steps += 1;
            for square in next.iter() {
                self.steps[square.index()] = steps;
            }
            area.union_with(&next);
            frontier = next;
        }
    }
}

impl<S: Squares> Space for WalkAndPushSpace<S> {
    type State = Placement<S>;
    type Action = Push;

    fn key_len(&self) -> usize {
        self.packing.key_len()
    }

    #[inline]
    fn pack(&self, state: &Placement<S>, key: &mut [u8]) {
        self.packing.pack(&state.boxes, state.man, key);
    }

    #[inline]
    fn unpack(&self, key: &[u8]) -> Placement<S> {
        let (boxes, man) = self.packing.unpack(key);
        Placement { boxes, man }
    }

    fn starts(&self) -> Vec<Placement<S>> {
        vec![self.start.clone()]
    }

    #[inline]
    fn is_goal(&self, state: &Placement<S>) -> bool {
        state.boxes.is_subset(&self.goals)
    }

    fn expand(&mut self, state: &Placement<S>, out: &mut Successors<Self>) {
        let area = self.walk(&state.boxes, state.man);
        for from in state.boxes.iter() {
            for direction in Direction::ALL {
                let push = Push { from, direction };
                let (Some(man), Some(to)) = (push.man(&self.board), push.to(&self.board)) else {
                    continue;
                };
                if !area.contains(man) || state.boxes.contains(to) || !self.dead.allows(to) {
                    continue;
                }
                let mut boxes = state.boxes.clone();
                boxes.shift(from, to);
                if !self.dead.freezes(&boxes, to) {
                    out.push(Successor {
                        action: push,
                        cost: u32::from(self.steps[man.index()]) + 1,
                        state: Placement { boxes, man: from },
                    });
                }
            }
        }
    }
}
