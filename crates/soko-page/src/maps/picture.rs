//! Maps as the page gets them: places, kinds and lines, ready to be drawn.

use serde::Serialize;
use soko_assist::Fate;
use soko_graph::layout::{self, Map, MapNode};
use soko_graph::{Folding, Spacing, StateGraph, Successors, View, depth_summary, solution_factor};
use soko_search::StopReason;

/// The most states that are drawn one by one.
pub(super) const MOST_DRAWN: usize = 600;

/// A map for the page.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub struct MapView {
    /// Why the graph is not whole, if it is not; nothing is known to be dead then.
    stopped: Option<&'static str>,
    states: usize,
    /// How large a graph that is not whole is likely to be, in words.
    pub(crate) likely: Option<String>,
    edges: usize,
    components: usize,
    dead_states: usize,
    sinks: usize,
    solution_factor: f64,
    /// The drawing of the components, and that of the states, where they fit.
    drawings: Vec<Drawing>,
    depths: Vec<Depth>,
}

/// One drawing: nodes, and the lines between them.
#[derive(Serialize)]
pub struct Drawing {
    view: &'static str,
    width: f64,
    height: f64,
    nodes: Vec<NodeView>,
    edges: Vec<EdgeView>,
}

#[derive(Serialize)]
struct NodeView {
    id: u32,
    /// The state to show and to go to.
    state: u32,
    x: f64,
    y: f64,
    size: usize,
    depth: u32,
    start: bool,
    solved: bool,
    sink: bool,
    dead: bool,
    /// Whether it is known that it is dead, or that it is not.
    known: bool,
    /// Whether there is more behind it that is not drawn.
    open: bool,
    factor: f64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct EdgeView {
    from: u32,
    to: u32,
    two_way: bool,
    points: Vec<(f64, f64)>,
}

#[derive(Serialize)]
struct Depth {
    depth: u32,
    states: u64,
    solved: u64,
    dead: u64,
}

/// The numbers of a graph, and its drawings where they fit.
pub(crate) fn view_of(graph: &StateGraph, stopped: Option<StopReason>) -> MapView {
    let folding = Folding::new(graph);
    let mut drawings = Vec::new();
    if stopped.is_none() {
        drawings.extend(layout::map(&folding, View::Components, spacing()).map(drawing));
        if graph.n_states() <= MOST_DRAWN {
            drawings.extend(layout::map(&folding, View::States, spacing()).map(drawing));
        }
    }
    // Of a graph that is not whole nothing is known to be dead.
    let is_whole = stopped.is_none();
    let depths = depth_summary(&folding).into_iter().map(|depth| Depth {
        depth: depth.depth,
        states: depth.states,
        solved: depth.solved,
        dead: if is_whole { depth.dead } else { 0 },
    });
    MapView {
        stopped: stopped.map(StopReason::name),
        states: graph.n_states(),
        likely: None,
        edges: graph.n_edges(),
        components: folding.n_components(),
        dead_states: if is_whole { folding.n_dead_states() } else { 0 },
        sinks: if is_whole { folding.n_sinks() } else { 0 },
        solution_factor: if is_whole {
            solution_factor(&folding).value
        } else {
            0.0
        },
        drawings,
        depths: depths.collect(),
    }
}

/// The states of one component; none if there are too many to be drawn.
pub(super) fn opened(graph: &StateGraph, component: u32) -> Option<Drawing> {
    let folding = Folding::new(graph);
    let n = folding.n_components() as u32;
    let fits = component < n && folding.states(component).len() <= MOST_DRAWN;
    let map = fits.then(|| layout::component_map(&folding, component, spacing()));
    map.flatten().map(drawing)
}

/// The first states of a graph that may not be whole, with what is proved of each.
pub(super) fn nearest(graph: &StateGraph, fates: &[Fate], n: usize) -> Drawing {
    let folding = Folding::new(graph);
    let mut drawn = drawing(layout::nearest_map(&folding, n, spacing()));
    for node in &mut drawn.nodes {
        let fate = fates[node.id as usize];
        let leads_on = graph.successors(node.id).iter().any(|&to| to as usize >= n);
        node.dead = fate == Fate::Lost;
        node.known = fate != Fate::Unknown;
        node.open = leads_on || node.id as usize >= graph.n_expanded();
        // What is true of a whole graph alone.
        (node.start, node.sink, node.factor) = (false, false, 0.0);
    }
    drawn
}

fn spacing() -> Spacing {
    Spacing {
        node_width: 22.0,
        node_height: 22.0,
        gap: 12.0,
        layer_gap: 34.0,
    }
}

fn drawing(map: Map) -> Drawing {
    Drawing {
        view: map.view.name(),
        width: map.width,
        height: map.height,
        nodes: map.nodes.iter().map(node_view).collect(),
        edges: map
            .edges
            .into_iter()
            .map(|edge| EdgeView {
                from: edge.from,
                to: edge.to,
                two_way: edge.is_two_way,
                points: edge.points,
            })
            .collect(),
    }
}

fn node_view(at: &MapNode) -> NodeView {
    NodeView {
        id: at.node.id,
        state: at.node.shown,
        x: at.x,
        y: at.y,
        size: at.node.size,
        depth: at.node.depth,
        start: at.node.is_start,
        solved: at.node.is_solved,
        sink: at.node.is_sink,
        dead: at.node.is_dead,
        known: true,
        open: false,
        factor: at.node.solution_factor,
    }
}
