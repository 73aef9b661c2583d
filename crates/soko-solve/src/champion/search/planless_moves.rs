//! Macro moves without a plan, by pushes or by pulls, and the advisors for them.
//!
//! A move costs one row of a matching and a look at the passages near its box.
//! Moves after which the boxes cannot all have places at the other end
//! ([`AssignmentTest`]) or that freeze a box are left out, which is sound. For each feature
//! the move that improves it most is recommended, if it leaves no more of the target
//! empty.

use crate::champion::features::aim::{Aim, AimFeatures};
use crate::champion::features::halls::Joints;
use crate::champion::position::{MacroMove, Position};
use crate::champion::setting::Setting;
use crate::champion::two_ends::assignment_test::AssignmentTest;
use crate::champion::two_ends::pull_freeze;
use crate::deadlock::freezes_off_goals;
use crate::ground::end::End;
use crate::ground::level::LevelGround;
use crate::heuristic::MinMatching;
use soko_core::facts::{Blocks, Bounds, LoneBoxSearch, MacroReach, Motion, first_side};
use soko_core::{BySquare, Direction, Square, Squares};

/// No distance is told to be more.
const MOST_DISTANCE: u32 = 60_000;
/// A box farther from home than so many steps counts as that far, and so do all
/// together.
const FAR_FROM_HOME: u16 = 200;
const ALL_FAR_FROM_HOME: u32 = 59_000;

/// A macro move, what it costs, and the features of the position that it leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlanlessMove {
    pub(crate) by: MacroMove,
    /// 0 if an advisor recommends it, else 1.
    pub(crate) cost: u8,
    pub(crate) features: AimFeatures,
}

/// Lists the moves of positions; make one and reuse it.
pub(crate) struct PlanlessMoves<'a, S> {
    end: End,
    setting: &'a Setting<S>,
    assignment_test: AssignmentTest<S>,
    /// The matching with the target.
    to_target: Option<MinMatching<S>>,
    /// The squares without boxes, that of the lifted one among them, and their blocks.
    free: BySquare<bool>,
    blocks: Blocks,
    reach: MacroReach,
    joints: Joints<'a, S>,
}

impl<'a, S: Squares> PlanlessMoves<'a, S> {
    /// For searches from this end with this aim.
    pub(crate) fn new(setting: &'a Setting<S>, end: End, aim: &Aim<S>) -> PlanlessMoves<'a, S> {
        let Setting { ground, halls, .. } = setting;
        let to_target = match aim {
            Aim::Target(target) => Some(distances_to(ground, end, target)),
            Aim::Open => None,
        };
        PlanlessMoves {
            setting,
            end,
            assignment_test: AssignmentTest::new(ground, end),
            to_target: to_target.map(|d| MinMatching::with_distances(ground.n_squares(), &d)),
            free: BySquare::new(ground.n_squares(), false),
            blocks: Blocks::new(ground.n_squares()),
            reach: MacroReach::new(ground.n_squares()),
            joints: Joints::new(halls, ground),
        }
    }

    /// Lists all macro moves of the `movable` boxes, advised ones first.
    pub(crate) fn generate(
        &mut self,
        aim: &Aim<S>,
        position: &Position<S>,
        features: AimFeatures,
        movable: &S,
    ) -> Vec<PlanlessMove> {
        let ground = &self.setting.ground;
        ground.mark_free(&position.boxes, &mut self.free);
        self.joints.enter(&self.free);
        if let Some(to_target) = &mut self.to_target {
            to_target.enter_boxes(&position.boxes, position.man());
        }
        let mut moves = Vec::new();
        for from in movable.iter() {
            let (motion, allowed) = self.motion();
            let (floor, free) = (ground.floor(), &self.free);
            if let Some(side) = first_side(floor, free, motion, allowed, &position.area, from) {
                self.generate_from(aim, &position.boxes, from, side, &mut moves);
            }
        }
        advise(aim, features, &mut moves);
        moves.sort_by_key(|m| (m.cost, aim.rank(m.features)));
        moves
    }

    /// Which way boxes go, and where to.
    fn motion(&self) -> (Motion, &'a BySquare<bool>) {
        let ground = &self.setting.ground;
        match self.end {
            End::Start => (Motion::Push, &ground.live),
            End::Solved => (Motion::Pull, &ground.pushable),
        }
    }

    /// All macro moves of one box, from a side of it that the man can reach.
    fn generate_from(
        &mut self,
        aim: &Aim<S>,
        boxes: &S,
        from: Square,
        side: Direction,
        moves: &mut Vec<PlanlessMove>,
    ) {
        let ground = &self.setting.ground;
        // 1. The box is lifted.
        self.free[from] = true;
        self.blocks.find(ground.floor(), &self.free);
        self.joints.lift(&self.free, from);
        self.assignment_test.lift(boxes, from);
        if let Some(to_target) = &mut self.to_target {
            to_target.lift(from);
        }
        let mut rest = boxes.clone();
        rest.remove(from);
        // 2. Where it can go.
        let (motion, allowed) = self.motion();
        let bounds = Bounds {
            floor: ground.floor(),
            blocks: &self.blocks,
            motion,
            allowed,
        };
        self.reach.explore(&bounds, from, side);
        // 3. What each square brings; the man's side makes no difference to that.
        let mut last = None;
        let mut led_to = None;
        for index in 0..self.reach.moves().len() {
            let stop = self.reach.moves()[index];
            let (to, side) = (stop.at, stop.side);
            if last != Some(to) {
                last = Some(to);
                led_to = self.put_down(aim, &rest, from, to);
            }
            if let Some(features) = led_to {
                moves.push(PlanlessMove {
                    by: MacroMove { from, to, side },
                    cost: 1,
                    features,
                });
            }
        }
        self.free[from] = false;
    }

    /// The features once the box lifted from `from` stands on `to` beside the `rest`;
    /// none if that is dead.
    fn put_down(
        &mut self,
        aim: &Aim<S>,
        rest: &S,
        from: Square,
        to: Square,
    ) -> Option<AimFeatures> {
        let ground = &self.setting.ground;
        // 1. What can be refused cheaply: no assignment of boxes, or a freeze.
        if !self.assignment_test.passes(to) {
            return None;
        }
        let mut boxes = rest.clone();
        boxes.insert(to);
        let is_frozen = to != from
            && match self.end {
                End::Start => freezes_off_goals(ground.bare(), ground.lone_box(), &boxes, to),
                End::Solved => pull_freeze::freezes(ground, &boxes, to),
            };
        if is_frozen {
            return None;
        }
        // 2. The features of what is left.
        let halls = self.joints.put_down(&mut self.free, to);
        let regions = self.blocks.n_regions_with_box(ground.floor(), to);
        let off_target = match aim {
            Aim::Target(target) => target.difference(&boxes).len(),
            Aim::Open => 0,
        };
        let distance = match &self.to_target {
            Some(to_target) => to_target.put_down(to, from).unwrap_or(MOST_DISTANCE),
            None => MOST_DISTANCE - self.distance_from_home(&boxes),
        };
        Some(AimFeatures {
            off_target: off_target.min(255) as u8,
            regions: regions.min(255) as u8,
            halls: halls.min(255) as u8,
            distance: distance.min(MOST_DISTANCE) as u16,
        })
    }

    /// How far the boxes are from where this search began.
    fn distance_from_home(&self, boxes: &S) -> u32 {
        let ground = &self.setting.ground;
        let home = match self.end {
            End::Start => &ground.nearest_start,
            End::Solved => &ground.nearest_goal,
        };
        let far = boxes.iter().map(|s| u32::from(home[s].min(FAR_FROM_HOME)));
        far.sum::<u32>().min(ALL_FAR_FROM_HOME)
    }
}

/// For each square of a target, the steps of a lone box from every square.
fn distances_to<S: Squares>(ground: &LevelGround<S>, end: End, target: &S) -> Vec<BySquare<u16>> {
    let mut lone = LoneBoxSearch::new(ground.floor());
    let motion = match end {
        End::Start => Motion::Pull,
        End::Solved => Motion::Push,
    };
    let distances = |square: Square| {
        lone.explore(motion, [square]);
        lone.distances()
    };
    target.iter().map(distances).collect()
}

/// The features that advisors go by, one each.
const ADVISORS: [fn(AimFeatures) -> u16; 4] = [
    |f| f.off_target as u16,
    |f| f.regions as u16,
    |f| f.halls as u16,
    |f| f.distance,
];

/// Makes the best move by each feature free, and all where there is next to no
/// choice.
fn advise<S>(aim: &Aim<S>, now: AimFeatures, moves: &mut [PlanlessMove]) {
    for feature in ADVISORS {
        let better = moves.iter_mut().filter(|m| {
            m.features.off_target <= now.off_target && feature(m.features) < feature(now)
        });
        let best = better.min_by_key(|m| (feature(m.features), aim.rank(m.features)));
        if let Some(step) = best {
            step.cost = 0;
        }
    }
    if moves.len() <= 2 {
        for step in moves {
            step.cost = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::champion::Weights;
    use soko_core::{Coord, Level, SquareSet};

    const NOW: AimFeatures = AimFeatures {
        off_target: 5,
        regions: 5,
        halls: 5,
        distance: 500,
    };

    fn leading_to(features: AimFeatures) -> PlanlessMove {
        let by = MacroMove {
            from: Square(0),
            to: Square(0),
            side: Direction::Left,
        };
        PlanlessMove {
            by,
            cost: 1,
            features,
        }
    }

    #[test]
    fn the_best_move_by_each_feature_is_free() {
        let by_distance = |distance| AimFeatures { distance, ..NOW };
        let by_halls = |halls| AimFeatures { halls, ..NOW };
        let by_regions = |regions| AimFeatures { regions, ..NOW };
        let by_target = |off_target| AimFeatures { off_target, ..NOW };
        let unpacking = AimFeatures {
            off_target: 6,
            regions: 1,
            ..NOW
        };
        let mut moves = [
            (NOW, 1),
            (by_distance(400), 1),
            (by_distance(300), 0),
            (by_halls(4), 0),
            (by_regions(4), 1),
            (by_regions(3), 0),
            (by_target(4), 0),
            (unpacking, 1),
        ]
        .map(|(features, cost)| (leading_to(features), cost));
        let mut listed = moves.map(|(step, _)| step);
        advise(&Aim::Target(()), NOW, &mut listed);
        for ((step, cost), told) in moves.iter_mut().zip(listed) {
            assert_eq!(told.cost, *cost, "{:?}", step.features);
        }
    }

    #[test]
    fn where_there_is_next_to_no_choice_all_moves_are_free() {
        for (n_moves, cost) in [(1, 0), (2, 0), (3, 1)] {
            let mut moves = vec![leading_to(NOW); n_moves];
            advise(&Aim::Target(()), NOW, &mut moves);
            assert!(moves.iter().all(|m| m.cost == cost));
        }
    }

    /// The box stands in one of two passages between two halls.
    const TWO_PASSAGES: &str = "\
###########
#   ###   #
#@  $     #
#   ###   #
#         #
#   ### . #
###########";

    /// Where the moves of the first root from an end lead: row, column and cost.
    fn moves_from(end: End, aim: &Aim<SquareSet>) -> Vec<(u32, u32, u8)> {
        let level: Level = TWO_PASSAGES.parse().unwrap();
        let setting = Setting::<SquareSet>::new(&level, Weights::default());
        let (boxes, man) = setting.ground.roots(end).remove(0);
        let position = Position::new(&setting.ground, boxes.clone(), man);
        let now = AimFeatures {
            regions: 1,
            halls: u8::from(end == End::Start),
            off_target: 1,
            distance: 60_000,
        };
        let mut generator = PlanlessMoves::new(&setting, end, aim);
        let moves = generator.generate(aim, &position, now, &boxes);
        let coord = |square| level.board().coord(square);
        let told = moves.iter().map(|m| (coord(m.by.to), m.cost));
        told.map(|(Coord { row, col }, cost)| (row, col, cost))
            .collect()
    }

    #[test]
    fn advised_moves_come_first() {
        for end in [End::Start, End::Solved] {
            let moves = moves_from(end, &Aim::Open);
            assert!(moves.len() > 10 && moves[0].2 == 0, "{moves:?}");
            assert!(moves.is_sorted_by_key(|m| m.2), "{moves:?}");
            let n_free = moves.iter().filter(|m| m.2 == 0).count();
            assert!(n_free < 4, "one a feature: {moves:?}");
        }
        // The passage is opened, and the box as far from home as can be.
        assert_eq!(moves_from(End::Start, &Aim::Open)[0], (5, 8, 0));
    }

    #[test]
    fn boxes_are_brought_towards_the_target() {
        let level: Level = TWO_PASSAGES.parse().unwrap();
        let home = SquareSet::of(level.board().n_squares(), level.boxes().iter());
        let moves = moves_from(End::Solved, &Aim::Target(home));
        assert_eq!(moves[0], (2, 4, 0), "{moves:?}");
    }
}
