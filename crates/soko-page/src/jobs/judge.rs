//! Whether a position can be solved at all, and where in a game it was lost.

use super::desk::Desk;
use crate::fault::Fault;
use crate::game_text::GameText;
use serde::Deserialize;
use serde_json::{Value, json};
use soko_assist::Judgement;
use soko_core::lurd;
use std::time::Duration;

/// Whether the present position can be solved.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Judge {
    game: GameText,
    pub(super) seconds: u64,
}

impl Judge {
    pub(super) fn work(self, time: Duration, desk: Desk<'_>) -> Result<Value, Fault> {
        let (known, here) = desk.position(&self.game)?;
        let mut assistant = known.fresh_assistant();
        let mut control = desk.control_for(time);
        Ok(match assistant.judge(&here.start(), &mut control) {
            Judgement::Solvable(steps) => {
                let pushes = steps.iter().filter(|step| step.is_push).count();
                json!({"outcome": "solvable", "moves": lurd(&steps), "pushes": pushes})
            }
            Judgement::Lost(why) => json!({"outcome": "lost", "reason": why}),
            Judgement::Unknown(why) => json!({"outcome": "unknown", "reason": why}),
        })
    }
}

/// The way back to the last position that is known to be solvable.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Back {
    game: GameText,
    pub(super) seconds: u64,
}

impl Back {
    /// Gives the last move after which the game was solvable, and the first after
    /// which it was lost, as far as they are known.
    pub(super) fn work(self, time: Duration, desk: Desk<'_>) -> Result<Value, Fault> {
        let (known, _) = desk.position(&self.game)?;
        let line = self.game.positions(&known)?;
        let mut assistant = known.fresh_assistant();
        let mut control = desk.control_for(time);
        let point = assistant.turning_point(&line, &mut control);
        Ok(json!({"solvable": point.solvable, "lost": point.lost}))
    }
}
