//! The guess of a search that has something of one's own: an own heuristic, or one of the
//! table beside own deadlock tests.

use super::{Guess, OwnHeuristic};
use crate::heuristic::Named;
use crate::space::Placement;
use soko_core::{Level, SquareSet, Squares, State};
use soko_search::{Claims, Heuristic, Space};

/// Larger guesses are cut to this, which keeps all promises: no engine's sums overflow.
const MOST: u32 = u16::MAX as u32 - 1;

/// The guess for one level.
pub(crate) enum OwnGuess {
    /// One's own.
    Own {
        guess: Guess,
        claims: Claims,
        goals: SquareSet,
    },
    /// One of the table.
    Named(Box<Named<SquareSet>>),
}

impl OwnGuess {
    /// A heuristic of one's own, with what it promises in the measure of the search.
    pub(crate) fn new(own: &OwnHeuristic, claims: Claims, level: &Level) -> OwnGuess {
        OwnGuess::Own {
            guess: own.for_level(level),
            claims,
            goals: level.board().goals().clone(),
        }
    }
}

impl<P: Space<State = Placement<SquareSet>>> Heuristic<P> for OwnGuess {
    fn claims(&self) -> Claims {
        match self {
            OwnGuess::Own { claims, .. } => *claims,
            OwnGuess::Named(named) => Heuristic::<P>::claims(&**named),
        }
    }

    /// Nothing is left to do in a solved state, whatever the closure would say: an engine
    /// looks for goals where nothing is left.
    fn estimate(&mut self, state: &Placement<SquareSet>) -> Option<u32> {
        match self {
            OwnGuess::Own { goals, .. } if state.boxes.is_subset(goals) => Some(0),
            OwnGuess::Own { guess, .. } => {
                let (boxes, man) = (state.boxes.clone(), state.man);
                Some(guess(&State { boxes, man })?.min(MOST))
            }
            OwnGuess::Named(named) => Heuristic::<P>::estimate(&mut **named, state),
        }
    }
}
