//! Hotspots: boxes that cost other boxes a goal.
//!
//! A box on some squares is a wall in the way of others: as long as it stands there
//! and is not moved, a box elsewhere cannot be pushed to a goal that it could reach
//! on the empty board. For each square the *harmed* squares are those from which a
//! lone box loses some goal if the first square is a wall. A box is hot if another
//! stands on a square that it harms. Boxes at their places in the plan are neither.
//!
//! The fewer hot boxes, the less there is to be undone. Heuristic: used to order and
//! to recommend moves, never to reject one.
//!
//! Cost: a search from each goal for each square, made when a box first stands
//! there, some hundreds of microseconds; then a few nanoseconds a move and box.
//!
//! Source: the hotspots of Shoham, "Solving Sokoban by Searching in Feature-Space";
//! the exact definition is ours.

use crate::ground::level::LevelGround;
use soko_core::facts::{LoneBoxSearch, Motion, UNREACHABLE};
use soko_core::{Square, Squares};
use std::sync::OnceLock;

/// What boxes on each square harm, found when it is asked for.
pub(crate) struct Hotspots<S>(Vec<OnceLock<S>>);

impl<S: Squares> Hotspots<S> {
    pub(crate) fn new(ground: &LevelGround<S>) -> Hotspots<S> {
        Hotspots((0..ground.n_squares()).map(|_| OnceLock::new()).collect())
    }

    /// The squares from which a lone box loses a goal by a wall on this one.
    #[inline]
    fn harmed(&self, ground: &LevelGround<S>, by: Square) -> &S {
        self.0[by.index()].get_or_init(|| find_harmed(ground, by))
    }
}

fn find_harmed<S: Squares>(ground: &LevelGround<S>, by: Square) -> S {
    let mut lone = LoneBoxSearch::among(ground.floor(), &S::of(ground.n_squares(), [by]));
    let mut harmed = S::empty(ground.n_squares());
    for (goal, distance) in ground.goals().iter().zip(&ground.goal_distance) {
        if goal == by {
            continue;
        }
        lone.explore(Motion::Pull, [goal]);
        let left = lone.distances();
        for square in ground.floor().squares().filter(|&s| s != by) {
            if distance[square] != UNREACHABLE && left[square] == UNREACHABLE {
                harmed.insert(square);
            }
        }
    }
    harmed
}

/// The hot boxes of a position while one of its boxes is off the board.
pub(crate) struct Heat<S> {
    /// The other boxes that count, and those of them that are not hot.
    rest: S,
    cold: S,
}

impl<S: Squares> Heat<S> {
    pub(crate) fn new(ground: &LevelGround<S>) -> Heat<S> {
        Heat {
            rest: S::empty(ground.n_squares()),
            cold: S::empty(ground.n_squares()),
        }
    }

    /// A box is lifted; `rest` are the others that count.
    pub(crate) fn lift(&mut self, hotspots: &Hotspots<S>, ground: &LevelGround<S>, rest: S) {
        self.cold = rest.clone();
        for square in rest.iter() {
            if hotspots.harmed(ground, square).intersects(&rest) {
                self.cold.remove(square);
            }
        }
        self.rest = rest;
    }

    /// The number of hot boxes with the lifted box put down on a square.
    pub(crate) fn put_down(
        &self,
        hotspots: &Hotspots<S>,
        ground: &LevelGround<S>,
        to: Square,
    ) -> usize {
        let harms = hotspots.harmed(ground, to).intersects(&self.rest);
        let cold = self.cold.iter();
        let heated = cold.filter(|&square| hotspots.harmed(ground, square).contains(to));
        self.rest.len() - self.cold.len() + usize::from(harms) + heated.count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::end::End;
    use soko_core::{Direction, Level, SplitMix, SquareSet, random_level};

    /// The squares to which a box alone among walls can be pushed, a push at a time.
    fn pushed_to(ground: &LevelGround<SquareSet>, walls: &SquareSet, from: Square) -> SquareSet {
        let mut reached = SquareSet::of(ground.n_squares(), [from]);
        let mut seen = std::collections::HashSet::new();
        let mut open: Vec<(Square, Square)> = Vec::new();
        let is_free = |s: Square| !ground.floor().is_wall(s) && !walls.contains(s);
        let men = ground.floor().neighbours(from).filter(|&s| is_free(s));
        open.extend(men.map(|man| (from, man)));
        while let Some((at, man)) = open.pop() {
            let mut solid = walls.clone();
            solid.insert(at);
            let area = ground.reach().area(&solid, man);
            if !seen.insert((at, area.lowest())) {
                continue;
            }
            reached.insert(at);
            for way in Direction::ALL {
                let to = ground.floor().next(at, way);
                let behind = ground.floor().next(at, way.opposite());
                if is_free(to) && is_free(behind) && area.contains(behind) {
                    open.push((to, at));
                }
            }
        }
        reached
    }

    #[test]
    fn a_hot_box_costs_another_a_goal() {
        let mut random = SplitMix(17);
        let mut n_hot = 0;
        for _ in 0..60 {
            let level: Level = random_level(&mut random, 8, 7, 4);
            let ground = LevelGround::<SquareSet>::new(&level);
            let hotspots = Hotspots::new(&ground);
            let (boxes, _) = ground.roots(End::Start).remove(0);
            let nothing = SquareSet::empty(ground.n_squares());
            let harms = |by: Square, other: Square| {
                let mut lost = pushed_to(&ground, &nothing, other).intersection(ground.goals());
                let wall = SquareSet::of(ground.n_squares(), [by]);
                lost.subtract(&pushed_to(&ground, &wall, other));
                lost.remove(by);
                by != other && !lost.is_empty()
            };
            let expected = boxes
                .iter()
                .filter(|&by| boxes.iter().any(|other| harms(by, other)));
            let expected = expected.count();
            for last in boxes.iter() {
                let mut rest = boxes.clone();
                rest.remove(last);
                let mut heat = Heat::new(&ground);
                heat.lift(&hotspots, &ground, rest);
                assert_eq!(
                    heat.put_down(&hotspots, &ground, last),
                    expected,
                    "{}",
                    level.setup()
                );
            }
            n_hot += expected;
        }
        assert!(n_hot > 20, "too few: {n_hot}");
    }
}
