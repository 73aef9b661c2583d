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

use crate::ground::level::LevelGround;
use soko_core::{Direction, Square, Squares};

/// Whether the box just pulled to `at` walls in a box that is not on a square of
/// the start.
pub(crate) fn freezes<S: Squares>(ground: &LevelGround<S>, boxes: &S, at: Square) -> bool {
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
fn can_be_pulled<S: Squares>(ground: &LevelGround<S>, held: &S, at: Square) -> bool {
    let clear = |s: Square| !ground.floor().is_wall(s) && !held.contains(s);
    Direction::ALL.into_iter().any(|way| {
        let to = ground.floor().next(at, way);
        clear(to) && clear(ground.floor().next(to, way))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustc_hash::FxHashSet;
    use soko_core::{Level, Push, SplitMix, SquareSet, random_level};

    /// The boxes of every state that pushes can lead to.
    fn reachable(level: &Level) -> Vec<SquareSet> {
        let ground = LevelGround::<SquareSet>::new(level);
        let board = level.board();
        let area = ground.reach().area(level.boxes(), level.man());
        let mut open = vec![(level.boxes().clone(), area)];
        let mut seen: FxHashSet<_> = open.iter().cloned().collect();
        let mut found = vec![level.boxes().clone()];
        while let Some((boxes, area)) = open.pop() {
            for from in boxes.iter() {
                for push in Direction::ALL.map(|direction| Push { from, direction }) {
                    let (Some(man), Some(to)) = (push.man(board), push.to(board)) else {
                        continue;
                    };
                    if area.contains(man) && !boxes.contains(to) {
                        let mut next = boxes.clone();
                        next.shift(from, to);
                        let area = ground.reach().area(&next, from);
                        if seen.insert((next.clone(), area.clone())) {
                            found.push(next.clone());
                            open.push((next, area));
                        }
                    }
                }
            }
        }
        found
    }

    /// Where pushes lead, pulls lead back: nothing there may be called walled in.
    #[test]
    fn no_arrangement_that_pushes_lead_to_is_walled_in() {
        let mut random = SplitMix(41);
        let (mut n_checked, mut n_caught) = (0, 0);
        for round in 0..1500 {
            let level = random_level(&mut random, 7, 7, 2 + round % 3);
            let ground = LevelGround::<SquareSet>::new(&level);
            for boxes in reachable(&level) {
                n_checked += 1;
                assert!(
                    boxes.iter().all(|at| !freezes(&ground, &boxes, at)),
                    "{boxes:?} of\n{}",
                    level.setup()
                );
            }
            let n = level.board().n_squares();
            let thrown = (0..level.n_boxes()).map(|_| Square(random.below(n) as u16));
            let thrown = SquareSet::of(n, thrown);
            n_caught += usize::from(thrown.iter().any(|at| freezes(&ground, &thrown, at)));
        }
        assert!(
            n_checked > 50_000 && n_caught > 100,
            "{n_checked} {n_caught}"
        );
    }
}
