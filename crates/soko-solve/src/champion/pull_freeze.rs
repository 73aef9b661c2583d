//! Boxes that can never be pulled again.
//!
//! The mirror image of freezing. A box can be pulled one square if the two
//! squares beside it in that direction are clear, one for the box and one for the
//! man. Begin with the thought that no box can move, and let go every box that
//! has such a direction clear of walls and of boxes still held. What is held in
//! the end blocks itself for ever: the first of them to move would need two clear
//! squares. If a held box does not stand where a box stands at the start, the
//! start cannot be reached by pulls. Sound.
//!
//! A group that has just been walled in contains the box that moved, so most
//! pulls are cleared by a look at the squares around that box.

use super::ground::Ground;
use soko_core::{Square, Squares};

/// Whether the box just pulled to `at` walls in a box that is not on a square of
/// the start.
pub(super) fn freezes<S: Squares>(ground: &Ground<S>, boxes: &S, at: Square) -> bool {
    if can_be_pulled(ground, boxes, at) {
        return false;
    }
    let mut held = boxes.clone();
    loop {
        let mut changed = false;
        for square in held.clone().iter() {
            if can_be_pulled(ground, &held, square) {
                held.remove(square);
                changed = true;
            }
        }
        if !changed {
            return held.contains(at) && !held.is_subset(&ground.start);
        }
    }
}

#[inline]
fn can_be_pulled<S: Squares>(ground: &Ground<S>, held: &S, at: Square) -> bool {
    let clear = |s: u16| (s as usize) < ground.n && !held.contains(Square(s));
    (0..4).any(|way| {
        let to = ground.next[at.index()][way];
        clear(to) && clear(ground.next[to as usize][way])
    })
}
