//! The upper end by itself: turns until nothing more is found or the control says stop,
//! with bounds of its own. On a second thread beside a proof, and where somebody has a
//! solution and asks for a shorter one ([`optimise`]).

use super::bounds::Bounds;
use super::turns::Turns;
use super::upper_end::UpperEnd;
use super::upper_turn::Known;
use crate::optimise::{Gain, MetricOrder, Optimised, Round, optimise_on};
use crate::solve_error::SolveError;
use crate::space::PushSpace;
use crate::switches::Switches;
use soko_core::{Level, Measure, Squares, Verified, with_width};
use soko_search::{Control, Counters, Heuristic, Limits, StopReason};

/// Finds solutions by itself.
pub(super) struct UpperAlone<'t, S: Squares> {
    upper: UpperEnd<'t, S>,
    turns: Turns,
    best: Option<Verified>,
    measure: Measure,
    switches: Switches,
    /// Bounds on pushes, made when there is a solution.
    bounds: Option<Bounds<S>>,
    end: End,
}

/// What was done, and why it ended.
#[derive(Clone, Debug, Default)]
pub(super) struct End {
    pub counters: Counters,
    /// None if nothing more was found.
    pub stopped: Option<StopReason>,
    pub gains: Vec<Gain>,
}

impl<'t, S: Squares> UpperAlone<'t, S> {
    /// Before the first turn.
    pub fn new(upper: UpperEnd<'t, S>, measure: Measure, switches: Switches) -> Self {
        UpperAlone {
            upper,
            turns: Turns::new(measure),
            best: None,
            measure,
            switches,
            bounds: None,
            end: End::default(),
        }
    }

    /// Takes turn after turn, and tells of every better solution.
    pub fn run(
        &mut self,
        control: &mut Control<'_>,
        mut tell: impl FnMut(&Verified),
    ) -> Result<End, SolveError> {
        loop {
            let (before, can_go_on) = (self.best.clone(), self.turn(control)?);
            if let Some(best) = &self.best
                && before != self.best
            {
                tell(best);
            }
            let stopped = control.check_now(&mut self.end.counters);
            self.end.stopped = stopped.or(self.end.stopped);
            if self.end.stopped.is_some() || !can_go_on {
                return Ok(std::mem::take(&mut self.end));
            }
            if before == self.best {
                // Where there are beams, it is they that need more.
                self.turns.grow(before.is_none() || self.bounds.is_none());
            }
        }
    }

    /// A turn within what is left of the limits; says whether another can bring more.
    fn turn(&mut self, control: &mut Control<'_>) -> Result<bool, SolveError> {
        self.prepare(control);
        let bytes = self
            .bounds
            .as_ref()
            .map_or(0, Heuristic::<PushSpace<S>>::bytes);
        let (whole, done) = (control.limits(), self.end.counters);
        let limits = Limits {
            expansions: whole.expansions.map(|n| n.saturating_sub(done.expanded)),
            memory: whole.memory.map(|n| n.saturating_sub(bytes)),
            time: None,
            processor: None,
        };
        let known = self.bounds.as_mut().map(|bounds| Known {
            lower: bounds.at_start().map_or(0, u64::from),
            bounds,
        });
        let (upper, best, turns) = (&mut self.upper, self.best.as_ref(), self.turns);
        let (turn, stopped) = control.part(limits, done, |part| {
            let turn = upper.turn(best, known, turns, part);
            (turn, part.stopped())
        });
        let turn = turn?;
        self.end.stopped = stopped;
        self.end.gains.extend(turn.gains);
        self.end.counters = Counters {
            bytes: 0,
            ..done.plus(&turn.counters)
        };
        self.best = turn.solution.or_else(|| self.best.take());
        Ok(turn.can_go_on)
    }

    /// Makes bounds once there is a solution, and better ones after many expansions;
    /// does without them if the control says stop.
    fn prepare(&mut self, control: &mut Control<'_>) {
        if self.measure != Measure::Pushes || self.best.is_none() {
            return;
        }
        if self.bounds.is_none() {
            let level = self.upper.level();
            self.bounds = Bounds::new(level, self.measure, self.switches, control).ok();
        }
        let expanded = self.end.counters.expanded;
        let bounds = self.bounds.as_mut();
        // Whoever was stopped is told so at the next check.
        let _ = bounds.map(|bounds| bounds.search_groups(expanded, control));
    }
}

/// Makes a solution of this level better by an order of metrics until nothing more is
/// found or the control says stop. Where pushes come first, beams have turns with it
/// (`optimal/beam.rs`).
///
/// ```
/// use soko_core::{Direction::*, Level, verify};
/// use soko_search::Control;
/// use soko_solve::optimise::{MetricOrder, optimise};
/// let level: Level = "#######\n#@ $ .#\n#     #\n#######".parse().unwrap();
/// // Down, along and up again for nothing, then two pushes.
/// let moves = [Down, Right, Left, Up, Right, Right, Right];
/// let solution = verify(level.setup(), moves).unwrap();
/// let better = optimise(&level, &solution, MetricOrder::MOVES, &mut Control::default());
/// assert_eq!(better.best.lurd(), "rRR");
/// ```
pub fn optimise(
    level: &Level,
    solution: &Verified,
    order: MetricOrder,
    control: &mut Control<'_>,
) -> Optimised {
    if order.is_by(Measure::Pushes) {
        return polish(level, solution, order, control);
    }
    optimise_on(
        level,
        solution,
        order,
        &mut Round::default(),
        u64::MAX,
        control,
    )
}

/// Makes a solution better by an order of metrics in which pushes come first: beams and
/// the optimiser in turn.
fn polish(
    level: &Level,
    solution: &Verified,
    order: MetricOrder,
    control: &mut Control<'_>,
) -> Optimised {
    with_width!(level.board().n_squares(), S => polish_in_width::<S>(level, solution, order, control))
}

fn polish_in_width<S: Squares>(
    level: &Level,
    solution: &Verified,
    order: MetricOrder,
    control: &mut Control<'_>,
) -> Optimised {
    let upper = UpperEnd::<S>::by(level, order, 0);
    let mut alone = UpperAlone::new(upper, Measure::Pushes, Switches::ALL);
    alone.best = Some(solution.clone());
    // A plan that the referee refused would be a fault of ours: what was given stays.
    let end = alone.run(control, |_| {}).unwrap_or_default();
    Optimised {
        best: alone.best.unwrap_or_else(|| solution.clone()),
        before: *solution.metrics(),
        gains: end.gains,
        counters: end.counters,
        stopped: end.stopped,
    }
}
