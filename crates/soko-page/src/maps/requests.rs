//! Requests about the map of a level: where a game is on it, how to get to a state,
//! what a state or a component looks like.

use super::atlas::Atlas;
use super::picture::{self, Drawing};
use crate::fault::Fault;
use crate::game_text::GameText;
use crate::levels::Known;
use crate::memory::Memory;
use crate::play::Way;
use serde::{Deserialize, Serialize};
use soko_core::{Reach, SquareSet, pushes};
use std::sync::Arc;

/// Where a game is on the map.
#[derive(Serialize)]
pub struct Place {
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

fn atlas(memory: &Memory, known: &Known) -> Result<Arc<Atlas>, Fault> {
    let kept = memory.maps.find(&known.key);
    kept.ok_or_else(|| Fault::unknown("there is no map of this level yet"))
}

/// Where a game is on the map of its level.
pub fn place(memory: &Memory, game: &GameText) -> Result<Place, Fault> {
    let known = memory.levels.know(&game.level)?;
    let atlas = atlas(memory, &known)?;
    let positions = game.positions(&known)?;
    let board = known.level.board();
    let number = |state: &soko_core::State| atlas.number(&state.canonical(board));
    // 1. The way of the game so far; states off the map leave gaps.
    let mut trail: Vec<u32> = positions.iter().filter_map(number).collect();
    trail.dedup();
    let now = positions.last().expect("a game has a position");
    let state = number(now);
    // 2. The pushes from here, each looked up on the map.
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
}

/// A state of the map of a level.
#[derive(Deserialize)]
pub struct StateRequest {
    level: String,
    state: u32,
}

/// The moves to a state of the map.
pub fn go(memory: &Memory, request: &StateRequest) -> Result<Way, Fault> {
    let known = memory.levels.know(&request.level)?;
    let moves = atlas(memory, &known)?.moves_to(request.state);
    let moves = moves.ok_or_else(|| Fault::bad("there is no such state on the map"))?;
    Ok(Way { moves })
}

/// A position as rows of text.
#[derive(Serialize)]
pub struct PositionText {
    text: String,
}

/// The position of a state of the map.
pub fn look(memory: &Memory, request: &StateRequest) -> Result<PositionText, Fault> {
    let known = memory.levels.know(&request.level)?;
    let atlas = atlas(memory, &known)?;
    if request.state as usize >= atlas.graph.n_states() {
        return Err(Fault::bad("there is no such state on the map"));
    }
    let state = atlas.graph.shown(request.state);
    Ok(PositionText {
        text: known.level.with_start(&state).setup().to_string(),
    })
}

/// A component of the map of a level.
#[derive(Deserialize)]
pub struct OpenRequest {
    level: String,
    component: u32,
}

/// The states of one component, drawn.
pub fn open(memory: &Memory, request: &OpenRequest) -> Result<Drawing, Fault> {
    let known = memory.levels.know(&request.level)?;
    let atlas = atlas(memory, &known)?;
    let opened = picture::opened(&atlas.graph, request.component);
    opened.ok_or_else(|| {
        let most = picture::MOST_DRAWN;
        Fault::bad(format!("only components of up to {most} states are opened"))
    })
}
