//! The eight symmetries: the ways in which a rectangle of cells can be turned and
//! mirrored.
//!
//! Each is a choice of three: rows become columns or not, then the rows are
//! reversed or not, then the columns. Turning by a quarter is one swap and one
//! reversal; turning by a half is both reversals.

use crate::Coord;

/// One of the eight symmetries.
///
/// ```
/// use soko_core::{Coord, Symmetry};
/// // The corners of a rectangle are corners in every picture of it.
/// let corners = Symmetry::ALL.map(|symmetry| symmetry.image(Coord::new(0, 0), 5, 3));
/// assert!(corners.iter().all(|at| [0, 2, 4].contains(&at.row)));
/// assert_eq!(Symmetry::ALL.map(|symmetry| symmetry.size(5, 3))[1], (3, 5));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    swaps: bool,
    reverses_rows: bool,
    reverses_columns: bool,
}

impl Symmetry {
    /// All eight; the first leaves everything as it is.
    pub const ALL: [Symmetry; 8] = {
        let mut all = [Symmetry::numbered(0); 8];
        let mut number = 0;
        while number < 8 {
            all[number] = Symmetry::numbered(number);
            number += 1;
        }
        all
    };

    const fn numbered(number: usize) -> Symmetry {
        Symmetry {
            swaps: number & 1 != 0,
            reverses_rows: number & 2 != 0,
            reverses_columns: number & 4 != 0,
        }
    }

    /// Width and height of the picture of a rectangle.
    pub const fn size(self, width: u32, height: u32) -> (u32, u32) {
        if self.swaps {
            (height, width)
        } else {
            (width, height)
        }
    }

    /// Where a cell of a rectangle of this width and height lies in the picture.
    pub const fn image(self, at: Coord, width: u32, height: u32) -> Coord {
        let (width, height) = self.size(width, height);
        let (row, col) = if self.swaps {
            (at.col, at.row)
        } else {
            (at.row, at.col)
        };
        Coord {
            row: if self.reverses_rows {
                height - 1 - row
            } else {
                row
            },
            col: if self.reverses_columns {
                width - 1 - col
            } else {
                col
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All pictures of three letters in two rows.
    #[test]
    fn the_eight_pictures() {
        let rows = ["ab", "c."];
        let pictures = Symmetry::ALL.map(|symmetry| {
            let mut picture = [[' '; 2]; 2];
            for (row, text) in rows.iter().enumerate() {
                for (col, letter) in text.chars().enumerate() {
                    let at = symmetry.image(Coord::new(row as u32, col as u32), 2, 2);
                    picture[at.row as usize][at.col as usize] = letter;
                }
            }
            picture.map(|row| row.iter().collect::<String>()).join("/")
        });
        let expected = [
            "ab/c.", "ac/b.", "c./ab", "b./ac", "ba/.c", "ca/.b", ".c/ba", ".b/ca",
        ];
        assert_eq!(pictures, expected);
    }

    /// In a rectangle that is no square, no cell falls outside and none on another.
    #[test]
    fn pictures_of_a_rectangle_fill_its_picture() {
        for symmetry in Symmetry::ALL {
            let (width, height) = symmetry.size(4, 3);
            let cells = (0..12).map(|i| symmetry.image(Coord::new(i / 4, i % 4), 4, 3));
            let mut cells: Vec<Coord> = cells.collect();
            cells.sort();
            cells.dedup();
            assert_eq!(cells.len(), 12);
            assert!(cells.iter().all(|at| at.row < height && at.col < width));
        }
    }
}
