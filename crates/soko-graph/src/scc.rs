//! Strongly connected components: states that can reach each other.
//!
//! Tarjan's algorithm in Pearce's form, without recursion: one number a node
//! serves as visit index, low link and in the end as component, and a node lies
//! on one of two stacks at a time. Each edge is looked at once. Sixteen bytes a
//! node at the most, whatever the depth. Sources: Tarjan 1972; Pearce 2016.
//!
//! A component is done when everything it leads to is done. Numbered backwards,
//! every edge between components goes to a larger number, and component 0 holds
//! node 0 if all nodes can be reached from there.

use crate::Successors;
use soko_search::{Control, Counters, StopReason};

/// The component of every node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    /// The component of each node; edges never lead to a smaller number.
    pub of: Vec<u32>,
    /// The number of components.
    pub count: usize,
}

impl Components {
    /// The nodes by component: `nodes[first[c]..first[c + 1]]`, in ascending
    /// order.
    pub fn members(&self) -> Members {
        let mut first = vec![0u32; self.count + 1];
        for &component in &self.of {
            first[component as usize + 1] += 1;
        }
        for c in 0..self.count {
            first[c + 1] += first[c];
        }
        let mut nodes = vec![0; self.of.len()];
        let mut next = first.clone();
        for (node, &component) in self.of.iter().enumerate() {
            let place = &mut next[component as usize];
            nodes[*place as usize] = node as u32;
            *place += 1;
        }
        Members { first, nodes }
    }
}

/// The nodes of every component.
#[derive(Clone, Debug)]
pub struct Members {
    first: Vec<u32>,
    nodes: Vec<u32>,
}

impl Members {
    /// The nodes of a component, in ascending order.
    #[inline]
    pub fn of(&self, component: u32) -> &[u32] {
        let c = component as usize;
        &self.nodes[self.first[c] as usize..self.first[c + 1] as usize]
    }
}

/// A graph that gives the successors of a node whenever it is asked, from a list that it
/// has or computed anew.
pub(crate) trait Listed {
    /// The successors of a node without the first so many.
    fn successors_from(&mut self, node: u32, first: usize) -> &[u32];
}

/// A graph that has its lists.
struct Lent<'g, G>(&'g G);

impl<G: Successors> Listed for Lent<'_, G> {
    fn successors_from(&mut self, node: u32, first: usize) -> &[u32] {
        self.0.successors(node).get(first..).unwrap_or_default()
    }
}

/// A node whose successors are being looked at.
struct Frame {
    node: u32,
    /// The next successor, doubled, plus one if the node cannot be a root.
    cursor: u32,
}

/// Steps between two looks at the limits.
const CHECK_EVERY: u64 = 1 << 14;

/// The components of a graph with less than 2³¹ nodes.
pub fn components(graph: &impl Successors) -> Components {
    components_within(graph, &mut Control::default()).expect("nothing was limited")
}

/// The components, unless the time is up or somebody asks to stop.
pub fn components_within(
    graph: &impl Successors,
    control: &mut Control<'_>,
) -> Result<Components, StopReason> {
    let n = graph.n_nodes();
    let mut search = Tarjan::new(n);
    // The limits on states and memory were those of the exploration, so the counters
    // stay at zero.
    let mut check = |_: &Tarjan| control.check(&mut Counters::default());
    for root in 0..n as u32 {
        if search.low[root as usize] == 0 {
            search.visit(&mut Lent(graph), root, &mut check)?;
        }
    }
    let count = search.n_components();
    let last = search.next_component + 1;
    let mut of = search.low;
    for component in &mut of {
        *component -= last;
    }
    Ok(Components { of, count })
}

/// The search, which can be asked between its steps what it holds.
pub(crate) struct Tarjan {
    low: Vec<u32>,
    calls: Vec<Frame>,
    waiting: Vec<u32>,
    index: u32,
    next_component: u32,
    steps: u64,
}

impl Tarjan {
    /// For nodes below a number.
    pub fn new(n_nodes: usize) -> Tarjan {
        Tarjan {
            low: vec![0; n_nodes],
            calls: Vec::new(),
            waiting: Vec::new(),
            index: 1,
            next_component: u32::MAX,
            steps: 0,
        }
    }

    /// The components that are done.
    pub fn n_components(&self) -> usize {
        (u32::MAX - self.next_component) as usize
    }

    /// Looks at successors so far: for each node once, and once more for each that was
    /// found from it.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        4 * (self.low.capacity() + self.waiting.capacity())
            + size_of::<Frame>() * self.calls.capacity()
    }

    /// Finds the components of all that can be reached from a node.
    pub fn visit(
        &mut self,
        graph: &mut impl Listed,
        root: u32,
        check: &mut impl FnMut(&Tarjan) -> Option<StopReason>,
    ) -> Result<(), StopReason> {
        self.enter(root);
        while let Some(frame) = self.calls.last_mut() {
            self.steps += 1;
            let node = frame.node;
            let successors = graph.successors_from(node, (frame.cursor >> 1) as usize);
            match next_unseen(&mut self.low, frame, successors) {
                Some(next) => self.enter(next),
                None => {
                    let is_root = frame.cursor & 1 == 0;
                    self.calls.pop();
                    self.leave(node, is_root);
                }
            }
            if self.steps.is_multiple_of(CHECK_EVERY)
                && let Some(reason) = check(self)
            {
                return Err(reason);
            }
        }
        Ok(())
    }

    fn enter(&mut self, node: u32) {
        self.low[node as usize] = self.index;
        self.index += 1;
        self.calls.push(Frame { node, cursor: 0 });
    }

    fn leave(&mut self, node: u32, is_root: bool) {
        if !is_root {
            self.waiting.push(node);
            return;
        }
        let low = self.low[node as usize];
        self.index -= 1;
        while let Some(&member) = self.waiting.last() {
            if self.low[member as usize] < low {
                break;
            }
            self.waiting.pop();
            self.index -= 1;
            self.low[member as usize] = self.next_component;
        }
        self.low[node as usize] = self.next_component;
        self.next_component -= 1;
    }
}

/// Goes through successors up to one that was never met. Those that were lower the node's
/// number; that one will do so when it is looked at again, after it is done.
fn next_unseen(low: &mut [u32], frame: &mut Frame, successors: &[u32]) -> Option<u32> {
    let mut own = low[frame.node as usize];
    let mut unseen = None;
    for &next in successors {
        let next_low = low[next as usize];
        if next_low == 0 {
            unseen = Some(next);
            break;
        }
        // A finished component has a number above every index.
        if next_low < own {
            own = next_low;
            frame.cursor |= 1;
        }
        frame.cursor += 2;
    }
    low[frame.node as usize] = own;
    unseen
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::SplitMix;

    struct Lists(Vec<Vec<u32>>);

    impl Successors for Lists {
        fn n_nodes(&self) -> usize {
            self.0.len()
        }
        fn successors(&self, node: u32) -> &[u32] {
            &self.0[node as usize]
        }
    }

    /// The second algorithm: a component is the intersection of what a node
    /// reaches forwards and backwards.
    fn forward_backward(graph: &Lists) -> Vec<u32> {
        let n = graph.0.len();
        let mut back = vec![Vec::new(); n];
        for (node, list) in graph.0.iter().enumerate() {
            for &next in list {
                back[next as usize].push(node as u32);
            }
        }
        let reached = |lists: &[Vec<u32>], from: usize| {
            let mut seen = vec![false; n];
            seen[from] = true;
            let mut stack = vec![from];
            while let Some(node) = stack.pop() {
                for &next in &lists[node] {
                    if !std::mem::replace(&mut seen[next as usize], true) {
                        stack.push(next as usize);
                    }
                }
            }
            seen
        };
        // A component is what a node reaches and is reached from.
        let mut of = vec![u32::MAX; n];
        for node in 0..n {
            if of[node] == u32::MAX {
                let (to, from) = (reached(&graph.0, node), reached(&back, node));
                (0..n)
                    .filter(|&i| to[i] && from[i])
                    .for_each(|i| of[i] = node as u32);
            }
        }
        of
    }

    #[test]
    fn agrees_with_a_second_algorithm_on_random_graphs() {
        let mut random = SplitMix(2011);
        for round in 0..400 {
            let n = 1 + random.below(40);
            let n_edges = random.below(3 * n + 1);
            let mut lists = vec![Vec::new(); n];
            for _ in 0..n_edges {
                lists[random.below(n)].push(random.below(n) as u32);
            }
            let graph = Lists(lists);
            let (fast, slow) = (components(&graph), forward_backward(&graph));
            for a in 0..n {
                for b in 0..n {
                    let same = fast.of[a] == fast.of[b];
                    assert_eq!(same, slow[a] == slow[b], "round {round}: {a} and {b}");
                }
                for &b in &graph.0[a] {
                    assert!(fast.of[a] <= fast.of[b as usize], "topological order");
                }
            }
            let mut numbers = fast.of.clone();
            numbers.sort_unstable();
            numbers.dedup();
            assert_eq!(numbers.len(), fast.count);
        }
    }

    #[test]
    fn a_million_nodes_in_a_row_need_no_recursion() {
        let n = 1_000_000u32;
        let graph = Lists((0..n).map(|i| vec![(i + 1) % n]).collect());
        assert_eq!(components(&graph).count, 1);
    }
}
