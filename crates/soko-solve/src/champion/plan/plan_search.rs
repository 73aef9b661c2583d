//! How a packing plan is found: backwards, a box at a time.
//!
//! From the solved board, boxes are pulled away one at a time; a box that can be
//! pulled onto the square of some box of the start, while the others stand, leaves the
//! board. Read backwards, that is an order in which each box can be pushed home past
//! those already placed. A removal is accepted only if the boxes gone and those left
//! can still be matched with the boxes of the start. Removing a box never takes away a
//! possibility from the rest, so if any box can go, only removals are tried. If none
//! can, a box is pulled to some other square for a while: a parking step.
//!
//! Positions lie in cells by how many boxes are left and how many of them stand on
//! goals. A new cell comes first, then all in the order of these numbers, and in each
//! the cheapest position. (The frame of feature-space search has its cells take turns
//! in the order in which they were found, and hands out moves, not positions.)
//!
//! Heuristic: boxes that are not yet placed are ignored. Stopped after
//! [`PLAN_EXPANSIONS`] positions; some milliseconds.

use crate::ground::largest_matching::LargestMatching;
use crate::ground::level::LevelGround;
use rustc_hash::FxHashSet;
use soko_core::facts::{Blocks, Bounds, LoneBoxSearch, MacroReach, Motion, UNREACHABLE};
use soko_core::{BySquare, SplitMix, Square, Squares};
use soko_search::engine::NodeId;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::ops::Bound::{Excluded, Unbounded};

/// How many positions the search may expand.
const PLAN_EXPANSIONS: usize = 3000;
/// The most boxes of the start that are matched, a bit each.
const MOST_STARTS: usize = 128;
/// Parking comes after all removals.
const PARKING: u64 = 1_000_000_000;

/// An order in which the goals are filled.
pub(crate) struct Order<S> {
    /// The squares occupied after each step; none before the first.
    pub(crate) occupied: Vec<S>,
    /// How many boxes the search left on the board.
    pub(crate) left: usize,
}

/// Looks for an order as long as it may go on. Seed 0 is the plain one, others
/// shuffle it.
pub(crate) fn find_order<S: Squares>(
    ground: &LevelGround<S>,
    seed: u64,
    may_go_on: &mut dyn FnMut() -> bool,
) -> Order<S> {
    let mut search = Search::new(ground, seed);
    let best = search.run(may_go_on);
    search.order_to(best)
}

/// A position, and the pull that led to it.
struct Node<S> {
    boxes: S,
    man: Square,
    parent: Option<(NodeId, Pull)>,
}

/// What became of a box.
#[derive(Clone, Copy)]
struct Pull {
    from: Square,
    to: Destination,
}

#[derive(Clone, Copy)]
enum Destination {
    /// It left the board; the boxes of the start that could stand for it, as bits.
    Gone(u128),
    /// It was parked on a square.
    Parked(Square),
}

/// A way to park a box: where it stands, where it goes, and the man then.
struct Parking {
    from: Square,
    to: Square,
    man: Square,
}

/// Positions by cost, the cheapest first.
type OpenPositions = BinaryHeap<Reverse<(u64, NodeId)>>;

/// Boxes on the board, and those of them on goals.
type Cell = (usize, usize);

struct Search<'a, S> {
    ground: &'a LevelGround<S>,
    starts: Vec<Square>,
    nodes: Vec<Node<S>>,
    seen: FxHashSet<u64>,
    cells: BTreeMap<Cell, OpenPositions>,
    turn: Cell,
    fresh: Option<Cell>,
    blocks: Blocks,
    macro_reach: MacroReach,
    free: BySquare<bool>,
    /// The boxes of the start that could alone be pushed to a square.
    lone_candidates: BySquare<u128>,
    /// How far a goal lies from the boxes of the start.
    remoteness: BySquare<u64>,
    random: SplitMix,
    shuffle: bool,
}

impl<'a, S: Squares> Search<'a, S> {
    fn new(ground: &'a LevelGround<S>, seed: u64) -> Search<'a, S> {
        let n = ground.n_squares();
        let starts: Vec<Square> = ground.start.iter().take(MOST_STARTS).collect();
        // What each box of the start could do alone.
        let mut lone = LoneBoxSearch::new(ground.floor());
        let mut lone_candidates = BySquare::new(n, 0u128);
        let mut remoteness = BySquare::new(n, 0u64);
        for (index, &start) in starts.iter().enumerate() {
            lone.explore(Motion::Push, [start]);
            for (square, &steps) in lone.distances().iter() {
                if steps != UNREACHABLE {
                    lone_candidates[square] |= 1 << index;
                    remoteness[square] += u64::from(steps);
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
    fn run(&mut self, may_go_on: &mut dyn FnMut() -> bool) -> NodeId {
        self.add_roots();
        let mut best = (usize::MAX, NodeId::from_index(0));
        for _ in 0..PLAN_EXPANSIONS {
            if !may_go_on() {
                break;
            }
            let Some(node) = self.next_open() else { break };
            let left = self.nodes[node.index()].boxes.len();
            if left < best.0 {
                best = (left, node);
            }
            if left == 0 {
                break;
            }
            self.expand(node);
        }
        best.1
    }

    /// The best position of a new cell, or of the cell whose turn it is.
    fn next_open(&mut self) -> Option<NodeId> {
        if let Some(cell) = self.fresh.take()
            && let Some(Reverse((_, node))) = self.cells.get_mut(&cell).and_then(BinaryHeap::pop)
        {
            return Some(node);
        }
        let after = self.cells.range((Excluded(self.turn), Unbounded));
        let mut in_turn = after.chain(&self.cells);
        let (&cell, _) = in_turn.find(|(_, open)| !open.is_empty())?;
        self.turn = cell;
        let Reverse((_, node)) = self.cells.get_mut(&cell)?.pop()?;
        Some(node)
    }

    /// Begins with all goals filled and the man in each area, that which touches most
    /// boxes of the start first; where no square is left to him, with one position.
    fn add_roots(&mut self) {
        let ground = self.ground;
        let mut areas = ground.reach().areas(ground.goals());
        areas.sort_by_cached_key(|area| Reverse(area.intersection(&ground.start).len()));
        let mut men: Vec<Square> = areas.iter().filter_map(Squares::lowest).collect();
        if men.is_empty() {
            men.push(ground.man);
        }
        for (order, man) in (0..).zip(men) {
            let boxes = ground.goals().clone();
            self.add(boxes, man, None, order);
        }
    }

    fn add(&mut self, boxes: S, man: Square, parent: Option<(NodeId, Pull)>, cost: u64) {
        if !self.seen.insert(self.ground.hash(&boxes, man)) {
            return;
        }
        let on_goals = boxes.intersection(self.ground.goals()).len();
        let cell = (boxes.len(), on_goals);
        let node = NodeId::from_index(self.nodes.len());
        self.nodes.push(Node { boxes, man, parent });
        let open = self.cells.entry(cell).or_insert_with(|| {
            self.fresh = Some(cell);
            BinaryHeap::new()
        });
        open.push(Reverse((cost, node)));
    }

    fn expand(&mut self, node: NodeId) {
        let ground = self.ground;
        let Node { boxes, man, .. } = &self.nodes[node.index()];
        let (boxes, area) = (boxes.clone(), ground.reach().area(boxes, *man));
        ground.mark_free(&boxes, &mut self.free);
        let mut parkings = Vec::new();
        let mut any_removal = false;
        for from in boxes.iter() {
            let Some(side) = ground.side_towards(&area, from) else {
                continue;
            };
            self.free[from] = true;
            self.blocks.find(ground.floor(), &self.free);
            let bounds = Bounds {
                floor: ground.floor(),
                blocks: &self.blocks,
                motion: Motion::Pull,
                allowed: &ground.everywhere,
            };
            self.macro_reach.explore(&bounds, from, side);
            any_removal |= self.add_removals(node, from, &boxes);
            if !any_removal {
                self.collect_parkings(from, &mut parkings);
            }
            self.free[from] = false;
        }
        if !any_removal {
            self.add_parkings(node, &boxes, parkings);
        }
    }

    /// Adds the removals of one box, one for each area in which the man may end; says
    /// whether there are any.
    fn add_removals(&mut self, parent: NodeId, from: Square, boxes: &S) -> bool {
        // 1. The boxes of the start that it can become, by region.
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
        // 2. A position for each. Boxes that can become many come first, and among
        //    equals those whose goals are near, or any in a shuffled order.
        let mut any = false;
        for (_, candidates, man) in by_region {
            let mut rest = boxes.clone();
            rest.remove(from);
            if !self.can_be_assigned(parent, candidates, &rest) {
                continue;
            }
            any = true;
            let area = self.ground.reach().area(&rest, man);
            let missing = self.starts.len() as u64 - u64::from(candidates.count_ones());
            let order = if self.shuffle {
                self.random.below(1000) as u64
            } else {
                self.remoteness[from]
            };
            let to = Destination::Gone(candidates);
            let pull = Some((parent, Pull { from, to }));
            let man = area.lowest().expect("the man stands somewhere");
            self.add(rest, man, pull, missing * 1_000_000 + order);
        }
        any
    }

    /// The pulls that led to a node, the last first.
    fn pulls_to(&self, node: NodeId) -> impl Iterator<Item = Pull> {
        let mut at = Some(node);
        std::iter::from_fn(move || {
            let (parent, pull) = self.nodes[at?.index()].parent?;
            at = Some(parent);
            Some(pull)
        })
    }

    /// Whether the boxes that are gone and those that are left can be matched
    /// with boxes of the start, as far as these go round.
    fn can_be_assigned(&self, parent: NodeId, candidates: u128, rest: &S) -> bool {
        let mut matching = LargestMatching::new(self.starts.len(), 0u128);
        matching.add(candidates);
        let mut n_boxes = 1 + rest.len();
        for pull in self.pulls_to(parent) {
            if let Destination::Gone(candidates) = pull.to {
                matching.add(candidates);
                n_boxes += 1;
            }
        }
        for square in rest.iter() {
            matching.add(self.lone_candidates[square]);
        }
        matching.n_unmatched() <= n_boxes.saturating_sub(self.starts.len())
    }

    fn collect_parkings(&self, from: Square, parkings: &mut Vec<Parking>) {
        for stop in self.macro_reach.moves() {
            let (to, man) = (stop.at, self.ground.floor().next(stop.at, stop.side));
            if to != from && self.ground.pushable[to] {
                parkings.push(Parking { from, to, man });
            }
        }
    }

    /// Adds positions with a box parked: few parkings first, then much space for the
    /// man, then boxes far from goals, and any among equals.
    fn add_parkings(&mut self, parent: NodeId, boxes: &S, parkings: Vec<Parking>) {
        let is_parking = |pull: &Pull| matches!(pull.to, Destination::Parked(_));
        let n_before = self.pulls_to(parent).filter(is_parking).count() as u64;
        for Parking { from, to, man } in parkings {
            let mut moved = boxes.clone();
            moved.shift(from, to);
            let area = self.ground.reach().area(&moved, man);
            let noise = self.random.below(10) as u64;
            let far = moved.iter().map(|s| self.ground.nearest_goal[s].min(100));
            let distance = far.map(u64::from).sum::<u64>().min(5_000);
            let hidden = (self.ground.n_squares() - area.len()) as u64;
            let cost = n_before * 1_000_000 + hidden * 10_000 + (5_000 - distance);
            let to = Destination::Parked(to);
            let pull = Some((parent, Pull { from, to }));
            let man = area.lowest().expect("the man stands somewhere");
            self.add(moved, man, pull, PARKING + cost * 10 + noise);
        }
    }

    /// The order in which the goals are filled if this is how far they could be
    /// emptied: the boxes left first, the remotest at the head, and then the pulls
    /// backwards.
    fn order_to(&self, node: NodeId) -> Order<S> {
        let left = &self.nodes[node.index()].boxes;
        let mut first: Vec<Square> = left.iter().collect();
        first.sort_by_cached_key(|&square| Reverse(self.remoteness[square]));
        let mut now = S::empty(self.ground.n_squares());
        let mut occupied = vec![now.clone()];
        for square in first {
            now.insert(square);
            occupied.push(now.clone());
        }
        for pull in self.pulls_to(node) {
            if let Destination::Parked(parked) = pull.to {
                now.remove(parked);
            }
            now.insert(pull.from);
            occupied.push(now.clone());
        }
        Order {
            occupied,
            left: left.len(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{Level, SplitMix, SquareSet, random_level};

    /// What each step fills and empties, as rows and columns.
    fn steps(text: &str, seed: u64) -> Vec<String> {
        let level: Level = text.parse().unwrap();
        let ground = LevelGround::<SquareSet>::new(&level);
        let order = find_order(&ground, seed, &mut || true);
        assert_eq!(order.left, 0);
        let told = |square| {
            let at = level.board().coord(square);
            format!("{},{}", at.row, at.col)
        };
        let steps = order.occupied.windows(2).map(|pair| {
            let filled = told(pair[1].difference(&pair[0]).lowest().unwrap());
            match pair[0].difference(&pair[1]).lowest() {
                Some(emptied) => format!("{} to {filled}", told(emptied)),
                None => filled,
            }
        });
        steps.collect()
    }

    #[test]
    fn a_dead_end_is_filled_from_its_end() {
        let corridor = "#########\n#   #####\n# $$$...#\n# @ #####\n#########";
        assert_eq!(steps(corridor, 0), ["2,7", "2,6", "2,5"]);
        assert_eq!(steps(corridor, 1), ["2,7", "2,6", "2,5"]);
    }

    /// Each box can be pushed to its place past those that stand: from a square of the
    /// start, or from where it was parked.
    #[test]
    fn every_step_of_an_order_can_be_done() {
        let mut random = SplitMix(3);
        let mut n_steps = 0;
        for round in 0..100 {
            let level = random_level(&mut random, 8, 8, 3 + round % 3);
            let ground = LevelGround::<SquareSet>::new(&level);
            let order = find_order(&ground, round as u64 % 2, &mut || true);
            if order.left > 0 {
                continue;
            }
            assert_eq!(order.occupied.last(), Some(ground.goals()));
            for step in order.occupied.windows(2) {
                let [now, then] = [&step[0], &step[1]];
                let placed = now.intersection(then);
                let filled = then.difference(now).lowest().unwrap();
                let emptied = now.difference(then);
                let sources = if emptied.is_empty() {
                    &ground.start
                } else {
                    &emptied
                };
                let mut lone = LoneBoxSearch::among(ground.floor(), &placed);
                let mut stops = lone.explore(Motion::Pull, [filled]).iter();
                assert!(stops.any(|stop| sources.contains(stop.at)));
                n_steps += 1;
            }
        }
        assert!(n_steps > 15, "{n_steps}");
    }
}
