//! Heuristics: guesses of what is left to do, one file each.

mod min_matching;

pub use min_matching::MinMatching;
