//! What a worker knows of its states beside that they are there: the colour of each, which
//! in the end is its component, and whether that is known.
//!
//! Cost: eight bytes and two bits for each node of the set, ten for each state.

use crate::books::Desk;
use crate::part::Part;
use soko_graph::count::{CompactSet, Seats, Steps};
use std::sync::atomic::Ordering::Relaxed;

/// The colour of a node without a state; numbers of states have 63 bits.
const NOBODY: u64 = u64::MAX;

/// The states of one worker with their colours.
pub struct Ledger {
    /// The steps between states.
    pub steps: &'static dyn Steps,
    /// Whose ledger it is.
    pub desk: Desk,
    /// What was counted.
    pub part: Part,
    /// States whose component is not known.
    pub left: u64,
    set: CompactSet,
    seats: Seats,
    colours: Vec<u64>,
    is_done: Bits,
    is_waiting: Bits,
    found: Vec<u64>,
}

impl Ledger {
    /// All states have one colour; none if there are too many of them for one worker.
    pub fn new(
        steps: &'static dyn Steps,
        set: CompactSet,
        desk: Desk,
        part: Part,
        colour: u64,
    ) -> Option<Ledger> {
        let seats = Seats::of(&set)?;
        let n_nodes = seats.n_nodes();
        let mut colours = vec![NOBODY; n_nodes];
        set.for_each(|state, _| {
            if let Some(node) = seats.node(&set, state) {
                colours[node as usize] = colour;
            }
        });
        Some(Ledger {
            steps,
            left: set.len() as u64,
            desk,
            part,
            colours,
            is_done: Bits::new(n_nodes),
            is_waiting: Bits::new(n_nodes),
            found: Vec::new(),
            set,
            seats,
        })
    }

    /// All nodes that have a state.
    pub fn nodes(&self) -> impl Iterator<Item = u32> + '_ {
        let nodes = 0..self.colours.len() as u32;
        nodes.filter(|&node| self.colours[node as usize] != NOBODY)
    }

    /// The nodes of the states whose component is not known.
    pub fn open(&self) -> impl Iterator<Item = u32> + '_ {
        self.nodes().filter(|&node| !self.is_done(node))
    }

    /// The states whose own number is their colour.
    pub fn roots(&self) -> impl Iterator<Item = u64> + '_ {
        let states = self.nodes().map(|node| (self.state(node), node));
        let roots = states.filter(|&(state, node)| self.colour(node) == state);
        roots.map(|(state, _)| state)
    }

    /// The node of a state; none if it is not there.
    #[inline]
    pub fn node(&self, state: u64) -> Option<u32> {
        self.seats.node(&self.set, state)
    }

    /// The state of a node.
    pub fn state(&self, node: u32) -> u64 {
        self.seats.state(&self.set, node)
    }

    /// The colour of a node.
    #[inline]
    pub fn colour(&self, node: u32) -> u64 {
        self.colours[node as usize]
    }

    /// Changes it.
    pub fn paint(&mut self, node: u32, colour: u64) {
        self.colours[node as usize] = colour;
    }

    /// Whether the colour of a node is its component.
    #[inline]
    pub fn is_done(&self, node: u32) -> bool {
        self.is_done.has(node)
    }

    /// The colour of a node is its component.
    pub fn finish(&mut self, node: u32) {
        self.is_done.set(node);
        self.left -= 1;
    }

    /// Puts a node on a list of those that wait; whether it was on none.
    pub fn put_on_list(&mut self, node: u32) -> bool {
        self.is_waiting.set(node)
    }

    /// The successors of a node that waits no longer.
    pub fn successors(&mut self, node: u32) -> std::vec::Drain<'_, u64> {
        self.is_waiting.clear(node);
        self.part.expanded += 1;
        let state = self.state(node);
        self.steps.successors(&[state], &mut self.found);
        self.found.drain(..)
    }

    /// The predecessors of a node, also those that are no states of the graph.
    pub fn predecessors(&mut self, node: u32) -> std::vec::Drain<'_, u64> {
        self.part.expanded += 1;
        let state = self.state(node);
        self.steps.predecessors(&[state], &mut self.found);
        self.found.drain(..)
    }

    fn bytes(&self) -> usize {
        let tables = 8 * self.colours.capacity() + self.is_done.bytes() + self.is_waiting.bytes();
        self.set.bytes() + self.seats.bytes() + tables
    }

    /// Lets others know how far this worker is, and what it holds besides.
    pub fn tell(&mut self, layer: u64, more_bytes: usize) {
        let bytes = (self.bytes() + more_bytes) as u64;
        self.part.bytes = self.part.bytes.max(bytes);
        let tally = self.desk.reins.tally(self.desk.local);
        tally.bytes.store(bytes, Relaxed);
        tally.layer.store(layer, Relaxed);
        tally.expanded.store(self.part.expanded, Relaxed);
        tally.left.store(self.left, Relaxed);
    }
}

/// A row of bits.
struct Bits(Vec<u64>);

impl Bits {
    fn new(n: usize) -> Bits {
        Bits(vec![0; n.div_ceil(64)])
    }

    fn bytes(&self) -> usize {
        8 * self.0.capacity()
    }

    #[inline]
    fn has(&self, i: u32) -> bool {
        self.0[i as usize / 64] >> (i % 64) & 1 != 0
    }

    /// Sets a bit; whether it was not set.
    #[inline]
    fn set(&mut self, i: u32) -> bool {
        let is_new = !self.has(i);
        self.0[i as usize / 64] |= 1 << (i % 64);
        is_new
    }

    #[inline]
    fn clear(&mut self, i: u32) {
        self.0[i as usize / 64] &= !(1 << (i % 64));
    }
}
