//! Playing: opening a level and doing one thing in a game, and keeping both.

use crate::fault::Fault;
use crate::game_text::maker;
use crate::keep::{Best, KeptSolution, NewSolution, Trouble};
use crate::levels::Known;
use crate::page::Page;
use crate::play::{OnBoard, PlayRequest as TurnRequest, Turn, take_turn};
use crate::trees::{Held, Line, Told};
use serde::{Deserialize, Serialize};
use soko_core::{Maker, NodeId, Verified};

#[derive(Deserialize)]
pub struct OpenRequest {
    level: String,
    /// Whether the events of the game's tree are wanted, too.
    #[serde(default)]
    tree: bool,
}

/// A game as it was left.
#[derive(Serialize)]
pub struct SavedGame {
    pub mode: String,
    pub moves: String,
    pub cursor: usize,
}

/// A level for the board and all that is kept for it.
#[derive(Serialize)]
pub struct Opened {
    #[serde(flatten)]
    level: OnBoard,
    game: Option<SavedGame>,
    /// The events of its tree.
    events: Vec<Told>,
    best: Best,
    /// Why nothing is being saved, if that is so.
    unsaved: Option<String>,
}

/// A level for the board, with the game kept for it.
pub fn open(page: &Page, request: &OpenRequest) -> Result<Opened, Fault> {
    let known = page.memory.levels.know(&request.level)?;
    let mut kept = Reading(page.store.unsaved());
    // 1. The tree in which something happened last.
    let mode = kept.what_is_there(page.store.latest_mode(&known.key));
    let mode = mode.unwrap_or_else(|| "forward".into());
    let (game, events, trouble) =
        page.trees
            .with(page.store.as_ref(), (&known.key, &mode), |held| {
                let game = saved_game(held, &mode);
                let events = match request.tree {
                    true => held.events(0),
                    false => Vec::new(),
                };
                (game, events, held.trouble.take())
            });
    kept.note(trouble);
    // 2. All the rest.
    let solutions = kept.what_is_there(page.store.solutions(&known.key));
    Ok(Opened {
        level: OnBoard::new(&known),
        game,
        events,
        best: Best::of(&solutions),
        unsaved: kept.0,
    })
}

/// The game on the line of a tree where the player is.
pub(crate) fn saved_game(held: &Held<'_>, mode: &str) -> Option<SavedGame> {
    let (moves, cursor) = held.line()?;
    let mode = mode.to_owned();
    Some(SavedGame {
        mode,
        moves,
        cursor,
    })
}

/// Reads of what is kept, any of which may fail without ending the game; the first
/// trouble is remembered.
struct Reading(Option<String>);

impl Reading {
    fn what_is_there<T: Default>(&mut self, read: Result<T, Trouble>) -> T {
        read.unwrap_or_else(|trouble| {
            self.note(Some(trouble));
            T::default()
        })
    }

    fn note(&mut self, trouble: Option<Trouble>) {
        if let Some(trouble) = trouble {
            self.0.get_or_insert(trouble.to_string());
        }
    }
}

#[derive(Deserialize)]
pub struct PlayRequest {
    #[serde(flatten)]
    turn: TurnRequest,
    /// Who does it: `you`, or `hints` if it is what a hint said.
    #[serde(default)]
    by: Option<String>,
    /// The last event that this window knows; those after it are told.
    since: Option<u64>,
    /// How long the player has been at it, for the solution that this may be.
    seconds: Option<f64>,
}

/// What happened, and how things stand.
#[derive(Serialize)]
pub struct Played {
    #[serde(flatten)]
    turn: Turn,
    solved: bool,
    /// By whom it is solved.
    by: Option<&'static str>,
    /// The best solutions after this one.
    best: Option<Best>,
    /// The events of the tree since those that the window knows.
    events: Vec<Told>,
    /// Why this was not saved, if it was not. The game goes on all the same.
    unsaved: Option<String>,
}

/// Does one thing in a game, and keeps it.
pub fn play(page: &Page, request: &PlayRequest) -> Result<Played, Fault> {
    let known = page.memory.levels.know(&request.turn.game.level)?;
    let by = maker(request.by.as_deref(), Maker::You)?;
    if !by.is_player() {
        return Err(Fault::bad("moves are made by you or with hints"));
    }
    let turn = take_turn(&known, &request.turn)?;
    keep(page, &known, request, by, turn)
}

/// Keeps the game as it is now, and the solution if it is one.
fn keep(
    page: &Page,
    known: &Known,
    request: &PlayRequest,
    by: Maker,
    turn: Turn,
) -> Result<Played, Fault> {
    // 1. The line after this: what lies ahead stays where the steps lead along it.
    let text = &request.turn.game;
    let from = text.played()?.len();
    let played = &turn.played;
    let moves = match text.moves[from..].starts_with(&turn.added) {
        true => text.moves.clone(),
        false => played.clone(),
    };
    // 2. It goes into the tree, if not all of it is there.
    let line = Line {
        moves: &moves,
        from,
        cursor: played.len(),
        by,
    };
    let (credit, events, trouble) = note(page, known, request, &line)?;
    // 3. A solution is kept if it is the player's.
    let mut reading = Reading(None);
    reading.note(trouble);
    let won = turn.won.as_ref();
    let best = won.map(|won| settle(page, known, won, credit, request.seconds, &mut reading));
    Ok(Played {
        turn,
        solved: best.is_some(),
        by: best.is_some().then_some(credit.name()),
        best,
        events,
        unsaved: reading.0,
    })
}

/// Notes a line in the tree of its game: by whom the moves up to the cursor are, what
/// is new to the window that asked, and why nothing was kept, if so.
fn note(
    page: &Page,
    known: &Known,
    request: &PlayRequest,
    line: &Line<'_>,
) -> Result<(Maker, Vec<Told>, Option<Trouble>), Fault> {
    let text = &request.turn.game;
    let mode = text.tree_mode();
    let id = (known.key.as_str(), mode.as_str());
    page.trees.with(page.store.as_ref(), id, |held| {
        let (_, n) = held.tree.follow(NodeId::ROOT, &text.moves);
        if n < text.moves.len() {
            text.line(known)?;
            held.enter(&text.moves, line.by);
        }
        held.play(line);
        let (here, n) = held.tree.follow(NodeId::ROOT, &line.moves[..line.cursor]);
        let is_there = n == line.cursor;
        let credit = if is_there {
            held.tree.credit(here)
        } else {
            line.by
        };
        let events = request.since.map(|since| held.events(since));
        Ok((credit, events.unwrap_or_default(), held.trouble.take()))
    })
}

/// Keeps a solution if it is the player's, and gives the best ones then.
fn settle(
    page: &Page,
    known: &Known,
    won: &Verified,
    credit: Maker,
    seconds: Option<f64>,
    reading: &mut Reading,
) -> Best {
    let new = NewSolution {
        verified: won,
        by: credit,
        engine: None,
        seconds: seconds.filter(|seconds| seconds.is_finite()),
    };
    if credit <= Maker::Earlier {
        reading.note(page.store.keep_solution(&known.key, &new).err());
    }
    let mut solutions = reading.what_is_there(page.store.solutions(&known.key));
    // Where nothing can be kept, what was just found is the best there is.
    if solutions.is_empty() && credit <= Maker::Earlier {
        solutions.push(KeptSolution::unkept(&new));
    }
    Best::of(&solutions)
}
