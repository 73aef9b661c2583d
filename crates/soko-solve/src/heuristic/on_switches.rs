//! On switches: the number of boxes that are not on goals.
//!
//! **Admissible** and **consistent** in pushes and in moves: each such box needs
//! a push, and a push puts at most one box on a goal. It tells little apart, but
//! costs one count of bits. Source: Nash et al. (2016).

use crate::space::Placement;
use soko_core::{Board, Squares};

/// The count for one board.
#[derive(Clone, Debug)]
pub struct OnSwitches<S> {
    goals: S,
}

impl<S: Squares> OnSwitches<S> {
    /// Takes the goals of a board.
    pub fn new(board: &Board) -> OnSwitches<S> {
        OnSwitches {
            goals: board.convert(board.goals()),
        }
    }

    /// The guess for a state.
    #[inline]
    pub fn guess(&self, state: &Placement<S>) -> u32 {
        state.boxes.difference(&self.goals).len() as u32
    }
}
