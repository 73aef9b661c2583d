//! Boxes that hold each other for ever.
//!
//! Let F be some of the boxes, such that each of them, left-right and up-down, has a
//! wall or another box of F on at least one side, or squares on both sides from which
//! even a lone box reaches no goal. Which box of F moves first? One with a wall or a
//! box of F beside it cannot move that way, as that box has not moved yet; one between
//! two dead squares comes to stand on one, and all is lost. So as long as there is a
//! solution no box of F moves, and if one of F is not on a goal there is none.
//!
//! The largest F is what is left when boxes that do not fit are taken out of all boxes
//! until every one fits.

use crate::lone_box::LoneBox;
use soko_core::{Board, Direction, Square, SquareSet, Squares};

/// Whether boxes off the goals hold each other, or are held by others, for ever.
pub(crate) fn is_frozen(board: &Board, lone: &LoneBox, boxes: &SquareSet) -> bool {
    let mut held = boxes.clone();
    loop {
        let free = held.iter().find(|&at| !is_held(board, lone, &held, at));
        match free {
            Some(at) => held.remove(at),
            None => return !held.is_subset(board.goals()),
        }
    }
}

/// Whether a box can be moved neither left or right nor up or down while those held
/// stay where they are.
fn is_held(board: &Board, lone: &LoneBox, held: &SquareSet, at: Square) -> bool {
    let blocks = |side: Direction| {
        let next = board.neighbour(at, side);
        next.is_none_or(|next| held.contains(next))
    };
    let is_dead = |side: Direction| {
        let next = board.neighbour(at, side);
        next.is_none_or(|next| lone.is_dead(next))
    };
    let axes = [
        [Direction::Left, Direction::Right],
        [Direction::Up, Direction::Down],
    ];
    axes.into_iter()
        .all(|[a, b]| blocks(a) || blocks(b) || (is_dead(a) && is_dead(b)))
}
