//! The way to the next target, other boxes standing in it or not.
//!
//! A cheapest-first search backwards from the next square of the plan. Boxes
//! already placed are walls. Each other box on the way of the pushed box, on a
//! square from which the man must push, or between the man and the first such
//! square, costs [`BLOCKER`] pushes. The cheapest box gives the route; the boxes
//! that stand on it are in the way. The opener advises to move one of them so
//! that the way becomes cheaper. Heuristic; a few microseconds.

use super::blocks::Blocks;
use super::ground::Ground;
use super::plan::NextStep;
use soko_core::{Square, Squares};

/// What a box in the way costs, in pushes.
pub(super) const BLOCKER: u32 = 12;
const NEVER: u32 = u32::MAX;

/// A way to the target.
pub(super) struct Route<S> {
    /// Pushes, and [`BLOCKER`] for each box in the way.
    pub(super) cost: u32,
    /// The boxes in the way.
    pub(super) blockers: S,
}

/// The search; make one and reuse it.
pub(super) struct Router {
    cost: Vec<u32>,
    /// The state from which each was reached, towards the target.
    towards: Vec<u32>,
    buckets: Vec<Vec<u32>>,
    /// Boxes between the man and each square, and the square before it.
    walls_of_boxes: Vec<u32>,
    came_from: Vec<u16>,
    free: Vec<bool>,
    blocks: Blocks,
    /// The boxes in place that the blocks are for.
    walls: Vec<u64>,
}

impl Router {
    pub(super) fn new(n_squares: usize) -> Router {
        Router {
            cost: Vec::new(),
            towards: Vec::new(),
            buckets: Vec::new(),
            walls_of_boxes: Vec::new(),
            came_from: Vec::new(),
            free: vec![false; n_squares + 1],
            blocks: Blocks::new(n_squares),
            walls: Vec::new(),
        }
    }

    /// The cheapest way to do the next step of the plan.
    pub(super) fn route<S: Squares>(
        &mut self,
        ground: &Ground<S>,
        boxes: &S,
        next: &NextStep<S>,
        man: Square,
    ) -> Option<Route<S>> {
        let (target, placed) = (next.target, &next.walls);
        ground.mark_free(placed, &mut self.free);
        let loose = boxes.difference(placed);
        self.walk(ground, &loose, man);
        if self.walls != placed.words() {
            self.walls = placed.words().to_vec();
            self.blocks.find(ground, &self.free);
        }
        self.cost.clear();
        self.cost.resize(4 * ground.n, NEVER);
        self.towards.clear();
        self.towards.resize(4 * ground.n, NEVER);
        self.empty_buckets();
        for side in 0..4 {
            if self.free[ground.next[target.index()][side] as usize] {
                let first = if loose.contains(target) { BLOCKER } else { 0 };
                self.reach_state(4 * target.index() + side, first, NEVER);
            }
        }
        let (cost, from) = self.cheapest_box(ground, &loose, next)?;
        let mut blockers = self.squares_of_route(ground, from);
        blockers.intersect_with(&loose);
        let mut route = Route { cost, blockers };
        self.add_walks(ground, boxes, placed, from, &mut route);
        Some(route)
    }

    /// Follows the route with all boxes in place; at the first turn where the man
    /// cannot walk from one push to the next, the boxes in his cheapest way are
    /// blockers too.
    fn add_walks<S: Squares>(
        &mut self,
        ground: &Ground<S>,
        boxes: &S,
        placed: &S,
        from: u32,
        route: &mut Route<S>,
    ) {
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
            boxes.remove(Square((before / 4) as u16));
            boxes.insert(Square((at / 4) as u16));
            if before % 4 == at % 4 {
                continue;
            }
            let man = Square((before / 4) as u16);
            let goes_to = ground.next[at / 4][at % 4];
            let area = ground.reach.area(&boxes, man);
            if area.contains(Square(goes_to)) {
                continue;
            }
            // The pushed box itself is a wall to the man.
            let mut walls = placed.clone();
            walls.insert(Square((at / 4) as u16));
            ground.mark_free(&walls, &mut self.free);
            let loose = boxes.difference(&walls);
            self.walk(ground, &loose, man);
            route.cost += BLOCKER * self.walls_of_boxes[goes_to as usize].min(8);
            let mut step = goes_to;
            while self.came_from[step as usize] != step {
                if loose.contains(Square(step)) {
                    route.blockers.insert(Square(step));
                }
                step = self.came_from[step as usize];
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

    /// How many boxes the man would have to walk through to each square.
    fn walk<S: Squares>(&mut self, ground: &Ground<S>, loose: &S, man: Square) {
        self.walls_of_boxes.clear();
        self.walls_of_boxes.resize(ground.n + 1, NEVER);
        self.came_from.clear();
        self.came_from.resize(ground.n + 1, man.0);
        self.empty_buckets();
        self.walls_of_boxes[man.index()] = 0;
        self.put(0, u32::from(man.0));
        let mut cost = 0;
        while cost < self.buckets.len() {
            while let Some(at) = self.buckets[cost].pop() {
                if self.walls_of_boxes[at as usize] != cost as u32 {
                    continue;
                }
                for to in ground.next[at as usize] {
                    if !self.free[to as usize] {
                        continue;
                    }
                    let price = cost as u32 + u32::from(loose.contains(Square(to)));
                    if price < self.walls_of_boxes[to as usize] {
                        self.walls_of_boxes[to as usize] = price;
                        self.came_from[to as usize] = at as u16;
                        self.put(price, u32::from(to));
                    }
                }
            }
            cost += 1;
        }
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
    fn cheapest_box<S: Squares>(
        &mut self,
        ground: &Ground<S>,
        loose: &S,
        next: &NextStep<S>,
    ) -> Option<(u32, u32)> {
        let mut best = (NEVER, NEVER);
        let mut cost = 0;
        while cost < self.buckets.len() && (cost as u32) < best.0 {
            while let Some(state) = self.buckets[cost].pop() {
                let at = state as usize / 4;
                if self.cost[state as usize] != cost as u32 {
                    continue;
                }
                let is_box = loose.contains(Square(at as u16)) && at != next.target.index();
                if is_box && next.servers.contains(Square(at as u16)) {
                    let man = ground.next[at][state as usize % 4] as usize;
                    let walls = self.walls_of_boxes[man];
                    if walls != NEVER {
                        best = best.min((cost as u32 + BLOCKER * walls, state));
                    }
                }
                let passing = if is_box { BLOCKER } else { 0 };
                self.spread(ground, loose, state as usize, cost as u32 + passing);
            }
            cost += 1;
        }
        (best.1 != NEVER).then_some(best)
    }

    fn spread<S: Squares>(&mut self, ground: &Ground<S>, loose: &S, state: usize, cost: u32) {
        let (at, side) = (state / 4, state % 4);
        let sides = self.blocks.joined_sides(ground, &self.free, at, side);
        for side in 0..4 {
            if sides & (1 << side) == 0 {
                continue;
            }
            // The box came from `before`, pushed by the man on `man`.
            let before = ground.next[at][side] as usize;
            let man = ground.next[before][side] as usize;
            if !self.free[man] {
                continue;
            }
            let price = cost
                + 1
                + if loose.contains(Square(man as u16)) {
                    BLOCKER
                } else {
                    0
                };
            self.reach_state(4 * before + side, price, state as u32);
        }
    }

    fn squares_of_route<S: Squares>(&self, ground: &Ground<S>, from: u32) -> S {
        let mut route = S::empty(ground.n);
        let mut at = from as usize;
        // The man's walk to the first push.
        let mut man = ground.next[at / 4][at % 4];
        while self.came_from[man as usize] != man {
            route.insert(Square(man));
            man = self.came_from[man as usize];
        }
        // The pushes.
        while self.towards[at] != NEVER {
            route.insert(Square(ground.next[at / 4][at % 4]));
            at = self.towards[at] as usize;
            route.insert(Square((at / 4) as u16));
        }
        route.remove(Square((from / 4) as u16));
        route
    }
}
