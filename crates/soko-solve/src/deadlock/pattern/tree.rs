//! A tree of places: which patterns fit around a box, among very many?
//!
//! LISA crosses patterns out place by place ([`crossing_out`](super::crossing_out)),
//! which touches all of them: the cost grows with their number. Here they are the
//! leaves of a tree. A node asks what lies at one place, from near to far, and has a
//! branch for the patterns that demand nothing of it, one for those that want a box
//! or a wall there, and one for those that want a wall. A free square follows the
//! first branch only, a box two, a wall all three; patterns in other branches are
//! never looked at. A place of which a branch demands nothing is not asked there.
//!
//! Exact: it finds a pattern that makes the state dead if there is one. Cost: nodes
//! on the branches that agree; `make bench-patterns` measures both ways.

use super::centred::{Centred, Demand, N_PLACES, place};
use super::look::Look;
use soko_core::Squares;

/// A branch with so few patterns is not divided further.
const LEAF: usize = 2;

/// Where a branch leads.
#[derive(Clone, Copy, Debug)]
enum Branch {
    Nowhere,
    Node(u32),
    /// The patterns from one to before another.
    Leaf(u32, u32),
}

/// A place to ask about, with the branch for each [`Demand`].
#[derive(Clone, Copy, Debug)]
struct Node {
    place: u8,
    branches: [Branch; 3],
}

/// The tree of some patterns.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    /// In the order of what they demand of the places from near to far.
    patterns: Vec<Centred>,
    nodes: Vec<Node>,
    root: Branch,
}

impl Tree {
    /// The tree of these patterns.
    pub fn new(mut patterns: Vec<Centred>) -> Tree {
        let order = near_to_far();
        patterns.sort_by_cached_key(|pattern| (sort_key(pattern, &order), *pattern));
        patterns.dedup();
        let mut tree = Tree {
            patterns,
            nodes: Vec::new(),
            root: Branch::Nowhere,
        };
        tree.root = tree.grow(0, tree.patterns.len(), &order);
        tree
    }

    /// All patterns.
    pub fn patterns(&self) -> &[Centred] {
        &self.patterns
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.patterns[..]) + size_of_val(&self.nodes[..])
    }

    /// The branch of the patterns from `start` to before `end`, which differ in none
    /// of the places before `order`.
    fn grow(&mut self, start: usize, end: usize, order: &[u8]) -> Branch {
        if start == end {
            return Branch::Nowhere;
        }
        let demanded = |number: &u8| {
            let mut some = self.patterns[start..end].iter();
            some.any(|pattern| pattern.demand(usize::from(*number)) > Demand::Nothing)
        };
        let next = order.iter().position(demanded);
        let Some(next) = next.filter(|_| end - start > LEAF) else {
            return Branch::Leaf(start as u32, end as u32);
        };
        let (place, rest) = (order[next], &order[next + 1..]);
        let demand = |pattern: &Centred| pattern.demand(usize::from(place));
        let some = &self.patterns[start..end];
        let boxes = start + some.partition_point(|p| demand(p) < Demand::BoxOrWall);
        let walls = start + some.partition_point(|p| demand(p) < Demand::Wall);
        let index = self.nodes.len();
        let branches = [Branch::Nowhere; 3];
        self.nodes.push(Node { place, branches });
        let branches = [(start, boxes), (boxes, walls), (walls, end)];
        self.nodes[index].branches = branches.map(|(start, end)| self.grow(start, end, rest));
        Branch::Node(index as u32)
    }

    /// The boxes of a pattern that fits around a box and makes the state dead. Counts
    /// the places asked.
    pub fn dead_boxes<S: Squares>(&self, look: &Look<'_, S>, work: &mut u64) -> Option<S> {
        self.follow(self.root, look, work)
    }

    fn follow<S: Squares>(&self, branch: Branch, look: &Look<'_, S>, work: &mut u64) -> Option<S> {
        match branch {
            Branch::Nowhere => None,
            Branch::Leaf(start, end) => {
                let some = &self.patterns[start as usize..end as usize];
                let mut fitting = some.iter().filter(|pattern| look.fits(pattern));
                fitting.find_map(|pattern| look.dead_boxes(pattern))
            }
            Branch::Node(index) => {
                let Node {
                    place: at,
                    branches,
                } = self.nodes[index as usize];
                *work += 1;
                let met = look.tile(place(usize::from(at))) as usize;
                let mut agreeing = branches[..=met].iter();
                agreeing.find_map(|&branch| self.follow(branch, look, work))
            }
        }
    }
}

/// The places from near to far, without the centre.
pub(super) fn near_to_far() -> Vec<u8> {
    let mut order: Vec<u8> = (0..N_PLACES as u8).collect();
    order.sort_by_key(|&number| {
        let (row, col) = place(usize::from(number));
        (row * row + col * col, row, col)
    });
    order.split_off(1)
}

/// What a pattern demands of the places in their order, two bits each.
fn sort_key(pattern: &Centred, order: &[u8]) -> [u128; 2] {
    let part = |places: &[u8]| {
        let demands = places.iter().map(|&at| pattern.demand(usize::from(at)));
        demands.fold(0, |key, demand| key << 2 | demand as u128)
    };
    let (near, far) = order.split_at(order.len() / 2);
    [part(near), part(far)]
}
