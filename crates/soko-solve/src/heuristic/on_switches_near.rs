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

use super::entry::{Guess, HeuristicEntry};
use super::no_walls::distance;
use crate::space::Placement;
use soko_core::{Board, Coord, Squares};
use soko_search::Claims;

pub(super) const ENTRY: HeuristicEntry = HeuristicEntry {
    name: "on-switches-near",
    summary: "boxes that are not on goals, and the man's steps to the nearest of them",
    paper: "Nash et al. 2016",
    pushes: None,
    moves: Claims {
        consistent: false,
        ..Claims::ALL
    },
    cost: "linear in the boxes",
};

/// The goals and where squares lie.
#[derive(Clone, Debug)]
pub(super) struct OnSwitchesNear<S> {
    goals: S,
    coords: Vec<Coord>,
}

impl<S: Squares> Guess<S> for OnSwitchesNear<S> {
    fn new(board: &Board) -> OnSwitchesNear<S> {
        OnSwitchesNear {
            goals: board.convert(board.goals()),
            coords: board.squares().map(|s| board.coord(s)).collect(),
        }
    }

    fn of(&mut self, state: &Placement<S>) -> Option<u32> {
        let man = self.coords[state.man.index()];
        let off_goals = state.boxes.difference(&self.goals);
        let distances = off_goals
            .iter()
            .map(|b| distance(man, self.coords[b.index()]));
        let steps_beside = distances.min().map_or(0, |steps| steps - 1);
        Some(off_goals.len() as u32 + steps_beside)
    }
}
