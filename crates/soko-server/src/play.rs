//! Playing: opening a level, doing one thing in a game, and asking where a box
//! can go.

use crate::Server;
use crate::fault::{Answer, Body, Fault, blocking};
use crate::game_text::{GameText, read_steps, take};
use crate::levels::{Known, LevelView};
use crate::store::{Best, SavedGame, SavedPosition};
use crate::trouble::Trouble;
use axum::extract::State as Shared;
use serde::{Deserialize, Serialize};
use soko_core::{Blocked, Game, Play, Squares, Transport};
use std::sync::Arc;

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
    /// Where the man of a reverse game starts; none if there is no such game.
    #[serde(rename = "reverseMan")]
    reverse_man: Option<u32>,
    /// Why nothing is being saved, if that is so.
    unsaved: Option<String>,
}

pub(crate) async fn open(
    Shared(server): Shared<Arc<Server>>,
    Body(request): Body<OpenRequest>,
) -> Answer<Opened> {
    blocking(move || {
        let known = server.levels.know(&request.level)?;
        let reverse = Game::reverse(known.level.clone()).ok();
        let mut kept = Reading(server.store.unsaved());
        Ok(Opened {
            level: LevelView::new(&known),
            game: kept.what_is_there(server.store.game(&known.key)),
            best: kept.what_is_there(server.store.best(&known.key)),
            positions: kept.what_is_there(server.store.positions(&known.key)),
            reverse_man: reverse.map(|game| known.cell(game.state().man)),
            unsaved: kept.0,
        })
    })
    .await
}

/// Reads of what is kept, any of which may fail without ending the game; the first
/// trouble is remembered.
struct Reading(Option<String>);

impl Reading {
    fn what_is_there<T: Default>(&mut self, read: Result<T, Trouble>) -> T {
        read.unwrap_or_else(|trouble| {
            self.0.get_or_insert(trouble.to_string());
            T::default()
        })
    }
}

/// What the player wants to happen.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Action {
    /// Nothing: the cursor moved, or the page wants to know how things stand.
    Look,
    /// As many of these steps as the rules allow; in reverse, capitals pull.
    Steps { steps: String },
    /// A walk to a cell.
    Walk { to: u32 },
    /// One box brought from a cell to another.
    Box { from: u32, to: u32 },
}

#[derive(Deserialize)]
pub(crate) struct PlayRequest {
    #[serde(flatten)]
    game: GameText,
    action: Action,
}

/// What happened, and how things stand.
#[derive(Serialize)]
pub(crate) struct Played {
    /// The letters to play after the cursor; those behind it are gone then.
    added: String,
    /// Why not all of the action was done.
    refused: Option<String>,
    man: u32,
    boxes: Vec<u32>,
    solved: bool,
    /// The best solutions after this one.
    best: Option<Best>,
    /// Why this was not saved, if it was not. The game goes on all the same.
    unsaved: Option<String>,
}

pub(crate) async fn play(
    Shared(server): Shared<Arc<Server>>,
    Body(request): Body<PlayRequest>,
) -> Answer<Played> {
    blocking(move || {
        let known = server.levels.know(&request.game.level)?;
        let mut game = request.game.replay(&known)?;
        let refused = act(&known, &mut game, &request.action)?;
        keep(&server, &known, &request.game, &game, refused)
    })
    .await
}

/// Does what the rules allow of an action, and says what stood in the way.
fn act(known: &Known, game: &mut Game, action: &Action) -> Result<Option<Blocked>, Fault> {
    let done = match action {
        Action::Look => Ok(0),
        Action::Steps { steps } => return take_steps(game, steps),
        Action::Walk { to } => game.walk_to(known.square(*to)?),
        Action::Box { from, to } => game.bring(known.square(*from)?, known.square(*to)?),
    };
    Ok(done.err())
}

/// Takes steps until one is refused, and says why.
fn take_steps(game: &mut Game, steps: &str) -> Result<Option<Blocked>, Fault> {
    for step in read_steps(steps) {
        if let Err(why) = take(game, step?) {
            return Ok(Some(why));
        }
    }
    Ok(None)
}

/// Keeps the game as it is now, and the solution if it is one.
fn keep(
    server: &Server,
    known: &Known,
    text: &GameText,
    game: &Game,
    refused: Option<Blocked>,
) -> Result<Played, Fault> {
    let cursor = text.played()?.len();
    let played = game.lurd();
    let added = played[cursor..].to_string();
    // Without a new move, those behind the cursor stay for redo.
    let moves = if added.is_empty() {
        text.moves.clone()
    } else {
        played
    };
    let saved = SavedGame {
        mode: text.mode.clone(),
        moves,
        cursor: cursor + added.len(),
    };
    let won = game.solution();
    let kept = server.store.keep_game(&known.key, &saved, won.as_ref());
    let mut reading = Reading(kept.err().map(|trouble| trouble.to_string()));
    let best = won.map(|won| {
        let best = reading.what_is_there(server.store.best(&known.key));
        best.or_this(&won)
    });
    let state = game.state();
    Ok(Played {
        added,
        refused: refused.map(|why| why.to_string()),
        man: known.cell(state.man),
        boxes: state.boxes.iter().map(|s| known.cell(s)).collect(),
        solved: best.is_some(),
        best,
        unsaved: reading.0,
    })
}

#[derive(Deserialize)]
pub(crate) struct BoxRequest {
    #[serde(flatten)]
    game: GameText,
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
        let game = request.game.replay(&known)?;
        let (state, from) = (game.state(), known.square(request.from)?);
        if !state.boxes.contains(from) {
            return Err(Fault::bad("there is no box"));
        }
        let board = known.level.board();
        let is_forward = game.play() == Play::Forward;
        let transport = if is_forward {
            Transport::new(board, &state.boxes, state.man, from)
        } else {
            Transport::pulling(board, &state.boxes, state.man, from)
        };
        let targets = transport.squares().map(|(square, pushes)| Target {
            cell: known.cell(square),
            pushes,
            dead: is_forward && known.dead.contains(square),
        });
        Ok(BoxReach {
            targets: targets.collect(),
        })
    })
    .await
}

#[derive(Deserialize)]
pub(crate) struct WayRequest {
    #[serde(flatten)]
    game: GameText,
    from: u32,
    to: u32,
}

/// Where the runs around the cursor begin and end.
#[derive(Serialize)]
pub(crate) struct Runs {
    /// The cursor before the first push of the box pushed last.
    back: usize,
    /// The cursor behind the last push of the box pushed next.
    on: usize,
}

pub(crate) async fn runs(
    Shared(server): Shared<Arc<Server>>,
    Body(text): Body<GameText>,
) -> Answer<Runs> {
    blocking(move || {
        let known = server.levels.know(&text.level)?;
        let game = text.line(&known)?;
        Ok(Runs {
            back: game.run_start(),
            on: game.run_end(),
        })
    })
    .await
}

/// Moves that are not made yet.
#[derive(Serialize)]
pub(crate) struct Way {
    pub moves: String,
}

pub(crate) async fn way(
    Shared(server): Shared<Arc<Server>>,
    Body(request): Body<WayRequest>,
) -> Answer<Way> {
    blocking(move || {
        let known = server.levels.know(&request.game.level)?;
        let mut game = request.game.replay(&known)?;
        let played = game.lurd().len();
        let (from, to) = (known.square(request.from)?, known.square(request.to)?);
        let blocked = |why: Blocked| Fault::bad(why.to_string());
        game.bring(from, to).map_err(blocked)?;
        Ok(Way {
            moves: game.lurd().split_off(played),
        })
    })
    .await
}
