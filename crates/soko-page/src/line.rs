//! Moves that come from elsewhere, such as a link: what the rules make of them.
//!
//! As many of the moves are played as the rules allow, and come back in the letters
//! that say which of them push. What stands in the way of the rest is told with its
//! place, so that nothing is shown on a board that could not have happened there.

use crate::fault::Fault;
use crate::game_text::MAX_MOVES;
use crate::levels::Known;
use crate::memory::Memory;
use crate::reading::DiagnosticView;
use serde::{Deserialize, Serialize};
use soko_core::{Game, verify};
use soko_format::{Diagnostic, MoveText};

/// Moves of a level.
#[derive(Deserialize)]
pub struct LineRequest {
    level: String,
    /// Letters, with run-length codes if need be.
    moves: String,
}

/// What the rules allow of some moves.
#[derive(Serialize)]
pub struct Line {
    moves: String,
    /// Why that is not all of them.
    refused: Option<DiagnosticView>,
}

/// Plays moves from elsewhere.
pub fn line(memory: &Memory, request: &LineRequest) -> Result<Line, Fault> {
    let known = memory.levels.know(&request.level)?;
    Ok(played(&known, &request.moves))
}

/// Plays moves from the start of a level as far as they go.
fn played(known: &Known, text: &str) -> Line {
    let nothing = |problem: Diagnostic| Line {
        moves: String::new(),
        refused: Some(problem.into()),
    };
    // 1. What is written?
    let read: MoveText = match text.parse() {
        Ok(read) => read,
        Err(error) => return nothing(error.diagnostic(text)),
    };
    let at_start = |message: String| Diagnostic::error(message).at(1, Some(1), text);
    let Some(directions) = read.directions() else {
        return nothing(at_start("these are the moves of a reverse game".into()));
    };
    if directions.len() > MAX_MOVES {
        return nothing(at_start(format!("more than {MAX_MOVES} moves")));
    }
    // 2. What of it is allowed? The referee's words say where the first foul is.
    let mut game = Game::new(known.level.clone());
    let foul_at = (1..)
        .zip(&directions)
        .find(|(_, direction)| game.step(**direction).is_err());
    let refused = foul_at.map(|(number, _)| {
        let foul = verify(known.level.setup(), directions.iter().copied()).err();
        let message = foul.map(|foul| foul.to_string()).unwrap_or_default();
        Diagnostic::error(message).at(1, Some(number), &read.to_string())
    });
    Line {
        moves: game.lurd(),
        refused: refused.map(DiagnosticView::from),
    }
}
