//! Tables with a value for each square, and one for the wall.
//!
//! The wall has a place of its own behind the last square. So code that looks at
//! all four neighbours of a square can look up what it wants to know about each
//! without asking first whether it is floor ([`FloorGraph`](crate::FloorGraph)).

use crate::Square;
use std::ops::{Index, IndexMut};

/// A value for each square of a board, and one for the wall.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BySquare<T>(Vec<T>);

impl<T> BySquare<T> {
    /// The same value for every square and the wall.
    pub fn new(n_squares: usize, value: T) -> BySquare<T>
    where
        T: Clone,
    {
        BySquare(vec![value; n_squares + 1])
    }

    /// The values of a function of the square, and that of the wall.
    pub fn from_fn(n_squares: usize, wall: T, value: impl FnMut(Square) -> T) -> BySquare<T> {
        let squares = (0..n_squares).map(Square::from_index);
        BySquare(squares.map(value).chain([wall]).collect())
    }

    /// The number of squares, the wall not counted.
    #[inline]
    pub fn n_squares(&self) -> usize {
        self.0.len() - 1
    }

    /// What stands for the wall in this table.
    #[inline]
    pub fn wall(&self) -> Square {
        Square(self.n_squares() as u16)
    }

    /// The values of the squares in reading order, without that of the wall.
    pub fn iter(&self) -> impl Iterator<Item = (Square, &T)> {
        let values = self.without_wall().iter().enumerate();
        values.map(|(index, value)| (Square::from_index(index), value))
    }

    /// The values of the squares alone.
    #[inline]
    pub fn without_wall(&self) -> &[T] {
        &self.0[..self.n_squares()]
    }

    /// All values, that of the wall last.
    #[inline]
    pub fn with_wall(&self) -> &[T] {
        &self.0
    }

    /// All values, that of the wall last, to be changed.
    #[inline]
    pub fn with_wall_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

impl<T> Index<Square> for BySquare<T> {
    type Output = T;
    #[inline]
    fn index(&self, square: Square) -> &T {
        &self.0[square.index()]
    }
}

impl<T> IndexMut<Square> for BySquare<T> {
    #[inline]
    fn index_mut(&mut self, square: Square) -> &mut T {
        &mut self.0[square.index()]
    }
}
