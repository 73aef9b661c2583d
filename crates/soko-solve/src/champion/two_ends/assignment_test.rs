//! The assignment test: whether every box can still have a place of its own at the
//! other end.
//!
//! A search forwards must bring the boxes to the goals, one each; a search backwards
//! to the squares where they began. A box alone on the board can reach some of those
//! squares from where it stands. Without a matching of boxes and such squares the
//! position is dead (a bipartite matching, as in the deadlock test of that name).
//!
//! **Sound**: other boxes can only be in the way. A box that moves between squares
//! from which it reaches the same leaves the matching as it is, and on most levels
//! that is every move; only the others are matched again ([`MinMatching`]).

use crate::ground::end::End;
use crate::ground::level::LevelGround;
use crate::heuristic::MinMatching;
use rustc_hash::FxHashMap;
use soko_core::facts::UNREACHABLE;
use soko_core::{Square, Squares};

/// The test for searches from one end.
pub(crate) struct AssignmentTest<S> {
    /// Squares from which a box reaches the same squares of the other end have the
    /// same number.
    kind: Vec<u32>,
    matching: MinMatching<S>,
    boxes: S,
    lifted: Square,
    /// Whether the boxes are matched, and whether the lifted one is known there.
    is_entered: bool,
    is_lifted: bool,
}

impl<S: Squares> AssignmentTest<S> {
    pub(crate) fn new(ground: &LevelGround<S>, end: End) -> AssignmentTest<S> {
        let distances = match end {
            End::Start => &ground.goal_distance,
            End::Solved => &ground.start_distance,
        };
        let mut kinds = FxHashMap::default();
        let kind = |square: Square| {
            let reached = distances.iter().map(|d| d[square] != UNREACHABLE);
            let reached: Vec<bool> = reached.collect();
            let fresh = kinds.len() as u32;
            *kinds.entry(reached).or_insert(fresh)
        };
        AssignmentTest {
            kind: ground.floor().squares().map(kind).collect(),
            matching: MinMatching::with_distances(ground.n_squares(), distances),
            boxes: S::empty(ground.n_squares()),
            lifted: Square(0),
            is_entered: false,
            is_lifted: false,
        }
    }

    /// The test is about a position that passes it, and moves of one of its boxes.
    pub(crate) fn lift(&mut self, boxes: &S, from: Square) {
        if self.boxes != *boxes {
            self.boxes = boxes.clone();
            self.is_entered = false;
        }
        self.lifted = from;
        self.is_lifted = false;
    }

    /// Whether there is a matching with the lifted box put down on a square.
    #[inline]
    pub(crate) fn passes(&mut self, to: Square) -> bool {
        let from = self.lifted;
        self.kind[from.index()] == self.kind[to.index()] || self.passes_by_matching(to)
    }

    fn passes_by_matching(&mut self, to: Square) -> bool {
        if !self.is_entered {
            self.matching.enter_boxes(&self.boxes, self.lifted);
            self.is_entered = true;
        }
        if !self.is_lifted {
            self.matching.lift(self.lifted);
            self.is_lifted = true;
        }
        self.matching.put_down(to, to).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{SplitMix, SquareSet, random_level};

    /// Compares with a matching from scratch, for every square a box could go to.
    #[test]
    fn what_passes_has_a_matching() {
        let mut random = SplitMix(8);
        let (mut n_left, mut n_lost) = (0, 0);
        for _ in 0..300 {
            let level = random_level(&mut random, 9, 8, 4);
            let ground = LevelGround::<SquareSet>::new(&level);
            for end in [End::Start, End::Solved] {
                let Some((boxes, man)) = ground.roots(end).pop() else {
                    continue;
                };
                let mut test = AssignmentTest::new(&ground, end);
                let mut plain = test.matching.clone();
                if plain.enter_boxes(&boxes, man).is_none() {
                    continue;
                }
                for from in boxes.iter() {
                    test.lift(&boxes, from);
                    for to in ground.floor().squares() {
                        if to != from && boxes.contains(to) {
                            continue;
                        }
                        let mut after = boxes.clone();
                        after.shift(from, to);
                        let truth = plain.enter_boxes(&after, man).is_some();
                        assert_eq!(test.passes(to), truth);
                        n_left += usize::from(truth);
                        n_lost += usize::from(!truth);
                    }
                }
            }
        }
        assert!(n_left > 1000 && n_lost > 300, "{n_left} and {n_lost}");
    }
}
