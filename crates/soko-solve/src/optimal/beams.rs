//! Beams one after another: the same width again after a gain, twice the width after none.
//!
//! A pass costs its width times the pushes of the solution, in expansions about as dear
//! as those of a proof; so narrow passes come first, and take the gains that are easy.

use super::beam::{Aim, Beam, Pass};
use super::bounds::Bounds;
use super::upper_end::{Known, Turn};
use crate::optimise::Gain;
use crate::outcome::{Claimed, Plan};
use crate::solve_error::SolveError;
use crate::space::PushSpace;
use crate::switches::Switches;
use soko_core::{Level, Squares, Verified, pushes_of_steps};
use soko_search::{Control, Counters};

/// The first width, and the last.
const FIRST_WIDTH: usize = 32;
const LAST_WIDTH: usize = 1 << 22;

/// Where the beams of a level are.
pub(super) struct Beams<'t, S: Squares> {
    level: &'t Level,
    space: PushSpace<S>,
    width: usize,
    seed: u64,
    is_done: bool,
}

impl<'t, S: Squares> Beams<'t, S> {
    /// Before the first pass.
    pub fn new(level: &'t Level, seed: u64) -> Beams<'t, S> {
        Beams {
            level,
            space: PushSpace::new(level, &Switches::ALL),
            width: FIRST_WIDTH,
            seed,
            is_done: false,
        }
    }

    /// Whether no further pass could find anything.
    pub fn are_done(&self) -> bool {
        self.is_done
    }

    /// Makes a turn's solution shorter, unless none can be; begins no further pass after
    /// so many expansions of the turn.
    pub fn shorten(
        &mut self,
        turn: &mut Turn,
        known: Known<'_, S>,
        expansions: u64,
        control: &mut Control<'_>,
    ) -> Result<(), SolveError> {
        while !self.is_done && turn.counters.expanded < expansions {
            let best = turn.solution.as_ref();
            let Some(best) = best.filter(|best| best.metrics().pushes > known.lower) else {
                break;
            };
            let pass = self.pass(best, known.bounds, &mut turn.counters, control);
            if control.stopped().is_some() {
                break; // The same width next time.
            }
            match pass {
                Pass::Shorter(plan) => {
                    let (plan, optimal) = (Plan::Pushes(plan), None);
                    let shorter = Claimed { plan, optimal }.verified(self.level)?;
                    let (breadth, metrics) = (None, *shorter.metrics());
                    turn.gains.push(Gain { breadth, metrics });
                    turn.solution = Some(shorter);
                }
                Pass::Nothing => self.width *= 2,
                Pass::Exhausted => self.is_done = true,
            }
            self.is_done |= self.width > LAST_WIDTH;
        }
        Ok(())
    }

    fn pass(
        &mut self,
        best: &Verified,
        bounds: &mut Bounds<S>,
        counters: &mut Counters,
        control: &mut Control<'_>,
    ) -> Pass {
        self.seed += 1;
        let (pushes, width) = (best.metrics().pushes, self.width);
        control.set_phase(format!("{pushes} pushes, a beam of {width}"));
        let plan = pushes_of_steps(self.level, best.steps());
        let aim = Aim {
            plan: &plan,
            width,
            seed: self.seed,
        };
        let beam = Beam::new(self.level.board(), &mut self.space, bounds, aim);
        let (pass, done) = beam.run(control, *counters);
        *counters = done;
        pass
    }
}
