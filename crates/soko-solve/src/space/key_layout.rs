//! The packed form of a state: a bit for each square where a box may stand, then
//! the man's square in one or two bytes.
//!
//! Boxes never stand on squares that a search refuses to push them to, so those
//! squares need no bit. On small levels this halves a key.

use soko_core::{Board, Square, SquareSet, Squares};

/// Which bit of a key stands for which square.
#[derive(Clone, Debug)]
pub struct KeyLayout {
    bit_of: Vec<u16>,
    square_of: Vec<Square>,
    n_squares: usize,
    box_bytes: usize,
    man_bytes: usize,
}

const NO_BIT: u16 = u16::MAX;

impl KeyLayout {
    /// Keys for boxes that stay within a set of squares.
    pub fn new(board: &Board, box_squares: &SquareSet) -> KeyLayout {
        let n_squares = board.n_squares();
        let square_of: Vec<Square> = box_squares.iter().collect();
        let mut bit_of = vec![NO_BIT; n_squares];
        for (bit, square) in square_of.iter().enumerate() {
            bit_of[square.index()] = bit as u16;
        }
        KeyLayout {
            bit_of,
            n_squares,
            box_bytes: square_of.len().div_ceil(8),
            man_bytes: if n_squares <= 256 { 1 } else { 2 },
            square_of,
        }
    }

    /// The bytes of a key.
    pub fn key_len(&self) -> usize {
        self.box_bytes + self.man_bytes
    }

    /// Writes a key.
    ///
    /// # Panics
    ///
    /// If a box stands elsewhere, in debug builds.
    #[inline]
    pub fn pack<S: Squares>(&self, boxes: &S, man: Square, key: &mut [u8]) {
        let (box_part, man_part) = key.split_at_mut(self.box_bytes);
        box_part.fill(0);
        for square in boxes.iter() {
            let bit = self.bit_of[square.index()];
            debug_assert_ne!(bit, NO_BIT, "a box where none may stand");
            box_part[usize::from(bit / 8)] |= 1 << (bit % 8);
        }
        man_part.copy_from_slice(&man.0.to_le_bytes()[..self.man_bytes]);
    }

    /// Reads a key.
    #[inline]
    pub fn unpack<S: Squares>(&self, key: &[u8]) -> (S, Square) {
        let (box_part, man_part) = key.split_at(self.box_bytes);
        let mut boxes = S::empty(self.n_squares);
        for (i, &byte) in box_part.iter().enumerate() {
            let mut bits = byte;
            while bits != 0 {
                boxes.insert(self.square_of[i * 8 + bits.trailing_zeros() as usize]);
                bits &= bits - 1;
            }
        }
        let mut man = [0; 2];
        man[..self.man_bytes].copy_from_slice(man_part);
        (boxes, Square(u16::from_le_bytes(man)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{FixedSet, SplitMix, random_level};

    #[test]
    fn keys_are_read_back_as_they_were_written() {
        let mut random = SplitMix(3);
        for _ in 0..100 {
            let level = random_level(&mut random, 12, 11, 6);
            let board = level.board();
            let layout = KeyLayout::new(board, level.boxes());
            let boxes: FixedSet<2> = board.convert(level.boxes());
            let mut key = vec![0xFF; layout.key_len()];
            layout.pack(&boxes, level.man(), &mut key);
            assert_eq!(layout.unpack(&key), (boxes, level.man()));
        }
    }
}
