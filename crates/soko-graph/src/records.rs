//! A graph as rows of nodes and edges: the one source of all exports and
//! pictures, for the states as well as for the components.

use crate::{Chain, Deed, Folding, Pictured, Solvable, StateGraph, Sweep, factors, layers};

/// Which graph is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum View {
    /// A node is a state.
    States,
    /// A node is a component.
    Components,
}

impl View {
    /// The word on the command line.
    pub fn name(self) -> &'static str {
        match self {
            View::States => "states",
            View::Components => "components",
        }
    }
}

/// One node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// Its number in this view.
    pub id: u32,
    /// The state, or the first state of the component.
    pub state: u32,
    /// The state to be shown: the start or, in another component that has one, its
    /// first solved state; else the same as `state`.
    pub shown: u32,
    /// The component.
    pub component: u32,
    /// Pushes from the start to that state.
    pub depth: u32,
    /// The number of states: 1, or those of the component.
    pub size: usize,
    /// Whether it is, or holds, the start.
    pub is_start: bool,
    /// Whether it is, or holds, a solved state.
    pub is_solved: bool,
    /// Whether its component leads nowhere and holds no solution.
    pub is_sink: bool,
    /// Whether no solution can be reached from it.
    pub is_dead: bool,
    /// Veger's solution factor of its component.
    pub solution_factor: f64,
    /// Between what the chance of blind pushes from a state lies, where it was asked
    /// for ([`Records::with_chain`]).
    pub chain: Option<Sweep>,
}

/// One edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The number of the node it leaves.
    pub from: u32,
    /// The number of the node it leads to.
    pub to: u32,
    /// What is done, between states; none between components and in hashed graphs
    /// where two states were taken for one.
    pub deed: Option<Deed>,
}

/// The rows of a graph in one view.
///
/// ```
/// use soko_core::Level;
/// use soko_graph::{Folding, Records, Rules, View, explore};
/// use soko_search::Control;
///
/// let level: Level = "#######\n## .  #\n##$$  #\n##.#@ #\n#######".parse().unwrap();
/// let graph = explore(&level, &Rules::default(), 1, &mut Control::default()).unwrap();
/// let folding = Folding::new(&graph);
/// let records = Records::new(&folding, View::States);
/// let dead: Vec<u32> = records.nodes().filter(|node| node.is_dead).map(|node| node.id).collect();
/// assert_eq!(dead, [2]);
/// let edge = records.edges().next().unwrap();
/// assert_eq!((edge.from, edge.to, edge.deed.unwrap().direction), (0, 1, 'D'));
/// ```
pub struct Records<'a, G = StateGraph> {
    folding: &'a Folding<'a, G>,
    view: View,
    layers: Vec<u32>,
    factors: Vec<f64>,
    children: Vec<Vec<u32>>,
    chain: Option<Chain>,
}

impl<'a, G: Pictured> Records<'a, G> {
    /// Prepares the rows. For components, their children are gathered.
    pub fn new(folding: &'a Folding<'a, G>, view: View) -> Records<'a, G> {
        let children = match view {
            View::States => Vec::new(),
            View::Components => folding.children(),
        };
        Records {
            folding,
            view,
            layers: layers(folding.graph()),
            factors: factors(folding),
            children,
            chain: None,
        }
    }

    /// The same rows with what the chain of blind pushes says of each state; a row of a
    /// component has no such number.
    #[must_use]
    pub fn with_chain(self, chain: Chain) -> Records<'a, G> {
        let chain = (self.view == View::States).then_some(chain);
        Records { chain, ..self }
    }

    /// The graph.
    pub fn graph(&self) -> &'a G {
        self.folding.graph()
    }

    /// The view.
    pub fn view(&self) -> View {
        self.view
    }

    /// The number of nodes.
    pub fn n_nodes(&self) -> usize {
        match self.view {
            View::States => self.graph().n_nodes(),
            View::Components => self.folding.n_components(),
        }
    }

    /// A node by its number.
    pub fn node(&self, id: u32) -> Node {
        match self.view {
            View::States => self.state(id),
            View::Components => self.component(id),
        }
    }

    /// The row of a state.
    fn state(&self, id: u32) -> Node {
        let component = self.folding.component(id);
        Node {
            id,
            is_solved: self.graph().is_solved(id),
            chain: self.chain.as_ref().map(|chain| Sweep {
                lower: chain.lower[id as usize],
                upper: chain.upper[id as usize],
            }),
            ..self.row(id, component)
        }
    }

    /// The row of a component, whatever the view: the same as [`Records::node`] gives
    /// where the components are the nodes.
    pub fn component(&self, id: u32) -> Node {
        let states = self.folding.states(id);
        let kind = self.folding.kind(id);
        // A component is shown by a solved state, except that the start stays what
        // the player sees first.
        let mut solved = states
            .iter()
            .copied()
            .filter(|&s| self.graph().is_solved(s));
        let shown = (kind.is_solved && id != 0).then(|| solved.next()).flatten();
        Node {
            shown: shown.unwrap_or(states[0]),
            size: states.len(),
            is_solved: kind.is_solved,
            ..self.row(states[0], id)
        }
    }

    /// What is the same in both views; the rest is that of a state that is not solved.
    fn row(&self, state: u32, component: u32) -> Node {
        let kind = self.folding.kind(component);
        Node {
            id: component,
            state,
            shown: state,
            component,
            depth: self.layers.partition_point(|&first| first <= state) as u32 - 1,
            size: 1,
            is_start: state == 0,
            is_solved: false,
            is_sink: kind.is_sink(),
            is_dead: !kind.is_alive,
            solution_factor: self.factors[component as usize],
            chain: None,
        }
    }

    /// The rows of all components, whatever the view. Unlike a view of them this asks
    /// for no list of their children, which takes gigabytes where there are tens of
    /// millions.
    pub fn components(&self) -> impl Iterator<Item = Node> + '_ {
        (0..self.n_components() as u32).map(|id| self.component(id))
    }

    /// The number of components.
    pub fn n_components(&self) -> usize {
        self.folding.n_components()
    }

    /// All nodes in order.
    pub fn nodes(&self) -> impl Iterator<Item = Node> + '_ {
        (0..self.n_nodes() as u32).map(|id| self.node(id))
    }

    /// The numbers of the nodes that a node leads to.
    pub fn targets(&self, id: u32) -> &[u32] {
        match self.view {
            View::States => self.graph().successors(id),
            View::Components => &self.children[id as usize],
        }
    }

    /// All edges, by the node they leave.
    pub fn edges(&self) -> impl Iterator<Item = Edge> + '_ {
        (0..self.n_nodes() as u32).flat_map(move |from| {
            let targets = self.targets(from).iter().enumerate();
            targets.map(move |(place, &to)| {
                let deed = match self.view {
                    View::States => self.graph().deed(from, place),
                    View::Components => None,
                };
                Edge { from, to, deed }
            })
        })
    }
}

/// The states of one depth in numbers, for graphs too large to draw.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DepthSummary {
    /// Pushes from the start.
    pub depth: u32,
    /// States first reached with so many pushes.
    pub states: u64,
    /// Solved ones among them.
    pub solved: u64,
    /// Those from which no solution can be reached.
    pub dead: u64,
}

/// The whole graph depth by depth.
pub fn depth_summary(folding: &Folding<'_, StateGraph>) -> Vec<DepthSummary> {
    let graph = folding.graph();
    let layers = graph.layers();
    let of_depth = |(depth, ends): (usize, &[u32])| {
        let mut summary = DepthSummary {
            depth: depth as u32,
            ..DepthSummary::default()
        };
        for state in ends[0]..ends[1] {
            summary.states += 1;
            summary.solved += u64::from(graph.is_solved(state));
            summary.dead += u64::from(!folding.is_alive(state));
        }
        summary
    };
    layers.windows(2).enumerate().map(of_depth).collect()
}
