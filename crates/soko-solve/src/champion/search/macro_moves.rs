//! Macro moves: one box to any square that it can be pushed to while the others
//! stand, with the features of the position that it leads to.
//!
//! For each box the walls of the other boxes are analysed once ([`Blocks`]), and
//! a search over the box's square and the man's side finds its stops
//! ([`MacroReach`]). Most features change a little when one box moves: joints between
//! rooms are looked at again only near the box's old and new squares, distances by
//! difference. A move that freezes the box off its goal is left out.
//!
//! Cost: by far the most of an expansion, a few microseconds a box and some tens
//! of nanoseconds a move.

use crate::champion::features::hotspots::Heat;
use crate::champion::features::rooms::{Joints, Rooms};
use crate::champion::features::style::Features;
use crate::champion::plan::assignment::Lift;
use crate::champion::plan::packing_plan::NextStep;
use crate::champion::plan::route::{Route, Router};
use crate::champion::search::fess::{Fess, Node};
use crate::deadlock::{Detectors, Technique};
use crate::ground::floor::Ground;
use soko_core::facts::{Blocks, Bounds, MacroReach, Motion, first_side};
use soko_core::{BySquare, Direction, Square, Squares};

/// A macro move: the box on `from` goes to `to`, and the man ends on that side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Move {
    pub(crate) from: u16,
    pub(crate) to: u16,
    pub(crate) side: Direction,
    pub(crate) cost: u8,
    /// Whether the deadlock tests have passed it.
    pub(crate) checked: bool,
    pub(crate) dropped: bool,
    /// Whether the box divides the region in which it is put down.
    pub(crate) divides: bool,
    pub(crate) rank: u64,
    pub(crate) features: Features,
    /// What a walk expects of it, and the node that it led to.
    pub(crate) value: i32,
    pub(crate) child: u32,
}

/// What the search of one strategy writes on again and again.
pub(crate) struct Scratch<S> {
    blocks: Blocks,
    reach: MacroReach,
    free: BySquare<bool>,
    joints: Joints,
    heat: Heat<S>,
    pub(crate) router: Router<S>,
    lift: Lift,
    pub(crate) moves: Vec<Move>,
    pub(crate) area: S,
    pub(crate) only: Option<S>,
}

impl<S: Squares> Scratch<S> {
    pub(crate) fn new(ground: &Ground<S>, rooms: &Rooms) -> Scratch<S> {
        Scratch {
            blocks: Blocks::new(ground.n),
            reach: MacroReach::new(ground.n),
            free: BySquare::new(ground.n, false),
            joints: Joints::new(rooms),
            heat: Heat::new(ground),
            router: Router::new(ground),
            lift: Lift::default(),
            moves: Vec::new(),
            area: S::empty(ground.n),
            only: None,
        }
    }
}

impl<S: Squares> Fess<'_, S> {
    /// The features of a position from scratch.
    pub(crate) fn measure(&mut self, boxes: &S) -> Features {
        let ground = self.ground;
        let scratch = &mut self.scratch;
        ground.mark_free(boxes, &mut scratch.free);
        scratch.blocks.find(&ground.floor, &scratch.free);
        let mut rest = boxes.clone();
        let last = boxes.lowest().unwrap_or(Square(0));
        rest.remove(last);
        scratch.lift.begin();
        let progress = self.plan.progress(&mut scratch.lift, 0, &rest, boxes, last);
        let (packed, out_of_plan) = progress;
        self.lift_heat(packed, &rest);
        let hot = self.hot(last);
        let scratch = &mut self.scratch;
        let distance: u64 = boxes
            .iter()
            .map(|s| u64::from(ground.nearest_goal[s].min(200)))
            .sum();
        let distance = distance.min(u64::from(u16::MAX)) as u16;
        Features {
            packed: packed.min(255) as u8,
            regions: scratch.blocks.n_regions().min(255) as u8,
            rooms: scratch.joints.enter(self.rooms, ground, &scratch.free) as u8,
            out_of_plan: out_of_plan as u8,
            hot,
            way: 0,
            distance,
            tie: self.style.tie(ground, boxes, distance, self.plan.seed),
        }
    }

    /// Writes down all macro moves of a node, advised ones first.
    pub(crate) fn generate(
        &mut self,
        node: &Node<S>,
        way: Option<(NextStep<S>, Route<S>)>,
        detectors: &mut Detectors<S>,
    ) {
        let ground = self.ground;
        self.scratch.moves.clear();
        ground.mark_free(&node.boxes, &mut self.scratch.free);
        let scratch = &mut self.scratch;
        scratch.joints.enter(self.rooms, ground, &scratch.free);
        let movable = self.scratch.only.take().unwrap_or(node.boxes.clone());
        for from in movable.iter() {
            let (free, area) = (&self.scratch.free, &self.scratch.area);
            let (floor, live) = (&ground.floor, &ground.live);
            if let Some(side) = first_side(floor, free, Motion::Push, live, area, from) {
                self.generate_from(node, from, side);
            }
        }
        if self.switches.advisors {
            self.advise(node, way, detectors);
        }
        self.scratch.moves.sort_by_key(|m| (m.cost, m.rank));
    }

    /// All macro moves of one box, from a side of it that the man can reach.
    fn generate_from(&mut self, node: &Node<S>, from: Square, side: Direction) {
        let ground = self.ground;
        let scratch = &mut self.scratch;
        scratch.free[from] = true;
        scratch.blocks.find(&ground.floor, &scratch.free);
        let bounds = Bounds {
            floor: &ground.floor,
            blocks: &scratch.blocks,
            motion: Motion::Push,
            allowed: &ground.live,
        };
        scratch.reach.explore(&bounds, from, side);
        (scratch.joints).lift(self.rooms, ground, &scratch.free, from);
        let mut boxes = node.boxes.clone();
        boxes.remove(from);
        self.scratch.lift.begin();
        self.lift_heat(usize::from(node.features.packed), &boxes);
        let mut last = None;
        let mut led_to = None;
        for index in self.scratch.reach.moves() {
            let stop = self.scratch.reach.stops()[index];
            if last != Some(stop.at) {
                last = Some(stop.at);
                led_to = self.put_down(node, from, stop.at, &mut boxes);
            }
            if let Some((features, divides)) = led_to {
                self.scratch.moves.push(Move {
                    from: from.0,
                    to: stop.at.0,
                    side: stop.side,
                    cost: 1,
                    checked: false,
                    dropped: false,
                    divides,
                    rank: self.style.rank(features),
                    features,
                    value: 0,
                    child: u32::MAX,
                });
            }
        }
        self.scratch.free[from] = false;
    }

    /// The features with a lifted box put down on a square, and whether it divides
    /// a region there; nothing if it is frozen off its goal. Leaves the box lifted.
    fn put_down(
        &mut self,
        node: &Node<S>,
        from: Square,
        to: Square,
        boxes: &mut S,
    ) -> Option<(Features, bool)> {
        let ground = self.ground;
        let rest = boxes.clone();
        boxes.insert(to);
        let freezes = to != from
            && self.switches.tests.contains(Technique::Freeze)
            && ground.freezes(boxes, to);
        let led_to = (!freezes).then(|| {
            let scratch = &mut self.scratch;
            let (joints, free) = (&mut scratch.joints, &mut scratch.free);
            let rooms = joints.put_down(self.rooms, ground, free, to);
            let blocks = &scratch.blocks;
            let regions = blocks.n_regions_with_box(&ground.floor, to);
            let divides = regions > blocks.n_regions();
            let before = usize::from(node.features.packed);
            let lift = &mut scratch.lift;
            let (packed, out_of_plan) = self.plan.progress(lift, before, &rest, boxes, to);
            let nearest = |square: Square| ground.nearest_goal[square].min(200);
            let distance = node.features.distance + nearest(to) - nearest(from);
            let features = Features {
                packed: packed as u8,
                regions: regions as u8,
                rooms: rooms as u8,
                out_of_plan: out_of_plan as u8,
                hot: self.hot(to),
                way: node.features.way,
                distance,
                tie: self.style.tie(ground, boxes, distance, self.plan.seed),
            };
            (features, divides)
        });
        boxes.remove(to);
        led_to
    }

    /// Whether hot boxes are counted.
    fn minds_heat(&self) -> bool {
        self.switches.hotspots && self.style.minds_heat()
    }

    /// A box is lifted, the others being `rest`; so many steps are packed.
    fn lift_heat(&mut self, packed: usize, rest: &S) {
        if self.minds_heat() {
            let rest = rest.difference(&self.plan.occupied[packed]);
            self.scratch.heat.lift(self.hotspots, self.ground, rest);
        }
    }

    /// The hot boxes with the lifted box put down on a square.
    fn hot(&self, to: Square) -> u8 {
        if !self.minds_heat() {
            return 0;
        }
        let heat = &self.scratch.heat;
        heat.put_down(self.hotspots, self.ground, to).min(255) as u8
    }
}
