//! The space of single steps: every move of the man is an edge and costs 1.
//!
//! This is how Nash et al. (2016) and Greco's first solver search. A state is the
//! boxes and the man's very square. Dead squares are left out, and frozen boxes
//! where that is switched on; both are sound in every metric.

use super::dead_pushes::DeadPushes;
use super::placement::Placement;
use super::placements::{Edges, EdgesOut, Frame, Placements};
use crate::switches::Switches;
use soko_core::{Direction, Level, Squares};
use soko_search::Successor;

/// The space of single steps.
pub type StepSpace<S> = Placements<StepEdges<S>>;

/// The single steps of one level.
#[derive(Clone, Debug)]
pub struct StepEdges<S> {
    dead: DeadPushes<S>,
}

impl<S: Squares> StepSpace<S> {
    /// The steps of a level, with these techniques.
    pub fn new(level: &Level, switches: &Switches) -> StepSpace<S> {
        let dead = DeadPushes::new(level.board(), switches);
        Placements {
            frame: Frame::new(level, &dead.box_squares(level)),
            edges: StepEdges { dead },
        }
    }
}

impl<S: Squares> Edges for StepEdges<S> {
    type Set = S;
    type Action = Direction;

    fn expand(&mut self, frame: &Frame<S>, state: &Placement<S>, out: &mut EdgesOut<Self>) {
        for (direction, man) in frame.board.neighbours(state.man) {
            let mut boxes = state.boxes.clone();
            if boxes.contains(man) {
                let to = match frame.board.neighbour(man, direction) {
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
