//! The solutions of a level: kept if the referee agrees, listed, dropped.

use crate::fault::Fault;
use crate::game_text::{GameText, maker, solution};
use crate::keep::{Best, KeptSolution, NewSolution};
use crate::levels::Known;
use crate::page::Page;
use serde::{Deserialize, Serialize};
use soko_core::Maker;

#[derive(Deserialize)]
pub struct KeepRequest {
    #[serde(flatten)]
    game: GameText,
    by: Option<String>,
    engine: Option<String>,
    seconds: Option<f64>,
}

/// The solutions of a level, and the best of them.
#[derive(Serialize)]
pub struct Solutions {
    #[serde(flatten)]
    best: Best,
    solutions: Vec<SolutionView>,
}

/// A solution with all the numbers by which solutions are compared.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SolutionView {
    #[serde(flatten)]
    kept: KeptSolution,
    box_lines: u64,
    box_changes: u64,
    pushing_sessions: u64,
    player_lines: u64,
}

/// Keeps a solution if the referee agrees. What was played on the board is kept by
/// itself; this is for those from elsewhere.
pub fn keep(page: &Page, request: &KeepRequest) -> Result<Solutions, Fault> {
    let known = page.memory.levels.know(&request.game.level)?;
    let by = maker(request.by.as_deref(), Maker::Imported)?;
    let verified = solution(&known, request.game.played()?)
        .ok_or_else(|| Fault::bad("the referee says that this is no solution"))?;
    let engine = request.engine.as_deref();
    let new = NewSolution {
        verified: &verified,
        by,
        engine: engine.filter(|name| name.len() < 100),
        seconds: request.seconds.filter(|seconds| seconds.is_finite()),
    };
    page.store.keep_solution(&known.key, &new)?;
    list_of(page, &known)
}

/// The solutions of a level.
pub fn list(page: &Page, game: &GameText) -> Result<Solutions, Fault> {
    let known = page.memory.levels.know(&game.level)?;
    list_of(page, &known)
}

pub fn drop_solution(page: &Page, id: i64) -> Result<(), Fault> {
    match page.store.drop_solution(id)? {
        true => Ok(()),
        false => Err(Fault::unknown("there is no such solution")),
    }
}

/// The solutions of a level; each passes the referee before it is shown.
fn list_of(page: &Page, known: &Known) -> Result<Solutions, Fault> {
    let kept = page.store.solutions(&known.key)?;
    let views = kept.iter().filter_map(|kept| {
        let verified = solution(known, &kept.moves)?;
        let metrics = verified.metrics();
        Some(SolutionView {
            kept: kept.clone(),
            box_lines: metrics.box_lines,
            box_changes: metrics.box_changes,
            pushing_sessions: metrics.pushing_sessions,
            player_lines: metrics.player_lines,
        })
    });
    let solutions = views.collect();
    Ok(Solutions {
        best: Best::of(&kept),
        solutions,
    })
}
