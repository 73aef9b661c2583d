//! On switches, near, as printed: boxes that are not on goals, and the man's distance
//! to the nearest of them, to the very square of the box.
//!
//! This is the "modified naive" heuristic of Nash et al. (2016) as their text defines
//! it. They call it admissible. It is **not admissible**: when the man stands beside the
//! only such box and one push would do, it says 2, since the push that ends the walk is
//! counted as a step and again as a push. **Not consistent** either. The corrected
//! one counts the steps to the square beside the box
//! ([`super::on_switches_near`]); this one is here to repeat their experiment.
//!
//! It says nothing about pushes. Cost: linear in the boxes.

use super::entry::{Guess, HeuristicEntry, NEITHER};
use super::on_switches_near::OnSwitchesNear;
use crate::space::Placement;
use soko_core::{Board, Squares};

pub(super) const ENTRY: HeuristicEntry = HeuristicEntry {
    name: "on-switches-near-printed",
    summary: "boxes that are not on goals, and the man's distance to the nearest, as printed",
    paper: "Nash et al. 2016, as printed",
    pushes: None,
    moves: NEITHER,
    cost: "linear in the boxes",
};

/// The corrected one, to which the last step is added again.
#[derive(Clone, Debug)]
pub(super) struct OnSwitchesNearPrinted<S>(OnSwitchesNear<S>);

impl<S: Squares> Guess<S> for OnSwitchesNearPrinted<S> {
    fn new(board: &Board) -> OnSwitchesNearPrinted<S> {
        OnSwitchesNearPrinted(OnSwitchesNear::new(board))
    }

    fn of(&mut self, state: &Placement<S>) -> Option<u32> {
        // Nothing is left to do only where no box is off the goals.
        let corrected = self.0.of(state)?;
        Some(corrected + u32::from(corrected > 0))
    }
}
