//! The floor as a graph in one flat table, for loops in which every look counts.
//!
//! [`Board`] answers "which square is next?" with an `Option`. Here the wall is
//! the number after the last square, its own neighbour in every direction, and
//! tables have a place for it ([`BySquare`]): a loop over neighbours, and over the
//! neighbours of neighbours, needs no branch for walls. This is the one place
//! where a [`Square`] may be none of the floor.

use crate::{Board, ByDirection, BySquare, Direction, Square};

/// The neighbours of every square.
#[derive(Clone, Debug)]
pub struct FloorGraph {
    next: BySquare<ByDirection<Square>>,
}

impl FloorGraph {
    /// The graph of a board's floor.
    ///
    /// ```
    /// use soko_core::{Direction::*, FloorGraph, Level, Square};
    /// let level: Level = "#####\n#@$.#\n#####".parse().unwrap();
    /// let floor = FloorGraph::new(level.board());
    /// assert_eq!(floor.next(Square(0), Right), Square(1));
    /// assert_eq!(floor.next(Square(0), Left), floor.wall());
    /// assert_eq!(floor.next(floor.wall(), Left), floor.wall());
    /// ```
    pub fn new(board: &Board) -> FloorGraph {
        let n = board.n_squares();
        let wall = Square(n as u16);
        let beside = |square| {
            ByDirection::from_fn(|direction| board.neighbour(square, direction).unwrap_or(wall))
        };
        FloorGraph {
            next: BySquare::from_fn(n, ByDirection([wall; 4]), beside),
        }
    }

    /// The number of floor squares.
    #[inline]
    pub fn n_squares(&self) -> usize {
        self.next.n_squares()
    }

    /// All floor squares in reading order.
    pub fn squares(&self) -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator + use<> {
        (0..self.n_squares()).map(Square::from_index)
    }

    /// What stands for the wall.
    #[inline]
    pub fn wall(&self) -> Square {
        self.next.wall()
    }

    /// Whether this stands for the wall.
    #[inline]
    pub fn is_wall(&self, square: Square) -> bool {
        square == self.wall()
    }

    /// The next square in a direction, or the wall.
    #[inline]
    pub fn next(&self, square: Square, direction: Direction) -> Square {
        self.next[square][direction]
    }

    /// The floor squares beside a square.
    #[inline]
    pub fn neighbours(&self, square: Square) -> impl Iterator<Item = Square> {
        let beside = self.next[square].0.into_iter();
        beside.filter(|&next| !self.is_wall(next))
    }

    /// What lies in each direction: squares, or the wall.
    #[inline]
    pub fn beside(&self, square: Square) -> &ByDirection<Square> {
        &self.next[square]
    }
}
