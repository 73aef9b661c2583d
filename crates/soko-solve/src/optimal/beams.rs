//! Beams one after another: the same width again after a gain, twice the width after none.
//!
//! A pass costs its width times the pushes of the solution, in expansions about as dear
//! as those of a proof; so narrow passes come first, and take the gains that are easy.

use super::beam::{Aim, Beam, Pass};
use super::bounds::Bounds;
use super::upper_end::{Known, Turn};
use crate::outcome::{Claimed, Plan};
use crate::solve_error::SolveError;
use crate::space::PushSpace;
use crate::switches::Switches;
use soko_core::{Level, Squares, Verified, pushes_of_steps};
use soko_search::{Control, Counters};

/// The first width, and the last.
const FIRST_WIDTH: usize = 64;
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

    /// Makes a solution shorter, unless none can be; begins no further pass after so many
    /// expansions, what was counted before included.
    pub fn shorten(
        &mut self,
        solution: &Verified,
        known: Known<'_, S>,
        before: Counters,
        expansions: u64,
        control: &mut Control<'_>,
    ) -> Result<Turn, SolveError> {
        let mut best = solution.clone();
        let mut counters = before;
        while !self.is_done && counters.expanded < expansions {
            let pushes = best.metrics().pushes;
            if pushes <= known.lower {
                break;
            }
            control.set_phase(format!("{pushes} pushes, beam of {}", self.width));
            let pass = self.pass(&best, known.bounds, &mut counters, control);
            if control.stopped().is_some() {
                break; // The same pass next time.
            }
            match pass {
                Pass::Shorter(plan) => {
                    let (plan, optimal) = (Plan::Pushes(plan), None);
                    best = Claimed { plan, optimal }.verified(self.level)?;
                }
                Pass::Nothing => self.width *= 2,
                Pass::Exhausted => self.is_done = true,
            }
            self.is_done |= self.width > LAST_WIDTH;
        }
        Ok(Turn {
            solution: Some(best),
            counters,
            can_go_on: control.stopped().is_none() && !self.is_done,
        })
    }

    fn pass(
        &mut self,
        best: &Verified,
        bounds: &mut Bounds<S>,
        counters: &mut Counters,
        control: &mut Control<'_>,
    ) -> Pass {
        self.seed += 1;
        let plan = pushes_of_steps(self.level, best.steps());
        let aim = Aim {
            plan: &plan,
            width: self.width,
            seed: self.seed,
        };
        let beam = Beam::new(self.level.board(), &mut self.space, bounds, aim);
        let (pass, done) = beam.run(control, *counters);
        *counters = done;
        pass
    }
}
