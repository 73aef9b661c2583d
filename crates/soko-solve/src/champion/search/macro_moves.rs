//! Macro moves along a plan: one box to any square that it can be pushed to while
//! the others stand, with the features of the position that it leads to.
//!
//! For each box the walls of the other boxes are analysed once, a search over the
//! box's square and the man's side finds its stops ([`MacroReach`]), and the features
//! of each are measured ([`Gauge`]). A move that freezes the box off its goal is left
//! out.
//!
//! Cost: by far the most of an expansion, a few microseconds a box and some tens
//! of nanoseconds a move.

use crate::champion::course::Course;
use crate::champion::features::gauge::{Gauge, Lifted};
use crate::champion::features::style::Features;
use crate::champion::position::{MacroMove, Position};
use crate::champion::setting::Setting;
use crate::ground::level::LevelGround;
use soko_core::facts::{Bounds, MacroReach, Motion, first_side};
use soko_core::{Direction, Squares};
use soko_search::engine::NodeId;

/// A macro move and what is known about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) by: MacroMove,
    /// 0 if an advisor recommends it, else 1.
    pub(crate) cost: u8,
    /// Whether the deadlock tests have passed it.
    pub(crate) checked: bool,
    /// Whether it is out of the question.
    pub(crate) dropped: bool,
    /// Whether the box divides the region in which it is put down.
    pub(crate) divides: bool,
    /// The order of the positions that moves lead to: smaller is better.
    pub(crate) rank: u64,
    pub(crate) features: Features,
    /// What a walk expects of it, and the node that it led to.
    pub(crate) value: i32,
    pub(crate) child: Option<NodeId>,
}

impl Move {
    pub(crate) fn new(by: MacroMove, rank: u64, features: Features, divides: bool) -> Move {
        Move {
            by,
            cost: 1,
            checked: false,
            dropped: false,
            divides,
            rank,
            features,
            value: 0,
            child: None,
        }
    }
}

/// Lists the macro moves of positions; make one and reuse it.
pub(crate) struct MoveGenerator<'a, S> {
    ground: &'a LevelGround<S>,
    gauge: Gauge<'a, S>,
    reach: MacroReach,
}

impl<'a, S: Squares> MoveGenerator<'a, S> {
    pub(crate) fn new(setting: &'a Setting<S>) -> MoveGenerator<'a, S> {
        MoveGenerator {
            ground: &setting.ground,
            gauge: Gauge::new(setting),
            reach: MacroReach::new(setting.ground.n_squares()),
        }
    }

    /// The features of a position from scratch, but for the way.
    pub(crate) fn measure(&mut self, course: &Course<S>, boxes: &S) -> Features {
        self.gauge.measure(course, boxes)
    }

    /// Adds all macro moves of the `movable` boxes of a position with these features.
    pub(crate) fn generate(
        &mut self,
        course: &Course<S>,
        position: &Position<S>,
        features: Features,
        movable: &S,
        moves: &mut Vec<Move>,
    ) {
        let (floor, live) = (self.ground.floor(), &self.ground.live);
        let Position { boxes, area, .. } = position;
        self.gauge.enter(boxes);
        for from in movable.iter() {
            let free = &self.gauge.free;
            if let Some(side) = first_side(floor, free, Motion::Push, live, area, from) {
                let lifted = Lifted::new(boxes, from, features);
                self.generate_from(course, &lifted, side, moves);
            }
        }
    }

    /// All macro moves of one box, from a side of it that the man can reach.
    fn generate_from(
        &mut self,
        course: &Course<S>,
        lifted: &Lifted<S>,
        side: Direction,
        moves: &mut Vec<Move>,
    ) {
        self.gauge.lift(course, lifted);
        let bounds = Bounds {
            floor: self.ground.floor(),
            blocks: &self.gauge.blocks,
            motion: Motion::Push,
            allowed: &self.ground.live,
        };
        self.reach.explore(&bounds, lifted.from, side);
        for stop in self.reach.moves() {
            if let Some((features, divides)) = self.gauge.put_down(course, lifted, stop.at) {
                let by = MacroMove {
                    from: lifted.from,
                    to: stop.at,
                    side: stop.side,
                };
                let rank = course.style.rank(features);
                moves.push(Move::new(by, rank, features, divides));
            }
        }
        self.gauge.put_back(lifted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::champion::Weights;
    use crate::champion::features::style::Style;
    use crate::champion::plan::packing_plan::PackingPlan;
    use crate::switches::Switches;
    use soko_core::{Level, SplitMix, Square, SquareSet, random_level};
    use std::collections::BTreeSet;

    /// All macro moves of the start; those that freeze a box are let pass.
    fn moves_of(setting: &Setting<SquareSet>) -> Vec<Move> {
        let ground = &setting.ground;
        let course = Course {
            plan: PackingPlan::none(ground),
            style: Style::STROLL,
            switches: Switches::NONE,
        };
        let position = Position::new(ground, ground.start.clone(), ground.man);
        let mut generator = MoveGenerator::new(setting);
        let features = generator.measure(&course, &position.boxes);
        let mut moves = Vec::new();
        let movable = position.boxes.clone();
        generator.generate(&course, &position, features, &movable, &mut moves);
        moves
    }

    /// Where a box can go, a push at a time, and the area in which the man is then.
    fn by_single_pushes(
        ground: &LevelGround<SquareSet>,
        from: Square,
    ) -> BTreeSet<(Square, Square)> {
        let mut rest = ground.start.clone();
        rest.remove(from);
        let place = |at: Square, man: Square| {
            let mut boxes = rest.clone();
            boxes.insert(at);
            let area = ground.reach().area(&boxes, man);
            (at, area.lowest().unwrap(), area)
        };
        let (_, first, _) = place(from, ground.man);
        let mut found = BTreeSet::from([(from, first)]);
        let mut open = vec![(from, ground.man)];
        // One push at a time, with the man's area found anew after each.
        while let Some((at, man)) = open.pop() {
            let (floor, (_, _, area)) = (ground.floor(), place(at, man));
            for way in Direction::ALL {
                let (behind, to) = (floor.next(at, way.opposite()), floor.next(at, way));
                let is_free = |s: Square| !floor.is_wall(s) && !rest.contains(s);
                if is_free(behind) && area.contains(behind) && is_free(to) && ground.live[to] {
                    let (_, man, _) = place(to, at);
                    if found.insert((to, man)) {
                        open.push((to, at));
                    }
                }
            }
        }
        found.remove(&(from, first));
        found
    }

    #[test]
    fn moves_are_what_single_pushes_of_one_box_lead_to() {
        let mut random = SplitMix(9);
        let (mut n_moves, mut n_two_sided) = (0, 0);
        for _ in 0..300 {
            let level: Level = random_level(&mut random, 9, 8, 4);
            let setting = Setting::<SquareSet>::new(&level, Weights::default());
            let ground = &setting.ground;
            let moves = moves_of(&setting);
            for from in ground.start.iter() {
                let of_box = moves.iter().filter(|m| m.by.from == from);
                let led_to: Vec<(Square, Square)> = of_box
                    .map(|m| {
                        let after = Position::after(ground, &ground.start, m.by);
                        (m.by.to, after.man())
                    })
                    .collect();
                let expected = by_single_pushes(ground, from);
                assert_eq!(led_to.len(), expected.len(), "{}", level.setup());
                assert_eq!(BTreeSet::from_iter(led_to), expected, "{}", level.setup());
                let squares: BTreeSet<Square> = expected.iter().map(|place| place.0).collect();
                n_moves += expected.len();
                n_two_sided += expected.len() - squares.len();
            }
        }
        assert!(
            n_moves > 2000 && n_two_sided > 15,
            "{n_moves} {n_two_sided}"
        );
    }

    #[test]
    fn a_box_in_a_doorway_may_leave_the_man_on_either_side() {
        let level: Level = "#########\n#   #   #\n#@$   . #\n#   #   #\n#########"
            .parse()
            .unwrap();
        let setting = Setting::<SquareSet>::new(&level, Weights::default());
        let doorway = level.board().square(soko_core::Coord::new(2, 4));
        let moves = moves_of(&setting).into_iter();
        let in_doorway = moves.filter(|m| Some(m.by.to) == doorway);
        let sides: Vec<Direction> = in_doorway.map(|m| m.by.side).collect();
        assert_eq!(sides, [Direction::Left, Direction::Right]);
    }
}
