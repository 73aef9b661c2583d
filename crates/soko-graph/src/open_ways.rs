//! Which boxes can go where, all of them at once.
//!
//! Squares are numbered in reading order, so the neighbours of a square to the left and to
//! the right have the numbers before and after its own. Where a set is one word, a shift
//! thus asks for all boxes together whether the man gets to the square beside them, and
//! another whether the square on the other side is free. Up and down are the same by
//! another numbering, column by column; a table turns a set from one into the other, byte
//! by byte.
//!
//! ```text
//!     boxes that can be pushed to the right:
//!     boxes & area << 1 & free >> 1 & those with floor on both sides
//! ```
//!
//! Cost: some sixty instructions a state, whatever the number of boxes. The order is by
//! direction, not by box.

use crate::box_way::{WAYS, Way};
use soko_core::{Board, Direction, Square};

/// Squares at the most.
const MOST_SQUARES: usize = u64::BITS as usize;

/// The squares of a small board by rows and by columns, and the ways of boxes in both.
#[derive(Clone, Debug)]
pub(crate) struct OpenWays {
    /// A set by columns, from each byte of a set by rows.
    by_column: Box<[[u64; 256]; 8]>,
    pushes: [Lane; WAYS],
    pulls: [Lane; WAYS],
}

/// The ways in one direction, by the number of the box's square along it.
#[derive(Clone, Debug)]
struct Lane {
    /// Where there is one.
    has_way: u64,
    ways: Box<[Way; MOST_SQUARES]>,
}

impl OpenWays {
    /// For the ways of a board's boxes, by slot and direction; none if the board is too
    /// large.
    pub fn new(board: &Board, pushes: &[[Way; WAYS]], pulls: &[[Way; WAYS]]) -> Option<OpenWays> {
        if board.n_squares() > MOST_SQUARES {
            return None;
        }
        let mut columns: Vec<Square> = board.squares().collect();
        columns.sort_by_key(|&square| (board.coord(square).col, board.coord(square).row));
        let number = |square: Square, direction: Direction| match direction {
            Direction::Left | Direction::Right => Some(square.index()),
            Direction::Up | Direction::Down => columns.iter().position(|&s| s == square),
        };
        let lanes = |ways: &[[Way; WAYS]]| {
            Direction::ALL.map(|direction| {
                let ways = ways.iter().map(|of_slot| of_slot[direction as usize]);
                Lane::new(ways, |square| number(square, direction))
            })
        };
        let mut by_column = Box::new([[0; 256]; 8]);
        for (number, square) in columns.iter().enumerate() {
            let (byte, bit) = (square.index() / 8, square.index() % 8);
            for (value, set) in by_column[byte].iter_mut().enumerate() {
                *set |= ((value >> bit & 1) as u64) << number;
            }
        }
        Some(OpenWays {
            by_column,
            pushes: lanes(pushes),
            pulls: lanes(pulls),
        })
    }

    /// Tells of every push that boxes and an area allow.
    #[inline]
    pub fn pushes(&self, boxes: u64, area: u64, tell: impl FnMut(&Way)) {
        // The man is behind the box, and ahead it is free.
        self.open(
            &self.pushes,
            boxes,
            area,
            |free| [free << 1, free >> 1],
            tell,
        );
    }

    /// The same for what undoes pushes.
    #[inline]
    pub fn pulls(&self, boxes: u64, area: u64, tell: impl FnMut(&Way)) {
        // The man is behind the box, and behind him it is free.
        self.open(
            &self.pulls,
            boxes,
            area,
            |free| [free >> 2, free << 2],
            tell,
        );
    }

    /// Tells of every way for which the man is behind the box and another square is free,
    /// which `shifted` brings to the box's place, for either direction.
    #[inline]
    fn open(
        &self,
        lanes: &[Lane; WAYS],
        boxes: u64,
        area: u64,
        shifted: impl Fn(u64) -> [u64; 2],
        mut tell: impl FnMut(&Way),
    ) {
        let columns = [boxes, area].map(|set| self.columns(set));
        let mut open = [0; WAYS];
        for (axis, [boxes, area]) in [[boxes, area], columns].into_iter().enumerate() {
            // Towards smaller numbers, then towards larger ones.
            let [free_back, free_forth] = shifted(!boxes);
            open[2 * axis] = boxes & area >> 1 & free_back & lanes[2 * axis].has_way;
            open[2 * axis + 1] = boxes & area << 1 & free_forth & lanes[2 * axis + 1].has_way;
        }
        // One loop over all four, whose end alone is a branch that nobody can foretell.
        while open.iter().fold(0, |all, lane| all | lane) != 0 {
            let is_empty = open.map(|lane| usize::from(lane == 0));
            let lane = is_empty[0] * (1 + is_empty[1] * (1 + is_empty[2]));
            let bit = open[lane].trailing_zeros() as usize;
            open[lane] &= open[lane] - 1;
            tell(&lanes[lane].ways[bit % MOST_SQUARES]);
        }
    }

    /// A set by columns.
    #[inline]
    fn columns(&self, set: u64) -> u64 {
        let bytes = self.by_column.iter().zip(set.to_le_bytes());
        bytes.fold(0, |all, (table, byte)| all | table[usize::from(byte)])
    }
}

impl Lane {
    fn new(ways: impl Iterator<Item = Way>, number: impl Fn(Square) -> Option<usize>) -> Lane {
        let nothing = Way::none(0, Square(0));
        let mut lane = Lane {
            has_way: 0,
            ways: Box::new([nothing; MOST_SQUARES]),
        };
        for way in ways.filter(Way::is_one) {
            if let Some(number) = number(way.from) {
                lane.has_way |= 1 << number;
                lane.ways[number] = way;
            }
        }
        lane
    }
}
