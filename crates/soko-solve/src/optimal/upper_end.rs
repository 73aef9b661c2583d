//! Where solutions come from: the champion finds a first one, then the optimiser makes
//! it shorter, and where pushes are counted beams do ([`Beams`]), turn by turn, until they
//! find nothing more.
//!
//! Nothing here proves anything: a solution counts because the referee has replayed it.

use super::beams::Beams;
use super::bounds::Bounds;
use super::turns::Turns;
use crate::champion;
use crate::engine::Task;
use crate::objective::Objective;
use crate::optimise::{MetricOrder, Round, optimise_on};
use crate::options::Options;
use crate::outcome::RawOutcome;
use crate::solve_error::SolveError;
use soko_core::{Level, Measure, Squares, Verified};
use soko_search::{Control, Counters, Limits, StopReason};

/// Finds solutions of a level, and shorter ones.
pub(super) struct UpperEnd<'t, S: Squares> {
    level: &'t Level,
    measure: Measure,
    seed: u64,
    /// Where the optimiser is.
    round: Round,
    /// Where the beams are, from the first on.
    beams: Option<Beams<'t, S>>,
}

/// What beams go by: bounds on pushes, and what no solution is below.
pub(super) struct Known<'a, S> {
    pub bounds: &'a mut Bounds<S>,
    pub lower: u64,
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

impl<'t, S: Squares> UpperEnd<'t, S> {
    /// Nothing is known of a level yet.
    pub fn new(level: &'t Level, measure: Measure, seed: u64) -> UpperEnd<'t, S> {
        UpperEnd {
            level,
            measure,
            seed,
            round: Round::default(),
            beams: None,
        }
    }

    /// Looks for a first solution, or for one shorter than the best, within the
    /// control's limits and for one turn.
    pub fn turn(
        &mut self,
        best: Option<&Verified>,
        known: Option<Known<'_, S>>,
        turns: Turns,
        control: &mut Control<'_>,
    ) -> Result<Turn, SolveError> {
        let Some(best) = best else {
            return self.find(turns.of_champion(), control);
        };
        let turn = self.shorten(best, turns.of_optimiser(), control);
        match (&turn.solution, known) {
            (Some(better), Some(known)) if control.stopped().is_none() => {
                let beams = self.beam(better, known, turns.of_beams(), &turn, control)?;
                Ok(Turn {
                    can_go_on: turn.can_go_on || beams.can_go_on,
                    ..beams
                })
            }
            _ => Ok(turn),
        }
    }

    /// Has beams make a solution shorter after a turn of the optimiser.
    fn beam(
        &mut self,
        best: &Verified,
        known: Known<'_, S>,
        expansions: u64,
        before: &Turn,
        control: &mut Control<'_>,
    ) -> Result<Turn, SolveError> {
        let (level, seed) = (self.level, self.seed);
        let beams = self.beams.get_or_insert_with(|| Beams::new(level, seed));
        let counted = before.counters;
        let most = counted.expanded.saturating_add(expansions);
        beams.shorten(best, known, counted, most, control)
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
