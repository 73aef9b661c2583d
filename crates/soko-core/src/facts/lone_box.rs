//! One box alone among walls: the search behind push distances and dead squares.
//!
//! The walls are those of the board and squares that are *closed*, because a box
//! stands there that will not move. A box square and the side on which the man
//! stands make a node; the man walks between the sides of the box where a way
//! around it exists. [`MacroReach`] goes through all nodes that can be reached by
//! pushes, or from which pushes lead to a square, which is the same by pulls.
//!
//! Other boxes only take away walks and pushes. So what a lone box cannot do, no box
//! in company can, and what it needs, a box in company needs at least.
//!
//! Cost: linear in the squares, for the walls once and for each question again.

use super::{Blocks, Bounds, MacroReach, Motion, Stop};
use crate::{BySquare, FloorGraph, Square, Squares};

/// The search among certain walls. Make one and ask it often.
#[derive(Clone, Debug)]
pub struct LoneBoxSearch<'a> {
    floor: &'a FloorGraph,
    blocks: Blocks,
    everywhere: BySquare<bool>,
    reach: MacroReach,
}

impl<'a> LoneBoxSearch<'a> {
    /// A box alone on the bare board.
    ///
    /// ```
    /// use soko_core::facts::{LoneBoxSearch, Motion};
    /// use soko_core::{FloorGraph, Level, Squares};
    /// let level: Level = "########\n#@ $  .#\n########".parse().unwrap();
    /// let floor = FloorGraph::new(level.board());
    /// let mut search = LoneBoxSearch::new(&floor);
    /// search.explore(Motion::Pull, level.board().goals().iter());
    /// let box_sq = level.boxes().lowest().unwrap();
    /// assert_eq!(search.distances()[box_sq], 3);
    /// ```
    pub fn new(floor: &'a FloorGraph) -> LoneBoxSearch<'a> {
        let n = floor.n_squares();
        let free = BySquare::from_fn(n, false, |_| true);
        LoneBoxSearch::with_free(floor, &free)
    }

    /// A box alone on a board on which these squares are as good as walls.
    pub fn among<S: Squares>(floor: &'a FloorGraph, closed: &S) -> LoneBoxSearch<'a> {
        let is_free = |square| !closed.contains(square);
        LoneBoxSearch::with_free(floor, &BySquare::from_fn(floor.n_squares(), false, is_free))
    }

    fn with_free(floor: &'a FloorGraph, free: &BySquare<bool>) -> LoneBoxSearch<'a> {
        let n = floor.n_squares();
        let mut blocks = Blocks::new(n);
        blocks.find(floor, free);
        LoneBoxSearch {
            floor,
            blocks,
            everywhere: BySquare::new(n, true),
            reach: MacroReach::new(n),
        }
    }

    /// Where a box gets from these squares, or from which squares to them, with the
    /// man on whichever side: all nodes, one stop each, the nearest first. A square
    /// that walls surround has no side and gives none.
    pub fn explore(&mut self, motion: Motion, from: impl IntoIterator<Item = Square>) -> &[Stop] {
        let bounds = Bounds {
            floor: self.floor,
            blocks: &self.blocks,
            motion,
            allowed: &self.everywhere,
        };
        self.reach.explore_from_any_side(&bounds, from);
        self.reach.stops()
    }

    /// The fewest steps to each square in the question asked last.
    pub fn distances(&self) -> BySquare<u16> {
        self.reach.distances()
    }

    /// Whether a square is neither a wall nor closed.
    #[inline]
    pub fn is_free(&self, square: Square) -> bool {
        self.blocks.is_free(square)
    }

    /// Whether a box on a free square has sides between which the man cannot walk.
    #[inline]
    pub fn is_cut(&self, at: Square) -> bool {
        self.blocks.is_cut(self.floor, at)
    }
}
