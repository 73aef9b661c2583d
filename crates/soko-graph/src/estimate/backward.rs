//! Whether a state can be reached from the start: a search backwards, by pulls.
//!
//! It can if the search meets a state that is known to be reached, and it cannot if
//! the search has come to an end. Either is certain; what is neither within the
//! budget is open. Nodes are taken in turns: the oldest, and the one whose boxes have
//! the fewest pushes from where boxes stand at the start, others aside.
//!
//! What is learned stays: all states on the way from a state known to one decided are
//! reached, and a search that has come to an end has seen only states that are not.
//! Cost: one flood an expansion, and one look into each of three tables a pull.

use super::floor::{Floor, Spot};
use rustc_hash::FxHashSet;
use soko_core::Squares;
use soko_search::{Control, Counters};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Unreached states remembered at the most.
const MOST_UNREACHED: usize = 1_000_000;
/// Reached states remembered at the most.
const MOST_REACHED: usize = 4_000_000;

/// A table of states seen is not used again beyond this.
const LARGE: usize = 1 << 14;
/// Bytes of a table for each state in it.
const BYTES_A_HASH: usize = 9;

/// What a search has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The state can be reached.
    Reached,
    /// It cannot.
    Unreached,
    /// The budget was used up.
    Open,
}

struct Node<S> {
    spot: Spot<S>,
    parent: u32,
    is_expanded: bool,
}

/// Searches backwards, one after the other.
pub(super) struct Backward<S> {
    reached: FxHashSet<u64>,
    unreached: FxHashSet<u64>,
    pub(super) counters: Counters,
    nodes: Vec<Node<S>>,
    seen: FxHashSet<u64>,
    heap: BinaryHeap<Reverse<(u32, u32)>>,
    made: Vec<Spot<S>>,
}

impl<S: Squares> Backward<S> {
    /// Nothing is known yet.
    pub(super) fn new() -> Backward<S> {
        Backward {
            reached: FxHashSet::default(),
            unreached: FxHashSet::default(),
            counters: Counters::default(),
            nodes: Vec::new(),
            seen: FxHashSet::default(),
            heap: BinaryHeap::new(),
            made: Vec::new(),
        }
    }

    /// Remembers a state as one that can be reached.
    pub(super) fn enter(&mut self, hash: u64) {
        if self.reached.len() < MOST_REACHED {
            self.reached.insert(hash);
        }
    }

    /// How many states are known to be reached.
    pub(super) fn n_reached(&self) -> usize {
        self.reached.len()
    }

    /// Decides one state within so many expansions.
    pub(super) fn decide(
        &mut self,
        floor: &Floor<'_, S>,
        spot: &Spot<S>,
        budget: u64,
        control: &mut Control<'_>,
    ) -> Verdict {
        if self.reached.contains(&spot.hash) {
            return Verdict::Reached;
        }
        if self.unreached.contains(&spot.hash) {
            return Verdict::Unreached;
        }
        self.begin(floor, spot);
        let mut oldest = 0;
        for turn in 0..budget {
            if control.check(&mut self.counters).is_some() {
                return Verdict::Open;
            }
            let Some(next) = self.next(turn, &mut oldest) else {
                self.keep_unreached();
                return Verdict::Unreached;
            };
            self.counters.expanded += 1;
            self.nodes[next].is_expanded = true;
            if self.expand(floor, next) {
                self.keep_way(next);
                return Verdict::Reached;
            }
        }
        Verdict::Open
    }

    fn begin(&mut self, floor: &Floor<'_, S>, spot: &Spot<S>) {
        // To clear a large table costs more than to make a small one.
        if self.seen.capacity() > LARGE {
            self.seen = FxHashSet::default();
        }
        self.seen.clear();
        self.nodes.clear();
        self.heap.clear();
        self.seen.insert(spot.hash);
        self.push(spot.clone(), u32::MAX, floor.pushes_from_start(&spot.boxes));
        let tables = self.reached.capacity() + self.unreached.capacity();
        self.counters.bytes = tables * BYTES_A_HASH;
        self.counters.stored = self.reached.len() as u64;
    }

    fn push(&mut self, spot: Spot<S>, parent: u32, guess: u32) {
        self.heap.push(Reverse((guess, self.nodes.len() as u32)));
        self.nodes.push(Node {
            spot,
            parent,
            is_expanded: false,
        });
    }

    /// In turns the oldest node and the one that looks nearest to the start.
    fn next(&mut self, turn: u64, oldest: &mut usize) -> Option<usize> {
        if turn % 2 == 1 {
            while let Some(Reverse((_, node))) = self.heap.pop() {
                if !self.nodes[node as usize].is_expanded {
                    return Some(node as usize);
                }
            }
            return None;
        }
        while self.nodes.get(*oldest).is_some_and(|n| n.is_expanded) {
            *oldest += 1;
        }
        (*oldest < self.nodes.len()).then_some(*oldest)
    }

    /// Makes the states before one; true if one of them can be reached.
    fn expand(&mut self, floor: &Floor<'_, S>, node: usize) -> bool {
        let mut made = std::mem::take(&mut self.made);
        made.clear();
        floor.before(&self.nodes[node].spot, &mut made);
        self.counters.generated += made.len() as u64;
        let is_met = made.iter().any(|spot| self.reached.contains(&spot.hash));
        for spot in made.drain(..) {
            if !is_met && !self.unreached.contains(&spot.hash) && self.seen.insert(spot.hash) {
                let guess = floor.pushes_from_start(&spot.boxes);
                self.push(spot, node as u32, guess);
            }
        }
        self.made = made;
        is_met
    }

    /// All states from a node forwards to the root can be reached.
    fn keep_way(&mut self, mut node: usize) {
        loop {
            let hash = self.nodes[node].spot.hash;
            self.enter(hash);
            if self.nodes[node].parent == u32::MAX {
                return;
            }
            node = self.nodes[node].parent as usize;
        }
    }

    fn keep_unreached(&mut self) {
        if self.unreached.len() + self.nodes.len() < MOST_UNREACHED {
            self.unreached
                .extend(self.nodes.iter().map(|n| n.spot.hash));
        }
    }
}
