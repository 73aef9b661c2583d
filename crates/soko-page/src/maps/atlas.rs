//! State graphs that are kept, with what is needed to find a game on them.

use crate::recent::Recent;
use soko_core::{CanonicalState, Push, lurd, steps_of_pushes};
use soko_graph::{Folding, StateGraph, Successors};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex};

/// The most states of a graph that is mapped.
pub(crate) const MOST_STATES: u64 = 200_000;

/// The most bytes of states and edges of a graph that is mapped.
pub(crate) const MOST_BYTES: usize = 24 << 20;

/// So many maps are kept, and so many bytes of them.
const KEPT: usize = 6;
const KEPT_BYTES: usize = 64 << 20;

/// A graph with what is needed to find a game on it.
pub(crate) struct Atlas {
    pub(super) graph: StateGraph,
    /// The numbers of the states, by their hashes. The states themselves are in the
    /// graph already.
    numbers: Vec<(u64, u32)>,
    pub(super) component: Vec<u32>,
    pub(super) is_alive: Vec<bool>,
    parent: Vec<u32>,
}

/// The maps asked for most recently, by key of the level.
pub struct Shelf {
    kept: Recent<Atlas>,
    /// Held by whoever makes a map, which takes a few times what it is in the end.
    making: Mutex<()>,
}

impl Default for Shelf {
    fn default() -> Shelf {
        Shelf {
            kept: Recent::new(KEPT, KEPT_BYTES),
            making: Mutex::default(),
        }
    }
}

impl Shelf {
    pub(crate) fn find(&self, key: &str) -> Option<Arc<Atlas>> {
        self.kept.find(key)
    }

    /// Keeps the map of a graph if that is whole; one graph is explored at a time.
    pub(crate) fn make<E>(
        &self,
        key: &str,
        explore: impl FnOnce() -> Result<StateGraph, E>,
    ) -> Result<(), E> {
        let _alone = self.making.lock();
        let graph = explore()?;
        if graph.stopped().is_none() {
            let atlas = Atlas::new(graph);
            let bytes = atlas.bytes();
            self.kept.keep(key, Arc::new(atlas), bytes);
        }
        Ok(())
    }
}

impl Atlas {
    pub fn new(graph: StateGraph) -> Atlas {
        let folding = Folding::new(&graph);
        let n = graph.n_states() as u32;
        let component = (0..n).map(|s| folding.component(s)).collect();
        let kinds = 0..folding.n_components() as u32;
        let is_alive = kinds.map(|c| folding.kind(c).is_alive).collect();
        let mut numbers: Vec<(u64, u32)> = (0..n).map(|s| (hash(&graph.state(s)), s)).collect();
        numbers.sort_unstable();
        Atlas {
            numbers,
            component,
            is_alive,
            parent: parents(&graph),
            graph,
        }
    }

    /// What it takes, in bytes.
    fn bytes(&self) -> usize {
        let a_state = size_of::<(u64, u32)>() + 2 * size_of::<u32>();
        self.graph.bytes() + self.component.len() * a_state + self.is_alive.len()
    }

    /// The number of a state; none if it is not on the map.
    pub(super) fn number(&self, state: &CanonicalState) -> Option<u32> {
        let hash = hash(state);
        let from = self.numbers.partition_point(|entry| entry.0 < hash);
        let mut alike = self.numbers[from..].iter().take_while(|e| e.0 == hash);
        let found = alike.find(|entry| self.graph.state(entry.1) == *state);
        found.map(|entry| entry.1)
    }

    /// The moves from the level's start to a state, with the fewest pushes.
    pub(super) fn moves_to(&self, state: u32) -> Option<String> {
        moves_to(&self.graph, &self.parent, state)
    }
}

/// The moves from the start of a graph to a state, given the state before each.
pub(super) fn moves_to(graph: &StateGraph, parent: &[u32], state: u32) -> Option<String> {
    let mut plan: Vec<Push> = Vec::new();
    let mut at = state;
    while at != 0 {
        let before = *parent.get(at as usize)?;
        plan.push(graph.push(before, at)?);
        at = before;
    }
    plan.reverse();
    let steps = steps_of_pushes(graph.level(), &plan).ok()?;
    Some(lurd(&steps))
}

fn hash(state: &CanonicalState) -> u64 {
    let mut hasher = DefaultHasher::new();
    state.hash(&mut hasher);
    hasher.finish()
}

/// For each state the one before it on a shortest way from the start; states are
/// numbered breadth first, so the first that leads to it is the one.
pub(super) fn parents(graph: &StateGraph) -> Vec<u32> {
    let mut parent = vec![u32::MAX; graph.n_states()];
    for from in 0..graph.n_states() as u32 {
        for &to in graph.successors(from) {
            let known = &mut parent[to as usize];
            if *known == u32::MAX && to != 0 {
                *known = from;
            }
        }
    }
    parent
}
