//! Named saved positions, and solutions from elsewhere than the board.

use crate::Server;
use crate::fault::{Answer, Body, Fault, blocking};
use crate::game_text::{GameText, solution};
use crate::store::{Best, SavedPosition};
use axum::extract::{Path, State as Shared};
use serde::Deserialize;
use std::sync::Arc;

const MAX_NAME: usize = 200;

#[derive(Deserialize)]
pub(crate) struct KeepRequest {
    #[serde(flatten)]
    game: GameText,
    name: String,
}

pub(crate) async fn keep(
    Shared(server): Shared<Arc<Server>>,
    Body(request): Body<KeepRequest>,
) -> Answer<Vec<SavedPosition>> {
    blocking(move || {
        let name = request.name.trim();
        if name.is_empty() || name.len() > MAX_NAME {
            return Err(Fault::bad("a saved position needs a name, not too long"));
        }
        let known = server.levels.know(&request.game.level)?;
        request.game.replay(&known)?;
        let moves = request.game.played()?;
        let mode = &request.game.mode;
        server.store.keep_position(&known.key, name, mode, moves)?;
        Ok(server.store.positions(&known.key)?)
    })
    .await
}

pub(crate) async fn drop_position(
    Shared(server): Shared<Arc<Server>>,
    Path(id): Path<i64>,
) -> Answer<()> {
    blocking(move || match server.store.drop_position(id)? {
        true => Ok(()),
        false => Err(Fault::unknown("there is no such position")),
    })
    .await
}

/// Keeps a solution if the referee agrees.
pub(crate) async fn keep_solution(
    Shared(server): Shared<Arc<Server>>,
    Body(game): Body<GameText>,
) -> Answer<Best> {
    blocking(move || {
        let known = server.levels.know(&game.level)?;
        let moves = game.played()?;
        let solution = solution(&known, moves)
            .ok_or_else(|| Fault::bad("the referee says that this is no solution"))?;
        server.store.keep_solution(&known.key, &solution)?;
        Ok(server.store.best(&known.key)?)
    })
    .await
}
