//! Frozen sets: boxes that hold each other in place for ever.
//!
//! **What is frozen.** A set of boxes is *frozen* when each of its boxes is held
//! along both axes, and a box is held along an axis by a wall beside it, by
//! another box of the set beside it, or because every push along the axis would
//! end where a lone box can reach no goal. The union of two frozen sets is
//! frozen, so there is a largest one. It is found by starting from all boxes and
//! peeling off boxes that are not held until all that remain are.
//!
//! **Sound.** Think of the first push of a frozen box in a solution. Until then
//! its frozen neighbours have not moved, so one end of the axis is occupied and
//! the push is impossible, or the push ends on a square without hope. So frozen
//! boxes never move. Peeling needs no marks on a recursion path, the usual source of
//! false alarms, and it gives the whole cluster: a member far from the last push may
//! be the one off its goal.
//!
//! **After a push** only the cluster of the pushed box is looked at: a frozen set
//! without that box was frozen before the push already.

use crate::ground::board::Ground;
use crate::ground::lone_box::LoneBox;
use soko_core::{Direction, Square, Squares};

/// The largest frozen set of boxes.
pub fn frozen_boxes<S: Squares>(ground: &Ground<S>, lone: &LoneBox<S>, boxes: &S) -> S {
    peel(ground, lone, boxes.clone())
}

/// The frozen boxes of the cluster around one box: all frozen boxes that hold it
/// or are held by it through neighbours. Empty when the box itself is free.
#[inline]
pub fn frozen_around<S: Squares>(
    ground: &Ground<S>,
    lone: &LoneBox<S>,
    boxes: &S,
    box_sq: Square,
) -> S {
    if !is_held(ground, lone, boxes, box_sq) {
        return ground.nothing().clone();
    }
    let cluster = ground.reach().area_within(boxes.clone(), box_sq);
    let frozen = peel(ground, lone, cluster);
    if !frozen.contains(box_sq) {
        return ground.nothing().clone();
    }
    frozen
}

/// Whether the box just pushed to a square freezes a box that is not on a goal.
#[inline]
pub(crate) fn freezes_off_goals<S: Squares>(
    ground: &Ground<S>,
    lone: &LoneBox<S>,
    boxes: &S,
    pushed: Square,
) -> bool {
    !frozen_around(ground, lone, boxes, pushed).is_subset(ground.goals())
}

/// Takes boxes away that the others do not hold, until all are held.
fn peel<S: Squares>(ground: &Ground<S>, lone: &LoneBox<S>, mut boxes: S) -> S {
    loop {
        let before = boxes.clone();
        for box_sq in before.iter() {
            if !is_held(ground, lone, &boxes, box_sq) {
                boxes.remove(box_sq);
            }
        }
        if boxes == before {
            return boxes;
        }
    }
}

/// Whether a box is held along both axes by walls and these boxes.
#[inline]
fn is_held<S: Squares>(ground: &Ground<S>, lone: &LoneBox<S>, boxes: &S, box_sq: Square) -> bool {
    let has_box = |direction| {
        ground
            .next(box_sq, direction)
            .is_some_and(|next| boxes.contains(next))
    };
    (lone.blocked(0).contains(box_sq) || has_box(Direction::Left) || has_box(Direction::Right))
        && (lone.blocked(1).contains(box_sq) || has_box(Direction::Up) || has_box(Direction::Down))
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{Level, SquareSet};

    /// The frozen boxes of a level as (row, column) pairs.
    fn frozen(text: &str) -> Vec<(u32, u32)> {
        let level: Level = text.parse().unwrap();
        let ground = Ground::<SquareSet>::new(level.board());
        let lone = LoneBox::new(&ground, ground.nothing());
        let whole = frozen_boxes(&ground, &lone, level.boxes());
        // Every cluster is the part of the whole around each of its boxes.
        for box_sq in level.boxes().iter() {
            let cluster = frozen_around(&ground, &lone, level.boxes(), box_sq);
            assert!(cluster.is_subset(&whole));
            assert_eq!(cluster.contains(box_sq), whole.contains(box_sq));
        }
        let at = |square| level.board().coord(square);
        whole.iter().map(|s| (at(s).row, at(s).col)).collect()
    }

    #[test]
    fn a_pair_against_a_wall_is_frozen() {
        let text = "#######\n# $$  #\n#     #\n# ..@ #\n#     #\n#######";
        assert_eq!(frozen(text), [(1, 2), (1, 3)]);
    }

    #[test]
    fn a_box_that_can_step_aside_frees_its_neighbours() {
        let text = "########\n#.     #\n# $$   #\n#  $ . #\n#  @ . #\n########";
        assert_eq!(frozen(text), []);
    }

    #[test]
    fn the_block_of_four_is_frozen() {
        let text = "########\n#.  .  #\n# $$   #\n# $$ . #\n#  @ . #\n########";
        assert_eq!(frozen(text).len(), 4);
    }

    #[test]
    fn a_member_far_from_the_push_is_part_of_the_cluster() {
        // The box on the left goal is held by the one on the right, which stands
        // in a row of boxes along the upper wall.
        let text = "#########\n#  **$  #\n#       #\n#  .@   #\n#########";
        assert_eq!(frozen(text), [(1, 3), (1, 4), (1, 5)]);
    }

    #[test]
    fn both_ways_without_hope_hold_a_box() {
        // The box can be pushed left or right along the wall, but never to the
        // goal, so it counts as held along the wall too.
        let text = "#######\n#  $  #\n#     #\n#  .@ #\n#     #\n#######";
        assert_eq!(frozen(text), [(1, 3)]);
    }
}
