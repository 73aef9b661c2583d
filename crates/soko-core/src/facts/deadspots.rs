//! Deadspots as Veger names them (section 3.1).
//!
//! A *static* deadspot is a corner without a goal: at least two walls next to it,
//! not only on opposite sides, so that a box there never moves again. An
//! *indirect* deadspot is any other dead square: a box there may still move, but
//! only to deadspots. The two kinds are disjoint and together they are all the
//! dead squares; the tests say so.

use super::{corner_squares, dead_squares};
use crate::{Board, SquareSet, Squares};

/// The dead squares of a board, in Veger's two kinds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadspots {
    /// Corners without a goal.
    pub in_corners: SquareSet,
    /// All other dead squares.
    pub indirect: SquareSet,
}

impl Deadspots {
    /// Sorts the dead squares of a board into the two kinds.
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
        let indirect = dead_squares(board).difference(&in_corners);
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
    fn corners_without_goals_are_always_dead() {
        let mut random = SplitMix(17);
        for _ in 0..300 {
            let level = random_level(&mut random, 9, 8, 3);
            let spots = Deadspots::new(level.board());
            let dead = dead_squares(level.board());
            assert!(spots.in_corners.is_subset(&dead), "{}", level.setup());
            assert_eq!(spots.in_corners.union(&spots.indirect), dead);
        }
    }
}
