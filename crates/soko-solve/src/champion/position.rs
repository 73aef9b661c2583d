//! Positions and macro moves, as the searches hand them about.

use crate::deadlock::Query;
use crate::ground::level::LevelGround;
use soko_core::{Direction, Square, Squares};

/// One box goes to another square while all others stand; the man ends beside it,
/// on this side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MacroMove {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) side: Direction,
}

impl MacroMove {
    /// For tests to which it makes no difference.
    #[cfg(test)]
    pub(crate) const NONE: MacroMove = MacroMove {
        from: Square(0),
        to: Square(0),
        side: Direction::Left,
    };

    /// Where the man stands then.
    #[inline]
    pub(crate) fn man<S: Squares>(&self, ground: &LevelGround<S>) -> Square {
        ground.floor().next(self.to, self.side)
    }

    /// The boxes after it.
    #[inline]
    pub(crate) fn applied<S: Squares>(&self, boxes: &S) -> S {
        let mut boxes = boxes.clone();
        boxes.shift(self.from, self.to);
        boxes
    }
}

/// Where the boxes stand and where the man can walk.
#[derive(Clone, Debug)]
pub(crate) struct Position<S> {
    pub(crate) boxes: S,
    pub(crate) area: S,
    /// The hash of both, by which positions are told apart.
    pub(crate) key: u64,
}

impl<S: Squares> Position<S> {
    pub(crate) fn new(ground: &LevelGround<S>, boxes: S, man: Square) -> Position<S> {
        let area = ground.reach().area(&boxes, man);
        Position::with_area(ground, boxes, area)
    }

    fn with_area(ground: &LevelGround<S>, boxes: S, area: S) -> Position<S> {
        let key = ground.hash(&boxes, first_square(&area));
        Position { boxes, area, key }
    }

    /// The position to which a move of these boxes leads.
    pub(crate) fn after(ground: &LevelGround<S>, boxes: &S, by: MacroMove) -> Position<S> {
        Position::new(ground, by.applied(boxes), by.man(ground))
    }

    /// The position to which a move of this one leads. Most moves change the man's
    /// area a little only, which is found faster from the area before.
    pub(crate) fn child(&self, ground: &LevelGround<S>, by: MacroMove) -> Position<S> {
        let boxes = by.applied(&self.boxes);
        let MacroMove { from, to, .. } = by;
        let reach = ground.reach();
        let area = reach.area_after(&self.area, &boxes, from, to, by.man(ground));
        Position::with_area(ground, boxes, area)
    }

    /// The first square of the man's area, which stands for all of it.
    pub(crate) fn man(&self) -> Square {
        first_square(&self.area)
    }

    /// What deadlock tests are asked after a push to this square.
    pub(crate) fn query(&self, pushed: Square) -> Query<'_, S> {
        Query {
            boxes: &self.boxes,
            area: &self.area,
            pushed: Some(pushed),
        }
    }
}

fn first_square<S: Squares>(area: &S) -> Square {
    area.lowest().expect("the man stands somewhere")
}
