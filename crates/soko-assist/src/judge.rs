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
        if self.level.is_solved(&state.boxes) {
            return Judgement::Solvable(Vec::new());
        }
        if let Finding::Dead(deadlock) = self.find_deadlock(state, control) {
            return Judgement::Lost(deadlock.sentence());
        }
        let level = self.level.with_start(state);
        if let Some(n_states) = dead_graph(&level, control) {
            return Judgement::Lost(format!(
                "All {n_states} positions that can be reached from here are lost."
            ));
        }
        let options = Options::default();
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
