//! Boxes that can never move again.
//!
//! Begin with the thought that no box can move, and let go every box that can
//! move along some axis past those still held: neither neighbour on the axis is a
//! wall or a held box, and not both are squares that no box may stand on. What is
//! held in the end blocks itself for ever. Sound: a held box that were the first
//! to move would need one of its axes free of walls and held boxes. If a held box
//! is not on a goal, the position is dead.
//!
//! A pushed box that is not held cannot have frozen others, so most pushes are
//! cleared by a look at the four neighbours.

use super::ground::Ground;
use soko_core::{Square, Squares};

/// Whether the box just put on `at` freezes a box that is not on a goal. `free`
/// marks the squares without boxes.
pub(super) fn freezes<S: Squares>(ground: &Ground<S>, free: &[bool], boxes: &S, at: usize) -> bool {
    if can_move(ground, at, |s| free[s]) {
        return false;
    }
    let frozen = frozen_boxes(ground, boxes);
    frozen.contains(Square(at as u16)) && !frozen.is_subset(&ground.goals)
}

/// All boxes that can never move again.
pub(super) fn frozen_boxes<S: Squares>(ground: &Ground<S>, boxes: &S) -> S {
    let mut held = boxes.clone();
    loop {
        let mut changed = false;
        for square in held.clone().iter() {
            let open = |s: usize| s < ground.n && !held.contains(Square(s as u16));
            if can_move(ground, square.index(), open) {
                held.remove(square);
                changed = true;
            }
        }
        if !changed {
            return held;
        }
    }
}

#[inline]
fn can_move<S: Squares>(ground: &Ground<S>, at: usize, open: impl Fn(usize) -> bool) -> bool {
    let [left, right, up, down] = ground.next[at].map(usize::from);
    let axis = |a: usize, b: usize| open(a) && open(b) && (ground.live[a] || ground.live[b]);
    axis(left, right) || axis(up, down)
}
