//! A state graph folded into its components.
//!
//! States that can reach each other are one node; between those nodes there are
//! no cycles. From the sinks back to the start one pass tells which components
//! hold a solved state, which can still reach one, and which lead nowhere. The
//! distinct children of a component are gathered anew in each pass: keeping them
//! would cost as much as the edges of the state graph.

use crate::log2_sum::log2_sum;
use crate::{Components, Members, Solvable, components};

/// A graph and its components.
///
/// ```
/// use soko_core::Level;
/// use soko_graph::{Folding, Rules, explore};
/// use soko_search::Control;
///
/// let level: Level = "#######\n## .  #\n##$$  #\n##.#@ #\n#######".parse().unwrap();
/// let graph = explore(&level, &Rules::default(), 1, &mut Control::default()).unwrap();
/// let folding = Folding::new(&graph);
/// // Six states; two pairs of them can be undone.
/// assert_eq!((graph.n_states(), folding.n_components()), (6, 4));
/// assert_eq!((folding.n_sinks(), folding.n_dead_states()), (1, 1));
/// ```
#[derive(Debug)]
pub struct Folding<'g, G> {
    graph: &'g G,
    components: Components,
    members: Members,
    kinds: Vec<Kind>,
}

/// What is known about a component.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kind {
    /// It holds a solved state.
    pub is_solved: bool,
    /// A solved state can be reached from it.
    pub is_alive: bool,
    /// No other component can be reached from it.
    pub is_last: bool,
}

impl Kind {
    /// Veger's sink: it holds no solution and leads nowhere.
    pub fn is_sink(self) -> bool {
        self.is_last && !self.is_solved
    }
}

impl<'g, G: Solvable> Folding<'g, G> {
    /// Folds a graph.
    pub fn new(graph: &'g G) -> Folding<'g, G> {
        Folding::with_components(graph, components(graph))
    }

    /// Folds a graph whose components are known already.
    pub fn with_components(graph: &'g G, components: Components) -> Folding<'g, G> {
        let members = components.members();
        let mut folding = Folding {
            graph,
            kinds: vec![Kind::default(); components.count],
            components,
            members,
        };
        let mut kinds = std::mem::take(&mut folding.kinds);
        folding.sinks_first(|component, children| {
            let mut states = folding.members.of(component).iter();
            let is_solved = states.any(|&s| graph.is_solved(s));
            let is_alive = is_solved || children.iter().any(|&c| kinds[c as usize].is_alive);
            kinds[component as usize] = Kind {
                is_solved,
                is_alive,
                is_last: children.is_empty(),
            };
        });
        folding.kinds = kinds;
        folding
    }

    /// The graph that was folded.
    pub fn graph(&self) -> &'g G {
        self.graph
    }

    /// The components.
    pub fn components(&self) -> &Components {
        &self.components
    }

    /// The number of components.
    pub fn n_components(&self) -> usize {
        self.components.count
    }

    /// The component of a state.
    pub fn component(&self, state: u32) -> u32 {
        self.components.of[state as usize]
    }

    /// The states of a component in ascending order.
    pub fn states(&self, component: u32) -> &[u32] {
        self.members.of(component)
    }

    /// What is known about a component.
    pub fn kind(&self, component: u32) -> Kind {
        self.kinds[component as usize]
    }

    /// Whether a solved state can be reached from a state.
    pub fn is_alive(&self, state: u32) -> bool {
        self.kind(self.component(state)).is_alive
    }

    /// The number of components that lead nowhere and hold no solution.
    pub fn n_sinks(&self) -> usize {
        self.kinds.iter().filter(|kind| kind.is_sink()).count()
    }

    /// The number of states from which no solution can be reached.
    pub fn n_dead_states(&self) -> usize {
        let dead = (0..self.components.count as u32).filter(|&c| !self.kind(c).is_alive);
        dead.map(|c| self.states(c).len()).sum()
    }

    /// The number of states in the largest component.
    pub fn largest(&self) -> usize {
        let all = 0..self.components.count as u32;
        all.map(|c| self.states(c).len()).max().unwrap_or(0)
    }

    /// Shows every component with its distinct children, in ascending order,
    /// after all of those children.
    pub fn sinks_first(&self, mut visit: impl FnMut(u32, &[u32])) {
        let mut seen_by = vec![u32::MAX; self.components.count];
        let mut children = Vec::new();
        for component in (0..self.components.count as u32).rev() {
            children.clear();
            for &state in self.members.of(component) {
                for &next in self.graph.successors(state) {
                    let child = self.components.of[next as usize];
                    if child != component && seen_by[child as usize] != component {
                        seen_by[child as usize] = component;
                        children.push(child);
                    }
                }
            }
            children.sort_unstable();
            visit(component, &children);
        }
    }

    /// The distinct children of every component, for graphs small enough to
    /// keep them.
    pub fn children(&self) -> Vec<Vec<u32>> {
        let mut all = vec![Vec::new(); self.components.count];
        self.sinks_first(|component, children| all[component as usize] = children.to_vec());
        all
    }

    /// The most edges on a way through the components from the start.
    pub fn longest_way(&self) -> u32 {
        let mut longest = vec![0; self.components.count];
        self.sinks_first(|component, children| {
            let below = children.iter().map(|&c| longest[c as usize] + 1);
            longest[component as usize] = below.max().unwrap_or(0);
        });
        longest.first().copied().unwrap_or(0)
    }

    /// The different ways through the components from the start to the first on each
    /// that holds a solution; none if there is none.
    pub fn ways_to_solutions(&self) -> Option<ComponentWays> {
        let mut ways: Vec<Option<ComponentWays>> = vec![None; self.components.count];
        self.sinks_first(|component, children| {
            let below = children.iter().filter_map(|&c| ways[c as usize]);
            ways[component as usize] = match self.kind(component).is_solved {
                true => Some(ComponentWays::HERE),
                false => ComponentWays::through(below),
            };
        });
        ways.first().copied().flatten()
    }
}

/// How many ways lead through components to a solution. Veger (2011, section 8) names
/// their number as a sign of difficulty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ComponentWays {
    /// Steps from component to component on the shortest of them.
    pub steps: u32,
    /// How many are that short; `u128::MAX` stands for at least so many.
    pub shortest: u128,
    /// How many there are; `u128::MAX` stands for at least so many.
    pub all: u128,
    /// The logarithm of that to base 2, however many there are.
    pub log2_all: f64,
}

impl ComponentWays {
    /// From a component that holds a solution.
    const HERE: ComponentWays = ComponentWays {
        steps: 0,
        shortest: 1,
        all: 1,
        log2_all: 0.0,
    };

    /// One step before any of these; none if there are none.
    fn through(below: impl Iterator<Item = ComponentWays> + Clone) -> Option<ComponentWays> {
        let nearest = below.clone().map(|way| way.steps).min()?;
        let shortest = below.clone().filter(|way| way.steps == nearest);
        let sum = |n: u128, way: u128| n.saturating_add(way);
        Some(ComponentWays {
            steps: nearest + 1,
            shortest: shortest.map(|way| way.shortest).fold(0, sum),
            all: below.clone().map(|way| way.all).fold(0, sum),
            log2_all: log2_sum(below.map(|way| way.log2_all)),
        })
    }
}
