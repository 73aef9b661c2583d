//! Guesses of the cost that is left.

use crate::{Claims, Space, Successor};

/// Guesses the cost from a state to the nearest goal of a space.
pub trait Heuristic<S: Space> {
    /// Whether [`Heuristic::refine`] ever says more than the guess before.
    const REFINES: bool = false;

    /// What is promised about the guesses.
    fn claims(&self) -> Claims;

    /// The guess for a state; none if no goal can be reached from it.
    fn estimate(&mut self, state: &S::State) -> Option<u32>;

    /// Announces that guesses for successors of this state will be asked for. A
    /// heuristic that can change its guess in small steps prepares here.
    fn enter(&mut self, _parent: &S::State) {}

    /// The guess for a successor of the state announced last.
    #[inline]
    fn estimate_successor(&mut self, next: &Successor<S::State, S::Action>) -> Option<u32> {
        self.estimate(&next.state)
    }

    /// A better guess that takes more time, for a state that is about to be expanded. One
    /// that says more is asked again when the state's turn has come, until it says no
    /// more; so it may do what takes longest last.
    #[inline]
    fn refine(&mut self, _state: &S::State, guess: u32) -> Option<u32> {
        Some(guess)
    }

    /// Bytes held by tables of the heuristic that grow with use.
    fn bytes(&self) -> usize {
        0
    }
}

/// Knows nothing and says 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct Blind;

impl<S: Space> Heuristic<S> for Blind {
    fn claims(&self) -> Claims {
        Claims::ALL
    }

    #[inline]
    fn estimate(&mut self, _state: &S::State) -> Option<u32> {
        Some(0)
    }
}
