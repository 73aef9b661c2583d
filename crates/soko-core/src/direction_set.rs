//! Sets of directions: on which sides of a box something holds.

use crate::Direction;

/// A set of directions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DirectionSet(u8);

impl DirectionSet {
    /// No direction.
    pub const EMPTY: DirectionSet = DirectionSet(0);

    /// Whether there is none.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a direction is one of them.
    #[inline]
    pub const fn contains(self, direction: Direction) -> bool {
        self.0 & (1 << direction as u8) != 0
    }

    /// Adds a direction.
    #[inline]
    pub const fn insert(&mut self, direction: Direction) {
        self.0 |= 1 << direction as u8;
    }

    /// Adds all of another set.
    #[inline]
    pub const fn union_with(&mut self, other: DirectionSet) {
        self.0 |= other.0;
    }

    /// The directions in the order of [`Direction::ALL`].
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Direction> {
        Direction::ALL
            .into_iter()
            .filter(move |&direction| self.contains(direction))
    }
}

impl FromIterator<Direction> for DirectionSet {
    fn from_iter<I: IntoIterator<Item = Direction>>(directions: I) -> Self {
        let mut set = DirectionSet::EMPTY;
        for direction in directions {
            set.insert(direction);
        }
        set
    }
}
