//! Maps of whole state graphs: built by a job, kept for a while, and asked where
//! a game is on them.
//!
//! A map is of the level, not of the position, so it stays while the player
//! moves. Graphs above [`MOST_STATES`] are not finished; the page then gets the
//! numbers of each depth found so far and nothing is called dead.

mod picture;

use crate::Server;
use crate::fault::{Answer, Body, Fault, blocking};
use crate::game_text::GameText;
use crate::levels::Known;
use crate::play::Way;
use axum::extract::State as Shared;
use picture::{Drawing, MapView};
use serde::{Deserialize, Serialize};
use soko_core::{CanonicalState, Push, Reach, SquareSet, lurd, pushes, steps_of_pushes};
use soko_graph::{Folding, Rules, StateGraph, Successors, explore};
use soko_search::Control;
use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};

/// The most states of a graph that is mapped.
pub(crate) const MOST_STATES: u64 = 200_000;

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
    let view = picture::view_of(&graph, stopped);
    if stopped.is_none() {
        server.maps.keep(&known.key, Arc::new(Atlas::new(graph)));
    }
    Ok(view)
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

/// A state of the map of a level.
#[derive(Deserialize)]
pub(crate) struct StateRequest {
    level: String,
    state: u32,
}

pub(crate) async fn go(
    Shared(server): Shared<Arc<Server>>,
    Body(request): Body<StateRequest>,
) -> Answer<Way> {
    blocking(move || {
        let known = server.levels.know(&request.level)?;
        let moves = atlas(&server, &known)?.moves_to(request.state);
        let moves = moves.ok_or_else(|| Fault::bad("there is no such state on the map"))?;
        Ok(Way { moves })
    })
    .await
}

/// A position as rows of text.
#[derive(Serialize)]
pub(crate) struct PositionText {
    text: String,
}

pub(crate) async fn look(
    Shared(server): Shared<Arc<Server>>,
    Body(request): Body<StateRequest>,
) -> Answer<PositionText> {
    blocking(move || {
        let known = server.levels.know(&request.level)?;
        let atlas = atlas(&server, &known)?;
        if request.state as usize >= atlas.graph.n_states() {
            return Err(Fault::bad("there is no such state on the map"));
        }
        let state = atlas.graph.shown(request.state);
        Ok(PositionText {
            text: known.level.with_start(&state).setup().to_string(),
        })
    })
    .await
}

#[derive(Deserialize)]
pub(crate) struct OpenRequest {
    level: String,
    component: u32,
}

pub(crate) async fn open(
    Shared(server): Shared<Arc<Server>>,
    Body(request): Body<OpenRequest>,
) -> Answer<Drawing> {
    blocking(move || {
        let known = server.levels.know(&request.level)?;
        let atlas = atlas(&server, &known)?;
        let opened = picture::opened(&atlas.graph, request.component);
        opened.ok_or_else(|| {
            let most = picture::MOST_DRAWN;
            Fault::bad(format!("only components of up to {most} states are opened"))
        })
    })
    .await
}
