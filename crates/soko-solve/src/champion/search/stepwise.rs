//! What a search is to those who run it: something that goes on a step at a time.

use crate::deadlock::Detectors;
use soko_core::Push;
use soko_search::Counters;

/// How one step of a search ended.
pub(crate) enum Step {
    /// There is more to do.
    Going,
    /// These pushes solve the level.
    Solved(Vec<Push>),
    /// No move is left.
    Exhausted,
}

/// A search under way. Each kind has its own file.
pub(crate) trait Search<S> {
    /// Takes up one move or one position.
    fn step(&mut self, detectors: &mut Detectors<S>, counters: &mut Counters) -> Step;

    /// Positions expanded.
    fn expanded(&self) -> u64;

    /// Bytes held.
    fn bytes(&self) -> usize;

    /// How far the search still is from what it aims at, by one or two measures: a
    /// lower mark is progress.
    fn marks(&self) -> [u64; 2];

    /// What the search goes by, in a few words.
    fn remark(&self) -> String {
        String::new()
    }

    /// Whether most of what it finds goes into the table of all searches.
    fn fills_table(&self) -> bool {
        false
    }
}
