//! The sides of a lone box: which of its neighbours the man can walk between.
//!
//! A box on a square of the floor may cut the floor in parts. Two neighbours of
//! the square lie on the same side when a walk joins them that avoids the square.
//! That is so exactly when the two edges from the square to these neighbours lie
//! in one block (biconnected component) of the floor's graph, because a block is
//! a largest set of edges of which any two lie on a common simple cycle.
//!
//! ```text
//!     ######       a box at x has three free neighbours; left and right lie
//!     #  x #       on different sides, right and below on the same one
//!     ###  #
//!       ####
//! ```
//!
//! One depth-first search finds all blocks (Hopcroft and Tarjan 1973), so the
//! cost is linear in the squares. The search keeps its own stack: the longest
//! corridor cannot overflow the machine's.

use crate::{Board, ByDirection, Direction, Square, SquareSet, Squares};

/// For every square, which neighbours lie on the same side of a box there.
#[derive(Clone, Debug)]
pub struct Sides {
    /// The first direction of the side that each direction belongs to.
    first: Vec<ByDirection<Direction>>,
}

impl Sides {
    /// Finds the sides of every square of a board.
    pub fn new(board: &Board) -> Sides {
        let search = Search::run(board);
        let first = board
            .squares()
            .map(|square| {
                ByDirection::from_fn(|direction| search.first_of_side(board, square, direction))
            })
            .collect();
        Sides { first }
    }

    /// The name of a side of a box: the first direction, in the order of
    /// [`Direction::ALL`], whose neighbour lies on it. A direction with a wall is
    /// its own side.
    #[inline]
    pub fn side(&self, square: Square, direction: Direction) -> Direction {
        self.first[square.index()][direction]
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
    pub fn articulations(&self, board: &Board) -> SquareSet {
        let cuts = |square: &Square| {
            let mut sides = board
                .neighbours(*square)
                .map(|(d, _)| self.side(*square, d));
            let first = sides.next();
            sides.any(|side| Some(side) != first)
        };
        SquareSet::of(board.n_squares(), board.squares().filter(cuts))
    }
}

/// The depth-first search. The block of an edge is the block of its deeper end:
/// a square opens a new block when nothing below it reaches above its parent,
/// and else shares the block of its parent.
struct Search {
    found: Vec<u32>,
    block: Vec<u32>,
}

const UNSEEN: u32 = u32::MAX;

impl Search {
    fn run(board: &Board) -> Search {
        let n = board.n_squares();
        let mut found = vec![UNSEEN; n];
        let mut low = vec![UNSEEN; n];
        let mut parent = vec![usize::MAX; n];
        let mut order = Vec::with_capacity(n);
        let mut stack: Vec<(Square, usize)> = Vec::new();
        // The floor is connected, so one root is enough.
        if n > 0 {
            found[0] = 0;
            low[0] = 0;
            order.push(0);
            stack.push((Square(0), 0));
        }
        while let Some((square, next_direction)) = stack.last_mut() {
            let (here, square) = (square.index(), *square);
            let Some(&direction) = Direction::ALL.get(*next_direction) else {
                stack.pop();
                if parent[here] != usize::MAX {
                    low[parent[here]] = low[parent[here]].min(low[here]);
                }
                continue;
            };
            *next_direction += 1;
            let Some(next) = board.neighbour(square, direction) else {
                continue;
            };
            let there = next.index();
            if found[there] == UNSEEN {
                found[there] = order.len() as u32;
                low[there] = found[there];
                parent[there] = here;
                order.push(there);
                stack.push((next, 0));
            } else if there != parent[here] {
                low[here] = low[here].min(found[there]);
            }
        }
        let mut block = vec![0; n];
        let mut n_blocks = 0;
        for &here in order.iter().skip(1) {
            let above = parent[here];
            if low[here] >= found[above] {
                n_blocks += 1;
                block[here] = n_blocks;
            } else {
                block[here] = block[above];
            }
        }
        Search { found, block }
    }

    fn block_of_edge(&self, a: Square, b: Square) -> u32 {
        let (a, b) = (a.index(), b.index());
        let deeper = if self.found[a] > self.found[b] { a } else { b };
        self.block[deeper]
    }

    fn first_of_side(&self, board: &Board, square: Square, direction: Direction) -> Direction {
        let Some(next) = board.neighbour(square, direction) else {
            return direction;
        };
        let block = self.block_of_edge(square, next);
        let mut neighbours = board.neighbours(square);
        let first = neighbours.find(|&(_, other)| self.block_of_edge(square, other) == block);
        first.map_or(direction, |(first, _)| first)
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
        assert_eq!(sides.articulations(level.board()).len(), 60_001);
    }
}
