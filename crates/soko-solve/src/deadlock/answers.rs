//! Remembered answers of proof searches, with budgets that grow.
//!
//! The techniques that choose boxes and a zone for [`proof`](super::proof) ask
//! here. A question is named by its boxes, frozen ones included, and the man's
//! area. The budget starts small and grows when the same question comes again and
//! again, as a proof is then worth more. That a set is dead is a fact that does
//! not depend on who asked; that no proof was found says nothing.
//!
//! Whoever has little time sets an [`Effort`]: searches end when it is used up,
//! and what was cut short is tried again when there is more.

use super::proof::{Arena, ProofSearch, Suspects};
use rustc_hash::FxHashMap;
use soko_core::{Square, Squares};

/// Budgets in positions, with the number of questions after which they hold.
const BUDGETS: [(u32, u64); 3] = [(0, 60), (16, 250), (128, 1_000)];

/// So many answers are kept; then all are forgotten.
const MOST_ANSWERS: usize = 1 << 16;

/// Positions that searches may still look at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Effort {
    left: u64,
    /// Whether a search wanted more.
    ran_out: bool,
}

impl Effort {
    pub fn new(positions: u64) -> Effort {
        Effort {
            left: positions,
            ran_out: false,
        }
    }

    /// How much of a budget there is.
    pub fn grant(&mut self, budget: u64) -> u64 {
        self.ran_out |= self.left < budget;
        budget.min(self.left)
    }

    pub fn spend(&mut self, positions: u64) {
        self.left = self.left.saturating_sub(positions);
    }

    pub fn ran_out(&self) -> bool {
        self.ran_out
    }
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
pub(super) struct Answers<S> {
    search: ProofSearch<S>,
    known: FxHashMap<(S, Square), Answer>,
    work: u64,
    pub(super) effort: Effort,
}

impl<S> Default for Answers<S> {
    fn default() -> Self {
        Answers {
            search: ProofSearch::default(),
            known: FxHashMap::default(),
            work: 0,
            effort: Effort::new(u64::MAX),
        }
    }
}

impl<S: Squares> Answers<S> {
    /// These boxes, if a search can prove that they are dead by themselves. A box
    /// escapes by leaving the zone. Frozen boxes are the arena's walls.
    pub fn dead_boxes(
        &mut self,
        arena: &Arena<'_, S>,
        chosen: &S,
        man: Square,
        zone: &S,
    ) -> Option<Suspects<S>> {
        if chosen.is_subset(arena.ground.goals()) {
            return None;
        }
        let solid = chosen.union(arena.lone.closed());
        let first = arena.ground.reach().area(&solid, man).lowest()?;
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
        let is_dead = self.search.prove(arena, chosen, man, zone, &mut left);
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
        arena: &Arena<'_, S>,
        chosen: &S,
        man: Square,
        zone: &S,
        budget: &mut u64,
    ) -> bool {
        let granted = self.effort.grant(*budget);
        let mut left = granted;
        let is_dead = self.search.prove(arena, chosen, man, zone, &mut left);
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
