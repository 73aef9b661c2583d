//! Dead squares: where a box can never again reach a goal.
//!
//! A lone box is pulled back from every goal; what it visits is live, the rest is
//! dead. Sound: with more boxes on the board the same pushes are at most as
//! possible as for a lone box, so a box on a dead square never reaches a goal.
//! Not complete for a position: boxes can block each other.
//!
//! ```text
//!     ######      x  dead: in the corner or along a wall without a goal
//!     #xxxx#
//!     #x $.#      the full set also has squares from which every way out ends
//!     #x @.#      on a dead square, which no look at the walls nearby shows
//!     ######
//! ```
//!
//! Two readings are offered, both sound:
//!
//! * [`live_squares`] lets the man jump to any side of the box. This is the rule
//!   of Veger (section 3.2) and Greco, and gives their published counts.
//! * [`live_squares_from_sides`] makes him walk; it may find more dead squares.
//!
//! Cost: linear in the squares.

use super::{PushDistanceMap, Sides};
use crate::{Board, Direction, SquareSet, Squares};

/// The squares from which a lone box can be brought to a goal when the man may
/// stand wherever he likes: Veger's valid squares.
///
/// ```
/// use soko_core::{Level, Squares, facts};
/// let level: Level = "#######\n#@ $. #\n#######".parse().unwrap();
/// assert_eq!(facts::live_squares(level.board()).len(), 3);
/// ```
pub fn live_squares(board: &Board) -> SquareSet {
    pulled_from(board, board.goals())
}

/// The squares that are not [`live_squares`].
pub fn dead_squares(board: &Board) -> SquareSet {
    let mut dead = SquareSet::full(board.n_squares());
    dead.subtract(&live_squares(board));
    dead
}

/// The squares from which a lone box can be brought to a goal when the man has to
/// walk around it. A subset of [`live_squares`].
pub fn live_squares_from_sides(board: &Board) -> SquareSet {
    PushDistanceMap::towards(board, &Sides::new(board), board.goals()).sources(board)
}

/// All squares to which a lone box can be pulled from these.
pub(super) fn pulled_from(board: &Board, start: &SquareSet) -> SquareSet {
    let mut reached = start.clone();
    let mut stack: Vec<_> = start.iter().collect();
    while let Some(square) = stack.pop() {
        for direction in Direction::ALL {
            let Some(next) = board.neighbour(square, direction) else {
                continue;
            };
            if !board.is_wall(next, direction) && !reached.contains(next) {
                reached.insert(next);
                stack.push(next);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, SplitMix, random_level};

    #[test]
    fn walking_finds_at_least_the_dead_squares_of_jumping() {
        let mut random = SplitMix(5);
        let mut found_more = 0;
        for _ in 0..300 {
            let level = random_level(&mut random, 9, 8, 2);
            let jumping = live_squares(level.board());
            let walking = live_squares_from_sides(level.board());
            assert!(walking.is_subset(&jumping));
            found_more += usize::from(walking != jumping);
        }
        assert!(found_more > 0, "the boards never tell the two apart");
    }

    #[test]
    fn corners_and_goalless_walls_are_dead() {
        let level: Level = "######\n#    #\n# $. #\n# @  #\n######".parse().unwrap();
        let live = live_squares(level.board());
        // The goal and its left neighbour lie off the walls; nothing else does.
        assert_eq!(live.len(), 2);
    }
}
