//! Perft: a count that only a right implementation of the rules gets right.
//!
//! For each depth it counts the sequences of so many pushes from the start, and
//! the distinct canonical states in which they end. Solved states are played on
//! from and nothing is pruned. Golden counts in `tests/perft/` come from a second,
//! naive implementation that shares no code with this crate's boards and sets.

use crate::{CanonicalState, Level, Reach, SquareSet, Squares, pushes};
use std::collections::BTreeMap;

/// The counts at one depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Perft {
    /// How many pushes from the start.
    pub depth: usize,
    /// Distinct canonical states that end a sequence of so many pushes.
    pub states: usize,
    /// Sequences of so many pushes; two are the same when they push the same
    /// boxes the same ways in the same order.
    pub sequences: u128,
}

/// Counts from depth 0 to `depth`. Memory grows with the states of one depth.
///
/// ```
/// use soko_core::{Level, perft};
/// let level: Level = "#######\n#@ $ .#\n#######".parse().unwrap();
/// let counts = perft(&level, 2);
/// assert_eq!((counts[2].states, counts[2].sequences), (1, 1));
/// ```
pub fn perft(level: &Level, depth: usize) -> Vec<Perft> {
    let board = level.board();
    let reach = Reach::<SquareSet>::new(board);
    let mut layer = BTreeMap::from([(level.start().canonical(board), 1u128)]);
    let mut counts = Vec::new();
    for depth in 0..=depth {
        counts.push(Perft {
            depth,
            states: layer.len(),
            sequences: layer.values().fold(0, |sum, n| sum.saturating_add(*n)),
        });
        let mut next: BTreeMap<CanonicalState, u128> = BTreeMap::new();
        for (state, sequences) in &layer {
            let area = reach.area(&state.boxes, state.area);
            for push in pushes(board, &state.boxes, &area) {
                let mut boxes = state.boxes.clone();
                push.apply(board, &mut boxes);
                let area = reach.area(&boxes, push.from);
                let area = area.lowest().expect("the man stands somewhere");
                let count = next.entry(CanonicalState { boxes, area }).or_default();
                *count = count.saturating_add(*sequences);
            }
        }
        layer = next;
    }
    counts
}
