//! The eight squares around each square, and what they say about a hole.
//!
//! When a box is put on a square of the man's area, the area may fall into parts.
//! It does not if the square's neighbours hang together within the ring of eight
//! squares around it: every way through the middle can go round instead. So a look
//! at nine squares often saves a flood of the board, and it is exact: where the
//! ring is cut, nothing is said.
//!
//! Squares are numbered in reading order, so those of a ring that lie in one row have
//! numbers in a row. Where a set is one word, three shifts and three looks into small tables
//! tell all eight.

use crate::{Board, Coord, Direction, Square, Squares};

/// The rings of a board.
#[derive(Clone, Debug)]
pub(crate) struct Rings(Vec<Ring>);

/// A ring, clockwise from the upper left.
#[derive(Clone, Copy, Debug)]
struct Ring {
    /// The square itself where a wall is.
    squares: [Square; 8],
    /// The first number of each row,
    first: [u8; 3],
    /// and what the three numbers from there on say of the ring.
    says: [[u8; 8]; 3],
}

impl Ring {
    fn new(board: &Board, square: Square) -> Ring {
        let there = ring_of(board, square);
        let mut ring = Ring {
            squares: there.map(|there| there.unwrap_or(square)),
            first: [0; 3],
            says: [[0; 8]; 3],
        };
        for (row, places) in [[0, 1, 2], [7, 7, 3], [6, 5, 4]].into_iter().enumerate() {
            // The middle row has two, on both sides of the square.
            let members = places
                .iter()
                .filter_map(|&place| Some((place, there[place]?)));
            let numbers = members.clone().map(|(_, member)| member.index());
            let own = (row == 1).then_some(square.index());
            let first = numbers.chain(own).min().unwrap_or(0);
            ring.first[row] = (first % 64) as u8;
            for (bits, says) in ring.says[row].iter_mut().enumerate() {
                let is_in =
                    |&(_, member): &(usize, Square)| bits >> (member.index() - first) & 1 != 0;
                *says = members
                    .clone()
                    .filter(is_in)
                    .fold(0, |all, (place, _)| all | 1 << place);
            }
        }
        ring
    }

    /// Which of its squares are in a set, as bits.
    #[inline]
    fn within<S: Squares>(&self, set: &S) -> u8 {
        if let [word] = set.words() {
            let row = |i: usize| self.says[i][(word >> (self.first[i] & 63) & 7) as usize];
            return row(0) | row(1) | row(2);
        }
        let bit = |i: usize| u8::from(set.contains(self.squares[i])) << i;
        (0..8).fold(0, |all, i| all | bit(i))
    }
}

impl Rings {
    pub fn new(board: &Board) -> Rings {
        let ring = |square| Ring::new(board, square);
        Rings(board.squares().map(ring).collect())
    }

    /// Of those neighbours of a square that are in `wanted`, one, and which others do not
    /// hang together with it within the part of the ring that is in `free`, which holds
    /// them all; none if all hang together. Neither set holds the square.
    #[inline]
    pub fn apart<S: Squares>(
        &self,
        square: Square,
        wanted: &S,
        free: &S,
    ) -> Option<(Direction, impl Iterator<Item = Direction> + use<S>)> {
        let ring = &self.0[square.index()];
        let wanted = ring.within(wanted) & DIRECT_BITS;
        if wanted & wanted.wrapping_sub(1) == 0 {
            return None;
        }
        let free = ring.within(free);
        let first = wanted.trailing_zeros() as usize / 2;
        let apart = wanted & !RUNS[free as usize][first];
        let others = (0..4).filter(move |i| apart >> (2 * i + 1) & 1 != 0);
        (apart != 0).then(|| (DIRECT[first], others.map(|i| DIRECT[i])))
    }
}

/// The directions of the direct neighbours, clockwise.
const DIRECT: [Direction; 4] = [
    Direction::Up,
    Direction::Right,
    Direction::Down,
    Direction::Left,
];

/// Their bits.
const DIRECT_BITS: u8 = 0b1010_1010;

/// For each set of squares of a ring and each of the four direct neighbours, the
/// run of squares that this neighbour belongs to.
const RUNS: [[u8; 4]; 256] = {
    let mut runs = [[0; 4]; 256];
    let mut mask = 0;
    while mask < 256 {
        let mut direct = 0;
        while direct < 4 {
            runs[mask][direct] = run(mask as u8, 1 << (2 * direct + 1));
            direct += 1;
        }
        mask += 1;
    }
    runs
};

/// The run of a mask that holds a bit, in a ring of eight.
const fn run(mask: u8, bit: u8) -> u8 {
    let mut run = mask & bit;
    loop {
        let grown = mask & (run | run.rotate_left(1) | run.rotate_right(1));
        if grown == run {
            return run;
        }
        run = grown;
    }
}

/// The squares around a square, clockwise from the upper left.
fn ring_of(board: &Board, square: Square) -> [Option<Square>; 8] {
    const OFFSETS: [(i64, i64); 8] = [
        (-1, -1),
        (-1, 0),
        (-1, 1),
        (0, 1),
        (1, 1),
        (1, 0),
        (1, -1),
        (0, -1),
    ];
    let at = board.coord(square);
    OFFSETS.map(|(rows, cols)| {
        let row = u32::try_from(i64::from(at.row) + rows);
        let col = u32::try_from(i64::from(at.col) + cols);
        board.square(Coord::new(row.ok()?, col.ok()?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FixedSet, SplitMix, random_level};

    /// The rows of a word say what each square does, pillars and edges among them.
    #[test]
    fn a_ring_within_a_word_is_that_of_its_squares() {
        let mut random = SplitMix(31);
        for _ in 0..50 {
            let level = random_level(&mut random, 9, 8, 3);
            let board = level.board();
            let n = board.n_squares();
            assert!(n <= 64);
            let squares = board.squares().filter(|_| random.below(2) == 0);
            let word: FixedSet<1> = Squares::of(n, squares);
            let wide: FixedSet<2> = board.convert(&word);
            for square in board.squares() {
                let ring = Ring::new(board, square);
                let (found, expected) = (ring.within(&word), ring.within(&wide));
                // A wall is the square itself, in the ring of a wide set.
                let walls = ring
                    .squares
                    .iter()
                    .enumerate()
                    .filter(|&(_, &s)| s == square);
                let walls = walls.fold(0, |all, (i, _)| all | 1u8 << i);
                assert_eq!(found, expected & !walls);
            }
        }
    }

    #[test]
    fn runs_end_where_a_square_is_missing() {
        const UP: u8 = 1 << 1;
        const UP_RIGHT: u8 = 1 << 2;
        const RIGHT: u8 = 1 << 3;
        const LEFT: u8 = 1 << 7;
        const UP_LEFT: u8 = 1;
        assert_eq!(run(UP | RIGHT, UP), UP);
        assert_eq!(run(UP | UP_RIGHT | RIGHT, UP), UP | UP_RIGHT | RIGHT);
        assert_eq!(run(LEFT | UP_LEFT | UP, LEFT), LEFT | UP_LEFT | UP);
        assert_eq!(run(RIGHT, UP), 0);
        assert_eq!(run(0xFF, UP), 0xFF);
    }
}
