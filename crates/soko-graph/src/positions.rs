//! Positions of a level as ED2.2 strings, and back.
//!
//! The string names the man's room by its number, and the boxes by the numbers of their
//! valid squares (`ed22.rs`). What is read back has the man on the first square of his
//! room: where he stands in it the string does not say. Source: Veger 2011, section 4.

use crate::ed22::{self, BitString};
use crate::key_layout::KeyLayout;
use soko_core::facts::AreaNumbers;
use soko_core::{Level, SquareSet, Squares, State};
use std::fmt;

/// Why a position has no string, or a string no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ed22Error {
    /// A box stands on a square that has no number.
    DeadSquare,
    /// The string is too short or too long for the boxes of the level.
    Length {
        /// The boxes of the level.
        boxes: usize,
    },
    /// The string names a valid square that the level does not have.
    NoSquare {
        /// The number in the string.
        number: usize,
        /// The valid squares of the level.
        squares: usize,
    },
    /// The string names a room that the position does not have, or the position has
    /// one that does not fit the string.
    NoRoom {
        /// The number.
        number: usize,
        /// The rooms of the position.
        rooms: usize,
    },
}

impl fmt::Display for Ed22Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ed22Error::DeadSquare => write!(
                f,
                "a box stands on a square from which none can reach a goal; such squares have no number"
            ),
            Ed22Error::Length { boxes } => {
                write!(f, "the string is too short or too long for {boxes} boxes")
            }
            Ed22Error::NoSquare { number, squares } => {
                write!(
                    f,
                    "there is no valid square {number}; the last is {squares}"
                )
            }
            Ed22Error::NoRoom { number, rooms } => {
                write!(f, "there is no room {number}; the position has {rooms}")
            }
        }
    }
}

impl std::error::Error for Ed22Error {}

/// The valid squares of a level, numbered.
#[derive(Debug)]
pub struct Positions<'a> {
    level: &'a Level,
    layout: KeyLayout,
}

impl<'a> Positions<'a> {
    /// Numbers the valid squares of a level.
    ///
    /// ```
    /// use soko_core::Level;
    /// use soko_graph::Positions;
    /// let level: Level = "######\n#@ $.#\n######".parse().unwrap();
    /// let positions = Positions::new(&level);
    /// let bits = positions.encode(&level.start()).unwrap();
    /// assert_eq!(positions.decode(&bits).unwrap(), level.start());
    /// ```
    pub fn new(level: &'a Level) -> Positions<'a> {
        let layout = KeyLayout::new(level);
        Positions { level, layout }
    }

    /// The numbers of the boxes, from 1.
    pub fn boxes(&self, state: &State) -> Result<Vec<usize>, Ed22Error> {
        let number = |square| self.layout.slot(square).map(|slot| slot + 1);
        let numbers: Option<Vec<usize>> = state.boxes.iter().map(number).collect();
        numbers.ok_or(Ed22Error::DeadSquare)
    }

    /// The number of the man's room, from 1.
    pub fn room(&self, state: &State) -> usize {
        let rooms = AreaNumbers::new(self.level.board(), &state.boxes);
        usize::from(rooms.of(state.man).unwrap_or(0))
    }

    /// The string of a position.
    pub fn encode(&self, state: &State) -> Result<BitString, Ed22Error> {
        let room = self.room(state);
        if room >= 1 << ed22::ROOM_BITS {
            let (number, rooms) = (room, room);
            return Err(Ed22Error::NoRoom { number, rooms });
        }
        let places: Vec<usize> = self.boxes(state)?.iter().map(|n| n - 1).collect();
        Ok(ed22::encode(room, &places))
    }

    /// The position of a string.
    pub fn decode(&self, bits: &BitString) -> Result<State, Ed22Error> {
        let boxes = self.level.n_boxes();
        let (room, places) = ed22::decode(bits, boxes).ok_or(Ed22Error::Length { boxes })?;
        let squares = self.layout.squares();
        let mut set = self.level.board().no_squares();
        for place in places {
            let square = squares.get(place).ok_or(Ed22Error::NoSquare {
                number: place + 1,
                squares: squares.len(),
            })?;
            set.insert(*square);
        }
        let man = self.first_square(&set, room)?;
        Ok(State { boxes: set, man })
    }

    fn first_square(&self, boxes: &SquareSet, room: usize) -> Result<soko_core::Square, Ed22Error> {
        let board = self.level.board();
        let rooms = AreaNumbers::new(board, boxes);
        let is_there =
            |&square: &soko_core::Square| rooms.of(square).map(usize::from) == Some(room);
        board.squares().find(is_there).ok_or(Ed22Error::NoRoom {
            number: room,
            rooms: usize::from(rooms.count()),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, explore};
    use soko_core::{SplitMix, random_level};
    use soko_search::{Control, Limits};

    #[test]
    fn every_state_of_a_graph_comes_back() {
        let mut random = SplitMix(11);
        let mut n_states = 0;
        for _ in 0..400 {
            let level = random_level(&mut random, 7, 6, 3);
            let positions = Positions::new(&level);
            let limits = Limits {
                expansions: Some(300),
                ..Limits::default()
            };
            let graph = explore(&level, &Rules::default(), 1, &mut Control::new(limits)).unwrap();
            for state in 1..graph.n_states() as u32 {
                let state = graph.shown(state);
                let bits = positions.encode(&state).unwrap();
                assert_eq!(positions.decode(&bits), Ok(state));
                n_states += 1;
            }
        }
        assert!(n_states > 1000, "{n_states}");
    }

    #[test]
    fn what_a_level_does_not_have_is_told() {
        let level: Level = "######\n#@ $.#\n######".parse().unwrap();
        let positions = Positions::new(&level);
        // Three valid squares: the box cannot get to the first.
        let decoded = |room, places: &[usize]| positions.decode(&ed22::encode(room, places));
        assert!(decoded(1, &[1]).is_ok());
        let (number, squares) = (4, 3);
        assert_eq!(
            decoded(1, &[3]),
            Err(Ed22Error::NoSquare { number, squares })
        );
        let (number, rooms) = (3, 2);
        assert_eq!(decoded(3, &[1]), Err(Ed22Error::NoRoom { number, rooms }));
        assert_eq!(decoded(1, &[0, 1]), Err(Ed22Error::Length { boxes: 1 }));
        let mut lost = level.start();
        lost.boxes = SquareSet::of(level.board().n_squares(), [level.man()]);
        lost.man = soko_core::Square(1);
        assert_eq!(positions.encode(&lost), Err(Ed22Error::DeadSquare));
    }
}
