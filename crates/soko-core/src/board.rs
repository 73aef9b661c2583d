//! The floor: which squares there are, where they lie, and who is next to whom.

use crate::{ByDirection, Coord, Direction, Square, SquareSet, Squares};

/// The most floor squares a board may have.
pub const MAX_SQUARES: usize = 65_534;

const NONE: u16 = u16::MAX;

/// The floor squares that the man can reach when there are no boxes, numbered in
/// reading order, with their neighbours and goals. It never changes in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    width: u32,
    height: u32,
    coords: Vec<Coord>,
    square_at: Vec<u16>,
    neighbours: Vec<ByDirection<u16>>,
    goals: SquareSet,
}

impl Board {
    /// Numbers the given cells in reading order; `is_goal` tells the goals.
    ///
    /// # Panics
    ///
    /// If there are more than [`MAX_SQUARES`] cells, or one lies outside the
    /// rectangle.
    pub(crate) fn new(
        width: u32,
        height: u32,
        mut floor: Vec<Coord>,
        is_goal: impl Fn(Coord) -> bool,
    ) -> Board {
        // 1. Squares are numbered in reading order.
        assert!(floor.len() <= MAX_SQUARES);
        floor.sort();
        let index = |at: Coord| at.row as usize * width as usize + at.col as usize;
        let mut square_at = vec![NONE; width as usize * height as usize];
        for (i, at) in floor.iter().enumerate() {
            square_at[index(*at)] = i as u16;
        }
        // 2. Each knows its four neighbours; beyond the edge is a wall.
        let neighbours = floor.iter().map(|at| {
            ByDirection::from_fn(|direction| {
                let there = at.next(direction, width, height);
                there.map_or(NONE, |there| square_at[index(there)])
            })
        });
        let neighbours = neighbours.collect();
        let goal_squares = (0..floor.len())
            .filter(|&i| is_goal(floor[i]))
            .map(Square::from_index);
        let goals = SquareSet::of(floor.len(), goal_squares);
        Board {
            width,
            height,
            coords: floor,
            square_at,
            neighbours,
            goals,
        }
    }

    /// The number of floor squares.
    #[inline]
    pub fn n_squares(&self) -> usize {
        self.coords.len()
    }

    /// All floor squares in reading order.
    pub fn squares(&self) -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator + use<> {
        (0..self.coords.len()).map(Square::from_index)
    }

    /// The next square in a direction; none where there is a wall.
    #[inline]
    pub fn neighbour(&self, square: Square, direction: Direction) -> Option<Square> {
        let next = self.neighbours[square.index()][direction];
        (next != NONE).then_some(Square(next))
    }

    /// The neighbours of a square with their directions.
    #[inline]
    pub fn neighbours(&self, square: Square) -> impl Iterator<Item = (Direction, Square)> + '_ {
        Direction::ALL
            .into_iter()
            .filter_map(move |d| Some((d, self.neighbour(square, d)?)))
    }

    /// Whether there is a wall next to the square in this direction.
    #[inline]
    pub fn is_wall(&self, square: Square, direction: Direction) -> bool {
        self.neighbours[square.index()][direction] == NONE
    }

    /// The goals.
    #[inline]
    pub fn goals(&self) -> &SquareSet {
        &self.goals
    }

    /// Whether there is a goal on the square.
    #[inline]
    pub fn is_goal(&self, square: Square) -> bool {
        self.goals.contains(square)
    }

    /// Where a square lies.
    #[inline]
    pub fn coord(&self, square: Square) -> Coord {
        self.coords[square.index()]
    }

    /// The floor square at these coordinates; none for walls and the outside.
    pub fn square(&self, at: Coord) -> Option<Square> {
        if at.row >= self.height || at.col >= self.width {
            return None;
        }
        let square = self.square_at[at.row as usize * self.width as usize + at.col as usize];
        (square != NONE).then_some(Square(square))
    }

    /// The number of columns of the rectangle as written.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// The number of rows of the rectangle as written.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// An empty set for this board.
    pub fn no_squares(&self) -> SquareSet {
        SquareSet::empty(self.n_squares())
    }

    /// The same set in another representation of the same board.
    pub fn convert<A: Squares, B: Squares>(&self, set: &A) -> B {
        let mut other = B::empty(self.n_squares());
        let n = other.words().len().min(set.words().len());
        other.words_mut()[..n].copy_from_slice(&set.words()[..n]);
        other
    }
}
