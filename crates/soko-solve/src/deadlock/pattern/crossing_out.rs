//! LISA's deadlock table as printed: patterns are crossed out place by place.
//!
//! The table says for each place around the centre, and for each tile that can lie
//! there, which patterns agree with it. Starting with all patterns, the places are
//! asked from near to far, and patterns that disagree are crossed out, until none
//! is left or all places were asked.
//!
//! It finds what the [`tree`](super::tree) finds, at a cost that grows with the number
//! of patterns. Its authors left that unmeasured; `make bench-patterns` measures it,
//! and the tests hold the tree against it.
//!
//! Source: LISA, sections 4.3.3 and 4.3.4, algorithm 1.

use super::centred::{Centred, Demand, Offset, place};
use super::look::Look;
use super::patterns::Patterns;
use super::tree::near_to_far;
use crate::deadlock::query::Query;
use crate::ground::board::Ground;
use soko_core::{Square, Squares};

/// LISA's table.
#[derive(Clone, Debug)]
pub struct CrossingOut {
    patterns: Vec<Centred>,
    /// Places from near to far, and for each the patterns that agree with a free
    /// square, a box or a wall there.
    places: Vec<(Offset, [Vec<u64>; 3])>,
}

impl CrossingOut {
    /// The table of all that some patterns are.
    pub fn new(patterns: &Patterns) -> CrossingOut {
        let patterns = patterns.tree().patterns().to_vec();
        let demanded = |number: &u8| {
            let mut some = patterns.iter();
            some.any(|pattern| pattern.demand(usize::from(*number)) > Demand::Nothing)
        };
        let order = near_to_far().into_iter().filter(demanded);
        let places = order
            .map(|number| {
                let number = usize::from(number);
                (place(number), agreeing(&patterns, number))
            })
            .collect();
        CrossingOut { patterns, places }
    }

    /// The boxes of a pattern around one box that makes the state dead.
    pub fn dead_boxes<S: Squares>(
        &self,
        ground: &Ground<S>,
        query: &Query<'_, S>,
        centre: Square,
    ) -> Option<S> {
        // 1. All patterns are left at first.
        let look = Look::new(ground, query, centre);
        let mut left = vec![u64::MAX; self.patterns.len().div_ceil(64)];
        // 2. Each place crosses out those that disagree with what lies there.
        for (offset, agreeing) in &self.places {
            let mut any = 0;
            for (word, agree) in left.iter_mut().zip(&agreeing[look.tile(*offset) as usize]) {
                *word &= agree;
                any |= *word;
            }
            if any == 0 {
                return None;
            }
        }
        // 3. Those that fit are asked about goals and the man.
        let fitting = (0..self.patterns.len()).filter(|i| left[i / 64] >> (i % 64) & 1 != 0);
        fitting
            .map(|i| &self.patterns[i])
            .find_map(|pattern| look.dead_boxes(pattern))
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        let sets = self.places.len() * 3 * self.patterns.len().div_ceil(64) * 8;
        size_of_val(&self.patterns[..]) + sets
    }
}

/// The patterns that agree with a free square, a box and a wall at a place.
fn agreeing(patterns: &[Centred], number: usize) -> [Vec<u64>; 3] {
    let mut sets = [(); 3].map(|()| vec![0; patterns.len().div_ceil(64)]);
    for (i, pattern) in patterns.iter().enumerate() {
        for set in &mut sets[pattern.demand(number) as usize..] {
            set[i / 64] |= 1 << (i % 64);
        }
    }
    sets
}
