//! The proof cache: remembered answers of proof searches, with budgets that grow.
//!
//! The techniques that choose boxes and a zone for [`search`](super::search) ask
//! here. A question is named by its boxes, frozen ones included, and the man's
//! area. The budget starts small and grows when the same question comes again and
//! again, as a proof is then worth more. That a set is dead is a fact that does
//! not depend on who asked; that no proof was found says nothing.

use super::effort::Effort;
use super::search::{ProofBoard, ProofSearch};
use rustc_hash::FxHashMap;
use soko_core::{Square, Squares};

/// Budgets in positions, with the number of questions after which they hold.
const BUDGETS: [(u32, u64); 3] = [(0, 60), (16, 250), (128, 1_000)];

/// So many answers are kept; then all are forgotten.
const MOST_ANSWERS: usize = 1 << 16;

/// Boxes that a search has proved dead, frozen boxes not counted.
pub(in crate::deadlock) struct Suspects<S> {
    pub boxes: S,
    /// The zone of the search if it was made just now, none if the answer was
    /// remembered.
    pub news: Option<S>,
}

#[derive(Clone, Debug)]
struct Answer {
    is_dead: bool,
    asked: u32,
    /// The largest budget spent without an answer.
    budget: u64,
}

/// Proof searches and what they have found so far.
#[derive(Clone, Debug)]
pub(in crate::deadlock) struct ProofCache<S> {
    search: ProofSearch<S>,
    known: FxHashMap<(S, Square), Answer>,
    work: u64,
    /// What searches may still cost.
    pub effort: Effort,
}

impl<S> Default for ProofCache<S> {
    fn default() -> Self {
        ProofCache {
            search: ProofSearch::default(),
            known: FxHashMap::default(),
            work: 0,
            effort: Effort::new(u64::MAX),
        }
    }
}

impl<S: Squares> ProofCache<S> {
    /// These boxes, if a search can prove that they are dead by themselves. A box
    /// escapes by leaving the zone. Frozen boxes are the board's walls.
    pub fn dead_boxes(
        &mut self,
        board: &ProofBoard<'_, S>,
        chosen: &S,
        man: Square,
        zone: &S,
    ) -> Option<Suspects<S>> {
        if chosen.is_subset(board.ground.goals()) {
            return None;
        }
        let solid = chosen.union(board.lone.closed());
        let first = board.ground.reach().area(&solid, man).lowest()?;
        if self.known.len() >= MOST_ANSWERS {
            self.known.clear();
        }
        let answer = self.known.entry((solid, first)).or_insert(Answer {
            is_dead: false,
            asked: 0,
            budget: 0,
        });
        answer.asked = answer.asked.saturating_add(1);
        let suspects = |news| {
            let boxes = chosen.clone();
            Some(Suspects { boxes, news })
        };
        if answer.is_dead {
            return suspects(None);
        }
        let budget = BUDGETS
            .iter()
            .rfind(|&&(asked, _)| answer.asked > asked)
            .map_or(0, |&(_, budget)| budget);
        if budget <= answer.budget {
            return None;
        }
        let granted = self.effort.grant(budget);
        let mut left = granted;
        let is_dead = self.search.prove(board, chosen, man, zone, &mut left);
        answer.is_dead = is_dead;
        // A search that ended within its budget will end the same way again.
        answer.budget = if left > 0 { u64::MAX } else { granted };
        self.work += granted - left;
        self.effort.spend(granted - left);
        if is_dead {
            suspects(Some(zone.clone()))
        } else {
            None
        }
    }

    /// The same without remembering, within a budget of the caller's and the effort.
    pub fn prove(
        &mut self,
        board: &ProofBoard<'_, S>,
        chosen: &S,
        man: Square,
        zone: &S,
        budget: &mut u64,
    ) -> bool {
        let granted = self.effort.grant(*budget);
        let mut left = granted;
        let is_dead = self.search.prove(board, chosen, man, zone, &mut left);
        self.work += granted - left;
        self.effort.spend(granted - left);
        *budget -= granted - left;
        is_dead
    }

    /// Positions searched so far.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.known.capacity() * (size_of::<S>() + 24)
    }
}
