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

use super::dead_pushes::DeadPushes;
use super::placement::Placement;
use super::placements::{Edges, EdgesOut, Frame, Placements};
use crate::deadlock::Technique;
use crate::switches::{Switch, Switches};
use soko_core::{Direction, Level, Push, Squares, Walks};
use soko_search::Successor;

/// The switches that this space reads.
pub const WALK_SWITCHES: Switches = Switches::only(&[
    Switch::Test(Technique::DeadSquares),
    Switch::Test(Technique::Freeze),
]);

/// The space of walks and pushes.
pub type WalkAndPushSpace<S> = Placements<WalkAndPushEdges<S>>;

/// Walks and pushes of one level.
#[derive(Clone, Debug)]
pub struct WalkAndPushEdges<S> {
    dead: DeadPushes<S>,
    walks: Walks<S>,
}

impl<S: Squares> WalkAndPushSpace<S> {
    /// The walks and pushes of a level, with these techniques.
    pub fn new(level: &Level, switches: &Switches) -> WalkAndPushSpace<S> {
        let dead = DeadPushes::new(level.board(), switches);
        let frame = Frame::new(level, &dead.box_squares(level));
        let walks = Walks::new(level.board());
        let edges = WalkAndPushEdges { dead, walks };
        Placements { frame, edges }
    }
}

impl<S: Squares> Edges for WalkAndPushEdges<S> {
    type Set = S;
    type Action = Push;

    fn expand(&mut self, frame: &Frame<S>, state: &Placement<S>, out: &mut EdgesOut<Self>) {
        let board = &frame.board;
        self.walks.measure(&state.boxes, state.man);
        for from in state.boxes.iter() {
            for direction in Direction::ALL {
                let push = Push { from, direction };
                let (Some(man), Some(to)) = (push.man(board), push.to(board)) else {
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
