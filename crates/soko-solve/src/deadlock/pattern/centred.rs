//! LISA's three operations: what the recogniser makes of a pattern.
//!
//! A pattern is *duplicated*, so that each of its boxes is the centre once, as the
//! pushed box is the one that is looked at; *mirrored* in all eight ways; and made
//! *unique*, as many of these are the same.
//!
//! Source: LISA, section 4.3.2.

use super::trap::Trap;
use super::window::Pattern;
use soko_core::Symmetry;

/// A place relative to the centre: rows down, columns right.
pub(super) type Offset = (i32, i32);

/// Places are at most so far from the centre.
const FAR: i32 = Pattern::MOST_A_SIDE as i32 - 1;
const SIDE: i32 = 2 * FAR + 1;

/// The number of places, the centre among them.
pub(super) const N_PLACES: usize = (SIDE * SIDE) as usize;

/// The bit of a place in the sets of a [`Centred`].
fn bit((row, col): Offset) -> u128 {
    1 << ((row + FAR) * SIDE + col + FAR)
}

/// The place with this number.
pub(super) fn place(number: usize) -> Offset {
    let number = number as i32;
    (number / SIDE - FAR, number % SIDE - FAR)
}

/// The places of a set.
pub(super) fn places(set: u128) -> impl Iterator<Item = Offset> {
    let mut left = set;
    std::iter::from_fn(move || {
        (left != 0).then(|| {
            let number = left.trailing_zeros() as usize;
            left &= left - 1;
            place(number)
        })
    })
}

/// What a pattern demands of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Demand {
    Nothing,
    BoxOrWall,
    Wall,
}

/// A pattern seen from one of its boxes. Sets are of places around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Centred {
    pub walls: u128,
    pub boxes: u128,
    pub territory: u128,
    pub pockets: u128,
}

impl Centred {
    /// Whether wherever the other fits this fits too.
    pub fn is_weaker(&self, other: &Centred) -> bool {
        let solid = other.boxes | other.walls;
        self.walls & !other.walls == 0 && self.boxes & !solid == 0
    }

    /// What it demands of a place.
    pub fn demand(&self, number: usize) -> Demand {
        let bit = 1 << number;
        match (self.walls & bit != 0, self.boxes & bit != 0) {
            (true, _) => Demand::Wall,
            (_, true) => Demand::BoxOrWall,
            _ => Demand::Nothing,
        }
    }
}

/// The pattern seen from each of its boxes.
fn duplicated(pattern: &Pattern, trap: &Trap) -> Vec<Centred> {
    let centres = pattern.cells(pattern.boxes);
    let seen_from = |(row, col): Offset| {
        let around = |set| {
            let moved = pattern.cells(set).map(|(r, c)| bit((r - row, c - col)));
            moved.fold(0, |set, bit| set | bit)
        };
        Centred {
            walls: around(pattern.walls),
            boxes: around(pattern.boxes),
            territory: around(trap.territory),
            pockets: around(trap.pockets),
        }
    };
    centres.map(seen_from).collect()
}

/// The pattern duplicated, mirrored and made unique; nothing if it is no deadlock.
pub(super) fn unique(pattern: &Pattern) -> Vec<Centred> {
    let Ok(trap) = pattern.verify() else {
        return Vec::new();
    };
    let mirrored = Symmetry::ALL.into_iter().flat_map(|symmetry| {
        let trap = Trap {
            territory: pattern.image_of(trap.territory, symmetry),
            pockets: pattern.image_of(trap.pockets, symmetry),
        };
        duplicated(&pattern.image(symmetry), &trap)
    });
    let mut all: Vec<Centred> = mirrored.collect();
    all.sort();
    all.dedup();
    all
}

/// What the three operations make of a pattern, in numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operations {
    /// Seen from each of its boxes.
    pub duplicated: usize,
    /// Each of these in eight ways.
    pub mirrored: usize,
    /// Those that differ.
    pub unique: usize,
}

impl Pattern {
    /// What LISA's operations make of it. Nothing is left of what is no deadlock.
    ///
    /// ```
    /// use soko_solve::deadlock::Pattern;
    /// let block: Pattern = "$$\n$$".parse().unwrap();
    /// let made = block.operations();
    /// assert_eq!((made.duplicated, made.mirrored, made.unique), (4, 32, 4));
    /// ```
    pub fn operations(&self) -> Operations {
        Operations {
            duplicated: self.n_boxes(),
            mirrored: 8 * self.n_boxes(),
            unique: unique(self).len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_numbered_both_ways() {
        for number in 0..N_PLACES {
            assert_eq!(bit(place(number)), 1 << number);
        }
        assert_eq!(place(N_PLACES / 2), (0, 0));
        assert_eq!(
            places(bit((-5, 5)) | bit((0, 0))).collect::<Vec<_>>(),
            [(-5, 5), (0, 0)]
        );
    }

    #[test]
    fn a_pattern_without_symmetry_is_there_eight_times_for_each_box() {
        let pattern: Pattern = "$$?\n#?$\n##?".parse().unwrap();
        let made = pattern.operations();
        assert!(pattern.verify().is_err() && made.unique == 0);
        let pattern: Pattern = "$$\n##".parse().unwrap();
        assert_eq!(pattern.operations().unique, 8);
        let corner: Pattern = "##\n#$".parse().unwrap();
        assert_eq!(corner.operations().unique, 4);
    }
}
