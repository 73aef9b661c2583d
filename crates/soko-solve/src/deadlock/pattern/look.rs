//! A state seen from one box, and whether a pattern that fits there makes it dead.

use super::centred::{Centred, Demand, Offset, places};
use crate::deadlock::query::Query;
use crate::ground::board::Ground;
use soko_core::{Coord, Square, Squares};

/// A state seen from one box.
pub(super) struct Look<'a, S> {
    ground: &'a Ground<S>,
    query: &'a Query<'a, S>,
    centre: Coord,
}

impl<'a, S: Squares> Look<'a, S> {
    /// From this box.
    pub fn new(ground: &'a Ground<S>, query: &'a Query<'a, S>, centre: Square) -> Look<'a, S> {
        let centre = ground.board().coord(centre);
        Look {
            ground,
            query,
            centre,
        }
    }

    fn square(&self, (row, col): Offset) -> Option<Square> {
        let row = self.centre.row.checked_add_signed(row)?;
        let col = self.centre.col.checked_add_signed(col)?;
        self.ground.board().square(Coord::new(row, col))
    }

    /// The strongest demand that what lies at a place meets; it meets weaker ones too.
    pub fn tile(&self, offset: Offset) -> Demand {
        match self.square(offset) {
            None => Demand::Wall,
            Some(square) if self.query.boxes.contains(square) => Demand::BoxOrWall,
            Some(_) => Demand::Nothing,
        }
    }

    /// Whether all that a pattern demands is there.
    pub fn fits(&self, pattern: &Centred) -> bool {
        places(pattern.boxes).all(|at| self.tile(at) >= Demand::BoxOrWall)
            && places(pattern.walls).all(|at| self.tile(at) == Demand::Wall)
    }

    /// The boxes of a pattern that fits, if goals and man leave no way out.
    pub fn dead_boxes(&self, pattern: &Centred) -> Option<S> {
        let man = self.query.area.lowest()?;
        if places(pattern.pockets).any(|pocket| self.square(pocket) == Some(man)) {
            return None;
        }
        let is_goal = |square: &Square| self.ground.goals().contains(*square);
        let territory = places(pattern.territory).filter_map(|at| self.square(at));
        let n_goals = territory.filter(is_goal).count();
        let boxes = places(pattern.boxes).filter_map(|at| self.square(at));
        let boxes = boxes.filter(|&square| self.query.boxes.contains(square));
        let boxes = S::of(self.ground.n_squares(), boxes);
        (n_goals < boxes.len()).then_some(boxes)
    }
}
