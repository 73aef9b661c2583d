//! The sides of a lone box: which of its neighbours the man can walk between.
//!
//! A box on a square of the floor may cut the floor in parts. Two neighbours of
//! the square lie on the same side when a walk joins them that avoids the square;
//! [`Blocks`] has the reasoning. Here they are asked about the bare board.
//!
//! Cost: linear in the squares.

use super::Blocks;
use crate::{Board, BySquare, Direction, FloorGraph, Square, SquareSet, Squares};

/// For every square, which neighbours lie on the same side of a box there.
#[derive(Clone, Debug)]
pub struct Sides {
    floor: FloorGraph,
    blocks: Blocks,
}

impl Sides {
    /// Finds the sides of every square of a board.
    pub fn new(board: &Board) -> Sides {
        let floor = FloorGraph::new(board);
        let mut blocks = Blocks::new(board.n_squares());
        blocks.find(
            &floor,
            &BySquare::from_fn(board.n_squares(), false, |_| true),
        );
        Sides { floor, blocks }
    }

    /// The name of a side of a box: the first direction, in the order of
    /// [`Direction::ALL`], whose neighbour lies on it. A direction with a wall is
    /// its own side.
    #[inline]
    pub fn side(&self, square: Square, direction: Direction) -> Direction {
        if self.floor.is_wall(self.floor.next(square, direction)) {
            return direction;
        }
        let joined = self.blocks.joined_sides(&self.floor, square, direction);
        joined.iter().next().unwrap_or(direction)
    }

    /// Whether the man can walk between the two neighbours of a box on `square`.
    ///
    /// ```
    /// use soko_core::{Direction::*, Level, facts::Sides};
    /// let level: Level = "#####\n#@$.#\n#####".parse().unwrap();
    /// let sides = Sides::new(level.board());
    /// let middle = level.board().squares().nth(1).unwrap();
    /// assert!(!sides.same(middle, Left, Right));
    /// ```
    #[inline]
    pub fn same(&self, square: Square, a: Direction, b: Direction) -> bool {
        self.side(square, a) == self.side(square, b)
    }

    /// The articulation squares: those where a box cuts the floor in parts.
    pub fn articulations(&self) -> SquareSet {
        let cuts = |square: &Square| self.blocks.is_cut(&self.floor, *square);
        SquareSet::of(self.floor.n_squares(), self.floor.squares().filter(cuts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, Reach, SplitMix};

    /// Flood fill around each square is the plain way to say the same.
    fn check_against_flood(level: &Level) {
        let board = level.board();
        let sides = Sides::new(board);
        let reach = Reach::<SquareSet>::new(board);
        for square in board.squares() {
            let lone_box = SquareSet::of(board.n_squares(), [square]);
            for (a, from) in board.neighbours(square) {
                let area = reach.area(&lone_box, from);
                for (b, to) in board.neighbours(square) {
                    assert_eq!(sides.same(square, a, b), area.contains(to), "{level:?}");
                }
            }
        }
    }

    #[test]
    fn sides_agree_with_flood_fill_on_random_boards() {
        let mut random = SplitMix(7);
        for _ in 0..200 {
            let level = crate::random_level(&mut random, 9, 8, 3);
            check_against_flood(&level);
        }
    }

    #[test]
    fn a_long_corridor_does_not_overflow() {
        let text = format!("{0}\n#@$.{1}#\n{0}", "#".repeat(60_005), " ".repeat(60_000));
        let level: Level = text.parse().unwrap();
        let sides = Sides::new(level.board());
        assert_eq!(sides.articulations().len(), 60_001);
    }
}
