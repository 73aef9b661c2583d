//! The bare ground: a board with its sets in the width that the engine has chosen.
//!
//! What walls and goals say without any box. Detectors and searches stand on it.

use soko_core::{Board, Direction, FloorGraph, Reach, Square, Squares};

/// A board, its goals and the man's reach, for sets of type `S`.
#[derive(Clone, Debug)]
pub struct Ground<S> {
    board: Board,
    floor: FloorGraph,
    reach: Reach<S>,
    goals: S,
    all: S,
    nothing: S,
}

impl<S: Squares> Ground<S> {
    /// Converts a board once for a level.
    pub fn new(board: &Board) -> Ground<S> {
        Ground {
            floor: FloorGraph::new(board),
            reach: Reach::new(board),
            goals: board.convert(board.goals()),
            all: S::full(board.n_squares()),
            nothing: S::empty(board.n_squares()),
            board: board.clone(),
        }
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The neighbours of every square in a table.
    #[inline]
    pub fn floor(&self) -> &FloorGraph {
        &self.floor
    }

    /// The man's reach.
    #[inline]
    pub fn reach(&self) -> &Reach<S> {
        &self.reach
    }

    /// The goals.
    #[inline]
    pub fn goals(&self) -> &S {
        &self.goals
    }

    /// All floor squares.
    #[inline]
    pub fn all(&self) -> &S {
        &self.all
    }

    /// The empty set.
    #[inline]
    pub fn nothing(&self) -> &S {
        &self.nothing
    }

    /// The number of floor squares.
    #[inline]
    pub fn n_squares(&self) -> usize {
        self.board.n_squares()
    }

    /// The next square in a direction; none where there is a wall.
    #[inline]
    pub fn next(&self, square: Square, direction: Direction) -> Option<Square> {
        self.board.neighbour(square, direction)
    }

    /// The square in a direction unless it is a wall or one of `closed`.
    #[inline]
    pub fn next_outside(&self, closed: &S, square: Square, direction: Direction) -> Option<Square> {
        self.next(square, direction)
            .filter(|&next| !closed.contains(next))
    }
}
