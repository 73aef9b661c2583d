//! A whole state graph: states in one flat array, edges in compressed rows.
//!
//! State 0 is the start; numbers grow breadth first. The edges of a state stand
//! in the order of its pushes. The push itself is not stored: it is the one box
//! in which two neighbouring states differ.

use crate::KeyLayout;
use soko_core::{CanonicalState, Level, Push, State};
use soko_search::StopReason;

/// The row starts of the edges, four bytes a state: distances from the start of
/// the block of 65536 states that a state is in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Offsets {
    bases: Vec<u64>,
    ends: Vec<u32>,
}

const BLOCK: usize = 1 << 16;

impl Offsets {
    /// Ends the row of the next state.
    #[inline]
    pub(crate) fn push(&mut self, end: u64) {
        if self.ends.len().is_multiple_of(BLOCK) {
            let base = self.end_of_last();
            self.bases.push(base);
            if self.ends.capacity() - self.ends.len() < BLOCK {
                self.ends.reserve_exact(BLOCK.max(self.ends.len() / 8));
            }
        }
        let base = self.bases[self.bases.len() - 1];
        self.ends.push((end - base) as u32);
    }

    fn end_of_last(&self) -> u64 {
        match self.ends.last() {
            Some(&end) => self.bases[self.bases.len() - 1] + u64::from(end),
            None => 0,
        }
    }

    /// The edges of a state; none for states that were not expanded.
    #[inline]
    pub(crate) fn row(&self, state: usize) -> std::ops::Range<usize> {
        let Some(&end) = self.ends.get(state) else {
            return 0..0;
        };
        let base = self.bases[state / BLOCK] as usize;
        let start = if state.is_multiple_of(BLOCK) {
            base
        } else {
            base + self.ends[state - 1] as usize
        };
        start..base + end as usize
    }

    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bases.capacity() * 8 + self.ends.capacity() * 4
    }
}

/// Anything with numbered nodes and rows of successors.
pub trait Successors {
    /// The number of nodes.
    fn n_nodes(&self) -> usize;
    /// The successors of a node.
    fn successors(&self, node: u32) -> &[u32];
}

/// A graph some of whose nodes are solved. Node 0 is the start.
pub trait Solvable: Successors {
    /// Whether a node is solved.
    fn is_solved(&self, node: u32) -> bool;
}

/// The first node of each depth (edges from the start), and the number of nodes at
/// the end. The numbers must grow breadth first.
pub fn layers(graph: &impl Successors) -> Vec<u32> {
    // A layer ends behind the largest number that the layer before it leads to.
    let mut layers = vec![0, 1];
    loop {
        let (first, end) = (layers[layers.len() - 2], layers[layers.len() - 1]);
        let targets = (first..end).flat_map(|s| graph.successors(s)).copied();
        match targets.max() {
            Some(last) if last >= end => layers.push(last + 1),
            _ => return layers,
        }
    }
}

/// The states that can be reached from the start of a level, and the pushes
/// between them.
#[derive(Clone, Debug)]
pub struct StateGraph {
    level: Level,
    layout: KeyLayout,
    keys: Vec<u64>,
    offsets: Offsets,
    targets: Vec<u32>,
    stopped: Option<StopReason>,
}

/// A state graph taken apart.
#[derive(Clone, Debug)]
pub struct GraphParts {
    /// The level.
    pub level: Level,
    /// How states are packed.
    pub layout: KeyLayout,
    /// The packed states, one after another.
    pub keys: Vec<u64>,
    /// Where the edges of each state begin, and the number of edges at the end.
    pub row_starts: Vec<u64>,
    /// Where the edges lead.
    pub targets: Vec<u32>,
    /// Why the exploration ended early; none if the graph is whole.
    pub stopped: Option<StopReason>,
}

impl StateGraph {
    pub(crate) fn new(
        level: &Level,
        layout: KeyLayout,
        mut keys: Vec<u64>,
        mut offsets: Offsets,
        mut targets: Vec<u32>,
        stopped: Option<StopReason>,
    ) -> StateGraph {
        // Large arrays have little to spare; moving them would cost more.
        if offsets.len() < BLOCK {
            keys.shrink_to_fit();
            targets.shrink_to_fit();
            offsets.ends.shrink_to_fit();
        }
        StateGraph {
            level: level.clone(),
            layout,
            keys,
            offsets,
            targets,
            stopped,
        }
    }

    /// The level.
    pub fn level(&self) -> &Level {
        &self.level
    }

    /// How states are packed.
    pub fn key_layout(&self) -> &KeyLayout {
        &self.layout
    }

    /// Why the exploration ended early; none if the graph is whole.
    pub fn stopped(&self) -> Option<StopReason> {
        self.stopped
    }

    /// The number of states found.
    pub fn n_states(&self) -> usize {
        self.keys.len() / self.layout.n_words()
    }

    /// The number of states whose pushes are all in the graph: all of them
    /// unless it was stopped.
    pub fn n_expanded(&self) -> usize {
        self.offsets.len()
    }

    /// The number of edges.
    pub fn n_edges(&self) -> usize {
        self.targets.len()
    }

    /// The bytes held by states and edges.
    pub fn bytes(&self) -> usize {
        self.keys.capacity() * 8 + self.offsets.bytes() + self.targets.capacity() * 4
    }

    /// The packed form of a state.
    #[inline]
    pub fn key(&self, state: u32) -> &[u64] {
        let n_words = self.layout.n_words();
        &self.keys[state as usize * n_words..][..n_words]
    }

    /// Boxes and area of a state.
    pub fn state(&self, state: u32) -> CanonicalState {
        self.layout.unpack(self.key(state))
    }

    /// A state with a man on the first square of his area, ready to be drawn.
    /// The start keeps its man.
    pub fn shown(&self, state: u32) -> State {
        if state == 0 {
            return self.level.start();
        }
        let CanonicalState { boxes, area } = self.state(state);
        State { boxes, man: area }
    }

    /// The push along an edge.
    pub fn push(&self, from: u32, to: u32) -> Option<Push> {
        self.layout
            .push_between(&self.level, self.key(from), self.key(to))
    }

    /// The arrays of the graph, for those who keep them elsewhere. Only the row starts
    /// are made anew; the large ones are handed over.
    pub fn into_parts(self) -> GraphParts {
        // What was not expanded has no edges and ends where the last row does.
        let end = |state: usize| match state < self.n_expanded() {
            true => self.offsets.row(state).end,
            false => self.targets.len(),
        };
        let ends = (0..self.n_states()).map(|state| end(state) as u64);
        let row_starts = std::iter::once(0).chain(ends).collect();
        GraphParts {
            level: self.level,
            layout: self.layout,
            keys: self.keys,
            row_starts,
            targets: self.targets,
            stopped: self.stopped,
        }
    }

    /// The first state of each depth (pushes from the start), and the number of
    /// states at the end.
    pub fn layers(&self) -> Vec<u32> {
        layers(self)
    }
}

impl Successors for StateGraph {
    fn n_nodes(&self) -> usize {
        self.n_states()
    }

    #[inline]
    fn successors(&self, node: u32) -> &[u32] {
        &self.targets[self.offsets.row(node as usize)]
    }
}

impl Solvable for StateGraph {
    #[inline]
    fn is_solved(&self, state: u32) -> bool {
        self.layout.is_solved(self.key(state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Rules, explore};
    use soko_core::{SplitMix, random_level};
    use soko_search::{Control, Limits};

    #[test]
    fn parts_have_the_rows_of_the_graph_whole_or_stopped() {
        let mut random = SplitMix(4);
        for expansions in [None, Some(3), Some(40)] {
            let level = random_level(&mut random, 8, 7, 3);
            let limits = Limits {
                expansions,
                ..Limits::default()
            };
            let rules = Rules::default();
            let graph = explore(&level, &rules, 1, &mut Control::new(limits)).unwrap();
            let parts = graph.clone().into_parts();
            assert_eq!(parts.row_starts.len(), graph.n_states() + 1);
            for state in 0..graph.n_states() {
                let row = parts.row_starts[state] as usize..parts.row_starts[state + 1] as usize;
                assert_eq!(parts.targets[row], *graph.successors(state as u32));
            }
        }
    }
}
