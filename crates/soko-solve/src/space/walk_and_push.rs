//! The space of pushes for move metrics: an edge is a walk and a push, and costs
//! every step of both.
//!
//! A state is the boxes and the man's very square, which after a push is where
//! the box stood. Walks between pushes are shortest walks, so a cheapest path
//! here is a solution with the fewest moves, and there are far fewer states than
//! single steps make.
//!
//! A state is *overtaken* by one with the same boxes from which the man has walked over by
//! then: `m` at cost `g` by `r` at cost `g'` if `g'` and the walk from `r` to `m` are no
//! more than `g`. Every walk from `m` is then no cheaper than the one from `r`, so `m` need
//! not be expanded, and a solution with the fewest moves stays. Whoever keeps costs asks
//! for such rivals: the squares beside boxes where a push may have left the man. Of the
//! states of small levels two in five are overtaken.
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
    /// The state from which walks are measured.
    measured: Option<Placement<S>>,
}

impl<S: Squares> WalkAndPushSpace<S> {
    /// The walks and pushes of a level, with these techniques.
    pub fn new(level: &Level, switches: &Switches) -> WalkAndPushSpace<S> {
        let dead = DeadPushes::new(level.board(), switches);
        let frame = Frame::new(level, &dead.box_squares(level));
        let walks = Walks::new(level.board());
        let edges = WalkAndPushEdges {
            dead,
            walks,
            measured: None,
        };
        Placements { frame, edges }
    }
}

impl<S: Squares> WalkAndPushEdges<S> {
    /// Measures the walks of a state, unless they are.
    fn measure(&mut self, state: &Placement<S>) {
        if self.measured.as_ref() != Some(state) {
            self.walks.measure(&state.boxes, state.man);
            self.measured = Some(state.clone());
        }
    }
}

impl<S: Squares> Edges for WalkAndPushEdges<S> {
    type Set = S;
    type Action = Push;

    fn expand(&mut self, frame: &Frame<S>, state: &Placement<S>, out: &mut EdgesOut<Self>) {
        let board = &frame.board;
        self.measure(state);
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

    fn rivals(
        &mut self,
        frame: &Frame<S>,
        state: &Placement<S>,
        out: &mut Vec<(Placement<S>, u32)>,
    ) {
        self.measure(state);
        let board = &frame.board;
        let mut seen = S::of(board.n_squares(), [state.man]);
        for pushed in state.boxes.iter() {
            for direction in Direction::ALL {
                // The man came from behind and stands where the box was.
                let Some(man) = board.neighbour(pushed, direction.opposite()) else {
                    continue;
                };
                let is_last = board.is_wall(man, direction.opposite()) || seen.contains(man);
                if let Some(walk) = self.walks.to(man).filter(|_| !is_last) {
                    seen.insert(man);
                    let boxes = state.boxes.clone();
                    out.push((Placement { boxes, man }, walk));
                }
            }
        }
    }
}
