//! The proof cache: remembered answers of proof searches, with budgets that grow.
//!
//! The techniques that choose boxes and a zone for [`search`](super::search) ask
//! here. A question is named by its boxes, frozen ones included, and the man's
//! area. The budget starts small and grows when the same question comes again and
//! again, as a proof is then worth more. That a set is dead is a fact that does
//! not depend on who asked; that no proof was found says nothing.

use super::effort::Effort;
use super::search::{ProofBoard, ProofSearch, Question};
use rustc_hash::FxHashMap;
use soko_core::{Square, Squares};

/// Budgets in positions, with the number of questions after which they hold.
const BUDGETS: [(u32, u64); 3] = [(0, 60), (16, 250), (128, 1_000)];

/// So many answers are kept; then all are forgotten.
const MOST_ANSWERS: usize = 1 << 16;

impl<S: Clone> Question<'_, S> {
    fn suspects(&self, news: Option<S>) -> Suspects<S> {
        let boxes = self.boxes.clone();
        Suspects { boxes, news }
    }
}

/// Boxes that a search has proved dead, frozen boxes not counted.
pub(in crate::deadlock) struct Suspects<S> {
    pub boxes: S,
    /// The zone of the search if it was made just now, none if the answer was
    /// remembered.
    pub news: Option<S>,
}

/// What is known of a question.
#[derive(Clone, Copy, Debug, Default)]
struct Answer {
    is_dead: bool,
    asked: u32,
    /// The largest budget spent without an answer.
    budget: u64,
}

impl Answer {
    /// The budget of the next search, if the question has come often enough for one.
    fn next_budget(&self) -> Option<u64> {
        let earned = BUDGETS.iter().rfind(|&&(asked, _)| self.asked > asked);
        let (_, budget) = earned?;
        (*budget > self.budget).then_some(*budget)
    }
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
    /// [`ProofCache::dead_boxes`] of those chosen boxes that are not closed in for
    /// good; those are as good as walls.
    pub fn dead_among(
        &mut self,
        board: &ProofBoard<'_, S>,
        mut chosen: S,
        man: Square,
        zone: &S,
    ) -> Option<Suspects<S>> {
        chosen.subtract(board.lone.closed());
        let boxes = &chosen;
        self.dead_boxes(board, &Question { boxes, man, zone })
    }

    /// The boxes in question, if a search can prove that they are dead by themselves.
    pub fn dead_boxes(
        &mut self,
        board: &ProofBoard<'_, S>,
        question: &Question<'_, S>,
    ) -> Option<Suspects<S>> {
        // 1. Boxes on goals are not dead by themselves.
        if question.boxes.is_subset(board.ground.goals()) {
            return None;
        }
        // 2. Perhaps the answer is known.
        if self.known.len() >= MOST_ANSWERS {
            self.known.clear();
        }
        let solid = question.boxes.union(board.lone.closed());
        let area = board.ground.reach().area(&solid, question.man);
        let answer = self.known.entry((solid, area.lowest()?)).or_default();
        answer.asked = answer.asked.saturating_add(1);
        if answer.is_dead {
            return Some(question.suspects(None));
        }
        // 3. A question that comes again and again is worth a longer search. One that
        // ended within its budget will end the same way again.
        let granted = self.effort.grant(answer.next_budget()?);
        let mut left = granted;
        answer.is_dead = self.search.prove(board, question, &mut left);
        answer.budget = if left > 0 { u64::MAX } else { granted };
        self.work += granted - left;
        self.effort.spend(granted - left);
        answer
            .is_dead
            .then(|| question.suspects(Some(question.zone.clone())))
    }

    /// Whether a search can prove the boxes dead, without remembering, within a budget
    /// of the caller's and the effort.
    pub fn prove(
        &mut self,
        board: &ProofBoard<'_, S>,
        question: &Question<'_, S>,
        budget: &mut u64,
    ) -> bool {
        let granted = self.effort.grant(*budget);
        let mut left = granted;
        let is_dead = self.search.prove(board, question, &mut left);
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
