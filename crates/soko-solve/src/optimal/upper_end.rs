//! Where solutions come from: the champion finds a first one, then the optimiser makes
//! it shorter, turn by turn, until it finds nothing more.
//!
//! Nothing here proves anything: a solution counts because the referee has replayed it.

use super::turns::Turns;
use crate::champion;
use crate::engine::Task;
use crate::objective::Objective;
use crate::optimise::{MetricOrder, Round, optimise_on};
use crate::options::Options;
use crate::outcome::RawOutcome;
use crate::solve_error::SolveError;
use soko_core::{Level, Measure, Verified};
use soko_search::{Control, Counters, Limits, StopReason};

/// Finds solutions of a level, and shorter ones.
#[derive(Debug)]
pub(super) struct UpperEnd<'t> {
    level: &'t Level,
    measure: Measure,
    seed: u64,
    /// Where the optimiser is.
    round: Round,
}

/// What a turn has brought.
#[derive(Debug)]
pub(super) struct Turn {
    /// A solution, no longer than the one that was given.
    pub solution: Option<Verified>,
    /// What it took.
    pub counters: Counters,
    /// Whether another turn could bring more. One that was not stopped by its own end
    /// has tried all it knows, or has found no room for it.
    pub can_go_on: bool,
}

impl<'t> UpperEnd<'t> {
    /// Nothing is known of a level yet.
    pub fn new(level: &'t Level, measure: Measure, seed: u64) -> UpperEnd<'t> {
        UpperEnd {
            level,
            measure,
            seed,
            round: Round::default(),
        }
    }

    /// Looks for a first solution, or for one shorter than the best, within the
    /// control's limits and for one turn.
    pub fn turn(
        &mut self,
        best: Option<&Verified>,
        turns: Turns,
        control: &mut Control<'_>,
    ) -> Result<Turn, SolveError> {
        match best {
            None => self.find(turns.of_champion(), control),
            Some(best) => Ok(self.shorten(best, turns.of_optimiser(), control)),
        }
    }

    fn find(&mut self, positions: u64, control: &mut Control<'_>) -> Result<Turn, SolveError> {
        let options = Options {
            objective: Objective::Any,
            seed: self.seed,
            ..Options::default()
        };
        let whole = control.limits();
        let limits = Limits {
            expansions: Some(whole.expansions.map_or(positions, |n| n.min(positions))),
            ..whole
        };
        let level = self.level;
        let report = control.part(limits, Counters::default(), |control| {
            champion::find(Task {
                level,
                options: &options,
                control,
            })
        })?;
        // Whoever did not find one in this turn tries other lots in the next.
        self.seed += 1;
        let can_go_on = matches!(
            report.outcome,
            RawOutcome::Solved(_) | RawOutcome::Stopped(StopReason::Expansions)
        );
        let claimed = report.outcome.solution().cloned();
        let solution = claimed.map(|claimed| claimed.verified(self.level));
        Ok(Turn {
            solution: solution.transpose()?,
            counters: report.counters,
            can_go_on,
        })
    }

    /// Makes the best solution shorter for so many expansions.
    pub fn shorten(&mut self, best: &Verified, expansions: u64, control: &mut Control<'_>) -> Turn {
        let (order, round) = (MetricOrder::by(self.measure), &mut self.round);
        let better = optimise_on(self.level, best, order, round, expansions, control);
        Turn {
            solution: Some(better.best),
            counters: better.counters,
            can_go_on: better.stopped.is_none() && !round.is_last(),
        }
    }
}
