//! Squares of the floor, and coordinates on the paper.

use crate::Direction;

/// A floor square, numbered densely in reading order; never a wall.
///
/// Which coordinates it has is known to the [`Board`](crate::Board).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(pub u16);

impl Square {
    /// The number as an index into tables by square.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The square with this index.
    ///
    /// # Panics
    ///
    /// If the index does not fit 16 bits; a board has at most
    /// [`MAX_SQUARES`](crate::MAX_SQUARES).
    #[inline]
    pub fn from_index(index: usize) -> Square {
        debug_assert!(index < u16::MAX as usize);
        Square(index as u16)
    }
}

/// Coordinates of a cell as written: row and column, both from 0, rows growing
/// downwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Coord {
    /// Row from 0 at the top.
    pub row: u32,
    /// Column from 0 at the left.
    pub col: u32,
}

impl Coord {
    /// This row and this column.
    pub const fn new(row: u32, col: u32) -> Coord {
        Coord { row, col }
    }

    /// The next cell in a direction; none beyond a rectangle of this size.
    ///
    /// ```
    /// use soko_core::{Coord, Direction};
    /// let corner = Coord::new(0, 4);
    /// assert_eq!(corner.next(Direction::Down, 5, 3), Some(Coord::new(1, 4)));
    /// assert_eq!(corner.next(Direction::Right, 5, 3), None);
    /// assert_eq!(corner.next(Direction::Up, 5, 3), None);
    /// ```
    pub fn next(self, direction: Direction, width: u32, height: u32) -> Option<Coord> {
        let (rows, cols) = direction.offset();
        let row = self.row.checked_add_signed(rows)?;
        let col = self.col.checked_add_signed(cols)?;
        (row < height && col < width).then_some(Coord { row, col })
    }
}

impl std::fmt::Display for Coord {
    /// Writes row and column counted from 1, as people count.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "row {}, column {}", self.row + 1, self.col + 1)
    }
}
