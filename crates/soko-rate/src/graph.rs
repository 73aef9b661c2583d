//! The ways from each state to a solution.

use soko_graph::{Solvable, StateGraph, Successors};
use std::collections::VecDeque;

/// No solution can be reached.
const NEVER: u32 = u32::MAX;

/// The fewest pushes from each state of a whole graph to a solution.
#[derive(Clone, Debug)]
pub(crate) struct Ways {
    to_go: Vec<u32>,
    /// The states that are alive, the nearest to a solution first.
    by_distance: Vec<u32>,
}

impl Ways {
    /// Measures a graph from its solved states backwards.
    pub(crate) fn new(graph: &StateGraph) -> Ways {
        let n_states = graph.n_states();
        // 1. The edges turned round: how many lead to each state, and from where.
        let mut ends = vec![0usize; n_states + 1];
        for state in 0..n_states as u32 {
            for &next in graph.successors(state) {
                ends[next as usize + 1] += 1;
            }
        }
        for i in 0..n_states {
            ends[i + 1] += ends[i];
        }
        let mut from = vec![0u32; graph.n_edges()];
        let mut free = ends.clone();
        for state in 0..n_states as u32 {
            for &next in graph.successors(state) {
                from[free[next as usize]] = state;
                free[next as usize] += 1;
            }
        }
        // 2. Breadth first from all solved states.
        let mut to_go = vec![NEVER; n_states];
        let solved = (0..n_states as u32).filter(|&state| graph.is_solved(state));
        let mut queue: VecDeque<u32> = solved.collect();
        queue.iter().for_each(|&state| to_go[state as usize] = 0);
        let mut by_distance = Vec::new();
        while let Some(state) = queue.pop_front() {
            by_distance.push(state);
            for &before in &from[ends[state as usize]..ends[state as usize + 1]] {
                if to_go[before as usize] == NEVER {
                    to_go[before as usize] = to_go[state as usize] + 1;
                    queue.push_back(before);
                }
            }
        }
        Ways { to_go, by_distance }
    }

    /// Whether a solution can be reached from a state.
    pub(crate) fn is_alive(&self, state: u32) -> bool {
        self.to_go[state as usize] != NEVER
    }

    /// Whether a push brings a living state one push nearer to a solution.
    pub(crate) fn is_nearer(&self, from: u32, to: u32) -> bool {
        self.is_alive(to) && self.to_go[to as usize] + 1 == self.to_go[from as usize]
    }

    /// The states that are alive, the nearest to a solution first.
    pub(crate) fn by_distance(&self) -> &[u32] {
        &self.by_distance
    }

    /// The fewest pushes from a state that is alive.
    pub(crate) fn to_go(&self, state: u32) -> u32 {
        self.to_go[state as usize]
    }
}
