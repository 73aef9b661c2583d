//! State graphs that are kept, with what is needed to find a game on them.

use crate::recent::Recent;
use soko_core::{CanonicalState, Push, lurd, steps_of_pushes};
use soko_graph::{Folding, StateGraph, Successors};
use std::collections::HashMap;
use std::sync::Arc;

/// The most states of a graph that is mapped.
pub(crate) const MOST_STATES: u64 = 200_000;

/// So many maps are kept.
const KEPT: usize = 6;

/// A graph with what is needed to find a game on it.
pub(crate) struct Atlas {
    pub(super) graph: StateGraph,
    pub(super) numbers: HashMap<CanonicalState, u32>,
    pub(super) component: Vec<u32>,
    pub(super) is_alive: Vec<bool>,
    parent: Vec<u32>,
}

/// The maps asked for most recently, by key of the level.
pub(crate) struct Shelf(Recent<Atlas>);

impl Default for Shelf {
    fn default() -> Shelf {
        Shelf(Recent::new(KEPT))
    }
}

impl Shelf {
    pub fn find(&self, key: &str) -> Option<Arc<Atlas>> {
        self.0.find(key)
    }

    pub fn keep(&self, key: &str, atlas: Atlas) {
        self.0.keep(key, Arc::new(atlas));
    }
}

impl Atlas {
    pub fn new(graph: StateGraph) -> Atlas {
        let folding = Folding::new(&graph);
        let n = graph.n_states() as u32;
        let component = (0..n).map(|s| folding.component(s)).collect();
        let kinds = 0..folding.n_components() as u32;
        let is_alive = kinds.map(|c| folding.kind(c).is_alive).collect();
        Atlas {
            numbers: (0..n).map(|s| (graph.state(s), s)).collect(),
            component,
            is_alive,
            parent: parents(&graph),
            graph,
        }
    }

    /// The moves from the level's start to a state, with the fewest pushes.
    pub(super) fn moves_to(&self, state: u32) -> Option<String> {
        let mut plan: Vec<Push> = Vec::new();
        let mut at = state;
        while at != 0 {
            let before = *self.parent.get(at as usize)?;
            plan.push(self.graph.push(before, at)?);
            at = before;
        }
        plan.reverse();
        let steps = steps_of_pushes(self.graph.level(), &plan).ok()?;
        Some(lurd(&steps))
    }
}

/// For each state the one before it on a shortest way from the start; states are
/// numbered breadth first, so the first that leads to it is the one.
fn parents(graph: &StateGraph) -> Vec<u32> {
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
