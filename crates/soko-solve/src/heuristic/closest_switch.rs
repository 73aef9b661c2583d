//! Closest switch: for every box the distance to the goal nearest to it, walls
//! and other boxes thought away.
//!
//! **Admissible** and **consistent** in pushes and in moves: a push changes one
//! box's distance by at most 1, and all distances are 0 at the end. Several boxes
//! may count the same goal. Cost: a look-up a box. Source: Nash et al. (2016).

use super::on_switches_near::distance;
use crate::space::Placement;
use soko_core::{Board, Squares};

/// The distances of one board.
#[derive(Clone, Debug)]
pub struct ClosestSwitch {
    nearest: Vec<u32>,
}

impl ClosestSwitch {
    /// Measures a board.
    pub fn new(board: &Board) -> ClosestSwitch {
        let goals: Vec<_> = board.goals().iter().map(|g| board.coord(g)).collect();
        let nearest = |square| {
            let at = board.coord(square);
            goals.iter().map(|&g| distance(at, g)).min().unwrap_or(0)
        };
        ClosestSwitch {
            nearest: board.squares().map(nearest).collect(),
        }
    }

    /// The guess for a state.
    #[inline]
    pub fn guess<S: Squares>(&self, state: &Placement<S>) -> u32 {
        let boxes = state.boxes.iter();
        boxes.map(|square| self.nearest[square.index()]).sum()
    }
}
