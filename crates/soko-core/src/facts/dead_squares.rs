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
//! [`dead_squares`] makes the man walk around the box. [`live_squares`] lets him
//! jump to any side of it, which finds fewer dead squares: this is the rule of
//! Veger (section 3.2) and Greco and gives their published counts, so it carries
//! Veger's other names, valid squares and [`Deadspots`](super::Deadspots).
//!
//! Cost: linear in the squares.

use super::{LoneBoxSearch, Motion};
use crate::{Board, Direction, FloorGraph, SquareSet, Squares};

/// The squares from which a lone box can never be brought to a goal, wherever the
/// man stands, as he has to walk around it.
///
/// ```
/// use soko_core::{Level, Squares, facts};
/// // The box can be pushed out of the shaft, but the man stays behind in it and
/// // never gets to the other side.
/// let level: Level = "#######\n#. @$ #\n### ###\n### ###\n#######".parse().unwrap();
/// assert_eq!(facts::dead_squares(level.board()).len(), 3);
/// assert_eq!(facts::live_squares(level.board()).len(), level.board().n_squares() - 2);
/// ```
pub fn dead_squares(board: &Board) -> SquareSet {
    let floor = FloorGraph::new(board);
    let mut search = LoneBoxSearch::new(&floor);
    // A goal that walls surround entirely has no side, yet is not dead.
    let mut dead = SquareSet::full(board.n_squares()).difference(board.goals());
    for stop in search.explore(Motion::Pull, board.goals().iter()) {
        dead.remove(stop.at);
    }
    dead
}

/// The squares from which a lone box can be brought to a goal when the man may
/// stand wherever he likes: Veger's valid squares.
///
/// ```
/// use soko_core::{Level, Squares, facts};
/// let level: Level = "#######\n#@ $. #\n#######".parse().unwrap();
/// assert_eq!(facts::live_squares(level.board()).len(), 3);
/// ```
pub fn live_squares(board: &Board) -> SquareSet {
    moved_by_a_jumping_man(board, Motion::Pull, board.goals())
}

/// All squares to which a man who may jump can push or pull a lone box from these.
pub(super) fn moved_by_a_jumping_man(
    board: &Board,
    motion: Motion,
    start: &SquareSet,
) -> SquareSet {
    let mut reached = start.clone();
    let mut stack: Vec<_> = start.iter().collect();
    while let Some(square) = stack.pop() {
        for direction in Direction::ALL {
            let Some(next) = board.neighbour(square, direction) else {
                continue;
            };
            // The man stands behind the box, or walks backwards in front of it.
            let has_no_place = match motion {
                Motion::Push => board.is_wall(square, direction.opposite()),
                Motion::Pull => board.is_wall(next, direction),
            };
            if !has_no_place && !reached.contains(next) {
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
            let live = live_squares(level.board());
            let dead = dead_squares(level.board());
            let jumping = SquareSet::full(level.board().n_squares()).difference(&live);
            assert!(jumping.is_subset(&dead));
            found_more += usize::from(jumping != dead);
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
