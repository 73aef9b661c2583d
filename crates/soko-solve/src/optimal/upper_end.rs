//! Where solutions come from: the champion finds a first one, then the optimiser makes
//! it shorter, and where pushes are counted beams do ([`Beams`]), turn by turn, until they
//! find nothing more.
//!
//! Nothing here proves anything: a solution counts because the referee has replayed it.

use super::beams::Beams;
use super::turns::Turns;
use super::upper_turn::{Known, Turn};
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
    order: MetricOrder,
    seed: u64,
    /// Where the optimiser is.
    round: Round,
    /// Where the beams are, from the first on.
    beams: Option<Beams<'t, S>>,
}

impl<'t, S: Squares> UpperEnd<'t, S> {
    /// Nothing is known of a level yet.
    pub fn new(level: &'t Level, measure: Measure, seed: u64) -> UpperEnd<'t, S> {
        UpperEnd::by(level, MetricOrder::by(measure), seed)
    }

    /// The same with all metrics in order.
    pub fn by(level: &'t Level, order: MetricOrder, seed: u64) -> UpperEnd<'t, S> {
        UpperEnd {
            level,
            order,
            seed,
            round: Round::default(),
            beams: None,
        }
    }

    fn measure(&self) -> Measure {
        match self.order.is_by(Measure::Pushes) {
            true => Measure::Pushes,
            false => Measure::Moves,
        }
    }

    /// The level.
    pub fn level(&self) -> &'t Level {
        self.level
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
        let mut turn = self.shorten(best, turns.of_optimiser(), control);
        let (Some(known), None) = (known, control.stopped()) else {
            return Ok(turn);
        };
        // What the optimiser finds is cheap: beams come when it finds nothing.
        let pushes = |solution: &Verified| solution.metrics().pushes;
        if turn.solution.as_ref().map(pushes) < Some(pushes(best)) {
            turn.can_go_on = true;
            return Ok(turn);
        }
        self.beam(turn, known, turns.of_beams(), control)
    }

    /// Has beams go on after a turn of the optimiser, which begins anew with what they
    /// find if it was through.
    fn beam(
        &mut self,
        mut turn: Turn,
        known: Known<'_, S>,
        expansions: u64,
        control: &mut Control<'_>,
    ) -> Result<Turn, SolveError> {
        let (level, seed) = (self.level, self.seed);
        let beams = self.beams.get_or_insert_with(|| Beams::new(level, seed));
        let (n_gains, before) = (turn.gains.len(), turn.counters.expanded);
        beams.shorten(&mut turn, known, expansions, control)?;
        if turn.gains.len() > n_gains && self.round.is_last() {
            self.round = Round::default();
        }
        turn.effort += turn.counters.expanded - before;
        turn.can_go_on = control.stopped().is_none() && !(self.round.is_last() && beams.are_done());
        Ok(turn)
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
            gains: Vec::new(),
            effort: Turns::effort_of_champion(report.counters.expanded),
            can_go_on,
        })
    }

    /// Makes the best solution shorter for so many expansions.
    pub fn shorten(&mut self, best: &Verified, expansions: u64, control: &mut Control<'_>) -> Turn {
        let (order, measure, round) = (self.order, self.measure(), &mut self.round);
        let better = optimise_on(self.level, best, order, round, expansions, control);
        Turn {
            solution: Some(better.best),
            counters: better.counters,
            effort: Turns::effort_of_optimiser(measure, better.counters.expanded),
            gains: better.gains,
            can_go_on: better.stopped.is_none() && !round.is_last(),
        }
    }
}
