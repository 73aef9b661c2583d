//! Whether a position can be solved at all, and where in a game it was lost.

use super::{control, limited};
use crate::Server;
use crate::fault::Fault;
use crate::game_text::GameText;
use serde::Deserialize;
use serde_json::{Value, json};
use soko_assist::Judgement;
use soko_core::lurd;
use std::sync::atomic::AtomicBool;

#[derive(Deserialize)]
pub(in crate::jobs) struct JudgeJob {
    game: GameText,
    seconds: u64,
}

impl JudgeJob {
    pub fn run(
        self,
        server: &Server,
        stop: &AtomicBool,
        report: &mut (dyn FnMut(Value) + Send),
    ) -> Result<Value, Fault> {
        let known = server.levels.know(&self.game.level)?;
        let here = self.game.level_here(&known)?.start();
        let mut control = control(limited(self.seconds, None), stop, report);
        let mut assistant = known.assistant().clone();
        Ok(match assistant.judge(&here, &mut control) {
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
pub(in crate::jobs) struct BackJob {
    game: GameText,
    seconds: u64,
}

impl BackJob {
    /// Gives the last move after which the game was solvable, and the first after
    /// which it was lost, as far as they are known.
    pub fn run(
        self,
        server: &Server,
        stop: &AtomicBool,
        report: &mut (dyn FnMut(Value) + Send),
    ) -> Result<Value, Fault> {
        let known = server.levels.know(&self.game.level)?;
        self.game.level_here(&known)?;
        let line = self.game.positions(&known)?;
        let mut control = control(limited(self.seconds, None), stop, report);
        let mut assistant = known.assistant().clone();
        let point = assistant.turning_point(&line, &mut control);
        Ok(json!({"solvable": point.solvable, "lost": point.lost}))
    }
}
