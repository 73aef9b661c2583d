//! Whole state graphs of small levels, for tests that hold something against the truth.

use soko_core::SquareSet;
use soko_search::{Space, Successors};
use soko_solve::space::Placement;
use soko_solve::{Switch, Switches};
use std::collections::HashMap;

/// Nothing is left out.
pub const ALL_OFF: Switches = Switches::only(&[Switch::Areas]);

/// Every state that can be reached, with its edges, and what is left to do.
pub struct Graph {
    pub states: Vec<Placement<SquareSet>>,
    pub edges: Vec<(usize, u32, usize)>,
    pub left: Vec<Option<u32>>,
}

/// Larger graphs are passed over.
const MAX_STATES: usize = 1500;

/// The whole graph of a space, unless it is too large.
pub fn explore<P: Space<State = Placement<SquareSet>>>(mut space: P) -> Option<Graph> {
    // 1. All states and edges, in the order in which a search meets them.
    let mut states = space.starts();
    let mut known: HashMap<_, usize> = HashMap::from([(states[0].clone(), 0)]);
    let mut edges = Vec::new();
    let mut next = 0;
    while next < states.len() {
        let mut out: Successors<P> = Vec::new();
        space.expand(&states[next].clone(), &mut out);
        for successor in out {
            let n = states.len();
            let to = *known.entry(successor.state.clone()).or_insert(n);
            if to == n {
                states.push(successor.state);
            }
            edges.push((next, successor.cost, to));
        }
        if states.len() > MAX_STATES {
            return None;
        }
        next += 1;
    }
    // 2. What is left to do, by going through all edges until nothing changes.
    let mut left: Vec<_> = states
        .iter()
        .map(|s| space.is_goal(s).then_some(0))
        .collect();
    loop {
        let mut has_changed = false;
        for &(from, cost, to) in &edges {
            if let Some(rest) = left[to]
                && left[from].is_none_or(|old: u32| rest + cost < old)
            {
                left[from] = Some(rest + cost);
                has_changed = true;
            }
        }
        if !has_changed {
            return Some(Graph {
                states,
                edges,
                left,
            });
        }
    }
}
