//! The neighbourhood of a game, for levels whose whole graph is too large.
//!
//! As many states as are asked for, breadth first from the position now, each with its
//! position and the moves that lead to it. Colours are given as far as they can be
//! proved (`soko-assist`'s `neighbourhood.rs`): by the deadlock tests, by what follows
//! from the edges, and by solutions of the level that the page knows, which the referee
//! replays first. Nothing is kept between requests.

use super::atlas::{moves_to, parents};
use super::picture::{self, Drawing, MOST_DRAWN};
use crate::fault::Fault;
use crate::game_text::{GameText, solution};
use crate::levels::Known;
use crate::memory::Memory;
use serde::{Deserialize, Serialize};
use soko_assist::within;
use soko_core::{CanonicalState, Game, State};
use soko_graph::{Rules, StateGraph, explore};
use soko_search::{Control, Limits};
use std::time::Duration;

/// The most solutions that are looked at.
const MOST_SOLUTIONS: usize = 4;

/// What exploring and testing may take.
const EXPLORING: Duration = Duration::from_secs(2);
const TESTING: Duration = Duration::from_millis(300);

/// Which game, and how much around it.
#[derive(Deserialize)]
pub struct NearRequest {
    #[serde(flatten)]
    game: GameText,
    /// How many states are wanted.
    states: usize,
    /// Solutions of the level, from its start.
    #[serde(default)]
    solutions: Vec<String>,
}

/// The states around a game; the first is where it is.
#[derive(Serialize)]
pub struct Near {
    drawing: Drawing,
    /// Whether these are all that can be reached from here.
    whole: bool,
    /// The most that can be asked for.
    most: usize,
    /// The position of each node, and the way to it from here.
    places: Vec<NearPlace>,
}

#[derive(Serialize)]
struct NearPlace {
    text: String,
    moves: String,
}

/// The states around a game.
pub fn near(memory: &Memory, request: &NearRequest) -> Result<Near, Fault> {
    let known = memory.levels.know(&request.game.level)?;
    let found = around(&known, request)?;
    let bytes = known.assistant().bytes();
    memory.levels.weigh(&request.game.level, &known, bytes);
    Ok(found)
}

/// Explores around the position of a game, and draws what is there.
fn around(known: &Known, request: &NearRequest) -> Result<Near, Fault> {
    // 1. The states, breadth first.
    let here = request.game.level_here(known)?;
    let wanted = request.states.clamp(1, MOST_DRAWN);
    let limits = Limits {
        expansions: Some(wanted as u64),
        time: Some(EXPLORING),
        processor: None,
        memory: None,
    };
    let graph = explore(&here, &Rules::default(), 1, &mut Control::new(limits))
        .map_err(|error| Fault::bad(error.to_string()))?;
    let n = wanted.min(graph.n_states());
    // 2. What can be proved of them.
    let solvable = solvable_states(known, &request.solutions);
    let fates = known
        .assistant()
        .fates(&graph, n, &solvable, &mut within(TESTING));
    // 3. The picture, and what the page shows of each node.
    Ok(Near {
        drawing: picture::nearest(&graph, &fates, n),
        whole: graph.stopped().is_none() && n == graph.n_states(),
        most: MOST_DRAWN,
        places: places(known, &graph, n),
    })
}

/// The states after the pushes of solutions that are such.
fn solvable_states(known: &Known, solutions: &[String]) -> Vec<CanonicalState> {
    let board = known.level.board();
    let canonical = |state: &State| state.canonical(board);
    let mut states = Vec::new();
    for moves in solutions.iter().take(MOST_SOLUTIONS) {
        let Some(verified) = solution(known, moves) else {
            continue;
        };
        let mut game = Game::new(known.level.clone());
        states.push(canonical(game.state()));
        for step in verified.steps() {
            if game.step(step.direction).is_ok() && step.is_push {
                states.push(canonical(game.state()));
            }
        }
    }
    states
}

fn places(known: &Known, graph: &StateGraph, n: usize) -> Vec<NearPlace> {
    let parent = parents(graph);
    let place = |s: u32| NearPlace {
        text: known.level.with_start(&graph.shown(s)).setup().to_string(),
        moves: moves_to(graph, &parent, s).unwrap_or_default(),
    };
    (0..n as u32).map(place).collect()
}
