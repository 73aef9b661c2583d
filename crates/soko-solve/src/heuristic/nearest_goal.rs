//! Nearest goal: for every box the steps to the goal nearest to it, round walls, other
//! boxes thought away.
//!
//! **Admissible** and **consistent** in pushes and in moves: a push moves one box by one
//! square, which changes its walking distance by at most 1, and all distances are 0 at
//! the end. Several boxes may count the same goal. Cost: a look-up a box. Source:
//! Movers and Packers (2011), section 2.6.

use super::entry::{Guess, HeuristicEntry};
use crate::space::Placement;
use soko_core::facts::walking_distances_to_goals;
use soko_core::{Board, Squares};
use soko_search::Claims;

pub(super) const ENTRY: HeuristicEntry = HeuristicEntry {
    name: "nearest-goal",
    summary: "for each box the steps to the nearest goal, round walls",
    paper: "Movers and Packers 2011",
    pushes: Some(Claims::ALL),
    moves: Claims::ALL,
    cost: "linear in the boxes",
};

/// The distances of one board.
#[derive(Clone, Debug)]
pub(super) struct NearestGoal {
    steps: Vec<u16>,
}

impl<S: Squares> Guess<S> for NearestGoal {
    fn new(board: &Board) -> NearestGoal {
        NearestGoal {
            steps: walking_distances_to_goals(board),
        }
    }

    #[inline]
    fn of(&mut self, state: &Placement<S>) -> Option<u32> {
        let boxes = state.boxes.iter();
        Some(
            boxes
                .map(|square| u32::from(self.steps[square.index()]))
                .sum(),
        )
    }
}
