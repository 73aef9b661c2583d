//! Closest switch: for every box the distance to the goal nearest to it, walls
//! and other boxes thought away.
//!
//! **Admissible** and **consistent** in pushes and in moves: a push changes one
//! box's distance by at most 1, and all distances are 0 at the end. Several boxes
//! may count the same goal. Cost: a look-up a box. Source: Nash et al. (2016).

use super::entry::{Guess, HeuristicEntry};
use super::no_walls::distance;
use crate::space::Placement;
use soko_core::{Board, Squares};
use soko_search::Claims;

pub(super) const ENTRY: HeuristicEntry = HeuristicEntry {
    name: "closest-switch",
    summary: "for each box the distance to the nearest goal, no walls",
    paper: "Nash et al. 2016",
    pushes: Some(Claims::ALL),
    moves: Claims::ALL,
    cost: "linear in the boxes",
};

/// The distances of one board.
#[derive(Clone, Debug)]
pub(super) struct ClosestSwitch {
    nearest: Vec<u32>,
}

impl<S: Squares> Guess<S> for ClosestSwitch {
    fn new(board: &Board) -> ClosestSwitch {
        let goals: Vec<_> = board.goals().iter().map(|g| board.coord(g)).collect();
        let nearest = |square| {
            let at = board.coord(square);
            goals.iter().map(|&g| distance(at, g)).min().unwrap_or(0)
        };
        ClosestSwitch {
            nearest: board.squares().map(nearest).collect(),
        }
    }

    #[inline]
    fn of(&mut self, state: &Placement<S>) -> Option<u32> {
        let boxes = state.boxes.iter();
        Some(boxes.map(|square| self.nearest[square.index()]).sum())
    }
}
