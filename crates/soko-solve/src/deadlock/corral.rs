//! Corral deadlocks: a fence of boxes that nobody can open.
//!
//! ```text
//!     #####
//!     # $  #      the man cannot get into the corner; pushing a box of the fence
//!     #  $$#      in only makes matters worse: the boxes around it are dead
//!     # @  #
//! ```
//!
//! For each region that the man cannot reach, the boxes around it and all boxes
//! that cannot move right now are chosen, and a small search ([`proof`]) tries to
//! prove some of them dead; a box escapes by leaving the region and its fence.
//! Regions with boxes in common are then tried together.
//!
//! Sound because the search is: see there. Incomplete: the budget is small. It
//! starts small and grows when the same fence is asked about again and again, as
//! a proof is then worth more. Answers are remembered.
//!
//! Cost: a look-up for a known fence, else up to the budget in positions.
//!
//! Source: Festival's corral search, and its growing budgets.
//!
//! [`proof`]: super::proof

use super::proof::{Arena, DeadSet, ProofSearch};
use rustc_hash::FxHashMap;
use soko_core::{Direction, Square, Squares};

/// Budgets in positions, with the number of questions from which they hold.
const BUDGETS: [(u32, u64); 4] = [(0, 60), (8, 250), (64, 1_000), (512, 4_000)];

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

/// Corral proofs, and what they have found so far.
#[derive(Clone, Debug)]
pub(super) struct CorralProofs<S> {
    answers: FxHashMap<(S, Square), Answer<S>>,
}

impl<S> Default for CorralProofs<S> {
    fn default() -> Self {
        CorralProofs {
            answers: FxHashMap::default(),
        }
    }
}

impl<S: Squares> CorralProofs<S> {
    /// A set of boxes that some corral proves dead with the zone of the proof,
    /// and the positions searched.
    pub fn dead_set(
        &mut self,
        search: &mut ProofSearch<S>,
        arena: &Arena<'_, S>,
        boxes: &S,
        area: &S,
    ) -> (Option<(DeadSet<S>, S)>, u64) {
        let mut work = 0;
        let man = area.lowest().expect("the man stands somewhere");
        let stuck = stuck_boxes(arena, boxes, area);
        let groups = corrals(arena, boxes, area);
        for (inside, fence) in &groups {
            let zone = inside.union(fence);
            let mut chosen = fence.union(&stuck);
            chosen.subtract(arena.lone.closed());
            let dead = self.answer(search, arena, &chosen, man, &zone, &mut work);
            if let Some(dead) = dead {
                let boxes = dead.union(arena.lone.closed());
                let area = arena.ground.reach().area(&boxes, man);
                return (Some((DeadSet { boxes, area }, zone)), work);
            }
        }
        (None, work)
    }

    /// Looks an answer up, or searches for it.
    fn answer(
        &mut self,
        search: &mut ProofSearch<S>,
        arena: &Arena<'_, S>,
        chosen: &S,
        man: Square,
        zone: &S,
        work: &mut u64,
    ) -> Option<S> {
        if chosen.is_subset(arena.ground.goals()) {
            return None;
        }
        let solid = chosen.union(arena.lone.closed());
        let first = arena.ground.reach().area(&solid, man).lowest()?;
        if self.answers.len() >= MOST_ANSWERS {
            self.answers.clear();
        }
        let answer = self.answers.entry((solid, first)).or_insert(Answer {
            dead: None,
            asked: 0,
            budget: 0,
        });
        answer.asked += 1;
        if answer.dead.is_some() {
            return answer.dead.clone();
        }
        let budget = BUDGETS
            .iter()
            .rfind(|&&(asked, _)| answer.asked > asked)
            .map_or(0, |&(_, budget)| budget);
        if budget <= answer.budget {
            return None;
        }
        let mut left = budget;
        answer.dead = search.prove(arena, chosen, man, zone, &mut left);
        // A search that ended within its budget will end the same way again.
        answer.budget = if left > 0 { u64::MAX } else { budget };
        *work += budget - left;
        answer.dead.clone()
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.answers.capacity() * (2 * size_of::<S>() + 24)
    }
}

/// The regions that the man cannot reach, each with its fence; then, where
/// regions share boxes of their fences, such regions together.
fn corrals<S: Squares>(arena: &Arena<'_, S>, boxes: &S, area: &S) -> Vec<(S, S)> {
    let mut outside = arena.ground.all().difference(area);
    outside.subtract(boxes);
    outside.subtract(arena.lone.closed());
    let mut singles: Vec<(S, S)> = Vec::new();
    while let Some(first) = outside.lowest() {
        let inside = arena.ground.reach().area_within(outside.clone(), first);
        outside.subtract(&inside);
        let mut fence = arena.ground.reach().around(&inside);
        fence.intersect_with(boxes);
        singles.push((inside, fence));
    }
    let mut groups: Vec<(S, S, usize)> = Vec::new();
    for (inside, fence) in &singles {
        let mut joined = (inside.clone(), fence.clone(), 1);
        groups.retain(|(group, group_fence, n)| {
            let touches = group_fence.intersects(&joined.1);
            if touches {
                joined.0.union_with(group);
                joined.1.union_with(group_fence);
                joined.2 += n;
            }
            !touches
        });
        groups.push(joined);
    }
    let together = groups.into_iter().filter(|&(_, _, n)| n > 1);
    singles.extend(together.map(|(inside, fence, _)| (inside, fence)));
    singles
}

/// The boxes that the man cannot push anywhere useful now.
fn stuck_boxes<S: Squares>(arena: &Arena<'_, S>, boxes: &S, area: &S) -> S {
    let can_move = |box_sq: Square| {
        Direction::ALL.into_iter().any(|direction| {
            let ground = arena.ground;
            arena.lone.live_pushes(direction).contains(box_sq)
                && ground
                    .next(box_sq, direction.opposite())
                    .is_some_and(|behind| area.contains(behind))
                && ground
                    .next(box_sq, direction)
                    .is_some_and(|to| !boxes.contains(to))
        })
    };
    let stuck = boxes.iter().filter(|&box_sq| !can_move(box_sq));
    S::of(arena.ground.n_squares(), stuck)
}
