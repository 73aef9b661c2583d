//! Maps of whole state graphs: built by a job, kept for a while, and asked where
//! a game is on them.
//!
//! A map is of the level, not of the position, so it stays while the player
//! moves. Graphs above [`MOST_STATES`] are not finished; the page then gets the
//! numbers of each depth found so far and nothing is called dead.

use crate::Server;
use crate::fault::{Answer, Body, Fault, blocking};
use crate::levels::Known;
use crate::play::GameText;
use axum::extract::State as Shared;
use serde::{Deserialize, Serialize};
use soko_core::{CanonicalState, Push, Reach, SquareSet, lurd, pushes, steps_of_pushes};
use soko_graph::layout::{self, Map, MapNode};
use soko_graph::{
    Folding, Rules, Spacing, StateGraph, Successors, View, depth_summary, explore, solution_factor,
};
use soko_search::{Control, StopReason};
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

/// The most states of a graph that is mapped.
pub(crate) const MOST_STATES: u64 = 200_000;

/// The most states of a graph that is also drawn state by state.
const MOST_DRAWN: usize = 600;

/// So many maps are kept.
const KEPT: usize = 6;

/// A graph with what is needed to find a game on it.
pub(crate) struct Atlas {
    graph: StateGraph,
    numbers: HashMap<CanonicalState, u32>,
    component: Vec<u32>,
    is_alive: Vec<bool>,
    parent: Vec<u32>,
}

/// The maps made most recently, by key of the level.
#[derive(Default)]
pub(crate) struct Shelf(Mutex<VecDeque<(String, Arc<Atlas>)>>);

impl Shelf {
    pub fn find(&self, key: &str) -> Option<Arc<Atlas>> {
        let shelf = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut kept = shelf.iter().filter(|(k, _)| k == key);
        kept.next().map(|(_, atlas)| atlas.clone())
    }

    fn keep(&self, key: &str, atlas: Arc<Atlas>) {
        let mut shelf = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shelf.retain(|(k, _)| k != key);
        shelf.push_back((key.into(), atlas));
        while shelf.len() > KEPT {
            shelf.pop_front();
        }
    }
}

/// A map for the page.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MapView {
    /// Why the graph is not whole, if it is not; nothing is known to be dead then.
    stopped: Option<&'static str>,
    states: usize,
    edges: usize,
    components: usize,
    dead_states: usize,
    sinks: usize,
    solution_factor: f64,
    /// The drawing of the components, and that of the states, where they fit.
    drawings: Vec<Drawing>,
    depths: Vec<Depth>,
}

#[derive(Serialize)]
struct Drawing {
    view: &'static str,
    width: f64,
    height: f64,
    nodes: Vec<NodeView>,
    edges: Vec<EdgeView>,
}

#[derive(Serialize)]
struct NodeView {
    id: u32,
    state: u32,
    x: f64,
    y: f64,
    size: usize,
    depth: u32,
    start: bool,
    solved: bool,
    sink: bool,
    dead: bool,
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

/// Explores a level, keeps the graph, and draws it.
pub(crate) fn draw(
    server: &Server,
    known: &Known,
    control: &mut Control<'_>,
) -> Result<MapView, Fault> {
    control.set_phase("exploring");
    let graph = explore(&known.level, &Rules::default(), 1, control)
        .map_err(|error| Fault::bad(error.to_string()))?;
    let stopped = graph.stopped();
    let view = view_of(&graph, stopped);
    if stopped.is_none() {
        server.maps.keep(&known.key, Arc::new(Atlas::new(graph)));
    }
    Ok(view)
}

fn view_of(graph: &StateGraph, stopped: Option<StopReason>) -> MapView {
    let folding = Folding::new(graph);
    let mut drawings = Vec::new();
    if stopped.is_none() {
        drawings.extend(layout::map(&folding, View::Components, spacing()).map(drawing));
        if graph.n_states() <= MOST_DRAWN {
            drawings.extend(layout::map(&folding, View::States, spacing()).map(drawing));
        }
    }
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
        state: at.node.state,
        x: at.x,
        y: at.y,
        size: at.node.size,
        depth: at.node.depth,
        start: at.node.is_start,
        solved: at.node.is_solved,
        sink: at.node.is_sink,
        dead: at.node.is_dead,
        factor: at.node.solution_factor,
    }
}

impl Atlas {
    fn new(graph: StateGraph) -> Atlas {
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
    fn moves_to(&self, state: u32) -> Option<String> {
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

/// Where a game is on the map.
#[derive(Serialize)]
pub(crate) struct Place {
    /// The state and component now; none if a box stands on a dead square, which
    /// is not on the map.
    state: Option<u32>,
    component: Option<u32>,
    /// The states on the way, from the start.
    trail: Vec<u32>,
    components: Vec<u32>,
    /// The pushes that can be made now.
    pushes: Vec<PushView>,
}

#[derive(Serialize)]
struct PushView {
    from: u32,
    to: u32,
    /// Whether it can be undone by other pushes.
    back: bool,
    /// Whether a solution can still be reached after it.
    alive: bool,
}

fn atlas(server: &Server, known: &Known) -> Result<Arc<Atlas>, Fault> {
    let kept = server.maps.find(&known.key);
    kept.ok_or_else(|| Fault::unknown("there is no map of this level yet"))
}

pub(crate) async fn place(
    Shared(server): Shared<Arc<Server>>,
    Body(game): Body<GameText>,
) -> Answer<Place> {
    blocking(move || {
        let known = server.levels.know(&game.level)?;
        let atlas = atlas(&server, &known)?;
        let positions = game.positions(&known)?;
        let board = known.level.board();
        let number = |state: &soko_core::State| atlas.numbers.get(&state.canonical(board)).copied();
        let mut trail: Vec<u32> = positions.iter().filter_map(number).collect();
        trail.dedup();
        let now = positions.last().expect("a game has a position");
        let state = number(now);
        let component_of = |s: u32| atlas.component[s as usize];
        let area = Reach::<SquareSet>::new(board).area(&now.boxes, now.man);
        let views = pushes(board, &now.boxes, &area).map(|push| {
            let mut boxes = now.boxes.clone();
            push.apply(board, &mut boxes);
            let man = push.from;
            let after = number(&soko_core::State { boxes, man });
            PushView {
                from: known.cell(push.from),
                to: known.cell(push.to(board).expect("a possible push")),
                back: after.is_some() && after.map(component_of) == state.map(component_of),
                alive: after.is_some_and(|s| atlas.is_alive[component_of(s) as usize]),
            }
        });
        let mut components: Vec<u32> = trail.iter().map(|&s| component_of(s)).collect();
        components.dedup();
        Ok(Place {
            state,
            component: state.map(component_of),
            pushes: views.collect(),
            trail,
            components,
        })
    })
    .await
}

#[derive(Deserialize)]
pub(crate) struct GoRequest {
    level: String,
    state: u32,
}

#[derive(Serialize)]
pub(crate) struct Way {
    moves: String,
}

pub(crate) async fn go(
    Shared(server): Shared<Arc<Server>>,
    Body(request): Body<GoRequest>,
) -> Answer<Way> {
    blocking(move || {
        let known = server.levels.know(&request.level)?;
        let moves = atlas(&server, &known)?.moves_to(request.state);
        let moves = moves.ok_or_else(|| Fault::bad("there is no such state on the map"))?;
        Ok(Way { moves })
    })
    .await
}
