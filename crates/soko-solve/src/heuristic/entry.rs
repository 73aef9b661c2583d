//! What the table says of a heuristic, and how a heuristic is asked.

use crate::space::Placement;
use soko_core::{Board, Measure};
use soko_search::Claims;

/// A heuristic in the catalogue.
#[derive(Clone, Copy, Debug)]
pub struct HeuristicEntry {
    /// Its name.
    pub name: &'static str,
    /// What it guesses, in one line.
    pub summary: &'static str,
    /// Where it comes from.
    pub paper: &'static str,
    /// What it promises where pushes are counted; none if it cannot be used.
    pub pushes: Option<Claims>,
    /// What it promises where moves are counted.
    pub moves: Claims,
    /// What a guess costs.
    pub cost: &'static str,
}

impl HeuristicEntry {
    /// What it promises in a measure; none if it cannot be used there.
    pub const fn claims(&self, measure: Measure) -> Option<Claims> {
        match measure {
            Measure::Pushes => self.pushes,
            Measure::Moves => Some(self.moves),
        }
    }
}

/// Neither admissible nor consistent; what it calls dead is dead.
pub(super) const NEITHER: Claims = Claims {
    admissible: false,
    consistent: false,
    safe: true,
};

/// A heuristic for one board.
pub(super) trait Guess<S> {
    /// Prepares a board.
    fn new(board: &Board) -> Self;

    /// What is left of the promises of the table on this board.
    fn kept(&self, promised: Claims) -> Claims {
        promised
    }

    /// The guess for a state; none if no goal can be reached from it.
    fn of(&mut self, state: &Placement<S>) -> Option<u32>;

    /// Announces that guesses for successors of this state will be asked for.
    fn enter(&mut self, _parent: &Placement<S>) {}

    /// The guess for a successor of the state announced last.
    #[inline]
    fn of_successor(&mut self, next: &Placement<S>) -> Option<u32> {
        self.of(next)
    }
}
