//! Deadspots: squares from which a lone box never comes to a goal.
//!
//! Decides which floor squares are *valid*, that is, from where one box on an
//! otherwise empty board can be pushed to some goal, the man being wherever he
//! is needed. Found backwards: a square is valid if it is a goal, or if a box on
//! it can be pushed to a valid square (the man's square behind it being floor).
//!
//! Sound: a box on any other square stays off the goals whatever the other boxes
//! do, since other boxes only ever forbid pushes. Cost: each square is looked at
//! once. Source: Veger 2011, section 3 and Figure 3.
//!
//! Veger calls a deadspot *static* when it is a corner and *indirect* otherwise.

use soko_core::{Board, Direction, Square, SquareSet, Squares};

/// The valid squares of a board and how they were found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deadspots {
    /// The squares that are no deadspots.
    pub valid: SquareSet,
    /// Deadspots in corners.
    pub fixed: SquareSet,
    /// The other deadspots.
    pub indirect: SquareSet,
    /// The valid squares by the round in which they were marked; the goals come
    /// first.
    pub rounds: Vec<SquareSet>,
}

impl Deadspots {
    /// Works back from the goals.
    pub fn of(board: &Board) -> Deadspots {
        let mut valid = board.goals().clone();
        let mut rounds = Vec::new();
        let mut frontier = valid.clone();
        while !frontier.is_empty() {
            let mut next = board.no_squares();
            for square in frontier.iter() {
                for from in pushed_from(board, square) {
                    if !valid.contains(from) {
                        next.insert(from);
                    }
                }
            }
            valid.union_with(&next);
            rounds.push(std::mem::replace(&mut frontier, next));
        }
        let mut fixed = board.no_squares();
        let mut indirect = board.no_squares();
        for square in board.squares().filter(|&s| !valid.contains(s)) {
            if is_corner(board, square) {
                fixed.insert(square);
            } else {
                indirect.insert(square);
            }
        }
        Deadspots {
            valid,
            fixed,
            indirect,
            rounds,
        }
    }
}

/// The squares from which a box can be pushed onto this one.
fn pushed_from(board: &Board, square: Square) -> impl Iterator<Item = Square> + '_ {
    board.neighbours(square).filter_map(move |(away, from)| {
        board.neighbour(from, away)?;
        Some(from)
    })
}

/// Whether two walls that do not face each other touch the square.
fn is_corner(board: &Board, square: Square) -> bool {
    let wall = |direction| board.is_wall(square, direction);
    (wall(Direction::Left) || wall(Direction::Right))
        && (wall(Direction::Up) || wall(Direction::Down))
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::Level;

    #[test]
    fn figure_2_has_four_static_and_ten_indirect_deadspots() {
        let level: Level = "
#######
#     #
# .   #
# $   #
# @   #
#######"
            .parse()
            .unwrap();
        let spots = Deadspots::of(level.board());
        assert_eq!((spots.fixed.len(), spots.indirect.len()), (4, 10));
        assert_eq!(spots.valid.len(), 6);
    }

    #[test]
    fn figure_4_takes_four_rounds() {
        let level: Level = "
####
#  ##
# @ ##
#.$  #
#    #
######"
            .parse()
            .unwrap();
        let spots = Deadspots::of(level.board());
        let sizes: Vec<usize> = spots.rounds.iter().map(Squares::len).collect();
        // The last of the paper's four panels only finds nothing more.
        assert_eq!(sizes, [1, 2, 2]);
    }
}
