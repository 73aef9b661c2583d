//! Solving the position on the board. What is found has passed the referee twice:
//! in the catalogue, and here together with the moves already played.

use super::{control, limited};
use crate::Server;
use crate::fault::Fault;
use crate::game_text::{GameText, solution};
use serde::Deserialize;
use serde_json::{Value, json};
use soko_core::Measure;
use soko_solve::{DEFAULT_ENGINE, Objective, Options, Outcome, solve};
use std::sync::atomic::AtomicBool;

#[derive(Deserialize)]
pub(in crate::jobs) struct Solve {
    game: GameText,
    engine: Option<String>,
    goal: Option<String>,
    #[serde(default = "one_minute")]
    seconds: u64,
}

fn one_minute() -> u64 {
    60
}

impl Solve {
    /// What is asked for; a word that nobody knows is no wish for anything else.
    fn objective(&self) -> Result<Objective, Fault> {
        let word = self.goal.as_deref().unwrap_or(Objective::Any.name());
        let unknown = || Fault::bad(format!("no goal is called {word:?}"));
        Objective::from_name(word).ok_or_else(unknown)
    }

    pub fn run(
        self,
        server: &Server,
        stop: &AtomicBool,
        report: &mut (dyn FnMut(Value) + Send),
    ) -> Result<Value, Fault> {
        let known = server.levels.know(&self.game.level)?;
        let here = self.game.level_here(&known)?;
        let engine = self.engine.as_deref().unwrap_or(DEFAULT_ENGINE);
        let options = Options {
            objective: self.objective()?,
            ..Options::default()
        };
        let mut control = control(limited(self.seconds, None), stop, report);
        let found = solve(engine, &here, &options, &mut control)
            .map_err(|error| Fault::bad(error.to_string()))?;
        let seconds = control.elapsed().as_secs_f64();
        let mut result = json!({
            "outcome": found.outcome.name(),
            "engine": found.engine,
            "lowerBound": found.lower_bound.map(|bound| bound.at_least),
            "boundMeasure": found.lower_bound.map(|bound| bound.measure.name()),
            "expanded": found.counters.expanded,
            "generated": found.counters.generated,
            "stored": found.counters.stored,
            "bytes": found.counters.peak_bytes,
            "seconds": seconds,
            "notes": found.notes,
        });
        match &found.outcome {
            Outcome::Solved(plan) => {
                let moves = plan.verified.lurd();
                let whole = self.game.played()?.to_string() + &moves;
                solution(&known, &whole).ok_or_else(|| {
                    Fault::bad("the referee refuses this solution; please report it")
                })?;
                result["moves"] = json!(moves);
                result["nMoves"] = json!(plan.metrics().moves);
                result["nPushes"] = json!(plan.metrics().pushes);
                result["optimal"] = json!(plan.optimal.map(Measure::name));
            }
            Outcome::Stopped(reason) => result["reason"] = json!(reason.name()),
            Outcome::Unsolvable | Outcome::Incomplete => {}
        }
        Ok(result)
    }
}
