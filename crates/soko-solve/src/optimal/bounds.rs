//! The bound of a state in two steps: the minimum matching when it is made, and when it
//! is about to be expanded what pairs of boxes cost beyond it, and whether it is dead.
//!
//! **Admissible** and **safe**, since each part is. Not consistent, since penalties of
//! pairs are not; the search opens states again.

use crate::deadlock::{Detectors, Query, Technique, Techniques};
use crate::heuristic::{MinMatching, PairPenalties};
use crate::space::Placement;
use crate::switches::{Switch, Switches};
use soko_core::{Board, Reach, Squares};
use soko_search::{Claims, Control, Heuristic, Space, StopReason, Successor};

/// The deadlock tests that are asked: all but the patterns, which take more time here
/// than they save.
pub(super) const TESTS: Techniques = Techniques::ALL.without(Technique::Pattern);

/// The bounds of one board.
pub(super) struct Bounds<S> {
    matching: MinMatching<S>,
    pairs: Option<PairPenalties>,
    detectors: Option<Detectors<S>>,
    reach: Reach<S>,
    /// The state that is matched now.
    matched: Option<Placement<S>>,
}

impl<S: Squares> Bounds<S> {
    /// Prepares what is switched on.
    ///
    /// # Errors
    ///
    /// If the control says stop.
    pub fn new(
        board: &Board,
        switches: Switches,
        control: &mut Control<'_>,
    ) -> Result<Bounds<S>, StopReason> {
        let matching = MinMatching::new(board);
        let pairs = match switches.is_on(Switch::PairPenalties) {
            true => PairPenalties::new(board, &matching, control)?,
            false => None,
        };
        let tests = switches.tests().and(TESTS);
        Ok(Bounds {
            pairs,
            matching,
            detectors: (tests != Techniques::NONE).then(|| Detectors::new(board, tests)),
            reach: Reach::new(board),
            matched: None,
        })
    }

    /// Matches the boxes of a state, unless they are.
    fn full(&mut self, state: &Placement<S>) -> Option<u32> {
        if self.matched.as_ref() == Some(state) {
            return self.matching.sum();
        }
        self.matched = Some(state.clone());
        self.matching.full(state)
    }

    fn is_dead(&mut self, state: &Placement<S>) -> bool {
        let Some(detectors) = &mut self.detectors else {
            return false;
        };
        let area = self.reach.area(&state.boxes, state.man);
        let query = Query {
            boxes: &state.boxes,
            area: &area,
            pushed: None,
        };
        detectors.at_generation(&query).is_dead() || detectors.at_expansion(&query).is_dead()
    }
}

impl<S: Squares, P: Space<State = Placement<S>>> Heuristic<P> for Bounds<S> {
    const REFINES: bool = true;

    fn claims(&self) -> Claims {
        Claims {
            consistent: false,
            ..Claims::ALL
        }
    }

    fn estimate(&mut self, state: &Placement<S>) -> Option<u32> {
        self.full(state)
    }

    /// A state that is expanded was refined just before.
    #[inline]
    fn enter(&mut self, parent: &Placement<S>) {
        self.full(parent);
    }

    #[inline]
    fn estimate_successor(&mut self, next: &Successor<Placement<S>, P::Action>) -> Option<u32> {
        Heuristic::<P>::estimate_successor(&mut self.matching, next)
    }

    fn refine(&mut self, state: &Placement<S>, guess: u32) -> Option<u32> {
        let sum = self.full(state)?;
        let beyond = match &mut self.pairs {
            Some(pairs) => pairs.beyond(&self.matching, state.man)?,
            None => 0,
        };
        let guess = guess.max(sum + beyond);
        (!self.is_dead(state)).then_some(guess)
    }

    fn bytes(&self) -> usize {
        let pairs = self.pairs.as_ref().map_or(0, PairPenalties::bytes);
        pairs + self.detectors.as_ref().map_or(0, Detectors::bytes)
    }
}
