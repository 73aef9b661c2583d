//! Rooms and tunnels, after LISA's room-tunnel layer (section 4.1).
//!
//! LISA calls a square a tunnel when one of a few patterns of walls, or a mirror
//! image of it, lies around it, and else a room. The patterns stood in a figure
//! that the printed text has lost, so these four are ours ([`TUNNEL_PATTERNS`];
//! `#` wall, `?` anything, the square itself in the middle, in all rotations and
//! mirrors):
//!
//! ```text
//!     ?#?     ?#?     ?#?     #?#
//!     ? ?     # ?     ? ?     ? ?
//!     ?#?     ??#     #?#     #?#
//!   straight  bend   branch  crossing
//! ```
//!
//! Together they say exactly: the square lies in no two-by-two block of floor. A
//! test holds the patterns to that sentence, so none is missing and none is
//! needless. Rooms are the connected parts of the other squares, tunnels the
//! connected parts of the tunnel squares.
//!
//! This is what *room* means throughout: the layer, the numbers of `soko analyse` and
//! the deadlock test of that name. Veger's rooms are areas here, Shoham's halls.

use crate::{Board, Coord, Reach, Square, SquareSet, Squares, Symmetry};

/// The patterns of a tunnel square, row by row from the top left.
pub const TUNNEL_PATTERNS: [[&str; 3]; 4] = [
    ["?#?", "? ?", "?#?"],
    ["?#?", "# ?", "??#"],
    ["?#?", "? ?", "#?#"],
    ["#?#", "? ?", "#?#"],
];

/// The floor of a board, parted in rooms and tunnels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rooms {
    /// All tunnel squares.
    pub tunnel_squares: SquareSet,
    /// The rooms, in the order of their first squares.
    pub rooms: Vec<SquareSet>,
    /// The tunnels, in the order of their first squares.
    pub tunnels: Vec<SquareSet>,
}

impl Rooms {
    /// Parts the floor of a board.
    ///
    /// ```
    /// use soko_core::{Level, Squares, facts::Rooms};
    /// let rows = ["#########", "#  ###  #", "#@ $  . #", "#########"];
    /// let level: Level = rows.join("\n").parse().unwrap();
    /// let rooms = Rooms::new(level.board());
    /// assert_eq!((rooms.rooms.len(), rooms.tunnels.len()), (2, 1));
    /// assert_eq!(rooms.tunnel_squares.len(), 3);
    /// ```
    pub fn new(board: &Board) -> Rooms {
        let patterns = all_symmetries(&TUNNEL_PATTERNS);
        let is_tunnel = |square: &Square| {
            let around = walls_around(board, *square);
            patterns.iter().any(|walls| around & walls == *walls)
        };
        let n = board.n_squares();
        let tunnel_squares = SquareSet::of(n, board.squares().filter(is_tunnel));
        let room_squares = SquareSet::full(n).difference(&tunnel_squares);
        let reach = Reach::<SquareSet>::new(board);
        Rooms {
            rooms: reach.areas(&tunnel_squares),
            tunnels: reach.areas(&room_squares),
            tunnel_squares,
        }
    }
}

/// The walls of the eight squares around, as bits in reading order of the nine.
fn walls_around(board: &Board, square: Square) -> u16 {
    let at = board.coord(square);
    let mut walls = 0;
    for i in 0..9 {
        // A floor square at the rim of the rectangle cannot occur in a closed
        // board, so the position above and to the left exists.
        let there = Coord::new(
            (at.row + i / 3).wrapping_sub(1),
            (at.col + i % 3).wrapping_sub(1),
        );
        if board.square(there).is_none() {
            walls |= 1 << i;
        }
    }
    walls
}

/// The wall bits of all rotations and mirrors of the patterns, each once.
fn all_symmetries(patterns: &[[&str; 3]]) -> Vec<u16> {
    let mut all = Vec::new();
    for pattern in patterns {
        for symmetry in Symmetry::ALL {
            let is_wall = |at: &Coord| pattern[at.row as usize].as_bytes()[at.col as usize] == b'#';
            let walls = (0..9).map(|i| Coord::new(i / 3, i % 3)).filter(is_wall);
            let images = walls.map(|at| symmetry.image(at, 3, 3));
            all.push(images.fold(0, |bits, at| bits | 1 << (at.row * 3 + at.col)));
        }
    }
    all.sort_unstable();
    all.dedup();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every possible neighbourhood of a floor square.
    #[test]
    fn the_patterns_say_that_no_block_of_floor_holds_the_square() {
        let patterns = all_symmetries(&TUNNEL_PATTERNS);
        for walls in (0u16..512).filter(|walls| walls & 1 << 4 == 0) {
            let floor = |row: usize, col: usize| walls & 1 << (row * 3 + col) == 0;
            let in_block = [0, 2].into_iter().any(|row| {
                [0, 2]
                    .into_iter()
                    .any(|col| floor(row, col) && floor(row, 1) && floor(1, col))
            });
            let is_tunnel = patterns.iter().any(|p| walls & p == *p);
            assert_eq!(is_tunnel, !in_block, "{walls:09b}");
        }
    }

    #[test]
    fn no_pattern_is_needless() {
        for left_out in 0..TUNNEL_PATTERNS.len() {
            let mut fewer = TUNNEL_PATTERNS.to_vec();
            let alone = all_symmetries(&[fewer.remove(left_out)]);
            let fewer = all_symmetries(&fewer);
            // The neighbourhood with no more walls than the pattern demands.
            let walls = alone[0];
            assert!(!fewer.iter().any(|p| walls & p == *p));
        }
    }
}
