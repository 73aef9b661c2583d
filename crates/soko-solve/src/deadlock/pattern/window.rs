//! Small patterns of boxes and walls, as drawn.
//!
//! A pattern is a small window: `#` must be a wall, `$` a box or a wall, `?` can
//! be anything. Around the window the floor is thought to be free without end and
//! the man to be outside.
//!
//! ```text
//!     $$     $#     ?$$     the block of four; a box beside a wall and one
//!     $$     #$     #?$     across the corner; a pocket that swallows boxes
//!                   ?##
//! ```
//!
//! Whether a pattern is a deadlock, a search says: see [`trap`](super::trap).
//!
//! Source: LISA (section 4.3), whose patterns were drawn by hand; here they are
//! generated (`generator.rs`) or come from a user's file, and are checked by search,
//! as its authors wished.

use soko_core::{Coord, Symmetry};
use std::fmt;

/// A window of walls and boxes. Cells are bits, row by row, in a frame with a free
/// ring around the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pattern {
    width: usize,
    height: usize,
    /// Cells that must be walls.
    pub(super) walls: u64,
    /// Cells that must be boxes or walls.
    pub(super) boxes: u64,
}

/// Why rows are no pattern. Rows and columns are counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// There is no cell.
    Empty,
    /// A cell is none of `#`, `$` and `?`.
    UnknownCell {
        /// Its row.
        row: usize,
        /// Its column.
        column: usize,
        /// What stands there.
        character: char,
    },
    /// A row is shorter or longer than the first.
    Uneven {
        /// The row.
        row: usize,
        /// Its cells.
        cells: usize,
        /// The cells of the first row.
        first: usize,
    },
    /// A row has more cells than a window may have.
    TooWide {
        /// The row.
        row: usize,
    },
    /// There are more rows than a window may have.
    TooHigh,
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let most = Pattern::MOST_A_SIDE;
        match self {
            PatternError::Empty => f.write_str("a pattern without cells"),
            PatternError::UnknownCell { character, .. } => write!(
                f,
                "unknown character {character:?}; a cell is # (wall), $ (box or wall) or ? (anything)"
            ),
            PatternError::Uneven { cells, first, .. } => write!(
                f,
                "this row has {cells} cells and the first has {first}; write ? for a cell that can be anything"
            ),
            PatternError::TooWide { .. } => write!(f, "a pattern is at most {most} cells wide"),
            PatternError::TooHigh => write!(f, "a pattern is at most {most} rows high"),
        }
    }
}

impl std::error::Error for PatternError {}

impl Pattern {
    /// A window is at most so wide and high.
    pub const MOST_A_SIDE: usize = 6;

    /// A window without walls and boxes.
    pub(super) fn empty(width: usize, height: usize) -> Pattern {
        Pattern {
            width,
            height,
            walls: 0,
            boxes: 0,
        }
    }

    /// Reads rows of cells, one after the other.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong, with its place.
    pub fn of_rows<'a>(rows: impl IntoIterator<Item = &'a str>) -> Result<Pattern, PatternError> {
        // 1. The size, with room for all that may come.
        let rows: Vec<Vec<char>> = rows.into_iter().map(|row| row.chars().collect()).collect();
        let first = rows.first().map_or(0, Vec::len);
        if first == 0 {
            return Err(PatternError::Empty);
        }
        let (width, height) = (
            first.min(Self::MOST_A_SIDE),
            rows.len().min(Self::MOST_A_SIDE),
        );
        let mut pattern = Pattern::empty(width, height);
        // 2. The cells, row by row.
        for (row, cells) in rows.iter().enumerate() {
            if row >= Self::MOST_A_SIDE {
                return Err(PatternError::TooHigh);
            }
            for (column, &character) in cells.iter().enumerate() {
                if !"#$?".contains(character) {
                    return Err(PatternError::UnknownCell {
                        row,
                        column,
                        character,
                    });
                }
                if column >= Self::MOST_A_SIDE {
                    return Err(PatternError::TooWide { row });
                }
                if column < first {
                    pattern.set(row, column, character);
                }
            }
            let cells = cells.len();
            if cells != first {
                return Err(PatternError::Uneven { row, cells, first });
            }
        }
        Ok(pattern)
    }

    fn set(&mut self, row: usize, column: usize, character: char) {
        let bit = self.bit(row, column);
        match character {
            '#' => self.walls |= bit,
            '$' => self.boxes |= bit,
            _ => {}
        }
    }

    /// Columns of the window.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows of the window.
    pub fn height(&self) -> usize {
        self.height
    }

    /// The number of boxes.
    pub fn n_boxes(&self) -> usize {
        self.boxes.count_ones() as usize
    }

    /// The number of walls.
    pub fn n_walls(&self) -> usize {
        self.walls.count_ones() as usize
    }

    /// The distance of two rows in the frame.
    pub(super) fn stride(&self) -> usize {
        self.width + 2
    }

    /// All cells of the frame.
    pub(super) fn frame(&self) -> u64 {
        u64::MAX >> (64 - (self.height + 2) * self.stride())
    }

    /// The bit of a cell of the window.
    pub(super) fn bit(&self, row: usize, col: usize) -> u64 {
        1 << ((row + 1) * self.stride() + col + 1)
    }

    /// The cells of a set as (row, column) in the window.
    pub fn cells(&self, set: u64) -> impl Iterator<Item = (i32, i32)> + '_ {
        (0..self.height * self.width)
            .map(|i| (i / self.width, i % self.width))
            .filter(move |&(row, col)| set & self.bit(row, col) != 0)
            .map(|(row, col)| (row as i32, col as i32))
    }

    /// The window's cells without the ring.
    pub(super) fn window(&self) -> u64 {
        let cells = (0..self.height * self.width).map(|i| (i / self.width, i % self.width));
        cells.fold(0, |set, (row, col)| set | self.bit(row, col))
    }

    /// The eight mirror images and rotations, repeats left out. The first is the same
    /// for all of them.
    pub fn symmetries(&self) -> Vec<Pattern> {
        let mut all: Vec<Pattern> = Symmetry::ALL.map(|symmetry| self.image(symmetry)).to_vec();
        all.sort();
        all.dedup();
        all
    }

    /// One of the eight pictures.
    pub(super) fn image(&self, symmetry: Symmetry) -> Pattern {
        let (width, height) = symmetry.size(self.width as u32, self.height as u32);
        Pattern {
            walls: self.image_of(self.walls, symmetry),
            boxes: self.image_of(self.boxes, symmetry),
            ..Pattern::empty(width as usize, height as usize)
        }
    }

    /// Some cells of the window in that picture.
    pub(super) fn image_of(&self, set: u64, symmetry: Symmetry) -> u64 {
        let (width, height) = (self.width as u32, self.height as u32);
        let (image_width, image_height) = symmetry.size(width, height);
        let picture = Pattern::empty(image_width as usize, image_height as usize);
        let cells = self.cells(set).map(|(row, col)| {
            let at = symmetry.image(Coord::new(row as u32, col as u32), width, height);
            picture.bit(at.row as usize, at.col as usize)
        });
        cells.fold(0, |image, bit| image | bit)
    }

    /// The window without empty rows and columns at its edges.
    pub fn cropped(&self) -> Pattern {
        let set = self.walls | self.boxes;
        let rows: Vec<usize> = self.cells(set).map(|(row, _)| row as usize).collect();
        let cols: Vec<usize> = self.cells(set).map(|(_, col)| col as usize).collect();
        let first = |v: &[usize]| v.iter().min().copied().unwrap_or(0);
        let last = |v: &[usize]| v.iter().max().copied().unwrap_or(0);
        let (top, left) = (first(&rows), first(&cols));
        let mut pattern = Pattern::empty(last(&cols) - left + 1, last(&rows) - top + 1);
        for (row, col) in self.cells(self.walls) {
            pattern.walls |= pattern.bit(row as usize - top, col as usize - left);
        }
        for (row, col) in self.cells(self.boxes) {
            pattern.boxes |= pattern.bit(row as usize - top, col as usize - left);
        }
        pattern
    }

    /// The patterns that demand a step less of one cell: a box need not be there, or
    /// a wall may be a box.
    pub fn weaker(&self) -> Vec<Pattern> {
        let boxes = self.cells(self.boxes).map(|at| (at, false));
        let cells = boxes.chain(self.cells(self.walls).map(|at| (at, true)));
        let weaken = |((row, col), is_wall): ((i32, i32), bool)| {
            let bit = self.bit(row as usize, col as usize);
            let mut weaker = *self;
            weaker.boxes ^= bit;
            if is_wall {
                weaker.walls ^= bit;
            }
            weaker
        };
        cells.map(weaken).collect()
    }
}

/// Reads rows of the same length, one a line.
impl std::str::FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Pattern, PatternError> {
        Pattern::of_rows(text.lines())
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.height {
            for col in 0..self.width {
                let bit = self.bit(row, col);
                let cell = match (self.walls & bit != 0, self.boxes & bit != 0) {
                    (true, _) => '#',
                    (_, true) => '$',
                    _ => '?',
                };
                write!(f, "{cell}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_is_read() {
        for text in ["$$\n$$\n", "?#\n#$\n", "?##?\n#??#\n#$$#\n", "??????\n"] {
            assert_eq!(text.parse::<Pattern>().unwrap().to_string(), text);
        }
        let fault = |text: &str| text.parse::<Pattern>().unwrap_err();
        assert_eq!(fault(""), PatternError::Empty);
        let uneven = PatternError::Uneven {
            row: 1,
            cells: 3,
            first: 2,
        };
        assert_eq!(fault("##\n#$#"), uneven);
        assert_eq!(fault("$$$$$$$"), PatternError::TooWide { row: 0 });
        assert_eq!(fault("$\n$\n$\n$\n$\n$\n$"), PatternError::TooHigh);
        let unknown = PatternError::UnknownCell {
            row: 1,
            column: 1,
            character: '@',
        };
        assert_eq!(fault("##\n#@"), unknown);
    }

    #[test]
    fn a_weaker_pattern_demands_a_step_less_of_one_cell() {
        let corner: Pattern = "##\n#$".parse().unwrap();
        let mut weaker: Vec<String> = corner.weaker().iter().map(Pattern::to_string).collect();
        weaker.sort();
        assert_eq!(weaker, ["##\n#?\n", "##\n$$\n", "#$\n#$\n", "$#\n#$\n"]);
    }
}
