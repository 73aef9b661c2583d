//! Remembered answers of proof searches, with budgets that grow.
//!
//! The techniques that choose boxes and a zone for [`proof`](super::proof) ask
//! here. A question is named by its boxes, frozen ones included, and the man's
//! area. The budget starts small and grows when the same question comes again and
//! again, as a proof is then worth more. That a set is dead is a fact that does
//! not depend on who asked; that no proof was found says nothing.

use super::proof::{Arena, ProofSearch, Suspects};
use rustc_hash::FxHashMap;
use soko_core::{Square, Squares};

/// Budgets in positions, with the number of questions after which they hold.
const BUDGETS: [(u32, u64); 3] = [(0, 60), (16, 250), (128, 1_000)];

/// So many answers are kept; then all are forgotten.
const MOST_ANSWERS: usize = 1 << 16;

#[derive(Clone, Debug)]
struct Answer<S> {
    /// The boxes proved dead.
    dead: Option<S>,
    asked: u32,
    /// The largest budget spent without an answer.
    budget: u64,
}

/// Proof searches and what they have found so far.
#[derive(Clone, Debug)]
pub(super) struct Answers<S> {
    search: ProofSearch<S>,
    known: FxHashMap<(S, Square), Answer<S>>,
    work: u64,
}

impl<S> Default for Answers<S> {
    fn default() -> Self {
        Answers {
            search: ProofSearch::default(),
            known: FxHashMap::default(),
            work: 0,
        }
    }
}

impl<S: Squares> Answers<S> {
    /// Some of these boxes that are dead by themselves, if a search can prove it.
    /// A box escapes by leaving the zone. Frozen boxes are the arena's walls.
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
            dead: None,
            asked: 0,
            budget: 0,
        });
        answer.asked = answer.asked.saturating_add(1);
        if let Some(boxes) = &answer.dead {
            return Some(Suspects {
                boxes: boxes.clone(),
                news: None,
            });
        }
        let budget = BUDGETS
            .iter()
            .rfind(|&&(asked, _)| answer.asked > asked)
            .map_or(0, |&(_, budget)| budget);
        if budget <= answer.budget {
            return None;
        }
        let mut left = budget;
        answer.dead = self.search.prove(arena, chosen, man, zone, &mut left);
        // A search that ended within its budget will end the same way again.
        answer.budget = if left > 0 { u64::MAX } else { budget };
        self.work += budget - left;
        Some(Suspects {
            boxes: answer.dead.clone()?,
            news: Some(zone.clone()),
        })
    }

    /// The same without remembering, within a budget of the caller's.
    pub fn prove(
        &mut self,
        arena: &Arena<'_, S>,
        chosen: &S,
        man: Square,
        zone: &S,
        budget: &mut u64,
    ) -> Option<S> {
        let before = *budget;
        let dead = self.search.prove(arena, chosen, man, zone, budget);
        self.work += before - *budget;
        dead
    }

    /// Positions searched so far.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.known.capacity() * (2 * size_of::<S>() + 24)
    }
}
