//! The space of single steps: every move of the man is an edge and costs 1.
//!
//! This is how Nash et al. (2016) and Greco's first solver search. A state is the
//! boxes and the man's very square. Dead squares are left out, and frozen boxes
//! where that is switched on; both are sound in every metric.

use super::{DeadPushes, Packing, Placement};
use crate::switches::Switches;
use soko_core::{Board, Direction, Level, Squares};
use soko_search::{Space, Successor, Successors};

/// The single steps of one level.
#[derive(Clone, Debug)]
pub struct StepSpace<S> {
    board: Board,
    start: Placement<S>,
    goals: S,
    dead: DeadPushes<S>,
    packing: Packing,
}

impl<S: Squares> StepSpace<S> {
    /// The steps of a level, with these techniques.
    pub fn new(level: &Level, switches: &Switches) -> StepSpace<S> {
        let board = level.board().clone();
        let dead = DeadPushes::new(&board, switches);
        StepSpace {
            start: Placement {
                boxes: board.convert(level.boxes()),
                man: level.man(),
            },
            goals: board.convert(board.goals()),
            packing: Packing::new(&board, &dead.room(level)),
            dead,
            board,
        }
    }
}

impl<S: Squares> Space for StepSpace<S> {
    type State = Placement<S>;
    type Action = Direction;

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
        for (direction, man) in self.board.neighbours(state.man) {
            let mut boxes = state.boxes.clone();
            if boxes.contains(man) {
                let to = match self.board.neighbour(man, direction) {
                    Some(to) if !boxes.contains(to) && self.dead.allows(to) => to,
                    _ => continue,
                };
                boxes.shift(man, to);
                if self.dead.freezes(&boxes, to) {
                    continue;
                }
            }
            out.push(Successor {
                action: direction,
                cost: 1,
                state: Placement { boxes, man },
            });
        }
    }
}
