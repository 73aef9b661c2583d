//! The four directions, and small tables indexed by them.

use std::ops::{Index, IndexMut};

/// A direction on the board. Rows grow downwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Direction {
    /// Towards smaller columns.
    Left = 0,
    /// Towards larger columns.
    Right = 1,
    /// Towards smaller rows.
    Up = 2,
    /// Towards larger rows.
    Down = 3,
}

impl Direction {
    /// All directions, in the order in which they are numbered.
    pub const ALL: [Direction; 4] = [
        Direction::Left,
        Direction::Right,
        Direction::Up,
        Direction::Down,
    ];

    /// The other way along the same axis.
    ///
    /// ```
    /// use soko_core::Direction;
    /// assert_eq!(Direction::Left.opposite(), Direction::Right);
    /// ```
    #[inline]
    pub const fn opposite(self) -> Direction {
        match self {
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
        }
    }

    /// The two directions at right angles to this one.
    #[inline]
    pub const fn sideways(self) -> [Direction; 2] {
        match self {
            Direction::Left | Direction::Right => [Direction::Up, Direction::Down],
            Direction::Up | Direction::Down => [Direction::Left, Direction::Right],
        }
    }

    /// The step as (rows, columns).
    #[inline]
    pub const fn offset(self) -> (i32, i32) {
        match self {
            Direction::Left => (0, -1),
            Direction::Right => (0, 1),
            Direction::Up => (-1, 0),
            Direction::Down => (1, 0),
        }
    }

    /// The letter of a step without a push: one of `l`, `r`, `u`, `d`.
    #[inline]
    pub const fn letter(self) -> char {
        match self {
            Direction::Left => 'l',
            Direction::Right => 'r',
            Direction::Up => 'u',
            Direction::Down => 'd',
        }
    }

    /// Reads one of `l`, `r`, `u`, `d` in either case.
    pub const fn from_letter(letter: char) -> Option<Direction> {
        match letter {
            'l' | 'L' => Some(Direction::Left),
            'r' | 'R' => Some(Direction::Right),
            'u' | 'U' => Some(Direction::Up),
            'd' | 'D' => Some(Direction::Down),
            _ => None,
        }
    }
}

/// A value for each direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct ByDirection<T>(pub [T; 4]);

impl<T> ByDirection<T> {
    /// Builds the table from a function of the direction.
    pub fn from_fn(mut make: impl FnMut(Direction) -> T) -> Self {
        ByDirection(std::array::from_fn(|i| make(Direction::ALL[i])))
    }
}

impl<T> Index<Direction> for ByDirection<T> {
    type Output = T;
    #[inline]
    fn index(&self, direction: Direction) -> &T {
        &self.0[direction as usize]
    }
}

impl<T> IndexMut<Direction> for ByDirection<T> {
    #[inline]
    fn index_mut(&mut self, direction: Direction) -> &mut T {
        &mut self.0[direction as usize]
    }
}
