//! The eight squares around each square, and what they say about a hole.
//!
//! When a box is put on a square of the man's area, the area may fall into parts.
//! It does not if the square's neighbours hang together within the ring of eight
//! squares around it: every way through the middle can go round instead. So a look
//! at nine squares often saves a flood of the board, and it is exact: where the
//! ring is cut, nothing is said.

use crate::{Board, Coord, Direction, Square, Squares};

/// The rings of a board, clockwise from the upper left; the square itself where a wall is.
#[derive(Clone, Debug)]
pub(crate) struct Rings(Vec<[Square; 8]>);

impl Rings {
    pub fn new(board: &Board) -> Rings {
        let ring = |square| ring_of(board, square).map(|there| there.unwrap_or(square));
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
        let mask_of = |set: &S, first: usize, step: usize| {
            let members = (first..8).step_by(step);
            members.fold(0u8, |mask, i| mask | u8::from(set.contains(ring[i])) << i)
        };
        let wanted = mask_of(wanted, 1, 2);
        if wanted.count_ones() < 2 {
            return None;
        }
        let free = mask_of(free, 0, 1);
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
