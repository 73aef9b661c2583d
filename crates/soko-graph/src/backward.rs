//! A graph read backwards: who leads to a state, and how far each is from a solution.
//!
//! The edges are turned round by counting: two passes over them, and eight bytes a state
//! and four an edge more. From all solved states at once a breadth-first search over the
//! turned edges gives every state its distance; those that it does not meet are dead.

use crate::{Solvable, Successors};

/// The states that lead to each state.
///
/// ```
/// use soko_core::Level;
/// use soko_graph::{Predecessors, Rules, explore};
/// use soko_search::Control;
///
/// let level: Level = "######\n#@ $.#\n######".parse().unwrap();
/// let graph = explore(&level, &Rules::default(), 1, &mut Control::default()).unwrap();
/// let before = Predecessors::new(&graph);
/// assert_eq!((before.of(0), before.of(1)), (&[][..], &[0][..]));
/// ```
#[derive(Clone, Debug)]
pub struct Predecessors {
    /// The first of each state's predecessors, and the end of all.
    first: Vec<usize>,
    sources: Vec<u32>,
}

impl Predecessors {
    /// Turns the edges of a graph round.
    pub fn new(graph: &impl Successors) -> Predecessors {
        let nodes = || 0..graph.n_nodes() as u32;
        let mut first = vec![0; graph.n_nodes() + 1];
        for &to in nodes().flat_map(|from| graph.successors(from)) {
            first[to as usize + 1] += 1;
        }
        for node in 0..graph.n_nodes() {
            first[node + 1] += first[node];
        }
        let mut sources = vec![0; first[graph.n_nodes()]];
        let mut next = first.clone();
        for from in nodes() {
            for &to in graph.successors(from) {
                let place = &mut next[to as usize];
                sources[*place] = from;
                *place += 1;
            }
        }
        Predecessors { first, sources }
    }

    /// The states that lead to this one, in ascending order, each as often as it has
    /// edges there.
    pub fn of(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.sources[self.first[node]..self.first[node + 1]]
    }
}

/// The fewest pushes from each state to a solved one, [`NEVER`] where there is no way: for
/// those who ask nothing else of the turned edges.
pub fn pushes_to_go(graph: &impl Solvable) -> Vec<u32> {
    PushesToGo::new(graph, &Predecessors::new(graph)).into_vec()
}

/// How many pushes each state is from a solution. In a graph that is not whole these are
/// the ways that it has; a shorter one may be missing.
///
/// ```
/// use soko_core::Level;
/// use soko_graph::{Predecessors, PushesToGo, Rules, explore};
/// use soko_search::Control;
///
/// let level: Level = "#######\n#@ $ .#\n#######".parse().unwrap();
/// let graph = explore(&level, &Rules::default(), 1, &mut Control::default()).unwrap();
/// let to_go = PushesToGo::new(&graph, &Predecessors::new(&graph));
/// assert_eq!(to_go.of(0), Some(2));
/// assert_eq!(to_go.way(&graph, 0), Some(vec![0, 1, 2]));
/// ```
#[derive(Clone, Debug)]
pub struct PushesToGo {
    /// [`NEVER`] for the dead.
    pushes: Vec<u32>,
}

/// Stands for a state from which no solution can be reached.
pub const NEVER: u32 = u32::MAX;

impl PushesToGo {
    /// Searches backwards from all solved states.
    pub fn new(graph: &impl Solvable, before: &Predecessors) -> PushesToGo {
        let mut pushes = vec![NEVER; graph.n_nodes()];
        let solved = (0..graph.n_nodes() as u32).filter(|&state| graph.is_solved(state));
        let mut queue: Vec<u32> = solved.collect();
        for &state in &queue {
            pushes[state as usize] = 0;
        }
        let mut next = 0;
        while let Some(&state) = queue.get(next) {
            next += 1;
            for &from in before.of(state) {
                if pushes[from as usize] == NEVER {
                    pushes[from as usize] = pushes[state as usize] + 1;
                    queue.push(from);
                }
            }
        }
        PushesToGo { pushes }
    }

    /// The pushes of all states, [`NEVER`] for the dead.
    pub fn into_vec(self) -> Vec<u32> {
        self.pushes
    }

    /// The fewest pushes from this state to a solved one; none if it is dead.
    pub fn of(&self, state: u32) -> Option<u32> {
        let pushes = self.pushes[state as usize];
        (pushes != NEVER).then_some(pushes)
    }

    /// A shortest way from this state to a solved one, both of them on it; none if it is
    /// dead. [`StateGraph::push`](crate::StateGraph::push) has the pushes.
    pub fn way(&self, graph: &impl Solvable, state: u32) -> Option<Vec<u32>> {
        let mut way = vec![state];
        let (mut here, mut left) = (state, self.of(state)?);
        while left > 0 {
            left -= 1;
            let mut nearer = graph.successors(here).iter();
            here = *nearer.find(|&&to| self.of(to) == Some(left))?;
            way.push(here);
        }
        Some(way)
    }
}
