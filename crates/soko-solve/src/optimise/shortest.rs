//! The cheapest way between two positions inside a set of configurations.
//!
//! A node is a position right after a push: the boxes, the man's square and the
//! direction of that push, which together also name the box pushed last; so the
//! cost of the next push in every metric is known from the node alone. Edges are
//! pushes with the walk before them. The first metric grows with every edge, so a
//! queue of buckets by it gives Dijkstra's order, and later metrics only break
//! ties.
//!
//! Nodes are told apart by a 64-bit hash. A collision could hide a way or splice
//! two ways that do not meet; the referee replays every result, so it can cost an
//! improvement but never give a wrong one.
//!
//! Cost: about a microsecond a node on common boards, and a hundred bytes.

use super::metric_order::{Cost, MetricOrder};
use super::path::Place;
use rustc_hash::{FxHashMap, FxHashSet};
use soko_core::facts::PushDistanceMap;
use soko_core::{Board, Direction, Push, Square, SquareSet, Squares, Walks, Zobrist};
use soko_search::{Control, Counters};

/// Where a search must end.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    /// With all boxes on goals.
    Solved,
    /// With the boxes of this hash, and the man able to get to this square.
    Junction { hash: u64, next_man: Square },
}

/// What all searches on one level share.
pub(super) struct SearchGround<'a, S> {
    pub board: &'a Board,
    pub zobrist: &'a Zobrist,
    pub goals: S,
    pub live: SquareSet,
    pub nearest: &'a PushDistanceMap,
    pub order: MetricOrder,
}

struct Node<S> {
    place: Place<S>,
    parent: u32,
    is_closed: bool,
}

/// A running search.
pub(super) struct Shortest<'a, S> {
    ground: &'a SearchGround<'a, S>,
    allowed: &'a FxHashSet<u64>,
    target: Target,
    nodes: Vec<Node<S>>,
    by_key: FxHashMap<u64, u32>,
    buckets: Vec<Vec<u32>>,
    /// Only ways cheaper than this are of interest.
    limit: Cost,
    best_end: Option<u32>,
}

/// Bytes of a node with its entries in the table and the queue.
pub(super) const fn node_bytes<S>() -> usize {
    size_of::<Node<S>>() + 32
}

impl<'a, S: Squares> Shortest<'a, S> {
    pub fn new(
        ground: &'a SearchGround<'a, S>,
        allowed: &'a FxHashSet<u64>,
        start: &Place<S>,
        target: Target,
        limit: Cost,
    ) -> Self {
        let mut start = start.clone();
        start.cost = Cost::ZERO;
        let mut search = Shortest {
            ground,
            allowed,
            target,
            nodes: Vec::new(),
            by_key: FxHashMap::default(),
            buckets: Vec::new(),
            limit,
            best_end: None,
        };
        search.reach(start, u32::MAX);
        search
    }

    /// Searches until the cheapest way is found, there is none below the limit,
    /// or the control says stop.
    pub fn run(
        mut self,
        walks: &mut Walks<S>,
        control: &mut Control<'_>,
        counters: &mut Counters,
    ) -> Option<Vec<Push>> {
        let held = counters.bytes;
        let mut first = 0;
        'search: while first < self.buckets.len() && first as u32 <= self.limit.first() {
            while let Some(id) = self.buckets[first].pop() {
                let node = &mut self.nodes[id as usize];
                if node.is_closed || node.place.cost.first() as usize != first {
                    continue;
                }
                node.is_closed = true;
                counters.expanded += 1;
                counters.bytes = held + self.nodes.len() * node_bytes::<S>();
                if control.check(counters).is_some() {
                    break 'search;
                }
                self.expand(id, walks, counters);
            }
            first += 1;
        }
        counters.bytes = held;
        self.best_end.map(|end| self.way_to(end))
    }

    fn expand(&mut self, id: u32, walks: &mut Walks<S>, counters: &mut Counters) {
        let board = self.ground.board;
        let place = self.nodes[id as usize].place.clone();
        walks.measure(&place.boxes, place.man);
        self.look_for_end(id, &place, walks);
        for from in place.boxes.iter() {
            for direction in Direction::ALL {
                let push = Push { from, direction };
                let (Some(behind), Some(to)) = (push.man(board), push.to(board)) else {
                    continue;
                };
                let Some(walk) = walks.to(behind) else {
                    continue;
                };
                if place.boxes.contains(to) || !self.ground.live.contains(to) {
                    continue;
                }
                counters.generated += 1;
                self.push(id, &place, push, to, walk);
            }
        }
    }

    fn push(&mut self, id: u32, place: &Place<S>, push: Push, to: Square, walk: u32) {
        let ground = self.ground;
        let hash = place.hash ^ ground.zobrist.of_shift(push.from, to);
        if !self.allowed.contains(&hash) {
            return;
        }
        let cost = ground.order.cost(place.push_cost(ground.board, push, walk));
        let mut boxes = place.boxes.clone();
        boxes.shift(push.from, to);
        let next = Place {
            boxes,
            hash,
            man: push.from,
            last: Some(push.direction),
            cost: place.cost.plus(cost),
        };
        if next.cost.with_bound(self.bound(&next.boxes)) < self.limit {
            self.reach(next, id);
        }
    }

    /// Pushes still needed at the least.
    fn bound(&self, boxes: &S) -> u32 {
        match self.target {
            Target::Junction { .. } => 0,
            Target::Solved => {
                let distance = |square| u32::from(self.ground.nearest.best(square));
                boxes.iter().map(distance).sum()
            }
        }
    }

    /// Notes a way to a position unless a way as cheap is known.
    fn reach(&mut self, place: Place<S>, parent: u32) {
        let direction = place.last.map_or(4, |d| d as u64);
        let turn = (direction + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let key = place.hash ^ self.ground.zobrist.of_man(place.man) ^ turn;
        let bucket = place.cost.first() as usize;
        let n_nodes = self.nodes.len() as u32;
        let id = *self.by_key.entry(key).or_insert(n_nodes);
        if id == n_nodes {
            let is_closed = false;
            self.nodes.push(Node {
                place,
                parent,
                is_closed,
            });
        } else {
            let node = &mut self.nodes[id as usize];
            if node.is_closed || node.place.cost <= place.cost {
                return;
            }
            (node.place, node.parent) = (place, parent);
        }
        if bucket >= self.buckets.len() {
            self.buckets.resize_with(bucket + 1, Vec::new);
        }
        self.buckets[bucket].push(id);
    }

    /// Takes this position as the end if it is one and none is cheaper.
    fn look_for_end(&mut self, id: u32, place: &Place<S>, walks: &Walks<S>) {
        let last_walk = match self.target {
            Target::Solved if place.boxes.is_subset(&self.ground.goals) => Some(0),
            Target::Junction { hash, next_man } if hash == place.hash => walks.to(next_man),
            _ => return,
        };
        let Some(last_walk) = last_walk else {
            return;
        };
        let total = place.cost.plus(self.ground.order.walk(last_walk));
        if total < self.limit {
            self.limit = total;
            self.best_end = Some(id);
        }
    }

    fn way_to(&self, end: u32) -> Vec<Push> {
        let mut way = Vec::new();
        let mut id = end;
        while let Some(direction) = self.nodes[id as usize].place.last {
            let node = &self.nodes[id as usize];
            if node.parent == u32::MAX {
                break;
            }
            let from = node.place.man;
            way.push(Push { from, direction });
            id = node.parent;
        }
        way.reverse();
        way
    }
}
