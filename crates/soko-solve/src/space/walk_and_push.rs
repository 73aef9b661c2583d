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
use crate::deadlock::Technique;
use crate::switches::{Switch, Switches};
use soko_core::{Board, Direction, Level, Push, Squares, Walks};
use soko_search::{Space, Successor, Successors};

/// The switches that this space reads.
pub const WALK_SWITCHES: Switches = Switches::only(&[
    Switch::Test(Technique::DeadSquares),
    Switch::Test(Technique::Freeze),
]);

/// Walks and pushes of one level.
#[derive(Clone, Debug)]
pub struct WalkAndPushSpace<S> {
    board: Board,
    start: Placement<S>,
    goals: S,
    dead: DeadPushes<S>,
    packing: Packing,
    walks: Walks<S>,
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
            walks: Walks::new(&board),
            board,
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
        self.walks.measure(&state.boxes, state.man);
        for from in state.boxes.iter() {
            for direction in Direction::ALL {
                let push = Push { from, direction };
                let (Some(man), Some(to)) = (push.man(&self.board), push.to(&self.board)) else {
                    continue;
                };
                let Some(walk) = self.walks.to(man) else {
                    continue;
                };
                if state.boxes.contains(to) || !self.dead.allows(to) {
                    continue;
                }
                let mut boxes = state.boxes.clone();
                boxes.shift(from, to);
                if !self.dead.freezes(&boxes, to) {
                    out.push(Successor {
                        action: push,
                        cost: walk + 1,
                        state: Placement { boxes, man: from },
                    });
                }
            }
        }
    }
}
