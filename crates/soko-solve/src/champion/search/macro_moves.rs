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
                let mut rest = boxes.clone();
                rest.remove(from);
                let lifted = Lifted {
                    from,
                    features,
                    rest,
                };
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
        // Stops on one square, with the man on different sides, lie next to each other
        // more often than not, and have the same features.
        let mut last = None;
        let mut led_to = None;
        for stop in &self.reach.stops()[self.reach.moves()] {
            if last != Some(stop.at) {
                last = Some(stop.at);
                led_to = self.gauge.put_down(course, lifted, stop.at);
            }
            if let Some((features, divides)) = led_to {
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
