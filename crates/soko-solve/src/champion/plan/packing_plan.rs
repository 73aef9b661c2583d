//! The packing plan: in which order the goals are filled.
//!
//! Found backwards. From the solved board, boxes are pulled away one at a time;
//! a box that can be pulled onto the square of some box of the start, while the
//! others stand, leaves the board. Read backwards, that is an order in which each
//! box can be pushed home past those already placed. A removal is accepted only
//! if the boxes gone and those left can still be matched with the boxes of the
//! start. Removing a box never takes away a possibility from the rest, so if any
//! box can go, only removals are tried. If none can, a box is pulled to some other
//! square for a while: a parking step.
//!
//! From the plan come two features. *Packed* is the number of the last step whose
//! boxes all stand where they should. *Out of plan* counts the boxes in squares
//! from which no later target can be reached once the plan has gone a little
//! further, so that they are cleared before the way is closed (Shoham and
//! Schaeffer, "The FESS Algorithm"). Searches that heed the plan assignment
//! ([`crate::champion::plan::assignment`]) count the stranded boxes instead, and new
//! steps only while no box is stranded; what was packed stays packed as long as it
//! stands.
//!
//! Heuristic: a plan ignores the boxes that are not yet placed. It may be wrong,
//! and only orders moves.

use crate::champion::plan::assignment::{Lift, PlanAssignment};
use crate::ground::largest_matching::LargestMatching;
use crate::ground::level::LevelGround;
use rustc_hash::FxHashSet;
use soko_core::facts::{Blocks, Bounds, LoneBoxSearch, MacroReach, Motion, UNREACHABLE};
use soko_core::{BySquare, SplitMix, Square, Squares};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::ops::Bound::{Excluded, Unbounded};

/// How many positions the plan's search may expand.
const PLAN_EXPANSIONS: usize = 3000;

/// A packing order.
pub(crate) struct PackingPlan<S> {
    /// The squares to be occupied after each step; none before the first.
    pub(crate) occupied: Vec<S>,
    /// The squares to be clear of other boxes while so many steps are done.
    zones: Vec<S>,
    /// Which boxes can serve which steps, if the search is to heed that.
    assignment: Option<PlanAssignment<S>>,
    /// How many boxes the backward search left on the board.
    pub(crate) left: usize,
    /// The seed that the plan was made with.
    pub(crate) seed: u64,
}

/// What the plan wants next.
#[derive(Clone)]
pub(crate) struct NextStep<S> {
    /// The square to be filled.
    pub(crate) target: Square,
    /// Boxes in their places, which stay there.
    pub(crate) walls: S,
    /// The boxes that may do it.
    pub(crate) servers: S,
}

struct Node<S> {
    boxes: S,
    man: Square,
    parent: u32,
    from: u16,
    /// The square it was parked on; `None` if it left the board.
    parked: Option<u16>,
    /// The boxes of the start that could stand for the box that left.
    candidates: u128,
}

/// Positions by cost, the cheapest first.
type OpenPositions = BinaryHeap<Reverse<(u64, u32)>>;

struct Search<'a, S> {
    ground: &'a LevelGround<S>,
    starts: Vec<Square>,
    nodes: Vec<Node<S>>,
    seen: FxHashSet<u64>,
    /// The open positions of each cell: boxes on the board, boxes on goals.
    cells: BTreeMap<(usize, usize), OpenPositions>,
    turn: (usize, usize),
    fresh: Option<(usize, usize)>,
    blocks: Blocks,
    macro_reach: MacroReach,
    free: BySquare<bool>,
    /// The boxes of the start that could alone be pushed to a square.
    lone_candidates: Vec<u128>,
    /// How far a goal lies from the boxes of the start.
    remoteness: Vec<u64>,
    random: SplitMix,
    shuffle: bool,
}

impl<S: Squares> PackingPlan<S> {
    /// Looks for a plan as long as it may go on. Seed 0 is the plain order, others
    /// shuffle it.
    pub(crate) fn find(
        ground: &LevelGround<S>,
        seed: u64,
        may_go_on: &mut dyn FnMut() -> bool,
    ) -> PackingPlan<S> {
        let mut search = Search::new(ground, seed);
        let best = search.run(may_go_on);
        let mut plan = search.plan_from(best);
        plan.find_zones(ground);
        plan.seed = seed;
        plan
    }

    /// No plan: nothing is ever packed.
    pub(crate) fn none(ground: &LevelGround<S>) -> PackingPlan<S> {
        let nothing = S::empty(ground.n_squares());
        PackingPlan {
            occupied: vec![nothing.clone()],
            zones: vec![nothing],
            assignment: None,
            left: ground.goals().len(),
            seed: 0,
        }
    }

    /// From now on a step counts only if it leaves no box without a step to do.
    pub(crate) fn heed_assignment(&mut self, ground: &LevelGround<S>) {
        self.assignment = PlanAssignment::new(ground, &self.occupied);
    }

    /// The number of steps.
    pub(crate) fn n_steps(&self) -> usize {
        self.occupied.len() - 1
    }

    /// Steps packed and boxes out of plan, once the last box is put down on `to`
    /// beside the `rest`, which makes `boxes`; `before` are the steps packed in the
    /// position that it comes from.
    pub(crate) fn progress(
        &self,
        lift: &mut Lift,
        before: usize,
        rest: &S,
        boxes: &S,
        to: Square,
    ) -> (usize, usize) {
        let Some(assignment) = &self.assignment else {
            let packed = self.packed(boxes);
            return (packed, self.out_of_plan(packed, boxes));
        };
        let is_done = |step: usize| self.occupied[step].is_subset(boxes);
        let mut stranded = |step: usize| lift.stranded(assignment, step, rest, to);
        let kept = (1..=before).rev().find(|&step| is_done(step)).unwrap_or(0);
        let kept = (kept, stranded(kept));
        (kept.0 + 1..=self.n_steps())
            .rev()
            .filter(|&step| is_done(step))
            .map(|step| (step, stranded(step)))
            .find(|&(_, stranded)| assignment.bears(stranded))
            .unwrap_or(kept)
    }

    /// The last step whose boxes all stand.
    #[inline]
    fn packed(&self, boxes: &S) -> usize {
        let mut step = self.occupied.len() - 1;
        while !self.occupied[step].is_subset(boxes) {
            step -= 1;
        }
        step
    }

    /// How many boxes stand where the plan, `packed` steps done, does not want
    /// them.
    #[inline]
    fn out_of_plan(&self, packed: usize, boxes: &S) -> usize {
        let zone = self.zones[packed].words();
        let kept = self.occupied[packed].words();
        let words = boxes.words().iter().zip(zone).zip(kept);
        words
            .map(|((boxes, zone), kept)| (boxes & zone & !kept).count_ones() as usize)
            .sum()
    }

    /// The next step, so many done.
    pub(crate) fn next_step(&self, packed: usize, boxes: &S) -> Option<NextStep<S>> {
        let next = self.occupied.get(packed + 1)?;
        let placed = &self.occupied[packed];
        let target = next.difference(placed).lowest()?;
        let (walls, servers) = match &self.assignment {
            None => (placed.clone(), boxes.difference(placed)),
            Some(assignment) => (placed.intersection(next), assignment.servers(packed, boxes)),
        };
        Some(NextStep {
            target,
            walls,
            servers,
        })
    }

    fn find_zones(&mut self, ground: &LevelGround<S>) {
        let n_steps = self.n_steps();
        let mut plain: Vec<S> = Vec::new();
        for step in 0..=n_steps {
            let mut permanent = self.occupied[step].clone();
            let mut later = S::empty(ground.n_squares());
            for after in &self.occupied[step..] {
                permanent.intersect_with(after);
                later.union_with(after);
            }
            later.subtract(&permanent);
            let mut lone = LoneBoxSearch::among(ground.floor(), &permanent);
            let mut zone = S::full(ground.n_squares());
            zone.subtract(&permanent);
            for target in later.iter() {
                for stop in lone.explore(Motion::Pull, [target]) {
                    zone.remove(stop.at);
                }
                zone.remove(target);
            }
            if later.is_empty() {
                zone = S::empty(ground.n_squares());
            }
            plain.push(zone);
        }
        self.zones = (0..=n_steps)
            .map(|step| {
                let next_change = (step..=n_steps).find(|&s| plain[s] != plain[step]);
                match next_change {
                    Some(change) if change < n_steps => plain[change].clone(),
                    _ => plain[step].clone(),
                }
            })
            .collect();
    }
}

impl<'a, S: Squares> Search<'a, S> {
    fn new(ground: &'a LevelGround<S>, seed: u64) -> Search<'a, S> {
        let n = ground.n_squares();
        let starts: Vec<Square> = ground.start.iter().take(128).collect();
        let mut lone = LoneBoxSearch::new(ground.floor());
        let mut lone_candidates = vec![0u128; n];
        let mut remoteness = vec![0u64; n];
        for (index, &start) in starts.iter().enumerate() {
            lone.explore(Motion::Push, [start]);
            for (square, &steps) in lone.distances().iter() {
                if steps != UNREACHABLE {
                    lone_candidates[square.index()] |= 1 << index;
                    remoteness[square.index()] += u64::from(steps);
                }
            }
        }
        Search {
            ground,
            starts,
            nodes: Vec::new(),
            seen: FxHashSet::default(),
            cells: BTreeMap::new(),
            turn: (0, 0),
            fresh: None,
            blocks: Blocks::new(n),
            macro_reach: MacroReach::new(n),
            free: BySquare::new(n, false),
            lone_candidates,
            remoteness,
            random: SplitMix(seed),
            shuffle: seed != 0,
        }
    }

    /// Searches and returns the node with the fewest boxes left.
    fn run(&mut self, may_go_on: &mut dyn FnMut() -> bool) -> usize {
        self.add_roots();
        let mut best = (usize::MAX, 0);
        for _ in 0..PLAN_EXPANSIONS {
            if !may_go_on() {
                break;
            }
            let Some(id) = self.next_open() else { break };
            let left = self.nodes[id as usize].boxes.len();
            if left < best.0 {
                best = (left, id as usize);
            }
            if left == 0 {
                break;
            }
            self.expand(id);
        }
        best.1
    }

    /// The best position of a new cell, or of the cell whose turn it is.
    fn next_open(&mut self) -> Option<u32> {
        if let Some(cell) = self.fresh.take()
            && let Some(Reverse((_, id))) = self.cells.get_mut(&cell).and_then(BinaryHeap::pop)
        {
            return Some(id);
        }
        let after = self.cells.range((Excluded(self.turn), Unbounded));
        let cell = *after
            .chain(self.cells.iter())
            .find(|(_, open)| !open.is_empty())?
            .0;
        self.turn = cell;
        let Reverse((_, id)) = self.cells.get_mut(&cell)?.pop()?;
        Some(id)
    }

    fn add_roots(&mut self) {
        let ground = self.ground;
        let goals = ground.goals().clone();
        let mut areas = ground.reach().areas(&goals);
        // The area that touches most boxes of the start comes first.
        areas.sort_by_key(|area| Reverse(area.intersection(&ground.start).len()));
        for (order, area) in areas.iter().enumerate() {
            let man = area.lowest().expect("an area has squares");
            let node = Node {
                boxes: goals.clone(),
                man,
                parent: u32::MAX,
                from: 0,
                parked: None,
                candidates: 0,
            };
            self.add(node, order as u64);
        }
        if areas.is_empty() {
            let node = Node {
                boxes: goals,
                man: ground.man,
                parent: u32::MAX,
                from: 0,
                parked: None,
                candidates: 0,
            };
            self.add(node, 0);
        }
    }

    fn add(&mut self, node: Node<S>, cost: u64) {
        if self.seen.insert(self.ground.hash(&node.boxes, node.man)) {
            let on_goals = node.boxes.intersection(self.ground.goals()).len();
            let cell = (node.boxes.len(), on_goals);
            let id = self.nodes.len() as u32;
            self.nodes.push(node);
            let open = self.cells.entry(cell).or_insert_with(|| {
                self.fresh = Some(cell);
                BinaryHeap::new()
            });
            open.push(Reverse((cost, id)));
        }
    }

    fn expand(&mut self, id: u32) {
        let boxes = self.nodes[id as usize].boxes.clone();
        let area = self
            .ground
            .reach()
            .area(&boxes, self.nodes[id as usize].man);
        self.ground.mark_free(&boxes, &mut self.free);
        let mut parkings = Vec::new();
        let mut any_removal = false;
        for from in boxes.iter() {
            let Some(side) = self.ground.side_towards(&area, from) else {
                continue;
            };
            self.free[from] = true;
            self.blocks.find(self.ground.floor(), &self.free);
            let bounds = Bounds {
                floor: self.ground.floor(),
                blocks: &self.blocks,
                motion: Motion::Pull,
                allowed: &self.ground.everywhere,
            };
            self.macro_reach.explore(&bounds, from, side);
            any_removal |= self.add_removals(id, from, &boxes);
            if !any_removal {
                self.collect_parkings(from, &mut parkings);
            }
            self.free[from] = false;
        }
        if !any_removal {
            self.add_parkings(id, &boxes, parkings);
        }
    }

    /// Adds the removals of one box, one for each area in which the man may end.
    fn add_removals(&mut self, id: u32, from: Square, boxes: &S) -> bool {
        let mut by_region: Vec<(u16, u128, Square)> = Vec::new();
        for stop in self.macro_reach.stops() {
            let Ok(index) = self.starts.binary_search(&stop.at) else {
                continue;
            };
            let man = self.ground.floor().next(stop.at, stop.side);
            let region = self.blocks.region(man);
            match by_region.iter_mut().find(|(r, _, _)| *r == region) {
                Some((_, candidates, _)) => *candidates |= 1 << index,
                None => by_region.push((region, 1 << index, man)),
            }
        }
        let mut any = false;
        for (_, candidates, man) in by_region {
            let mut rest = boxes.clone();
            rest.remove(from);
            if !self.can_be_assigned(id, candidates, &rest) {
                continue;
            }
            any = true;
            let area = self.ground.reach().area(&rest, man);
            let missing = self.starts.len() as u64 - u64::from(candidates.count_ones());
            let order = if self.shuffle {
                self.random.below(1000) as u64
            } else {
                self.remoteness[from.index()]
            };
            let node = Node {
                boxes: rest,
                man: area.lowest().expect("the man stands somewhere"),
                parent: id,
                from: from.0,
                parked: None,
                candidates,
            };
            self.add(node, missing * 1_000_000 + order);
        }
        any
    }

    /// Whether the boxes that are gone and those that are left can be matched
    /// with boxes of the start.
    fn can_be_assigned(&self, mut id: u32, candidates: u128, rest: &S) -> bool {
        let mut matching = LargestMatching::new(self.starts.len(), 0u128);
        matching.add(candidates);
        let mut n_rows = 1 + rest.len();
        while id != u32::MAX {
            let node = &self.nodes[id as usize];
            if node.candidates != 0 {
                matching.add(node.candidates);
                n_rows += 1;
            }
            id = node.parent;
        }
        for square in rest.iter() {
            matching.add(self.lone_candidates[square.index()]);
        }
        let surplus = n_rows.saturating_sub(self.starts.len());
        matching.n_unmatched() <= surplus
    }

    fn collect_parkings(&self, from: Square, parkings: &mut Vec<(Square, Square, Square)>) {
        for stop in &self.macro_reach.stops()[self.macro_reach.moves()] {
            let man = self.ground.floor().next(stop.at, stop.side);
            if stop.at != from && self.ground.pushable[stop.at] {
                parkings.push((from, stop.at, man));
            }
        }
    }

    fn add_parkings(&mut self, id: u32, boxes: &S, parkings: Vec<(Square, Square, Square)>) {
        for (from, to, man) in parkings {
            let mut moved = boxes.clone();
            moved.shift(from, to);
            let area = self.ground.reach().area(&moved, man);
            let noise = self.random.below(10) as u64;
            let distance: u64 = moved
                .iter()
                .map(|s| u64::from(self.ground.nearest_goal[s].min(100)))
                .sum();
            let node = Node {
                boxes: moved,
                man: area.lowest().expect("the man stands somewhere"),
                parent: id,
                from: from.0,
                parked: Some(to.0),
                candidates: 0,
            };
            let hidden = (self.ground.n_squares() - area.len()) as u64;
            let parked_before = self.parkings(id);
            let cost = parked_before * 1_000_000 + hidden * 10_000 + (5_000 - distance.min(5_000));
            self.add(node, 1_000_000_000 + cost * 10 + noise);
        }
    }

    /// How many parking steps lead to a node.
    fn parkings(&self, mut id: u32) -> u64 {
        let mut n = 0;
        while id != u32::MAX {
            n += u64::from(self.nodes[id as usize].parked.is_some());
            id = self.nodes[id as usize].parent;
        }
        n
    }

    fn plan_from(&self, best: usize) -> PackingPlan<S> {
        let node = &self.nodes[best];
        let left = node.boxes.len();
        let mut occupied = vec![S::empty(self.ground.n_squares())];
        let mut first: Vec<Square> = node.boxes.iter().collect();
        first.sort_by_key(|s| Reverse(self.remoteness[s.index()]));
        for square in first {
            let mut next = occupied[occupied.len() - 1].clone();
            next.insert(square);
            occupied.push(next);
        }
        let mut at = best;
        while self.nodes[at].parent != u32::MAX {
            let node = &self.nodes[at];
            let mut next = occupied[occupied.len() - 1].clone();
            if let Some(parked) = node.parked {
                next.remove(Square(parked));
            }
            next.insert(Square(node.from));
            occupied.push(next);
            at = node.parent as usize;
        }
        PackingPlan {
            occupied,
            zones: Vec::new(),
            assignment: None,
            left,
            seed: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{Coord, Level, SquareSet};

    /// The box at the upper wall can reach the goal there and no other.
    const WALL_AND_FLOOR: &str = "
########
# $ .  #
#   $  #
#    . #
#  @   #
########";

    #[test]
    fn a_step_that_strands_a_box_does_not_count() {
        let level: Level = WALL_AND_FLOOR.parse().unwrap();
        let ground = LevelGround::<SquareSet>::new(&level);
        let square = |row, col| level.board().square(Coord::new(row, col)).unwrap();
        let (at_wall, on_floor) = (square(1, 2), square(2, 4));
        let goals = [square(1, 4), square(3, 5)];
        let of = |squares: &[Square]| SquareSet::of(ground.n_squares(), squares.iter().copied());
        let mut plan = PackingPlan::none(&ground);
        plan.occupied = vec![of(&[]), of(&goals[..1]), of(&goals)];
        plan.zones = vec![of(&[]); 3];
        // The first goal filled by the box from the wall, and by the other.
        let right = (of(&[on_floor]), of(&[on_floor, goals[0]]));
        let wrong = (of(&[at_wall]), of(&[at_wall, goals[0]]));
        let progress = |plan: &PackingPlan<SquareSet>, (rest, boxes): &(SquareSet, SquareSet)| {
            plan.progress(&mut Lift::default(), 0, rest, boxes, goals[0])
        };
        assert_eq!(progress(&plan, &right).0, 1);
        assert_eq!(progress(&plan, &wrong).0, 1, "every step counts");
        plan.heed_assignment(&ground);
        assert_eq!(progress(&plan, &right), (1, 0));
        assert_eq!(progress(&plan, &wrong), (0, 1));
        let start = of(&[at_wall, on_floor]);
        let next = plan.next_step(0, &start).unwrap();
        assert_eq!((next.target, next.servers), (goals[0], of(&[at_wall])));
    }
}
