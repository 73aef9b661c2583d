//! Forced pushes: a box in a tunnel that can only go on.
//!
//! ```text
//!     #####        The box stands between two walls, on no goal, and cuts the
//!     @ $          floor in two: the man cannot come round to its far side. So
//!     #####        nothing but the push away from him can ever move it.
//! ```
//!
//! That push can come next. Sound, and it keeps the fewest pushes: every solution
//! contains it; until then the man stays on his side of the box, touches nothing
//! beyond it, and pushes nothing onto its square. So the push can be brought
//! forward in the solution without changing any other, and the solution stays as
//! long as it was. Moves may become more: not for move-optimal searches.
//!
//! The rule looks at the state alone, so a state that has a forced push has one
//! successor, and a run through a tunnel needs no macro with a cost of its own.
//!
//! Cost: one table look-up a box and direction. Source: the tunnel macro of
//! Junghanns and Schaeffer (2001), confined to tunnels that cut the floor.

use soko_core::facts::Sides;
use soko_core::{Board, BySquare, Direction, DirectionSet, Push, Square, Squares};

/// For every square, the directions in which a box there must go on.
#[derive(Clone, Debug)]
pub struct ForcedPushes {
    directions: BySquare<DirectionSet>,
}

impl ForcedPushes {
    /// Finds the tunnels of a board.
    pub fn new(board: &Board) -> ForcedPushes {
        let sides = Sides::new(board);
        let is_forced = |square: Square, direction: Direction| {
            let [one, other] = direction.sideways();
            !board.is_goal(square)
                && board.is_wall(square, one)
                && board.is_wall(square, other)
                && !board.is_wall(square, direction)
                && !board.is_wall(square, direction.opposite())
                && !sides.same(square, direction, direction.opposite())
        };
        let forced = |square| {
            let directions = Direction::ALL.into_iter();
            directions.filter(|&d| is_forced(square, d)).collect()
        };
        ForcedPushes {
            directions: BySquare::from_fn(board.n_squares(), DirectionSet::EMPTY, forced),
        }
    }

    /// A push that must come next, and where it takes the box.
    #[inline]
    pub fn find<S: Squares>(&self, board: &Board, boxes: &S, area: &S) -> Option<(Push, Square)> {
        for from in boxes.iter() {
            for direction in self.directions[from].iter() {
                let push = Push { from, direction };
                let (man, to) = (push.man(board)?, push.to(board)?);
                if area.contains(man) && !boxes.contains(to) {
                    return Some((push, to));
                }
            }
        }
        None
    }
}
