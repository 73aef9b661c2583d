//! Sets of directions, as rules name them.

use soko_core::Direction;

/// Some of the four directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DirectionSet(u8);

impl DirectionSet {
    /// No direction.
    pub const NONE: DirectionSet = DirectionSet(0);
    /// All four.
    pub const ALL: DirectionSet = DirectionSet(0b1111);

    /// This direction alone.
    pub const fn only(direction: Direction) -> DirectionSet {
        DirectionSet(1 << direction as u8)
    }

    /// Whether a direction is in the set.
    #[inline]
    pub const fn contains(self, direction: Direction) -> bool {
        self.0 & 1 << direction as u8 != 0
    }

    /// The set with a direction more.
    pub const fn with(self, direction: Direction) -> DirectionSet {
        DirectionSet(self.0 | 1 << direction as u8)
    }

    /// The directions in the set.
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL
            .into_iter()
            .filter(move |&d| self.contains(d))
    }
}
