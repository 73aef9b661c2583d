//! On switches: the number of boxes that are not on goals.
//!
//! **Admissible** and **consistent** in pushes and in moves: each such box needs
//! a push, and a push puts at most one box on a goal. It tells little apart, but
//! costs one count of bits. Source: Nash et al. (2016).

use super::entry::{Guess, HeuristicEntry};
use crate::space::Placement;
use soko_core::{Board, Squares};
use soko_search::Claims;

pub(super) const ENTRY: HeuristicEntry = HeuristicEntry {
    name: "on-switches",
    summary: "boxes that are not on goals",
    paper: "Nash et al. 2016",
    pushes: Some(Claims::ALL),
    moves: Claims::ALL,
    cost: "a count of bits",
};

/// The count for one board.
#[derive(Clone, Debug)]
pub(super) struct OnSwitches<S> {
    goals: S,
}

impl<S: Squares> Guess<S> for OnSwitches<S> {
    fn new(board: &Board) -> OnSwitches<S> {
        OnSwitches {
            goals: board.convert(board.goals()),
        }
    }

    #[inline]
    fn of(&mut self, state: &Placement<S>) -> Option<u32> {
        Some(state.boxes.difference(&self.goals).len() as u32)
    }
}
