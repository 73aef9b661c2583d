//! Beams one after another: the same width again after a gain, twice the width after none.
//!
//! A pass costs its width times the pushes of the solution, in expansions about as dear
//! as those of a proof; so narrow passes come first, and take the gains that are easy.

use super::beam::{Aim, Beam, Pass};
use super::bounds::Bounds;
use super::upper_turn::{Known, Turn};
use crate::optimise::Gain;
use crate::outcome::{Claimed, Plan};
use crate::solve_error::SolveError;
use crate::space::PushSpace;
use crate::switches::Switches;
use soko_core::{Level, Squares, Verified, pushes_of_steps};
use soko_search::{Control, Counters};

/// The first width, and the last.
const FIRST_WIDTH: usize = 32;
const LAST_WIDTH: usize = 1 << 16;

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
    /// so many expansions.
    pub fn shorten(
        &mut self,
        turn: &mut Turn,
        known: Known<'_, S>,
        expansions: u64,
        control: &mut Control<'_>,
    ) -> Result<(), SolveError> {
        let end = turn.counters.expanded.saturating_add(expansions);
        while !self.is_done && turn.counters.expanded < end {
            let best = turn.solution.as_ref();
            let Some(best) = best.filter(|best| best.metrics().pushes > known.lower) else {
                self.is_done = true;
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

#[cfg(test)]
mod tests {
    use super::super::tests::levels;
    use super::*;
    use crate::{Objective, Options, Switch, solve};
    use soko_core::{Measure, SquareSet};
    use soko_search::Limits;

    /// Some solution, which nobody has made shorter.
    fn some_solution(level: &Level, seed: u64) -> Verified {
        let options = Options {
            objective: Objective::Any,
            switches: Switches::ALL.without(Switch::Shorter),
            seed,
            ..Options::default()
        };
        let report = solve("champion", level, &options, &mut Control::default()).unwrap();
        report.solution().unwrap().verified.clone()
    }

    struct Passed {
        pass: Pass,
        counters: Counters,
    }

    fn bounds(level: &Level) -> Bounds<SquareSet> {
        let control = &mut Control::default();
        Bounds::new(level, Measure::Pushes, Switches::ALL, control).unwrap()
    }

    fn pass(
        beams: &mut Beams<'_, SquareSet>,
        best: &Verified,
        bounds: &mut Bounds<SquareSet>,
        control: &mut Control<'_>,
    ) -> Passed {
        let mut counters = Counters::default();
        let pass = beams.pass(best, bounds, &mut counters, control);
        Passed { pass, counters }
    }

    fn verified(level: &Level, plan: Vec<soko_core::Push>) -> Verified {
        let (plan, optimal) = (Plan::Pushes(plan), None);
        Claimed { plan, optimal }.verified(level).unwrap()
    }

    /// Whatever its width, a beam finds nothing but shorter solutions, none below the
    /// fewest pushes; and where it says that there is none, there is none.
    #[test]
    fn what_a_beam_says_is_so() {
        let (mut n_shorter, mut n_nothing, mut n_through) = (0, 0, 0);
        for (seed, (level, fewest)) in levels(170, 20).into_iter().enumerate() {
            let (some, mut bounds) = (some_solution(&level, seed as u64), bounds(&level));
            let mut beams = Beams::<SquareSet>::new(&level, 0);
            for width in [1, 8, 100_000] {
                let mut best = some.clone();
                beams.width = width;
                loop {
                    let before = best.metrics().pushes;
                    let control = &mut Control::default();
                    match pass(&mut beams, &best, &mut bounds, control).pass {
                        Pass::Shorter(plan) => best = verified(&level, plan),
                        Pass::Nothing => {
                            assert!(width < 100_000, "{}", level.setup());
                            n_nothing += 1;
                            break;
                        }
                        Pass::Exhausted => {
                            assert_eq!(before, fewest, "{}", level.setup());
                            n_through += 1;
                            break;
                        }
                    }
                    let after = best.metrics().pushes;
                    assert!(fewest <= after && after < before, "{}", level.setup());
                    n_shorter += 1;
                }
            }
        }
        let seen = [n_shorter, n_nothing, n_through];
        assert!(seen.iter().all(|&n| n > 10), "{seen:?}");
    }

    /// Passes of growing width end at the fewest pushes, and then there is nothing left
    /// to do; those that know the fewest beforehand end there at once.
    #[test]
    fn beams_come_to_the_fewest_pushes() {
        let mut n_gained = 0;
        for (seed, (level, fewest)) in levels(171, 15).into_iter().enumerate() {
            for lower in [0, fewest] {
                let control = &mut Control::default();
                let solution = some_solution(&level, seed as u64);
                let mut turn = Turn {
                    solution: Some(solution.clone()),
                    counters: Counters::default(),
                    gains: Vec::new(),
                    effort: 0,
                    can_go_on: true,
                };
                let known = Known {
                    bounds: &mut bounds(&level),
                    lower,
                };
                let mut beams = Beams::<SquareSet>::new(&level, 0);
                beams.shorten(&mut turn, known, u64::MAX, control).unwrap();
                let found = turn.solution.unwrap();
                assert_eq!(found.metrics().pushes, fewest, "{}", level.setup());
                assert!(beams.are_done());
                assert_eq!(turn.gains.is_empty(), found == solution);
                n_gained += turn.gains.len();
            }
        }
        assert!(n_gained > 10, "{n_gained}");
    }

    /// A beam that is stopped has seen nothing and says so, and one that may hold little
    /// holds little.
    #[test]
    fn a_beam_stops_when_it_is_told() {
        let (level, _) = levels(172, 1).swap_remove(0);
        let (best, mut bounds) = (some_solution(&level, 0), bounds(&level));
        let mut beams = Beams::<SquareSet>::new(&level, 0);
        for checks in 0..30 {
            let mut control = Control::default().with_forced_stop(checks);
            let passed = pass(&mut beams, &best, &mut bounds, &mut control);
            assert_ne!(passed.pass, Pass::Exhausted, "{checks}");
            assert!(passed.counters.expanded <= checks + 1);
        }
        let limits = Limits {
            memory: Some(1 << 20),
            ..Limits::default()
        };
        beams.width = 100_000;
        let passed = pass(&mut beams, &best, &mut bounds, &mut Control::new(limits));
        assert!((1_000..2 << 20).contains(&passed.counters.peak_bytes));
    }
}
