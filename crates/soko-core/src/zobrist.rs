//! Zobrist keys: a 64-bit hash that a push changes by three exclusive ors.
//!
//! Each square has a random word for a box on it and another for the man (or his
//! area's first square) on it; a state's hash is the exclusive or of its words.
//! The words come from a fixed generator, so hashes are the same in every run.
//! Two different states can share a hash: a proof must compare the states.

use crate::{Square, Squares};

/// The random words of one board.
#[derive(Clone, Debug)]
pub struct Zobrist {
    boxes: Vec<u64>,
    man: Vec<u64>,
}

impl Zobrist {
    /// The words for a board of so many squares.
    pub fn new(n_squares: usize) -> Zobrist {
        let mut words = SplitMix(0x50_6B_6F_73_63_6F_70_65);
        Zobrist {
            boxes: (0..n_squares).map(|_| words.next()).collect(),
            man: (0..n_squares).map(|_| words.next()).collect(),
        }
    }

    /// The word for a box on this square.
    #[inline]
    pub fn of_box(&self, square: Square) -> u64 {
        self.boxes[square.index()]
    }

    /// The word for the man on this square.
    #[inline]
    pub fn of_man(&self, square: Square) -> u64 {
        self.man[square.index()]
    }

    /// What changes in the hash when a box moves.
    #[inline]
    pub fn of_shift(&self, from: Square, to: Square) -> u64 {
        self.of_box(from) ^ self.of_box(to)
    }

    /// The hash of a set of boxes.
    pub fn of_boxes<S: Squares>(&self, boxes: &S) -> u64 {
        boxes
            .iter()
            .fold(0, |hash, square| hash ^ self.of_box(square))
    }
}

/// The splitmix64 generator: small, seeded, the same everywhere.
#[derive(Clone, Debug)]
pub struct SplitMix(pub u64);

impl SplitMix {
    /// The next random word.
    #[allow(clippy::should_implement_trait)]
    #[inline]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `n`, near enough to uniform for tests and tie-breaks.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }
}
