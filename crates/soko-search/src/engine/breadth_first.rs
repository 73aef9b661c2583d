//! Breadth-first search: all states at one distance before any further away.
//!
//! States are numbered as they are stored, so the queue is the store itself: a
//! pointer runs through the ids. A state costs its key, its slot in the table and
//! four bytes for its parent, nothing else. Every edge counts 1, whatever it says
//! it costs; the first goal generated is a nearest one.
//!
//! It is also the oracle against which the other engines are tested.

use super::plan::{NO_PARENT, actions_along, chain_to};
use crate::{Counters, Engine, SideTable, Space, StateId, Step, Store, Successors};

/// A breadth-first search of a space.
pub struct BreadthFirst<S: Space> {
    space: S,
    store: Store,
    parent: SideTable<u32>,
    next: u32,
    layer_end: u32,
    depth: u64,
    successors: Successors<S>,
    key: Vec<u8>,
    counters: Counters,
    goal: Option<StateId>,
}

impl<S: Space> BreadthFirst<S> {
    /// A search from the starts of the space.
    pub fn new(space: S) -> Self {
        let mut search = BreadthFirst {
            key: vec![0; space.key_len()],
            store: Store::new(space.key_len()),
            parent: SideTable::default(),
            next: 0,
            layer_end: 0,
            depth: 0,
            successors: Vec::new(),
            counters: Counters::default(),
            goal: None,
            space,
        };
        for start in search.space.starts() {
            search.add(&start, NO_PARENT);
        }
        search.layer_end = search.store.len() as u32;
        search
    }

    /// The space, with whatever it has counted.
    pub fn space(&self) -> &S {
        &self.space
    }

    fn add(&mut self, state: &S::State, parent: u32) {
        self.space.pack(state, &mut self.key);
        let (id, is_new) = self.store.insert(&self.key);
        if is_new {
            self.parent.push(parent);
            if self.goal.is_none() && self.space.is_goal(state) {
                self.goal = Some(id);
            }
        }
    }

    fn start_next_layer(&mut self) {
        self.layer_end = self.store.len() as u32;
        self.depth += 1;
    }
}

impl<S: Space> Engine for BreadthFirst<S> {
    type Action = S::Action;

    fn step(&mut self) -> Step {
        let claims = self.space.claims();
        if self.goal.is_some() {
            let optimal = claims.admissible && claims.safe;
            return Step::Solved { optimal };
        }
        if self.next as usize == self.store.len() {
            let proved = claims.safe;
            return Step::Exhausted { proved };
        }
        if self.store.is_full() {
            return Step::Full;
        }
        if self.next == self.layer_end {
            self.start_next_layer();
        }
        let parent = self.next;
        self.next += 1;
        let state = self.space.unpack(self.store.key(StateId(parent)));
        let mut successors = std::mem::take(&mut self.successors);
        successors.clear();
        self.space.expand(&state, &mut successors);
        self.counters.expanded += 1;
        self.counters.generated += successors.len() as u64;
        for successor in &successors {
            self.add(&successor.state, parent);
        }
        self.successors = successors;
        Step::Continue
    }

    #[inline]
    fn counters(&self) -> Counters {
        Counters {
            stored: self.store.len() as u64,
            bytes: self.store.bytes() + self.parent.bytes() + self.space.bytes(),
            ..self.counters
        }
    }

    fn lower_bound(&self) -> u64 {
        let claims = self.space.claims();
        let is_start_goal = self.goal.is_some() && self.counters.expanded == 0;
        if claims.admissible && claims.safe && !is_start_goal {
            // No state of the layer being expanded is a goal.
            self.depth + 1
        } else {
            0
        }
    }

    fn phase(&self) -> String {
        format!("depth {}", self.depth)
    }

    fn plan(&mut self) -> Vec<S::Action> {
        let chain = chain_to(self.goal, &self.parent);
        actions_along(&mut self.space, &self.store, &chain)
    }
}
