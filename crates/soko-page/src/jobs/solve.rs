//! Solving the position on the board. What is found has passed the referee twice:
//! in the catalogue, and here together with the moves already played.

use super::desk::Desk;
use crate::fault::Fault;
use crate::game_text::{GameText, solution};
use serde::Deserialize;
use serde_json::{Value, json};
use soko_core::Measure;
use soko_solve::{
    Choice, DEFAULT_ENGINE, EngineEntry, Objective, Options, Outcome, engine_named, solve,
};
use std::time::Duration;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Solve {
    game: GameText,
    engine: Option<String>,
    goal: Option<String>,
    #[serde(default = "one_minute")]
    pub(super) seconds: u64,
}

fn one_minute() -> u64 {
    60
}

impl Solve {
    /// What is asked for; a word that nobody knows is no wish for anything else.
    fn objective(&self) -> Result<Objective, Fault> {
        let word = self.goal.as_deref().unwrap_or(Objective::Any.name());
        let all = Objective::ALL.iter().map(|objective| objective.name());
        Objective::from_name(word).ok_or_else(|| Fault::no_such("goal", word, all))
    }

    pub(super) fn work(self, time: Duration, desk: Desk<'_>) -> Result<Value, Fault> {
        let (known, here) = desk.position(&self.game)?;
        let engine = self.engine.as_deref().unwrap_or(DEFAULT_ENGINE);
        let mut options = Options {
            objective: self.objective()?,
            ..Options::default()
        };
        // Patterns are for all jobs, and some engines do not take them.
        let takes = |entry: &EngineEntry| entry.takes(Choice::Patterns, options.objective);
        if engine_named(engine).is_ok_and(takes) {
            options.patterns = desk.patterns.clone();
        }
        let mut control = desk.control_for(time);
        let found = solve(engine, &here, &options, &mut control)
            .map_err(|error| Fault::bad(error.to_string()))?;
        let seconds = control.elapsed().as_secs_f64();
        // What was tried is told whatever came of it.
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
            // Together with the moves already played it must solve the level itself.
            Outcome::Solved(plan) => {
                let moves = plan.verified.lurd();
                let whole = self.game.played()?.to_string() + &moves;
                solution(&known, &whole).ok_or_else(|| {
                    Fault::bad("the referee refuses this solution; please report it")
                })?;
                result["moves"] = json!(moves);
                result["nMoves"] = json!(plan.metrics().moves);
                result["nPushes"] = json!(plan.metrics().pushes);
                result["upperBound"] =
                    json!(found.lower_bound.map(|b| b.measure.of(plan.metrics())));
                result["optimal"] = json!(plan.optimal.map(Measure::name));
            }
            Outcome::Stopped(reason) => result["reason"] = json!(reason.name()),
            Outcome::Unsolvable | Outcome::Incomplete => {}
        }
        Ok(result)
    }
}
