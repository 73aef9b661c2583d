//! Floors: pieces laid one over the other until a rectangle is filled well enough.
//!
//! A piece is a small drawing of floor. Pieces are turned and mirrored at random, and
//! each covers at least one square that is floor already, so the floor hangs together.
//! A floor is kept only if it touches all four sides of the rectangle: what is asked for
//! as eight by eight is eight by eight.

use soko_core::{Cell, Coord, Setup, SplitMix};

/// The pieces, rows of `x` for floor.
const PIECES: &[&[&str]] = &[
    &["xx", "xx"],
    &["xxx", "xxx"],
    &["xxx", "x x", "xxx"],
    &["xxx"],
    &["xxxx"],
    &["xx", "x "],
    &["xxx", " x "],
    &["xxx", "x  "],
    &["xx ", " xx"],
    &[" x ", "xxx", " x "],
    &["xx", "xx", "x "],
    &["x"],
];

/// The share of the inside that becomes floor, in percent: from, and how many more.
const FILLED: (usize, usize) = (42, 30);

/// A rectangle of walls with a floor inside; none if the pieces did not reach all sides.
pub(crate) fn random_floor(random: &mut SplitMix, width: u32, height: u32) -> Option<Setup> {
    let mut setup = walls(width, height);
    let inside = (width as usize - 2) * (height as usize - 2);
    let wanted = (inside * (FILLED.0 + random.below(FILLED.1)) / 100).max(6);
    let mut n_floor = 0;
    for _ in 0..200 {
        let floor = floor_of(&setup);
        n_floor = floor.len();
        if n_floor >= wanted {
            break;
        }
        let at = match floor.is_empty() {
            true => Coord::new(height / 2, width / 2),
            false => floor[random.below(floor.len())],
        };
        let piece = turned(PIECES[random.below(PIECES.len())], random.below(8));
        let anchor = piece[random.below(piece.len())];
        lay(&mut setup, &piece, anchor, at);
    }
    (n_floor >= wanted && touches_all_sides(&setup)).then_some(setup)
}

/// A rectangle of walls.
pub(crate) fn walls(width: u32, height: u32) -> Setup {
    let cells = vec![Cell::Wall; width as usize * height as usize];
    Setup::from_cells(width, height, cells)
}

/// Where there is plain floor.
pub(crate) fn floor_of(setup: &Setup) -> Vec<Coord> {
    let floor = setup.cells().filter(|(_, cell)| *cell == Cell::Floor);
    floor.map(|(at, _)| at).collect()
}

/// Whether a place lies inside the ring of walls.
pub(crate) fn is_inside(setup: &Setup, row: i64, col: i64) -> bool {
    let (height, width) = (i64::from(setup.height()), i64::from(setup.width()));
    (1..height - 1).contains(&row) && (1..width - 1).contains(&col)
}

/// A piece in one of its eight positions, as rows and columns.
fn turned(piece: &[&str], position: usize) -> Vec<(i64, i64)> {
    let mut squares = Vec::new();
    for (row, text) in piece.iter().enumerate() {
        for (col, c) in text.bytes().enumerate() {
            if c == b'x' {
                squares.push((row as i64, col as i64));
            }
        }
    }
    for square in &mut squares {
        let (mut row, mut col) = *square;
        if position & 1 != 0 {
            row = -row;
        }
        if position & 2 != 0 {
            col = -col;
        }
        *square = if position & 4 != 0 {
            (col, row)
        } else {
            (row, col)
        };
    }
    squares
}

/// Lays a piece so that one of its squares comes to lie on a place.
fn lay(setup: &mut Setup, piece: &[(i64, i64)], anchor: (i64, i64), at: Coord) {
    for &(row, col) in piece {
        let row = i64::from(at.row) + row - anchor.0;
        let col = i64::from(at.col) + col - anchor.1;
        if is_inside(setup, row, col) {
            setup.set(Coord::new(row as u32, col as u32), Cell::Floor);
        }
    }
}

/// Whether something that is not a wall lies next to each side of the ring.
pub(crate) fn touches_all_sides(setup: &Setup) -> bool {
    let (last_row, last_col) = (setup.height() - 2, setup.width() - 2);
    let mut sides = [false; 4];
    for (at, cell) in setup.cells() {
        if cell != Cell::Wall {
            sides[0] |= at.row == 1;
            sides[1] |= at.row == last_row;
            sides[2] |= at.col == 1;
            sides[3] |= at.col == last_col;
        }
    }
    sides.iter().all(|&side| side)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floors_hang_together_and_fill_their_size() {
        let mut random = SplitMix(5);
        let mut n_floors = 0;
        for _ in 0..300 {
            let Some(mut setup) = random_floor(&mut random, 8, 7) else {
                continue;
            };
            n_floors += 1;
            assert!(touches_all_sides(&setup));
            let floor = floor_of(&setup);
            for (at, cell) in [(0, Cell::Man), (1, Cell::Box), (2, Cell::Goal)] {
                setup.set(floor[at], cell);
            }
            let level = soko_core::Level::from_setup(setup).unwrap();
            assert_eq!(level.board().n_squares(), floor.len());
        }
        assert!(n_floors > 30, "{n_floors}");
    }

    #[test]
    fn a_piece_has_eight_positions() {
        let mut all: Vec<Vec<(i64, i64)>> = (0..8)
            .map(|position| {
                let mut piece = turned(&["xxx", "x  "], position);
                let least = |of: fn(&(i64, i64)) -> i64, piece: &[(i64, i64)]| {
                    piece.iter().map(of).min().unwrap()
                };
                let (row, col) = (least(|s| s.0, &piece), least(|s| s.1, &piece));
                piece.iter_mut().for_each(|s| *s = (s.0 - row, s.1 - col));
                piece.sort_unstable();
                piece
            })
            .collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 8);
    }
}
