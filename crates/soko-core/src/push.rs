//! Pushes, and pulls, their mirror image in time.

use crate::{Board, Direction, Square, Squares};

/// A box moves one square in a direction, the man behind it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Push {
    /// Where the box stands before the push, and the man after it.
    pub from: Square,
    /// Where it goes.
    pub direction: Direction,
}

impl Push {
    /// Where the box stands after the push; none if that is a wall.
    #[inline]
    pub fn to(self, board: &Board) -> Option<Square> {
        board.neighbour(self.from, self.direction)
    }

    /// Where the man must stand before the push; none if that is a wall.
    #[inline]
    pub fn man(self, board: &Board) -> Option<Square> {
        board.neighbour(self.from, self.direction.opposite())
    }

    /// Moves the box in a set of boxes; the man ends on [`Push::from`].
    ///
    /// # Panics
    ///
    /// If the box would go into a wall.
    #[inline]
    pub fn apply<S: Squares>(self, board: &Board, boxes: &mut S) {
        let to = self.to(board).expect("a push does not go into a wall");
        boxes.shift(self.from, to);
    }
}

/// All pushes that the man can do from an area, by box in reading order and then
/// by direction.
pub fn pushes<'a, S: Squares>(
    board: &'a Board,
    boxes: &'a S,
    area: &'a S,
) -> impl Iterator<Item = Push> + 'a {
    each_way(boxes, move |from, direction| {
        let push = Push { from, direction };
        let man = push.man(board)?;
        let to = push.to(board)?;
        (area.contains(man) && !boxes.contains(to)).then_some(push)
    })
}

/// A box moves one square in a direction, the man in front of it walking
/// backwards. The pull of `from` towards `d` undoes the push of the square beyond
/// in the opposite direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pull {
    /// Where the box stands before the pull.
    pub from: Square,
    /// Where it goes.
    pub direction: Direction,
}

impl Pull {
    /// Where the box stands after the pull, and the man before it.
    #[inline]
    pub fn to(self, board: &Board) -> Option<Square> {
        board.neighbour(self.from, self.direction)
    }

    /// Where the man stands after the pull.
    #[inline]
    pub fn man_after(self, board: &Board) -> Option<Square> {
        board.neighbour(self.to(board)?, self.direction)
    }
}

/// All pulls that the man can do from an area, by box in reading order and then
/// by direction.
pub fn pulls<'a, S: Squares>(
    board: &'a Board,
    boxes: &'a S,
    area: &'a S,
) -> impl Iterator<Item = Pull> + 'a {
    each_way(boxes, move |from, direction| {
        let pull = Pull { from, direction };
        let to = pull.to(board)?;
        let man_after = pull.man_after(board)?;
        (area.contains(to) && !boxes.contains(man_after)).then_some(pull)
    })
}

/// What can be done with each box in each direction.
#[inline]
fn each_way<'a, S: Squares, T>(
    boxes: &'a S,
    way: impl Fn(Square, Direction) -> Option<T> + Copy + 'a,
) -> impl Iterator<Item = T> + 'a {
    boxes.iter().flat_map(move |from| {
        let directions = Direction::ALL.into_iter();
        directions.filter_map(move |direction| way(from, direction))
    })
}
