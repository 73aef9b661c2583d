//! Deadspots as Veger names them (section 3.1).
//!
//! A *static* deadspot is a corner without a goal: at least two walls next to it,
//! not only on opposite sides, so that a box there never moves again. An
//! *indirect* deadspot is any other dead square: a box there may still move, but
//! only to deadspots. The two kinds are disjoint and together they are all squares
//! that are not [`live_squares`]; the tests say so. The man is thought to stand on
//! whatever side of the box he likes, so where he would have to walk around it
//! [`dead_squares`](super::dead_squares) has more.

use super::{corner_squares, live_squares};
use crate::{Board, SquareSet, Squares};

/// The deadspots of a board, in Veger's two kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadspots {
    /// Corners without a goal.
    pub in_corners: SquareSet,
    /// All other deadspots.
    pub indirect: SquareSet,
}

impl Deadspots {
    /// Sorts the deadspots of a board into the two kinds.
    ///
    /// ```
    /// use soko_core::{Level, Squares, facts::Deadspots};
    /// // The puzzle of Veger's Figure 2: four corners, ten indirect deadspots.
    /// let level: Level = "#######\n#     #\n# .   #\n#  $  #\n#  @  #\n#######".parse().unwrap();
    /// let spots = Deadspots::new(level.board());
    /// assert_eq!((spots.in_corners.len(), spots.indirect.len()), (4, 10));
    /// ```
    pub fn new(board: &Board) -> Deadspots {
        let in_corners = corner_squares(board);
        let mut indirect = SquareSet::full(board.n_squares());
        indirect.subtract(&live_squares(board));
        indirect.subtract(&in_corners);
        Deadspots {
            in_corners,
            indirect,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SplitMix, random_level};

    #[test]
    fn corners_without_goals_are_always_deadspots() {
        let mut random = SplitMix(17);
        for _ in 0..300 {
            let level = random_level(&mut random, 9, 8, 3);
            let spots = Deadspots::new(level.board());
            let live = live_squares(level.board());
            let all = spots.in_corners.union(&spots.indirect);
            assert!(!spots.in_corners.intersects(&live), "{}", level.setup());
            assert_eq!(
                all,
                SquareSet::full(level.board().n_squares()).difference(&live)
            );
        }
    }
}
