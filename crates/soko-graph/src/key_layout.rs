//! States as a few machine words.
//!
//! Only *slots* can hold a box: the valid squares (those from which a lone box can
//! be brought to a goal), and the squares on which boxes stand at the start; or all
//! squares, where dead ones are kept. A key
//! has one bit a slot and, in the highest bits of its last word, the lowest square
//! of the man's area. A push flips two bits, and a push can be read off two
//! neighbouring keys, so edges need not store it. Two keys are equal exactly when
//! box set and area are equal.
//!
//! The keys of searches (`soko-solve/src/space`) are bytes instead: there a key is
//! written once, read back once and otherwise only compared, so the shorter the
//! better. Here pushes are done on the keys themselves, in registers, and as many
//! words as the compiler knows make that quick.

use soko_core::facts::live_squares;
use soko_core::{CanonicalState, Direction, Level, Push, Square, SquareSet, Squares};

const NO_SLOT: u16 = u16::MAX;

/// How the states of one level are packed into words.
#[derive(Clone, Debug)]
pub struct KeyLayout {
    squares: Vec<Square>,
    slot_of: Vec<u16>,
    goal_words: Vec<u64>,
    valid: SquareSet,
    area_bits: u32,
    n_words: usize,
    n_squares: usize,
}

impl KeyLayout {
    /// The layout for a level.
    pub fn new(level: &Level) -> KeyLayout {
        let slots = live_squares(level.board()).union(level.boxes());
        KeyLayout::with_slots(level, &slots)
    }

    /// The layout for a level whose boxes may stand everywhere.
    pub fn with_dead_squares(level: &Level) -> KeyLayout {
        KeyLayout::with_slots(level, &SquareSet::full(level.board().n_squares()))
    }

    fn with_slots(level: &Level, slots: &SquareSet) -> KeyLayout {
        let board = level.board();
        let valid = live_squares(board);
        let squares: Vec<Square> = slots.iter().collect();
        let mut slot_of = vec![NO_SLOT; board.n_squares()];
        for (slot, square) in squares.iter().enumerate() {
            slot_of[square.index()] = slot as u16;
        }
        // A level has a box and a man, so at least two squares.
        let area_bits = usize::BITS - (board.n_squares() - 1).leading_zeros();
        let n_words = (squares.len() + area_bits as usize).div_ceil(64);
        let mut goal_words = vec![0; n_words];
        for (slot, &square) in squares.iter().enumerate() {
            if board.is_goal(square) {
                goal_words[slot / 64] |= 1 << (slot % 64);
            }
        }
        KeyLayout {
            squares,
            slot_of,
            goal_words,
            valid,
            area_bits,
            n_words,
            n_squares: board.n_squares(),
        }
    }

    /// The same layout with more words a state.
    pub(crate) fn widened(&self, n_words: usize) -> KeyLayout {
        let mut layout = self.clone();
        layout.n_words = n_words;
        layout.goal_words.resize(n_words, 0);
        layout
    }

    /// Words a state.
    pub fn n_words(&self) -> usize {
        self.n_words
    }

    /// The squares that can hold a box, in reading order.
    pub fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The valid squares of the board.
    pub fn valid(&self) -> &SquareSet {
        &self.valid
    }

    /// The floor squares of the board.
    pub(crate) fn n_squares(&self) -> usize {
        self.n_squares
    }

    /// The slot of a square, if it can hold a box.
    pub fn slot(&self, square: Square) -> Option<usize> {
        let slot = self.slot_of[square.index()];
        (slot != NO_SLOT).then_some(slot as usize)
    }

    /// How far the area is shifted in the last word.
    pub(crate) fn area_shift(&self) -> u32 {
        64 - self.area_bits
    }

    /// The bits of the last word that belong to slots.
    fn last_mask(&self) -> u64 {
        (1u64 << self.area_shift()) - 1
    }

    /// Packs a state into `n_words` words.
    ///
    /// # Panics
    ///
    /// If a box stands where no box can come.
    pub fn pack(&self, state: &CanonicalState) -> Vec<u64> {
        let mut words = vec![0; self.n_words];
        for square in state.boxes.iter() {
            let slot = self.slot(square).expect("boxes stand on slots");
            words[slot / 64] |= 1 << (slot % 64);
        }
        words[self.n_words - 1] |= u64::from(state.area.0) << self.area_shift();
        words
    }

    /// The state of a key.
    pub fn unpack(&self, key: &[u64]) -> CanonicalState {
        let boxes = SquareSet::of(self.n_squares, self.slots(key).map(|s| self.squares[s]));
        let area = self.area(key);
        CanonicalState { boxes, area }
    }

    /// The lowest square of the man's area in a key.
    pub(crate) fn area(&self, key: &[u64]) -> Square {
        Square((key[self.n_words - 1] >> self.area_shift()) as u16)
    }

    /// The occupied slots of a key in order.
    pub fn slots<'a>(&self, key: &'a [u64]) -> impl Iterator<Item = usize> + 'a {
        let (last, mask) = (self.n_words - 1, self.last_mask());
        key.iter().enumerate().flat_map(move |(i, &word)| {
            let mut bits = if i == last { word & mask } else { word };
            std::iter::from_fn(move || {
                let bit = bits.checked_ilog2().map(|_| bits.trailing_zeros())?;
                bits &= bits - 1;
                Some(i * 64 + bit as usize)
            })
        })
    }

    /// Whether all boxes of a key stand on goals.
    #[inline]
    pub fn is_solved(&self, key: &[u64]) -> bool {
        let last = self.n_words - 1;
        let off_goal = |i: usize| key[i] & !self.goal_words[i];
        (0..last).all(|i| off_goal(i) == 0) && off_goal(last) & self.last_mask() == 0
    }

    /// The push that leads from one key to the other; none unless exactly one
    /// box has gone to a neighbouring square.
    pub fn push_between(&self, level: &Level, before: &[u64], after: &[u64]) -> Option<Push> {
        let mut left = self
            .slots(before)
            .filter(|&s| after[s / 64] >> (s % 64) & 1 == 0);
        let mut come = self
            .slots(after)
            .filter(|&s| before[s / 64] >> (s % 64) & 1 == 0);
        let (from, to) = (left.next()?, come.next()?);
        if left.next().is_some() || come.next().is_some() {
            return None;
        }
        let (from, to) = (self.squares[from], self.squares[to]);
        let goes_there = |&d: &Direction| level.board().neighbour(from, d) == Some(to);
        let direction = Direction::ALL.into_iter().find(goes_there)?;
        Some(Push { from, direction })
    }
}
