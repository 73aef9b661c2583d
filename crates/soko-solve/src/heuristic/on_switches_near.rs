//! On switches, near: boxes that are not on goals, and the man's way to the
//! nearest of them. The "modified naive" heuristic of Nash et al. (2016).
//!
//! The man must make as many steps as bring him beside the nearest such box
//! before he can push any of them, and each of them needs a push of its own. So it
//! is **admissible** in moves. The paper adds the distance to the box itself and
//! says the same; that counts the last step twice, so we count the steps to the
//! square beside it. It says nothing about pushes, as it counts walking.
//!
//! **Not consistent**: pushing a box off a goal can bring the nearest box that is
//! not on a goal many steps nearer at once.
//!
//! Distances are counted as if there were no walls. Cost: linear in the boxes.

use super::OnSwitches;
use crate::space::Placement;
use soko_core::{Board, Coord, Squares};

/// The count for one board.
#[derive(Clone, Debug)]
pub struct OnSwitchesNear<S> {
    on_switches: OnSwitches<S>,
    goals: S,
    coords: Vec<Coord>,
}

impl<S: Squares> OnSwitchesNear<S> {
    /// Takes the goals and positions of a board.
    pub fn new(board: &Board) -> OnSwitchesNear<S> {
        OnSwitchesNear {
            on_switches: OnSwitches::new(board),
            goals: board.convert(board.goals()),
            coords: board.squares().map(|s| board.coord(s)).collect(),
        }
    }

    /// The guess for a state.
    pub fn guess(&self, state: &Placement<S>) -> u32 {
        let man = self.coords[state.man.index()];
        let off_goals = state.boxes.difference(&self.goals);
        let distances = off_goals
            .iter()
            .map(|b| distance(man, self.coords[b.index()]));
        let steps_beside = distances.min().map_or(0, |steps| steps - 1);
        self.on_switches.guess(state) + steps_beside
    }
}

/// Steps between two squares if there were no walls.
pub(super) fn distance(a: Coord, b: Coord) -> u32 {
    a.row.abs_diff(b.row) + a.col.abs_diff(b.col)
}
