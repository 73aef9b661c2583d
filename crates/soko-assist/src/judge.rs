//! Global deadlocks: can the position be solved at all? LISA's hardest wish.
//!
//! Three answers, never two: a solution is known (and the referee has replayed
//! it), the position is proved to be lost, or nobody knows within the limits. It
//! asks the sound tests first, then explores the whole state graph if that is
//! small, then lets the solver work until the control stops it. This can take
//! long and belongs in the background; it also gives away that a solution exists,
//! so the player has to ask for it.

use crate::Assistant;
use crate::deadlock::Finding;
use soko_core::{State, Step};
use soko_graph::{Folding, Rules, explore};
use soko_search::{Control, Limits};
use soko_solve::{DEFAULT_ENGINE, Options, Outcome, solve};

/// States of a graph that is explored as a whole.
const SMALL_GRAPH: u64 = 20_000;

/// Whether a position can be solved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Judgement {
    /// Yes: this solution has passed the referee.
    Solvable(Vec<Step>),
    /// No, proved: in a sentence, how.
    Lost(String),
    /// Nobody knows yet: what was tried.
    Unknown(String),
}

impl Assistant {
    /// Judges a position within the control's limits.
    ///
    /// ```
    /// use soko_assist::{Assistant, Judgement};
    /// use soko_core::Level;
    /// use soko_search::Control;
    /// let level: Level = "######\n#@ $.#\n######".parse().unwrap();
    /// let start = level.start();
    /// let judgement = Assistant::new(level).judge(&start, &mut Control::default());
    /// assert!(matches!(judgement, Judgement::Solvable(steps) if steps.len() == 2));
    /// ```
    pub fn judge(&mut self, state: &State, control: &mut Control<'_>) -> Judgement {
        // 1. What needs no search.
        if self.level.is_solved(&state.boxes) {
            return Judgement::Solvable(Vec::new());
        }
        if let Finding::Dead(deadlock) = self.find_deadlock(state, control) {
            return Judgement::Lost(deadlock.sentence());
        }
        // 2. The whole state graph, if it is small.
        let level = self.level.with_start(state);
        if let Some(n_states) = dead_graph(&level, control) {
            return Judgement::Lost(format!(
                "All {n_states} positions that can be reached from here are lost."
            ));
        }
        // 3. The solver, until it is stopped.
        let options = Options {
            patterns: self.patterns.clone(),
            ..Options::default()
        };
        match solve(DEFAULT_ENGINE, &level, &options, control) {
            Ok(report) => match report.outcome {
                Outcome::Solved(solution) => {
                    Judgement::Solvable(solution.verified.steps().to_vec())
                }
                Outcome::Unsolvable => {
                    Judgement::Lost("The solver has proved that there is no solution.".into())
                }
                Outcome::Incomplete => {
                    Judgement::Unknown("The solver found nothing, and proved nothing.".into())
                }
                Outcome::Stopped(reason) => Judgement::Unknown(format!(
                    "The solver found nothing before it was stopped ({}).",
                    reason.name()
                )),
            },
            Err(error) => Judgement::Unknown(format!("The solver failed: {error}.")),
        }
    }
}

/// The number of states, if the whole graph is small and has no solution.
fn dead_graph(level: &soko_core::Level, control: &Control<'_>) -> Option<usize> {
    let limits = Limits {
        expansions: Some(SMALL_GRAPH),
        time: control.time_left(),
        processor: control.processor_left(),
        memory: control.limits().memory,
    };
    let mut part = Control::new(limits);
    if let Some(stop) = control.stop_flag() {
        part = part.with_stop(stop);
    }
    let graph = explore(level, &Rules::default(), 1, &mut part).ok()?;
    let is_dead = graph.stopped().is_none() && !Folding::new(&graph).is_alive(0);
    is_dead.then(|| graph.n_states())
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{Level, verify};

    /// Deadlocks of the whole board are beyond the tests of `deadlock`, so the graph
    /// must prove them.
    #[test]
    fn a_small_graph_without_a_solution_is_a_proof() {
        let rows = "########\n# #.#. #\n#@ ##$.#\n#    $$#\n# #    #\n#    #.#\n########";
        let level: Level = rows.parse().unwrap();
        let start = level.start();
        let judgement = Assistant::new(level).judge(&start, &mut Control::default());
        let why = "All 12 positions that can be reached from here are lost.";
        assert_eq!(judgement, Judgement::Lost(why.into()));
    }

    #[test]
    fn a_solution_has_passed_the_referee_and_a_stop_is_no_verdict() {
        let rows = "#######\n#  .  #\n# $ $ #\n#@  . #\n#     #\n#######";
        let level: Level = rows.parse().unwrap();
        let start = level.start();
        let mut assistant = Assistant::new(level.clone());
        let mut stopped = Control::default().with_forced_stop(0);
        let judgement = assistant.judge(&start, &mut stopped);
        assert!(matches!(judgement, Judgement::Unknown(_)), "{judgement:?}");
        let judgement = assistant.judge(&start, &mut Control::default());
        let Judgement::Solvable(steps) = judgement else {
            panic!("the level can be solved: {judgement:?}");
        };
        let directions = steps.iter().map(|step| step.direction);
        assert!(verify(level.setup(), directions).is_ok());
    }
}
