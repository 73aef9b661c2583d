//! Safe squares as Movers and Packers define them (section 2.5).
//!
//! A square is *back-reachable* when a lone box can be pulled to it from some
//! goal, and *forward-reachable* when a lone box can be pushed to it from some
//! box's start. Only a square that is both can ever hold a box on the way of a
//! solution; they call it safe. The man may jump, as in their report.
//!
//! Sound as a rule for solutions from this start. A forward-unreachable square is
//! no deadlock, though: no box can get there in the first place. Cost: linear.

use super::dead_squares::moved_by_a_jumping_man;
use super::{Motion, live_squares};
use crate::{Level, SquareSet, Squares};

/// Where boxes may stand on the way from the start to the goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SafeSquares {
    /// Squares from which a lone box can be brought to a goal.
    pub back_reachable: SquareSet,
    /// Squares to which a lone box can be brought from a box's start.
    pub forward_reachable: SquareSet,
}

impl SafeSquares {
    /// Finds both sets.
    pub fn new(level: &Level) -> SafeSquares {
        SafeSquares {
            back_reachable: live_squares(level.board()),
            forward_reachable: moved_by_a_jumping_man(level.board(), Motion::Push, level.boxes()),
        }
    }

    /// The squares in both sets.
    pub fn safe(&self) -> SquareSet {
        self.back_reachable.intersection(&self.forward_reachable)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::{dead_squares, walking_distances_to_goals};

    /// The board of the report, rebuilt from its print.
    const BOARD: &str = "
##############
#         #..#
# # #####  ..#
# $ $ $ # #. #
# #        ..#
#  @# $# ## ##
# #$     #   #
#    $##$# ###
#            #
##############";

    /// The printed map of distances and deadlocks together, with the outer walls
    /// that the print lost.
    const MAP: &str = "
##############
#---------#..#
#-#0#####21..#
#-$9$7$-#3#.1#
#-#87654321..#
#--@#7$#4##1##
#-#$98765#---#
#-210$##$#-###
#------------#
##############";

    #[test]
    fn the_published_counts() {
        let level: Level = BOARD.parse().unwrap();
        let squares = SafeSquares::new(&level);
        assert_eq!(level.board().n_squares(), 74);
        assert_eq!(squares.back_reachable.len(), 42);
        assert_eq!(squares.forward_reachable.len(), 72);
        assert_eq!(squares.safe().len(), 41);
    }

    #[test]
    fn the_published_map() {
        let level: Level = BOARD.parse().unwrap();
        let board = level.board();
        let safe = SafeSquares::new(&level).safe();
        let distances = walking_distances_to_goals(board);
        let mut drawn = String::new();
        for (at, cell) in level.setup().cells() {
            if at.col == 0 {
                drawn.push('\n');
            }
            let c = match board.square(at) {
                Some(_) if !matches!(cell, crate::Cell::Floor) => cell.to_char(),
                Some(square) if !safe.contains(square) => '-',
                Some(square) => char::from(b'0' + (distances[square.index()] % 10) as u8),
                None => cell.to_char(),
            };
            drawn.push(c);
        }
        assert_eq!(drawn, MAP);
    }

    #[test]
    fn what_is_not_back_reachable_is_dead() {
        let level: Level = BOARD.parse().unwrap();
        let squares = SafeSquares::new(&level);
        let dead = dead_squares(level.board());
        assert!(!dead.intersects(&squares.back_reachable));
    }
}
