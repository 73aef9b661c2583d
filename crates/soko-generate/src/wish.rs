//! What levels are wanted.

use std::fmt;
use std::ops::RangeInclusive;

/// The smallest and the largest side of a level, walls included.
const SIDES: RangeInclusive<u32> = 4..=40;

/// The most boxes.
const MOST_BOXES: usize = 40;

/// What levels are wanted. Every range has its ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Wish {
    /// Columns, walls included.
    pub width: RangeInclusive<u32>,
    /// Rows, walls included.
    pub height: RangeInclusive<u32>,
    /// Boxes.
    pub boxes: RangeInclusive<usize>,
    /// The fewest pushes of a solution; none for any number, proved or not.
    pub pushes: Option<RangeInclusive<u64>>,
    /// The grade of difficulty; none for any.
    pub grade: Option<RangeInclusive<f64>>,
}

/// Why a wish cannot be fulfilled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WishError {
    /// A range whose end lies before its start, by name.
    Empty(&'static str),
    /// A side that is too short or too long.
    Side,
    /// No box, or more than the size has room for.
    Boxes {
        /// The most boxes for the size.
        most: usize,
    },
    /// A grade that no level has.
    Grade,
}

impl fmt::Display for WishError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WishError::Empty(name) => write!(f, "{name}: the range ends before it starts"),
            WishError::Side => {
                let (least, most) = (SIDES.start(), SIDES.end());
                write!(f, "a level has from {least} to {most} rows and columns")
            }
            WishError::Boxes { most } => {
                write!(f, "a level of this size has from 1 to {most} boxes")
            }
            WishError::Grade => f.write_str("ratings go from 0 to 100"),
        }
    }
}

impl std::error::Error for WishError {}

impl Wish {
    /// Levels of a size with so many boxes, of any difficulty.
    pub fn new(width: u32, height: u32, boxes: RangeInclusive<usize>) -> Wish {
        Wish {
            width: width..=width,
            height: height..=height,
            boxes,
            pushes: None,
            grade: None,
        }
    }

    /// Says whether there can be such levels.
    ///
    /// ```
    /// use soko_generate::{Wish, WishError};
    /// assert_eq!(Wish::new(8, 8, 3..=4).check(), Ok(()));
    /// assert_eq!(Wish::new(4, 4, 3..=3).check(), Err(WishError::Boxes { most: 1 }));
    /// ```
    ///
    /// # Errors
    ///
    /// The first thing that is wrong.
    pub fn check(&self) -> Result<(), WishError> {
        let is_empty = [
            ("width", self.width.is_empty()),
            ("height", self.height.is_empty()),
            ("boxes", self.boxes.is_empty()),
            ("pushes", self.pushes.as_ref().is_some_and(|r| r.is_empty())),
            ("grade", self.grade.as_ref().is_some_and(|r| r.is_empty())),
        ];
        if let Some((name, _)) = is_empty.iter().find(|(_, is_empty)| *is_empty) {
            return Err(WishError::Empty(name));
        }
        let sides = [&self.width, &self.height];
        let fits = |side: &&RangeInclusive<u32>| {
            SIDES.contains(side.start()) && SIDES.contains(side.end())
        };
        if !sides.iter().all(fits) {
            return Err(WishError::Side);
        }
        // A third of the inside: boxes need room to be pushed.
        let inside = (self.width.start() - 2) as usize * (self.height.start() - 2) as usize;
        let most = (inside / 3).min(MOST_BOXES);
        if *self.boxes.start() == 0 || *self.boxes.end() > most {
            return Err(WishError::Boxes { most });
        }
        let is_grade = |grade: &f64| (0.0..=100.0).contains(grade);
        let ends = self
            .grade
            .as_ref()
            .map(|range| [range.start(), range.end()]);
        match ends.into_iter().flatten().all(is_grade) {
            true => Ok(()),
            false => Err(WishError::Grade),
        }
    }

    /// Whether a solution with so many pushes, the fewest if that is proved, will do.
    pub(crate) fn allows_pushes(&self, pushes: u64, is_proved: bool) -> bool {
        match &self.pushes {
            Some(range) => is_proved && range.contains(&pushes),
            None => true,
        }
    }

    /// The most pushes that are wanted.
    pub(crate) fn most_pushes(&self) -> u64 {
        self.pushes.as_ref().map_or(u64::MAX, |range| *range.end())
    }
}
