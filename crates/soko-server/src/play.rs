//! Playing: opening a level, doing one thing in a game, and asking where a box
//! can go.

use crate::Server;
use crate::fault::{Answer, Body, Fault, blocking};
use crate::levels::{Known, LevelView};
use crate::store::{Best, SavedGame, SavedPosition};
use axum::extract::State as Shared;
use serde::{Deserialize, Serialize};
use soko_core::{Direction, Metrics, Squares, State, Step, Transport, lurd, reach, verify};
use std::sync::Arc;

/// The most moves of a game in a request.
const MAX_MOVES: usize = 200_000;

/// A game as the page sends it.
#[derive(Deserialize)]
pub(crate) struct Game {
    pub level: String,
    #[serde(default)]
    pub mode: Mode,
    #[serde(default)]
    pub moves: String,
    pub cursor: Option<usize>,
}

/// Forwards the man pushes; backwards he pulls.
#[derive(Clone, Copy, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Mode {
    #[default]
    Forward,
}

impl Mode {
    pub fn name(self) -> &'static str {
        match self {
            Mode::Forward => "forward",
        }
    }
}

impl Game {
    /// The moves up to the cursor.
    pub fn played(&self) -> Result<&str, Fault> {
        if self.moves.len() > MAX_MOVES {
            return Err(Fault::too_large(format!("more than {MAX_MOVES} moves")));
        }
        let cursor = self.cursor.unwrap_or(self.moves.len());
        let played = self.moves.get(..cursor);
        played.ok_or_else(|| Fault::bad("the cursor lies behind the moves"))
    }

    /// Replays the moves up to the cursor.
    pub fn replay(&self, known: &Known) -> Result<State, Fault> {
        let mut state = known.level.start();
        for (index, letter) in self.played()?.chars().enumerate() {
            let direction = Direction::from_letter(letter)
                .ok_or_else(|| Fault::bad(format!("move {} is no direction", index + 1)))?;
            advance(known, &mut state, direction)
                .ok_or_else(|| Fault::bad(format!("move {} is impossible", index + 1)))?;
        }
        Ok(state)
    }
}

/// Takes one step if the rules allow it.
fn advance(known: &Known, state: &mut State, direction: Direction) -> Option<Step> {
    let board = known.level.board();
    let next = board.neighbour(state.man, direction)?;
    let is_push = state.boxes.contains(next);
    if is_push {
        let beyond = board.neighbour(next, direction)?;
        if state.boxes.contains(beyond) {
            return None;
        }
        state.boxes.shift(next, beyond);
    }
    state.man = next;
    Some(Step { direction, is_push })
}

#[derive(Deserialize)]
pub(crate) struct OpenRequest {
    level: String,
}

/// A level for the board and all that is kept for it.
#[derive(Serialize)]
pub(crate) struct Opened {
    level: LevelView,
    game: Option<SavedGame>,
    best: Best,
    positions: Vec<SavedPosition>,
}

pub(crate) async fn open(
    Shared(server): Shared<Arc<Server>>,
    Body(request): Body<OpenRequest>,
) -> Answer<Opened> {
    blocking(move || {
        let known = server.levels.know(&request.level)?;
        Ok(Opened {
            level: LevelView::new(&known),
            game: server.store.game(&known.key)?,
            best: server.store.best(&known.key)?,
            positions: server.store.positions(&known.key)?,
        })
    })
    .await
}

/// What the player wants to happen.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Action {
    /// Nothing: the cursor moved, or the page wants to know how things stand.
    Look,
    /// As many of these steps as the rules allow.
    Steps { steps: String },
    /// A walk to a cell.
    Walk { to: u32 },
    /// One box brought from a cell to another.
    Box { from: u32, to: u32 },
}

#[derive(Deserialize)]
pub(crate) struct PlayRequest {
    #[serde(flatten)]
    game: Game,
    action: Action,
}

/// What happened, and how things stand.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Played {
    /// The letters to play after the cursor; those behind it are gone then.
    added: String,
    /// Why not all of the action was done.
    refused: Option<&'static str>,
    man: u32,
    boxes: Vec<u32>,
    solved: bool,
    /// The best solutions after this one.
    best: Option<Best>,
}

pub(crate) async fn play(
    Shared(server): Shared<Arc<Server>>,
    Body(request): Body<PlayRequest>,
) -> Answer<Played> {
    blocking(move || {
        let known = server.levels.know(&request.game.level)?;
        let mut state = request.game.replay(&known)?;
        let (steps, refused) = act(&known, &mut state, &request.action)?;
        keep(&server, &known, &request.game, &state, steps, refused)
    })
    .await
}

type Acted = (Vec<Step>, Option<&'static str>);

/// Does what the rules allow of an action.
fn act(known: &Known, state: &mut State, action: &Action) -> Result<Acted, Fault> {
    let board = known.level.board();
    let mut plan = Vec::new();
    let mut refused = None;
    match action {
        Action::Look => {}
        Action::Steps { steps } => {
            for letter in steps.chars() {
                let direction = Direction::from_letter(letter);
                plan.push(direction.ok_or_else(|| Fault::bad("a step is one of l, u, r, d"))?);
            }
        }
        Action::Walk { to } => {
            let to = known.square(*to)?;
            match reach::walk(board, &state.boxes, state.man, to) {
                Some(walk) if !state.boxes.contains(to) => plan = walk,
                _ => refused = Some("the man cannot get there"),
            }
        }
        Action::Box { from, to } => {
            let (from, to) = (known.square(*from)?, known.square(*to)?);
            match box_plan(known, state, from, to) {
                Some(steps) => plan = steps,
                None => refused = Some("this box cannot be brought there"),
            }
        }
    }
    let mut steps = Vec::new();
    for direction in plan {
        match advance(known, state, direction) {
            Some(step) => steps.push(step),
            None => {
                refused = Some("the way is blocked");
                break;
            }
        }
    }
    Ok((steps, refused))
}

/// The steps that bring one box to a square.
fn box_plan(
    known: &Known,
    state: &State,
    from: soko_core::Square,
    to: soko_core::Square,
) -> Option<Vec<Direction>> {
    if !state.boxes.contains(from) {
        return None;
    }
    let board = known.level.board();
    let pushes = Transport::new(board, &state.boxes, state.man, from).plan(to)?;
    let here = known.level.with_start(state);
    let steps = soko_core::steps_of_pushes(&here, &pushes).ok()?;
    Some(steps.into_iter().map(|step| step.direction).collect())
}

/// Keeps the game as it is now, and the solution if it is one.
fn keep(
    server: &Server,
    known: &Known,
    game: &Game,
    state: &State,
    steps: Vec<Step>,
    refused: Option<&'static str>,
) -> Result<Played, Fault> {
    let added = lurd(&steps);
    let played = game.played()?.to_string() + &added;
    let cursor = played.len();
    let moves = if added.is_empty() {
        game.moves.clone()
    } else {
        played.clone()
    };
    let metrics = solution(known, &played);
    let saved = SavedGame {
        mode: game.mode.name().into(),
        moves,
        cursor,
    };
    let solved = metrics.as_ref().map(|metrics| (played.as_str(), metrics));
    server.store.keep_game(&known.key, &saved, solved)?;
    let best = match metrics {
        Some(_) => Some(server.store.best(&known.key)?),
        None => None,
    };
    Ok(Played {
        added,
        refused,
        man: known.cell(state.man),
        boxes: state.boxes.iter().map(|s| known.cell(s)).collect(),
        solved: best.is_some(),
        best,
    })
}

/// The numbers of these moves if the referee calls them a solution.
pub(crate) fn solution(known: &Known, moves: &str) -> Option<Metrics> {
    let directions = moves.chars().filter_map(Direction::from_letter);
    verify(known.level.setup(), directions).ok()
}

#[derive(Deserialize)]
pub(crate) struct BoxRequest {
    #[serde(flatten)]
    game: Game,
    from: u32,
}

/// Where a box can be brought.
#[derive(Serialize)]
pub(crate) struct BoxReach {
    targets: Vec<Target>,
}

#[derive(Serialize)]
struct Target {
    cell: u32,
    pushes: u32,
    /// Whether no box can ever get from there to a goal.
    dead: bool,
}

pub(crate) async fn box_reach(
    Shared(server): Shared<Arc<Server>>,
    Body(request): Body<BoxRequest>,
) -> Answer<BoxReach> {
    blocking(move || {
        let known = server.levels.know(&request.game.level)?;
        let state = request.game.replay(&known)?;
        let from = known.square(request.from)?;
        if !state.boxes.contains(from) {
            return Err(Fault::bad("there is no box"));
        }
        let transport = Transport::new(known.level.board(), &state.boxes, state.man, from);
        let targets = transport.squares().map(|(square, pushes)| Target {
            cell: known.cell(square),
            pushes,
            dead: known.dead.contains(square),
        });
        Ok(BoxReach {
            targets: targets.collect(),
        })
    })
    .await
}
