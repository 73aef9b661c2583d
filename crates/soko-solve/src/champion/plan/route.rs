//! The way to the next target, other boxes standing in it or not.
//!
//! A cheapest-first search backwards from the next square of the plan. Boxes
//! already placed are walls. Each other box on the way of the pushed box, on a
//! square from which the man must push, or between the man and the first such
//! square, costs [`BLOCKER`] pushes. So does the pushed box itself where the man
//! stands on its first square, which most ways have in common. The cheapest box
//! gives the route; the boxes that stand on it are in the way. The opener advises to
//! move one of them so that the way becomes cheaper. Heuristic; a few microseconds.

use crate::champion::plan::boxes_between::BoxesBetween;
use crate::champion::plan::packing_plan::NextStep;
use crate::champion::position::Position;
use crate::ground::level::LevelGround;
use soko_core::facts::Blocks;
use soko_core::{ByDirection, BySquare, Direction, DirectionSet, Square, Squares};

/// What a box in the way costs, in pushes.
pub(crate) const BLOCKER: u32 = 12;
/// More boxes than so many between two pushes cost no more.
const MOST_BETWEEN: usize = 8;
const NEVER: u32 = u32::MAX;

/// A box on a square and the man beside it, about to push it away from him.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Stance {
    at: Square,
    /// The side of the box on which he stands.
    side: Direction,
}

/// A value for each stance.
type ByStance<T> = BySquare<ByDirection<T>>;

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
pub(crate) struct Router<'a, S> {
    ground: &'a LevelGround<S>,
    cost: ByStance<u32>,
    /// The stance from which each was reached, towards the target.
    towards: ByStance<Option<Stance>>,
    /// Stances to be looked at, by cost.
    buckets: Vec<Vec<Stance>>,
    /// The boxes in place, the squares without them, and which of a square's sides
    /// hang together then; none where nobody has asked.
    walls: S,
    free: BySquare<bool>,
    blocks: Blocks,
    sides: ByStance<DirectionSet>,
}

impl<'a, S: Squares> Router<'a, S> {
    pub(crate) fn new(ground: &'a LevelGround<S>) -> Router<'a, S> {
        let n = ground.n_squares();
        let mut router = Router {
            ground,
            cost: BySquare::new(n, ByDirection([NEVER; 4])),
            towards: BySquare::new(n, ByDirection([None; 4])),
            buckets: Vec::new(),
            walls: S::empty(n),
            free: BySquare::new(n, false),
            blocks: Blocks::new(n),
            sides: BySquare::new(n, ByDirection([DirectionSet::EMPTY; 4])),
        };
        router.set_walls(S::empty(n));
        router
    }

    fn set_walls(&mut self, walls: S) {
        self.ground.mark_free(&walls, &mut self.free);
        self.blocks.find(self.ground.floor(), &self.free);
        let unknown = ByDirection([DirectionSet::EMPTY; 4]);
        self.sides.with_wall_mut().fill(unknown);
        self.walls = walls;
    }

    /// The cheapest way to do the next step of the plan, if it costs less than
    /// `limit`.
    pub(crate) fn route(
        &mut self,
        position: &Position<S>,
        next: &NextStep<S>,
        limit: u32,
    ) -> Option<Route<S>> {
        let Position { boxes, area, .. } = position;
        if self.walls != next.walls {
            self.set_walls(next.walls.clone());
        }
        let loose = boxes.difference(&self.walls);
        // 1. The cheapest box, and the stance in which it begins.
        self.begin(next.target, &loose);
        let (area, walls) = (area.clone(), &self.walls);
        let mut between = BoxesBetween::new(self.ground, area, loose.clone(), walls);
        let (cost, from) = self.cheapest_box(&loose, next, &mut between, limit)?;
        // 2. The boxes that stand on its way, and between the man and its first push.
        let mut blockers = self.squares_of_route(from);
        blockers.intersect_with(&loose);
        between.add_boxes_before(self.man(from), &mut blockers);
        blockers.remove(from.at);
        // 3. The boxes on the man's way later on.
        let mut route = Route { cost, blockers };
        self.add_walks(boxes, from, &mut route);
        (route.cost < limit).then_some(route)
    }

    /// Where the man stands.
    fn man(&self, stance: Stance) -> Square {
        self.ground.floor().next(stance.at, stance.side)
    }

    /// The stance towards the target, nearer by a push.
    fn after(&self, stance: Stance) -> Option<Stance> {
        self.towards[stance.at][stance.side]
    }

    /// Begins a search at the target.
    fn begin(&mut self, target: Square, loose: &S) {
        self.cost.with_wall_mut().fill(ByDirection([NEVER; 4]));
        self.towards.with_wall_mut().fill(ByDirection([None; 4]));
        for bucket in &mut self.buckets {
            bucket.clear();
        }
        let first = price(usize::from(loose.contains(target)));
        for side in Direction::ALL {
            if self.free[self.ground.floor().next(target, side)] {
                self.reach_stance(Stance { at: target, side }, first, None);
            }
        }
    }

    fn reach_stance(&mut self, stance: Stance, cost: u32, towards: Option<Stance>) {
        let Stance { at, side } = stance;
        if cost < self.cost[at][side] {
            self.cost[at][side] = cost;
            self.towards[at][side] = towards;
            let bucket = cost as usize;
            if self.buckets.len() <= bucket {
                self.buckets.resize(bucket + 1, Vec::new());
            }
            self.buckets[bucket].push(stance);
        }
    }

    /// Spreads from the target until no box can be cheaper than the best; the
    /// cost and the stance in which that box begins.
    fn cheapest_box(
        &mut self,
        loose: &S,
        next: &NextStep<S>,
        between: &mut BoxesBetween<'_, S>,
        limit: u32,
    ) -> Option<(u32, Stance)> {
        let mut best: Option<(u32, Stance)> = None;
        for (bucket, cost) in (0..).zip(0u32..) {
            let bound = best.map_or(limit, |(cost, _)| cost);
            if bucket >= self.buckets.len() || cost >= bound {
                break;
            }
            while let Some(stance) = self.buckets[bucket].pop() {
                let Stance { at, side } = stance;
                if self.cost[at][side] != cost {
                    continue;
                }
                // A box that may serve could begin here, if the man gets behind it.
                let is_box = loose.contains(at) && at != next.target;
                if is_box && next.servers.contains(at) {
                    let bound = best.map_or(limit, |(cost, _)| cost);
                    let most = (bound.saturating_sub(cost) / BLOCKER) as usize;
                    if let Some(depth) = between.depth(self.man(stance), most) {
                        let found = (cost + price(depth), stance);
                        best = best.into_iter().chain([found]).min();
                    }
                }
                // To come from farther off, a box must pass this one.
                self.spread(loose, stance, cost + price(usize::from(is_box)));
            }
        }
        best
    }

    /// Reaches the stances from which a push leads to this one.
    fn spread(&mut self, loose: &S, stance: Stance, cost: u32) {
        let Stance { at, side } = stance;
        if self.sides[at][side].is_empty() {
            let floor = self.ground.floor();
            self.sides[at][side] = self.blocks.joined_sides(floor, at, side);
        }
        for side in self.sides[at][side].iter() {
            // The box came from `before`, pushed by the man on `man`.
            let before = Stance {
                at: self.ground.floor().next(at, side),
                side,
            };
            let man = self.man(before);
            if self.free[man] {
                let cost = cost + 1 + price(usize::from(loose.contains(man)));
                self.reach_stance(before, cost, Some(stance));
            }
        }
    }

    /// The squares of a route's pushes, but for the first.
    fn squares_of_route(&self, from: Stance) -> S {
        let mut squares = S::empty(self.ground.n_squares());
        let mut stance = from;
        while let Some(after) = self.after(stance) {
            squares.insert(self.man(stance));
            squares.insert(after.at);
            stance = after;
        }
        squares
    }

    /// Follows the route with all boxes in place; at the first turn where the man
    /// cannot walk from one push to the next, the boxes in his cheapest way are
    /// blockers too.
    fn add_walks(&self, boxes: &S, from: Stance, route: &mut Route<S>) {
        let mut boxes = boxes.clone();
        let mut before = from;
        while let Some(stance) = self.after(before)
            && self.after(stance).is_some()
        {
            let man = before.at;
            boxes.remove(before.at);
            boxes.insert(stance.at);
            let turns = before.side != stance.side;
            before = stance;
            if !turns {
                continue;
            }
            let goes_to = self.man(stance);
            let area = self.ground.reach().area(&boxes, man);
            if area.contains(goes_to) {
                continue;
            }
            // The pushed box itself is a wall to the man.
            let mut walls = self.walls.clone();
            walls.insert(stance.at);
            let loose = boxes.difference(&walls);
            let mut between = BoxesBetween::new(self.ground, area, loose, &walls);
            let depth = between.depth(goes_to, MOST_BETWEEN);
            route.cost += price(depth.unwrap_or(MOST_BETWEEN));
            if depth.is_some() {
                between.add_boxes_before(goes_to, &mut route.blockers);
            }
            return;
        }
    }
}

/// What so many boxes in the way cost.
fn price(n_boxes: usize) -> u32 {
    BLOCKER * n_boxes as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{Coord, Level, SquareSet};

    /// The cost of the way to a square for a box on another, and the boxes in that
    /// way, all by row and column.
    fn way(text: &str, target: (u32, u32), server: (u32, u32)) -> (u32, Vec<(u32, u32)>) {
        let level: Level = text.parse().unwrap();
        let (board, ground) = (level.board(), LevelGround::<SquareSet>::new(&level));
        let square = |(row, col)| board.square(Coord::new(row, col)).unwrap();
        let position = Position::new(&ground, ground.start.clone(), ground.man);
        let next = NextStep {
            target: square(target),
            walls: SquareSet::empty(ground.n_squares()),
            servers: SquareSet::of(ground.n_squares(), [square(server)]),
        };
        let route = Router::new(&ground).route(&position, &next, u32::MAX);
        let Route { cost, blockers } = route.unwrap();
        let coords = blockers.iter().map(|square| board.coord(square));
        (cost, coords.map(|Coord { row, col }| (row, col)).collect())
    }

    #[test]
    fn a_free_way_costs_its_pushes() {
        assert_eq!(way("#####\n#@$.#\n#####", (1, 3), (1, 2)), (1, vec![]));
        // A longer one costs a box more: before the second push the man stands where
        // the box stood.
        assert_eq!(way("######\n#@$ .#\n######", (1, 4), (1, 2)), (14, vec![]));
    }

    #[test]
    fn a_box_ahead_is_in_the_way() {
        let way = way("######\n#.@$*#\n######", (1, 4), (1, 3));
        assert_eq!(way, (1 + 12, vec![(1, 4)]));
    }

    #[test]
    fn a_box_behind_is_in_the_way() {
        // It stands where the man must push from, and between him and that square.
        let way = way("#####\n#@ .#\n#$$.#\n#####", (2, 3), (2, 2));
        assert_eq!(way, (1 + 12 + 12, vec![(2, 1)]));
    }

    #[test]
    fn a_box_between_the_man_and_his_first_push_is_in_the_way() {
        let way = way("#######\n#.$ *@#\n#######", (1, 1), (1, 2));
        assert_eq!(way, (1 + 12, vec![(1, 4)]));
    }

    #[test]
    fn a_box_on_the_walk_between_two_pushes_is_in_the_way() {
        // Right and up: the man must walk round to the square below, and a box stands
        // in the passage.
        let blocked = "\
#######
#.   .#
#@$ #$#
### # #
###   #
#######";
        assert_eq!(way(blocked, (1, 3), (2, 2)), (2 + 12, vec![(2, 5)]));
        let free = blocked.replace("#$#", "# #").replace("#. ", "#* ");
        assert_eq!(way(&free, (1, 3), (2, 2)), (2, vec![]));
    }

    #[test]
    fn a_way_no_cheaper_than_the_limit_is_none() {
        let level: Level = "######\n#@$ .#\n######".parse().unwrap();
        let ground = LevelGround::<SquareSet>::new(&level);
        let position = Position::new(&ground, ground.start.clone(), ground.man);
        let next = NextStep {
            target: ground.goals().lowest().unwrap(),
            walls: SquareSet::empty(ground.n_squares()),
            servers: ground.start.clone(),
        };
        let mut router = Router::new(&ground);
        assert!(router.route(&position, &next, 15).is_some());
        assert!(router.route(&position, &next, 14).is_none());
    }
}
