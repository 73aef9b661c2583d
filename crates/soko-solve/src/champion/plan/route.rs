//! The way to the next target, other boxes standing in it or not.
//!
//! A cheapest-first search backwards from the next square of the plan. Boxes
//! already placed are walls. Each other box on the way of the pushed box, on a
//! square from which the man must push, or between the man and the first such
//! square, costs [`BLOCKER`] pushes. The cheapest box gives the route; the boxes
//! that stand on it are in the way. The opener advises to move one of them so
//! that the way becomes cheaper. Heuristic; a few microseconds.

use crate::champion::plan::boxes_between::BoxesBetween;
use crate::champion::plan::packing_plan::NextStep;
use crate::ground::floor::Ground;
use soko_core::facts::Blocks;
use soko_core::{BySquare, Direction, DirectionSet, Square, Squares};

/// What a box in the way costs, in pushes.
pub(crate) const BLOCKER: u32 = 12;
/// More boxes than so many between two pushes cost no more.
const MOST_BETWEEN: usize = 8;
const NEVER: u32 = u32::MAX;

/// The number of a box's square and the man's side of it.
#[inline]
fn state_of(at: Square, side: Direction) -> usize {
    4 * at.index() + side as usize
}

/// The square and the side with this number.
#[inline]
fn place_of(state: usize) -> (Square, Direction) {
    (Square((state / 4) as u16), Direction::ALL[state % 4])
}

/// A way to the target.
pub(crate) struct Route<S> {
    /// Pushes, and [`BLOCKER`] for each box in the way.
    pub(crate) cost: u32,
    /// The boxes in the way.
    pub(crate) blockers: S,
}

/// The next step of the plan and the way to its target.
pub(crate) struct Way<S> {
    pub(crate) next: NextStep<S>,
    pub(crate) route: Route<S>,
}

/// The search; make one and reuse it.
pub(crate) struct Router<S> {
    cost: Vec<u32>,
    /// The state from which each was reached, towards the target.
    towards: Vec<u32>,
    buckets: Vec<Vec<u32>>,
    /// The boxes in place, the squares without them, and which of a square's sides
    /// hang together then; none where nobody has asked.
    walls: S,
    free: BySquare<bool>,
    blocks: Blocks,
    sides: Vec<DirectionSet>,
}

impl<S: Squares> Router<S> {
    pub(crate) fn new(ground: &Ground<S>) -> Router<S> {
        let mut router = Router {
            cost: Vec::new(),
            towards: Vec::new(),
            buckets: Vec::new(),
            walls: S::empty(ground.n),
            free: BySquare::new(ground.n, false),
            blocks: Blocks::new(ground.n),
            sides: vec![DirectionSet::EMPTY; 4 * ground.n],
        };
        router.set_walls(ground, S::empty(ground.n));
        router
    }

    fn set_walls(&mut self, ground: &Ground<S>, walls: S) {
        ground.mark_free(&walls, &mut self.free);
        self.blocks.find(&ground.floor, &self.free);
        self.sides.fill(DirectionSet::EMPTY);
        self.walls = walls;
    }

    /// The cheapest way to do the next step of the plan, if it costs less than
    /// `limit`; `area` is the man's.
    pub(crate) fn route(
        &mut self,
        ground: &Ground<S>,
        boxes: &S,
        next: &NextStep<S>,
        area: &S,
        limit: u32,
    ) -> Option<Route<S>> {
        let target = next.target;
        if self.walls != next.walls {
            self.set_walls(ground, next.walls.clone());
        }
        let loose = boxes.difference(&self.walls);
        self.cost.clear();
        self.cost.resize(4 * ground.n, NEVER);
        self.towards.clear();
        self.towards.resize(4 * ground.n, NEVER);
        self.empty_buckets();
        for side in Direction::ALL {
            if self.free[ground.next(target, side)] {
                let first = if loose.contains(target) { BLOCKER } else { 0 };
                self.reach_state(state_of(target, side), first, NEVER);
            }
        }
        let mut between = BoxesBetween::new(ground, area.clone(), loose.clone(), &self.walls);
        let (cost, from) = self.cheapest_box(ground, &loose, next, &mut between, limit)?;
        let mut blockers = self.squares_of_route(ground, from);
        blockers.intersect_with(&loose);
        let (at, side) = place_of(from as usize);
        between.add_boxes_before(ground, ground.next(at, side), &mut blockers);
        blockers.remove(at);
        let mut route = Route { cost, blockers };
        self.add_walks(ground, boxes, from, &mut route);
        (route.cost < limit).then_some(route)
    }

    /// Follows the route with all boxes in place; at the first turn where the man
    /// cannot walk from one push to the next, the boxes in his cheapest way are
    /// blockers too.
    fn add_walks(&self, ground: &Ground<S>, boxes: &S, from: u32, route: &mut Route<S>) {
        let mut boxes = boxes.clone();
        let mut at = from as usize;
        loop {
            let before = at;
            if self.towards[before] == NEVER {
                return;
            }
            at = self.towards[before] as usize;
            if self.towards[at] == NEVER {
                return;
            }
            let pushed = Square((at / 4) as u16);
            boxes.remove(Square((before / 4) as u16));
            boxes.insert(pushed);
            if before % 4 == at % 4 {
                continue;
            }
            let man = Square((before / 4) as u16);
            let (pushed_on, side) = place_of(at);
            let goes_to = ground.next(pushed_on, side);
            let area = ground.reach.area(&boxes, man);
            if area.contains(goes_to) {
                continue;
            }
            // The pushed box itself is a wall to the man.
            let mut walls = self.walls.clone();
            walls.insert(pushed);
            let mut between = BoxesBetween::new(ground, area, boxes.difference(&walls), &walls);
            let depth = between.depth(ground, goes_to, MOST_BETWEEN);
            route.cost += BLOCKER * depth.unwrap_or(MOST_BETWEEN) as u32;
            if depth.is_some() {
                between.add_boxes_before(ground, goes_to, &mut route.blockers);
            }
            return;
        }
    }

    fn empty_buckets(&mut self) {
        for bucket in &mut self.buckets {
            bucket.clear();
        }
    }

    fn put(&mut self, cost: u32, item: u32) {
        let cost = cost as usize;
        if self.buckets.len() <= cost {
            self.buckets.resize(cost + 1, Vec::new());
        }
        self.buckets[cost].push(item);
    }

    fn reach_state(&mut self, state: usize, cost: u32, towards: u32) {
        if cost < self.cost[state] {
            self.cost[state] = cost;
            self.towards[state] = towards;
            self.put(cost, state as u32);
        }
    }

    /// Spreads from the target until no box can be cheaper than the best; the
    /// cost and the state in which that box begins.
    fn cheapest_box(
        &mut self,
        ground: &Ground<S>,
        loose: &S,
        next: &NextStep<S>,
        between: &mut BoxesBetween<S>,
        limit: u32,
    ) -> Option<(u32, u32)> {
        let mut best = (limit, NEVER);
        let mut cost = 0;
        while cost < self.buckets.len() && (cost as u32) < best.0 {
            while let Some(state) = self.buckets[cost].pop() {
                let (at, side) = place_of(state as usize);
                if self.cost[state as usize] != cost as u32 {
                    continue;
                }
                let is_box = loose.contains(at) && at != next.target;
                if is_box && next.servers.contains(at) {
                    let man = ground.next(at, side);
                    let most = (best.0.saturating_sub(cost as u32) / BLOCKER) as usize;
                    if let Some(depth) = between.depth(ground, man, most) {
                        best = best.min((cost as u32 + BLOCKER * depth as u32, state));
                    }
                }
                let passing = if is_box { BLOCKER } else { 0 };
                self.spread(ground, loose, state as usize, cost as u32 + passing);
            }
            cost += 1;
        }
        (best.1 != NEVER).then_some(best)
    }

    fn spread(&mut self, ground: &Ground<S>, loose: &S, state: usize, cost: u32) {
        let (at, side) = place_of(state);
        if self.sides[state].is_empty() {
            self.sides[state] = self.blocks.joined_sides(&ground.floor, at, side);
        }
        for side in self.sides[state].iter() {
            // The box came from `before`, pushed by the man on `man`.
            let before = ground.next(at, side);
            let man = ground.next(before, side);
            if !self.free[man] {
                continue;
            }
            let is_blocked = loose.contains(man);
            let price = cost + 1 + if is_blocked { BLOCKER } else { 0 };
            self.reach_state(state_of(before, side), price, state as u32);
        }
    }

    /// The squares of a route's pushes, but for the first.
    fn squares_of_route(&self, ground: &Ground<S>, from: u32) -> S {
        let mut route = S::empty(ground.n);
        let mut at = from as usize;
        while self.towards[at] != NEVER {
            let (square, side) = place_of(at);
            route.insert(ground.next(square, side));
            at = self.towards[at] as usize;
            route.insert(Square((at / 4) as u16));
        }
        route
    }
}
