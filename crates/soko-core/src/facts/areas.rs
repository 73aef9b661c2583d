//! The man's areas, numbered as Veger does (section 4.2), who calls them rooms.
//!
//! Boxes count as walls. The areas that they leave are numbered from 1 in the
//! reading order of their first squares, so that a state is its box set and one
//! small number. Dead squares take part: the man may stand on them.

use crate::{Board, Reach, Square, SquareSet, Squares};

/// The number of the area that each square belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AreaNumbers {
    numbers: Vec<u16>,
    count: u16,
}

impl AreaNumbers {
    /// Numbers the areas that these boxes leave.
    ///
    /// ```
    /// use soko_core::{Level, facts::AreaNumbers};
    /// let level: Level = "#######\n#. $ @#\n#######".parse().unwrap();
    /// let numbers = AreaNumbers::new(level.board(), level.boxes());
    /// assert_eq!(numbers.count(), 2);
    /// assert_eq!(numbers.of(level.man()), Some(2));
    /// ```
    pub fn new(board: &Board, boxes: &SquareSet) -> AreaNumbers {
        let mut numbers = vec![0; board.n_squares()];
        let areas = Reach::<SquareSet>::new(board).areas(boxes);
        for (i, area) in areas.iter().enumerate() {
            for square in area.iter() {
                numbers[square.index()] = i as u16 + 1;
            }
        }
        let count = areas.len() as u16;
        AreaNumbers { numbers, count }
    }

    /// The number of a square's area, from 1; none for a square with a box.
    pub fn of(&self, square: Square) -> Option<u16> {
        let number = self.numbers[square.index()];
        (number != 0).then_some(number)
    }

    /// How many areas there are.
    pub fn count(&self) -> u16 {
        self.count
    }
}
