//! The one lower bound that players are told: the pushes that all boxes together
//! need to goals of their own, other boxes thought away.
//!
//! Proved: a push moves one box by one square, and boxes that stand in each other's
//! way only need more. It is the bound of `soko analyse` and of the engines, so no
//! two places tell different ones. Cost: tables of the level when first asked, a
//! matching a question.

use crate::Assistant;
use soko_core::{Square, SquareSet, Squares, State};
use soko_search::Control;
use soko_solve::Placement;
use soko_solve::heuristic::MinMatching;
use std::time::Duration;

/// What the tables and the matching take for each goal and square, at worst.
const COST_A_GOAL_AND_SQUARE: Duration = Duration::from_nanos(60);

impl Assistant {
    /// Whether the bound will be there before the time is over; nothing ends it midway.
    pub(crate) fn has_time_for_bound(&self, control: &Control<'_>) -> bool {
        let board = self.level.board();
        let n = board.goals().len() * board.n_squares();
        let cost = COST_A_GOAL_AND_SQUARE * u32::try_from(n).unwrap_or(u32::MAX);
        control.time_left().is_none_or(|left| cost < left)
    }

    /// The fewest pushes that a solution from here can have; none if there is no
    /// goal for each box, which means that there is no solution.
    pub(crate) fn lower_bound(&mut self, state: &State) -> Option<u32> {
        let board = self.level.board();
        // The tables of the matching are dear, so they are made when first asked for.
        let matching = self
            .matching
            .get_or_insert_with(|| MinMatching::<SquareSet>::new(board));
        matching.full(&Placement {
            boxes: state.boxes.clone(),
            man: state.man,
        })
    }

    /// The boxes and the goals that the bound gives them; none if there are not
    /// enough goals.
    pub(crate) fn pairs(&mut self, state: &State) -> Option<Vec<(Square, Square)>> {
        self.lower_bound(state)?;
        let goals: Vec<Square> = self.level.board().goals().iter().collect();
        let matched = self.matching.iter().flat_map(MinMatching::matched);
        Some(matched.map(|(from, goal)| (from, goals[goal])).collect())
    }
}
