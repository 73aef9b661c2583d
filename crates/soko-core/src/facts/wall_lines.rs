//! Dead squares that one sees by looking at the walls: corners and wall lines.
//!
//! LISA (section 4.3.1) and Greco's text call a square dead when it is
//!
//! * a *corner*: no goal, and a wall on two sides at right angles; or
//! * on a *wall line*: on a straight run of squares between two corners with a
//!   wall along one whole side of it and no goal on it. A box there can slide
//!   along the wall but never leave it.
//!
//! ```text
//!     ######     c  corner      the line between the two corners is dead
//!     #cwwc#     w  wall line
//!     #    #
//! ```
//!
//! Both are sound. They are not complete: squares from which all ways lead to
//! dead squares are missed, and the full set of
//! [`dead_squares`](super::dead_squares) has them. Greco's published counts are
//! those of [`live_squares`](super::live_squares), so his program did more than his
//! text says.
//! [`WallRule`] compares.

use super::dead_squares;
use crate::{Board, Direction, Square, SquareSet, Squares};

/// The corners without a goal.
pub fn corner_squares(board: &Board) -> SquareSet {
    let blocked = |square, a, b| board.is_wall(square, a) || board.is_wall(square, b);
    let is_corner = |square: &Square| {
        !board.is_goal(*square)
            && blocked(*square, Direction::Left, Direction::Right)
            && blocked(*square, Direction::Up, Direction::Down)
    };
    SquareSet::of(board.n_squares(), board.squares().filter(is_corner))
}

/// The squares on wall lines, corners not counted.
pub fn wall_line_squares(board: &Board) -> SquareSet {
    let corners = corner_squares(board);
    let mut lines = board.no_squares();
    for corner in corners.iter() {
        for along in [Direction::Right, Direction::Down] {
            for wall in along.sideways() {
                for square in line(board, &corners, corner, along, wall) {
                    lines.insert(square);
                }
            }
        }
    }
    lines.subtract(&corners);
    lines
}

/// The squares after `corner` up to the next corner, if the wall runs along all of
/// them and there is no goal on the way; else none.
fn line(
    board: &Board,
    corners: &SquareSet,
    corner: Square,
    along: Direction,
    wall: Direction,
) -> Vec<Square> {
    let mut squares = Vec::new();
    let mut at = corner;
    while board.is_wall(at, wall) && !board.is_goal(at) {
        let Some(next) = board.neighbour(at, along) else {
            break;
        };
        if corners.contains(next) && board.is_wall(next, wall) {
            return squares;
        }
        squares.push(next);
        at = next;
    }
    Vec::new()
}

/// How much of the full set of dead squares the look at the walls finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WallRule {
    /// Corners without a goal.
    pub corners: usize,
    /// Squares on wall lines, corners not counted.
    pub wall_lines: usize,
    /// All dead squares, by pulling back from the goals.
    pub full: usize,
}

impl WallRule {
    /// Counts the three sets on a board.
    pub fn compare(board: &Board) -> WallRule {
        WallRule {
            corners: corner_squares(board).len(),
            wall_lines: wall_line_squares(board).len(),
            full: dead_squares(board).len(),
        }
    }

    /// The dead squares that the look at the walls misses.
    pub fn missed(&self) -> usize {
        self.full - self.corners - self.wall_lines
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, SplitMix, random_level};

    #[test]
    fn what_the_walls_show_is_dead() {
        let mut random = SplitMix(23);
        let mut lines = 0;
        let mut missed = 0;
        for _ in 0..400 {
            let level = random_level(&mut random, 10, 8, 2);
            let board = level.board();
            let dead = dead_squares(board);
            let seen = corner_squares(board).union(&wall_line_squares(board));
            assert!(seen.is_subset(&dead), "{}", level.setup());
            let rule = WallRule::compare(board);
            assert_eq!(rule.missed(), dead.difference(&seen).len());
            lines += rule.wall_lines;
            missed += rule.missed();
        }
        assert!(lines > 0 && missed > 0, "the boards are too simple");
    }

    #[test]
    fn a_goal_or_a_gap_in_the_wall_frees_the_line() {
        let count = |text: &str| {
            let level: Level = text.parse().unwrap();
            wall_line_squares(level.board()).len()
        };
        let closed = "#######\n#     #\n# @$. #\n# $.  #\n#     #\n#######";
        assert_eq!(count(closed), 10);
        let goal_on_top = "#######\n#  .  #\n# @$  #\n# $.  #\n#     #\n#######";
        assert_eq!(count(goal_on_top), 7);
        let gap_on_top = "   ###\n#### ##\n#     #\n# @$. #\n# $.  #\n#     #\n#######";
        assert_eq!(count(gap_on_top), 7);
    }
}
