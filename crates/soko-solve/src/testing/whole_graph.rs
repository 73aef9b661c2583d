//! Whole state graphs of small levels: every state, every edge, and what is left to do.
//! The plainest way there is, so that it can be believed.

use crate::space::Placement;
use crate::switches::{Switch, Switches};
use rustc_hash::FxHashMap;
use soko_core::SquareSet;
use soko_search::{Claims, Heuristic, Space, Successors};

/// The switches of a space that leaves nothing out.
pub const NOTHING_LEFT_OUT: Switches = Switches::only(&[Switch::Areas]);

/// Larger graphs are passed over.
const MOST_STATES: usize = 1500;

/// Every state that can be reached, with its edges, and what is left to do.
#[derive(Clone, Debug)]
pub struct WholeGraph {
    /// The states; the start comes first.
    pub states: Vec<Placement<SquareSet>>,
    /// The edges: from, cost, to.
    pub edges: Vec<(usize, u32, usize)>,
    /// The least cost from each state to a solved one; none if it is dead.
    pub left: Vec<Option<u32>>,
}

impl WholeGraph {
    /// The whole graph of a space; none if it has more than 1,500 states.
    ///
    /// ```
    /// use soko_core::Level;
    /// use soko_solve::PushSpace;
    /// use soko_solve::testing::{NOTHING_LEFT_OUT, WholeGraph};
    ///
    /// let level: Level = "#######\n#@$  .#\n#######".parse().unwrap();
    /// let graph = WholeGraph::explore(PushSpace::new(&level, &NOTHING_LEFT_OUT)).unwrap();
    /// assert_eq!(graph.left, [Some(3), Some(2), Some(1), Some(0)]);
    /// ```
    pub fn explore<P: Space<State = Placement<SquareSet>>>(mut space: P) -> Option<WholeGraph> {
        // 1. All states and edges, in the order in which a search meets them.
        let mut states = space.starts();
        let mut known: FxHashMap<_, usize> = FxHashMap::default();
        known.extend(states.iter().cloned().zip(0..));
        let (mut edges, mut out): (_, Successors<P>) = (Vec::new(), Vec::new());
        let mut next = 0;
        while next < states.len() {
            space.expand(&states[next].clone(), &mut out);
            for successor in out.drain(..) {
                let n = states.len();
                let to = *known.entry(successor.state.clone()).or_insert(n);
                if to == n {
                    states.push(successor.state);
                }
                edges.push((next, successor.cost, to));
            }
            if states.len() > MOST_STATES {
                return None;
            }
            next += 1;
        }
        // 2. What is left to do.
        let solved = states.iter().map(|s| space.is_goal(s).then_some(0));
        let left = settled(solved.collect(), &edges);
        Some(WholeGraph {
            states,
            edges,
            left,
        })
    }

    /// Whether no solved state can be reached from this one.
    pub fn is_dead(&self, state: usize) -> bool {
        self.left[state].is_none()
    }
}

/// Which promises a heuristic breaks on a graph of this space, each state asked once.
pub fn broken_promises<P: Space<State = Placement<SquareSet>>>(
    graph: &WholeGraph,
    guess: &mut impl Heuristic<P>,
) -> Claims {
    let guesses: Vec<_> = graph.states.iter().map(|s| guess.estimate(s)).collect();
    let pairs = || guesses.iter().zip(&graph.left);
    let exceeds = |(guess, left): (&Option<u32>, &Option<u32>)| match (guess, left) {
        (Some(guess), Some(left)) => guess > left,
        _ => false,
    };
    let drops = |&(from, cost, to): &(usize, u32, usize)| match (guesses[from], guesses[to]) {
        (Some(before), Some(after)) => before > cost + after,
        // A dead end cannot lead to a state that is none.
        (None, Some(_)) => true,
        _ => false,
    };
    Claims {
        admissible: pairs().any(exceeds),
        consistent: graph.edges.iter().any(drops),
        safe: pairs().any(|(guess, left)| guess.is_none() && left.is_some()),
    }
}

/// Goes through all edges, the last first, until nothing changes.
fn settled(mut left: Vec<Option<u32>>, edges: &[(usize, u32, usize)]) -> Vec<Option<u32>> {
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for &(from, cost, to) in edges.iter().rev() {
            if let Some(rest) = left[to]
                && left[from].is_none_or(|old: u32| rest + cost < old)
            {
                left[from] = Some(rest + cost);
                has_changed = true;
            }
        }
    }
    left
}
