//! The ways that the box of a slot can go: a table made once for a level.

use crate::KeyLayout;
use soko_core::{Board, Direction, Square};

/// One way in which the box of a slot can go to another: a push, or what undoes one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Way {
    pub from: Square,
    pub from_slot: u16,
    /// The man must get here,
    pub reached: Square,
    /// and no box may stand here.
    pub free: Square,
    pub to: Square,
    pub to_slot: u16,
    /// Where the man stands then.
    pub man: Square,
}

/// Ways of a slot at the most; those that it does not have ask the man to stand where its
/// box does.
pub(crate) const WAYS: usize = 4;

impl Way {
    /// None, for a box on a square.
    pub fn none(slot: usize, square: Square) -> Way {
        Way {
            from: square,
            from_slot: slot as u16,
            reached: square,
            free: square,
            to: square,
            to_slot: slot as u16,
            man: square,
        }
    }

    /// Whether it is one.
    pub fn is_one(&self) -> bool {
        self.to != self.from
    }
}

/// The pushes onto other slots, by slot and direction, and what undoes them, by the slot
/// that they lead to.
pub(crate) fn ways(board: &Board, layout: &KeyLayout) -> (Vec<[Way; WAYS]>, Vec<[Way; WAYS]>) {
    let squares = layout.squares();
    let none = |(slot, &square)| [Way::none(slot, square); WAYS];
    let mut pushes: Vec<[Way; WAYS]> = squares.iter().enumerate().map(none).collect();
    let mut pulls = pushes.clone();
    for (from_slot, &from) in squares.iter().enumerate() {
        for direction in Direction::ALL {
            let man = board.neighbour(from, direction.opposite());
            let to = board.neighbour(from, direction);
            // A slot that is not valid holds a box for ever: from an invalid square a
            // box can be pushed to such squares only.
            let to_slot = to.and_then(|to| layout.slot(to));
            let (Some(man), Some(to), Some(to_slot)) = (man, to, to_slot) else {
                continue;
            };
            pushes[from_slot][direction as usize] = Way {
                from,
                from_slot: from_slot as u16,
                reached: man,
                free: to,
                to,
                to_slot: to_slot as u16,
                man: from,
            };
            // After the push the man stands where the box was, and beyond is where he
            // stood: a free square next to his own.
            pulls[to_slot][direction as usize] = Way {
                from: to,
                from_slot: to_slot as u16,
                reached: from,
                free: man,
                to: from,
                to_slot: from_slot as u16,
                man,
            };
        }
    }
    (pushes, pulls)
}
