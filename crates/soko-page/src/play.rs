//! Playing: a level for the board, one thing done in a game, where a box can go, and
//! where runs of pushes begin and end.

use crate::fault::Fault;
use crate::game_text::{GameText, read_steps, take};
use crate::levels::{Known, LevelView};
use crate::memory::Memory;
use serde::{Deserialize, Serialize};
use soko_core::{Blocked, Game, Play, Squares, Transport, Verified};

/// A level for the board.
#[derive(Serialize)]
pub struct OnBoard {
    level: LevelView,
    /// Where the man of a reverse game starts; none if there is no such game.
    #[serde(rename = "reverseMan")]
    reverse_man: Option<u32>,
}

impl OnBoard {
    /// What the page needs to put a level on the board.
    pub fn new(known: &Known) -> OnBoard {
        let reverse = Game::reverse(known.level.clone()).ok();
        OnBoard {
            level: LevelView::new(known),
            reverse_man: reverse.map(|game| known.cell(game.state().man)),
        }
    }
}

/// What the player wants to happen.
#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Action {
    /// Nothing: the cursor moved, or the page wants to know how things stand.
    Look,
    /// As many of these steps as the rules allow; in reverse, capitals pull.
    Steps {
        /// The steps as letters.
        steps: String,
    },
    /// A walk to a cell.
    Walk {
        /// The cell.
        to: u32,
    },
    /// One box brought from a cell to another.
    Box {
        /// The cell of the box.
        from: u32,
        /// The cell to bring it to.
        to: u32,
    },
}

/// A game, and what is to happen in it.
#[derive(Deserialize)]
pub struct PlayRequest {
    /// The game.
    #[serde(flatten)]
    pub game: GameText,
    /// What is to happen.
    pub action: Action,
}

/// What happened, and how things stand.
#[derive(Serialize)]
pub struct Turn {
    /// The letters to play after the cursor; those behind it are gone then.
    pub added: String,
    /// Why not all of the action was done.
    refused: Option<String>,
    man: u32,
    boxes: Vec<u32>,
    /// All moves of the game, with the new ones.
    #[serde(skip)]
    pub played: String,
    /// The game is won, and the referee agrees.
    #[serde(skip)]
    pub won: Option<Verified>,
}

/// Does one thing in a game, as far as the rules allow.
pub fn take_turn(known: &Known, request: &PlayRequest) -> Result<Turn, Fault> {
    let mut game = request.game.replay(known)?;
    let refused = act(known, &mut game, &request.action)?;
    let (state, played) = (game.state(), game.lurd());
    Ok(Turn {
        added: played[request.game.played()?.len()..].to_string(),
        refused: refused.map(|why| why.to_string()),
        man: known.cell(state.man),
        boxes: state.boxes.iter().map(|s| known.cell(s)).collect(),
        won: game.solution(),
        played,
    })
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

/// A box of a game.
#[derive(Deserialize)]
pub struct BoxRequest {
    #[serde(flatten)]
    game: GameText,
    from: u32,
}

/// Where a box can be brought.
#[derive(Serialize)]
pub struct BoxReach {
    targets: Vec<Target>,
}

#[derive(Serialize)]
struct Target {
    cell: u32,
    pushes: u32,
    /// Whether no box can ever get from there to a goal.
    dead: bool,
}

/// Where a box can be brought.
pub fn box_reach(memory: &Memory, request: &BoxRequest) -> Result<BoxReach, Fault> {
    let known = memory.levels.know(&request.game.level)?;
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
}

/// A box of a game, and where it is to go.
#[derive(Deserialize)]
pub struct WayRequest {
    #[serde(flatten)]
    game: GameText,
    from: u32,
    to: u32,
}

/// Moves that are not made yet.
#[derive(Serialize)]
pub struct Way {
    pub(crate) moves: String,
}

/// The moves that bring a box somewhere, without making them.
pub fn way(memory: &Memory, request: &WayRequest) -> Result<Way, Fault> {
    let known = memory.levels.know(&request.game.level)?;
    let mut game = request.game.replay(&known)?;
    let played = game.lurd().len();
    let (from, to) = (known.square(request.from)?, known.square(request.to)?);
    let blocked = |why: Blocked| Fault::bad(why.to_string());
    game.bring(from, to).map_err(blocked)?;
    Ok(Way {
        moves: game.lurd().split_off(played),
    })
}

/// Where the runs around the cursor begin and end.
#[derive(Serialize)]
pub struct Runs {
    /// The cursor before the first push of the box pushed last.
    back: usize,
    /// The cursor behind the last push of the box pushed next.
    on: usize,
}

/// The cursors to which a run of one box's pushes leads back and on.
pub fn runs(memory: &Memory, text: &GameText) -> Result<Runs, Fault> {
    let known = memory.levels.know(&text.level)?;
    let game = text.line(&known)?;
    Ok(Runs {
        back: game.run_start(),
        on: game.run_end(),
    })
}
