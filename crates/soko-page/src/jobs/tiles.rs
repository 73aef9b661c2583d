//! Solving a game on tiles from where it stands, with the fewest steps proved. What is
//! found passes the referee of tile games twice: in the search, and here together with
//! the steps already done.

use super::desk::Desk;
use crate::fault::Fault;
use crate::tiles::TileGame;
use serde::Deserialize;
use serde_json::{Value, json};
use soko_core::Direction;
use soko_search::Outcome;
use soko_tiles::{TileEngine, solve_tiles, verify_tiles};
use std::time::Duration;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tiles {
    game: TileGame,
    pub(super) seconds: u64,
}

impl Tiles {
    pub(super) fn work(self, time: Duration, desk: Desk<'_>) -> Result<Value, Fault> {
        // 1. Where the game stands.
        let level = self.game.level.level().map_err(Fault::bad)?;
        let play = self.game.replay(&level).map_err(Fault::bad)?;
        let here = level
            .from_here(play.field())
            .ok_or_else(|| Fault::bad("nobody is left to move"))?;
        // 2. The search, and what was done whatever came of it.
        let mut control = desk.control_for(time);
        let found = solve_tiles(&here, TileEngine::AStar, &mut control);
        let mut result = json!({
            "outcome": found.outcome.name(),
            "lowerBound": found.lower_bound,
            "expanded": found.counters.expanded,
            "seconds": control.elapsed().as_secs_f64(),
        });
        // 3. Together with the steps already done it must win the level itself.
        match &found.outcome {
            Outcome::Solved(solution) => {
                let whole: Vec<Direction> = play
                    .steps()
                    .chain(solution.steps.steps().iter().copied())
                    .collect();
                verify_tiles(&level, &whole).map_err(|foul| {
                    Fault::bad(format!(
                        "the referee refuses this solution ({foul}); please report it"
                    ))
                })?;
                result["moves"] = json!(solution.steps.letters());
                result["fewest"] = json!(solution.is_fewest);
            }
            Outcome::Stopped(reason) => result["reason"] = json!(reason.name()),
            Outcome::Unsolvable | Outcome::Incomplete => {}
        }
        Ok(result)
    }
}
