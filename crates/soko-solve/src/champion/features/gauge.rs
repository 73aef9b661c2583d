//! The features of a position, and of all positions that a move of one box leads to.
//!
//! Most features change a little when one box moves. So the gauge is told of a
//! position, then of a box that is lifted from it, and then for each square where
//! the box could be put down it says the features: joints between halls are looked
//! at again only near the box's old and new squares, regions are read off the blocks
//! of the board without the box, and distances change by a difference.
//!
//! Exact: the same as from scratch, but for what the way costs, which is too dear
//! to be found for each move and is that of the position before, and for a box that
//! a move packs, which is hot or not as if it stood there by chance. Cost: a few
//! microseconds a lifted box and some tens of nanoseconds a square.

use crate::champion::course::Course;
use crate::champion::features::halls::Joints;
use crate::champion::features::hotspots::Heat;
use crate::champion::features::style::Features;
use crate::champion::plan::assignment::Lift;
use crate::champion::setting::Setting;
use crate::deadlock::freezes_off_goals;
use soko_core::facts::Blocks;
use soko_core::{BySquare, Square, Squares};

/// A box farther from its goal than so many pushes counts as that far.
const MOST_PUSHES: u16 = 200;

/// What is known of a position and of the board without the lifted box.
pub(crate) struct Gauge<'a, S> {
    setting: &'a Setting<S>,
    /// The squares without boxes, that of the lifted one among them.
    pub(crate) free: BySquare<bool>,
    /// The blocks of those squares.
    pub(crate) blocks: Blocks,
    joints: Joints<'a, S>,
    heat: Heat<S>,
    lift: Lift,
}

/// A box that is off the board.
pub(crate) struct Lifted<S> {
    pub(crate) from: Square,
    /// The features of the position with the box on that square.
    pub(crate) features: Features,
    /// The other boxes.
    pub(crate) rest: S,
}

impl<S: Squares> Lifted<S> {
    /// Lifts a box of a position with these features.
    pub(crate) fn new(boxes: &S, from: Square, features: Features) -> Lifted<S> {
        let mut rest = boxes.clone();
        rest.remove(from);
        Lifted {
            from,
            features,
            rest,
        }
    }
}

impl<'a, S: Squares> Gauge<'a, S> {
    pub(crate) fn new(setting: &'a Setting<S>) -> Gauge<'a, S> {
        let ground = &setting.ground;
        Gauge {
            setting,
            free: BySquare::new(ground.n_squares(), false),
            blocks: Blocks::new(ground.n_squares()),
            joints: Joints::new(&setting.halls, ground),
            heat: Heat::new(ground),
            lift: Lift::default(),
        }
    }

    /// The features of a position from scratch, but for the way.
    pub(crate) fn measure(&mut self, course: &Course<S>, boxes: &S) -> Features {
        let ground = &self.setting.ground;
        ground.mark_free(boxes, &mut self.free);
        self.blocks.find(ground.floor(), &self.free);
        let mut rest = boxes.clone();
        let last = boxes.lowest().unwrap_or(Square(0));
        rest.remove(last);
        self.lift.begin();
        let (packed, out_of_plan) = course.plan.progress(&mut self.lift, 0, &rest, boxes, last);
        self.lift_heat(course, packed, &rest);
        let hot = self.hot(course, last);
        let far = boxes.iter().map(|s| u32::from(self.pushes_to_goal(s)));
        let distance = far.sum::<u32>().min(u32::from(u16::MAX)) as u16;
        let halls = self.joints.enter(&self.free);
        Features {
            packed: as_byte(packed),
            regions: as_byte(self.blocks.n_regions()),
            halls: as_byte(halls),
            out_of_plan: as_byte(out_of_plan),
            hot,
            way: 0,
            distance,
            tie: course.style.tie(ground, boxes, distance, course.plan.seed),
        }
    }

    /// Moves of these boxes are to be measured.
    pub(crate) fn enter(&mut self, boxes: &S) {
        let ground = &self.setting.ground;
        ground.mark_free(boxes, &mut self.free);
        self.joints.enter(&self.free);
    }

    /// A box is lifted from among the boxes entered.
    pub(crate) fn lift(&mut self, course: &Course<S>, lifted: &Lifted<S>) {
        let ground = &self.setting.ground;
        self.free[lifted.from] = true;
        self.blocks.find(ground.floor(), &self.free);
        self.joints.lift(&self.free, lifted.from);
        self.lift.begin();
        self.lift_heat(course, usize::from(lifted.features.packed), &lifted.rest);
    }

    /// The lifted box stands again where it stood.
    pub(crate) fn put_back(&mut self, lifted: &Lifted<S>) {
        self.free[lifted.from] = false;
    }

    /// The features with the lifted box put down on a square, and whether it divides
    /// a region there; nothing if it is frozen off its goal.
    pub(crate) fn put_down(
        &mut self,
        course: &Course<S>,
        lifted: &Lifted<S>,
        to: Square,
    ) -> Option<(Features, bool)> {
        let ground = &self.setting.ground;
        let &Lifted { from, ref rest, .. } = lifted;
        let mut boxes = rest.clone();
        boxes.insert(to);
        // 1. A box that freezes off the goals needs no features.
        if to != from
            && course.tests_freezing()
            && freezes_off_goals(ground.bare(), ground.lone_box(), &boxes, to)
        {
            return None;
        }
        // 2. What changes near the box is counted there; the rest follows from what
        //    was counted when it was lifted.
        let halls = self.joints.put_down(&mut self.free, to);
        let regions = self.blocks.n_regions_with_box(ground.floor(), to);
        let divides = regions > self.blocks.n_regions();
        let before = usize::from(lifted.features.packed);
        let progress = (course.plan).progress(&mut self.lift, before, rest, &boxes, to);
        let (packed, out_of_plan) = progress;
        let distance = lifted.features.distance + self.pushes_to_goal(to);
        let distance = distance - self.pushes_to_goal(from);
        let features = Features {
            packed: as_byte(packed),
            regions: as_byte(regions),
            halls: as_byte(halls),
            out_of_plan: as_byte(out_of_plan),
            hot: self.hot(course, to),
            way: lifted.features.way,
            distance,
            tie: course.style.tie(ground, &boxes, distance, course.plan.seed),
        };
        Some((features, divides))
    }

    fn pushes_to_goal(&self, square: Square) -> u16 {
        self.setting.ground.nearest_goal[square].min(MOST_PUSHES)
    }

    /// A box is lifted, the others being `rest`; so many steps are packed.
    fn lift_heat(&mut self, course: &Course<S>, packed: usize, rest: &S) {
        if course.minds_heat() {
            let loose = rest.difference(&course.plan.occupied[packed]);
            let Setting {
                hotspots, ground, ..
            } = self.setting;
            self.heat.lift(hotspots, ground, loose);
        }
    }

    /// The hot boxes with the lifted box put down on a square.
    fn hot(&self, course: &Course<S>, to: Square) -> u8 {
        let Setting {
            hotspots, ground, ..
        } = self.setting;
        if course.minds_heat() {
            as_byte(self.heat.put_down(hotspots, ground, to))
        } else {
            0
        }
    }
}

/// A count, of which no more than 255 is told.
fn as_byte(count: usize) -> u8 {
    count.min(usize::from(u8::MAX)) as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::champion::Weights;
    use crate::champion::features::style::Style;
    use crate::champion::plan::packing_plan::PackingPlan;
    use crate::switches::{Switch, Switches};
    use soko_core::{Level, SplitMix, SquareSet, random_level};

    fn course(setting: &Setting<SquareSet>, style: Style) -> Course<SquareSet> {
        Course {
            plan: PackingPlan::find(&setting.ground, 0, &mut || true),
            style,
            switches: Switches::default(),
        }
    }

    /// What is told of a box that moves is what a look at the whole position tells,
    /// and each feature says something somewhere.
    #[test]
    fn a_moved_box_changes_the_features_that_it_changes() {
        let mut random = SplitMix(23);
        let mut totals = [0; 6];
        for round in 0..30 {
            let level = random_level(&mut random, 11, 9, 4);
            let setting = Setting::<SquareSet>::new(&level, Weights::default());
            let style = [Style::STROLL, Style::WANDER][round % 2];
            let course = course(&setting, style);
            let [mut gauge, mut plain] = [0; 2].map(|_| Gauge::new(&setting));
            let boxes = &setting.ground.start;
            let features = plain.measure(&course, boxes);
            gauge.enter(boxes);
            for from in boxes.iter() {
                let lifted = Lifted::new(boxes, from, features);
                gauge.lift(&course, &lifted);
                for to in setting.ground.floor().squares() {
                    let mut moved = lifted.rest.clone();
                    if moved.contains(to) || setting.ground.nearest_goal[to] > MOST_PUSHES {
                        continue;
                    }
                    moved.insert(to);
                    let (bare, lone) = (setting.ground.bare(), setting.ground.lone_box());
                    let freezes = to != from && freezes_off_goals(bare, lone, &moved, to);
                    let told = gauge.put_down(&course, &lifted, to);
                    assert_eq!(told.is_none(), freezes);
                    let Some((told, divides)) = told else {
                        continue;
                    };
                    let mut expected = plain.measure(&course, &moved);
                    if told.packed != features.packed {
                        expected.hot = told.hot;
                    }
                    assert_eq!(told, expected, "{to:?} of\n{}", level.setup());
                    let regions = setting.ground.reach().areas(&lifted.rest).len();
                    assert_eq!(divides, usize::from(told.regions) > regions);
                    let Features {
                        packed,
                        halls,
                        out_of_plan,
                        hot,
                        ..
                    } = told;
                    let seen = [packed, told.regions, halls, out_of_plan, hot];
                    for (total, feature) in totals.iter_mut().zip(seen) {
                        *total += u32::from(feature);
                    }
                    totals[5] += u32::from(told.distance);
                }
                gauge.put_back(&lifted);
            }
        }
        assert!(totals.iter().all(|&total| total > 80), "{totals:?}");
    }

    #[test]
    fn hot_boxes_count_in_styles_that_mind_them() {
        // As long as the right box stands, the left one comes to no goal.
        let level: Level = "##########\n#@$ $ ..##\n##########".parse().unwrap();
        let setting = Setting::<SquareSet>::new(&level, Weights::default());
        let hot = |style: Style, switches: Switches| {
            let mut course = course(&setting, style);
            course.plan = PackingPlan::none(&setting.ground);
            course.switches = switches;
            let boxes = &setting.ground.start;
            Gauge::new(&setting).measure(&course, boxes).hot
        };
        let styles = [Style::SPREAD, Style::WANDER, Style::WALK, Style::STROLL];
        let (on, off) = (Switches::ALL, Switches::ALL.without(Switch::Hotspots));
        assert_eq!(styles.map(|style| hot(style, on)), [1; 4]);
        assert_eq!(styles.map(|style| hot(style, off)), [0; 4]);
        assert_eq!(hot(Style::WAY, on), 0);
    }
}
