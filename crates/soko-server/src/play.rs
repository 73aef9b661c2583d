//! Playing: opening a level, doing one thing in a game, and asking where a box
//! can go.

use crate::Server;
use crate::fault::{Answer, Body, Fault, blocking};
use crate::levels::{Known, LevelView};
use crate::store::{Best, SavedGame, SavedPosition};
use axum::extract::State as Shared;
use serde::{Deserialize, Serialize};
use soko_core::{Blocked, Direction, Game, Play, Squares, State, Step, Transport, Verified};
use soko_core::{lurd, reach, verify};
use std::sync::Arc;

/// The most moves of a game in a request.
const MAX_MOVES: usize = 200_000;

/// A game as the page sends it.
#[derive(Deserialize)]
pub(crate) struct GameText {
    pub level: String,
    /// `forward`; `reverse`; or `reverse@17`, where the man has jumped to cell 17
    /// before the first pull.
    #[serde(default = "forward")]
    pub mode: String,
    /// Letters: small for steps, capital for pushes or, in reverse, pulls.
    #[serde(default)]
    pub moves: String,
    /// How many of the moves have been played; all if not said.
    pub cursor: Option<usize>,
}

fn forward() -> String {
    "forward".into()
}

impl GameText {
    /// The moves up to the cursor.
    pub fn played(&self) -> Result<&str, Fault> {
        if self.moves.len() > MAX_MOVES {
            return Err(Fault::too_large(format!("more than {MAX_MOVES} moves")));
        }
        let cursor = self.cursor.unwrap_or(self.moves.len());
        let played = self.moves.get(..cursor);
        played.ok_or_else(|| Fault::bad("the cursor lies behind the moves"))
    }

    /// The game before its first move.
    fn start(&self, known: &Known) -> Result<Game, Fault> {
        let level = known.level.clone();
        if self.mode == "forward" {
            return Ok(Game::new(level));
        }
        let jump = self.mode.strip_prefix("reverse");
        let jump = jump.ok_or_else(|| Fault::bad("the mode is forward or reverse"))?;
        let mut game = Game::reverse(level).map_err(|error| Fault::bad(error.to_string()))?;
        if let Some(cell) = jump.strip_prefix('@') {
            let cell = cell.parse().map_err(|_| Fault::bad("a jump to no cell"))?;
            let blocked = |why: Blocked| Fault::bad(why.to_string());
            game.jump(known.square(cell)?).map_err(blocked)?;
        }
        Ok(game)
    }

    /// The game after the moves up to the cursor; `visit` sees it after each.
    fn replay_with(&self, known: &Known, mut visit: impl FnMut(&Game)) -> Result<Game, Fault> {
        let mut game = self.start(known)?;
        for (index, letter) in self.played()?.chars().enumerate() {
            let direction = Direction::from_letter(letter)
                .ok_or_else(|| Fault::bad(format!("move {} is no direction", index + 1)))?;
            take(&mut game, direction, letter.is_ascii_uppercase())
                .map_err(|why| Fault::bad(format!("move {}: {why}", index + 1)))?;
            visit(&game);
        }
        Ok(game)
    }

    /// The game after the moves up to the cursor.
    pub fn replay(&self, known: &Known) -> Result<Game, Fault> {
        self.replay_with(known, |_| ())
    }

    /// The position after each move up to the cursor, the start first.
    pub fn positions(&self, known: &Known) -> Result<Vec<State>, Fault> {
        let mut positions = vec![self.start(known)?.state().clone()];
        self.replay_with(known, |game| positions.push(game.state().clone()))?;
        Ok(positions)
    }

    /// The position now, as a level of its own to be solved; only forwards.
    pub fn level_here(&self, known: &Known) -> Result<soko_core::Level, Fault> {
        let game = self.replay(known)?;
        match game.play() {
            Play::Forward => Ok(known.level.with_start(game.state())),
            Play::Reverse => Err(Fault::bad("this works only in a forward game")),
        }
    }
}

/// One move. Whether a step pushes follows from the board; a pull must be asked
/// for.
fn take(game: &mut Game, direction: Direction, pulls: bool) -> Result<Step, Blocked> {
    match game.play() {
        Play::Reverse if pulls => game.pull(direction),
        Play::Forward | Play::Reverse => game.step(direction),
    }
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
    /// Where the man of a reverse game starts; none if there is no such game.
    #[serde(rename = "reverseMan")]
    reverse_man: Option<u32>,
}

pub(crate) async fn open(
    Shared(server): Shared<Arc<Server>>,
    Body(request): Body<OpenRequest>,
) -> Answer<Opened> {
    blocking(move || {
        let known = server.levels.know(&request.level)?;
        let reverse = Game::reverse(known.level.clone()).ok();
        Ok(Opened {
            level: LevelView::new(&known),
            game: server.store.game(&known.key)?,
            best: server.store.best(&known.key)?,
            positions: server.store.positions(&known.key)?,
            reverse_man: reverse.map(|game| known.cell(game.state().man)),
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

fn take_steps(game: &mut Game, steps: &str) -> Result<Option<Blocked>, Fault> {
    for letter in steps.chars() {
        let direction = Direction::from_letter(letter)
            .ok_or_else(|| Fault::bad("a step is one of l, u, r, d"))?;
        if let Err(why) = take(game, direction, letter.is_ascii_uppercase()) {
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
    let won = forward_solution(known, game);
    server.store.keep_game(&known.key, &saved, won.as_ref())?;
    let best = match won {
        Some(_) => Some(server.store.best(&known.key)?),
        None => None,
    };
    let state = game.state();
    Ok(Played {
        added,
        refused: refused.map(|why| why.to_string()),
        man: known.cell(state.man),
        boxes: state.boxes.iter().map(|s| known.cell(s)).collect(),
        solved: best.is_some(),
        best,
    })
}

/// The solution of the level that a won game is, passed by the referee. A reverse
/// game is read backwards, after a walk to where it ended.
fn forward_solution(known: &Known, game: &Game) -> Option<Verified> {
    if !game.is_solved() {
        return None;
    }
    let moves = match game.play() {
        Play::Forward => game.lurd(),
        Play::Reverse => {
            let (level, end) = (&known.level, game.state().man);
            let walk = reach::walk(level.board(), level.boxes(), level.man(), end)?;
            let plain = |direction| Step {
                direction,
                is_push: false,
            };
            let mut steps: Vec<Step> = walk.into_iter().map(plain).collect();
            steps.extend(game.steps().into_iter().rev().map(|step| Step {
                direction: step.direction.opposite(),
                ..step
            }));
            // The walk to the first pull comes last, when all is done.
            while steps.last().is_some_and(|step| !step.is_push) {
                steps.pop();
            }
            lurd(&steps)
        }
    };
    solution(known, &moves)
}

/// These moves as a solution, if the referee says that they are one.
pub(crate) fn solution(known: &Known, moves: &str) -> Option<Verified> {
    let directions: Option<Vec<_>> = moves.chars().map(Direction::from_letter).collect();
    verify(known.level.setup(), directions?).ok()
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
