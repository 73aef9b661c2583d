//! Who works when: the strategies, their turns, and what they report.
//!
//! Round by round one more strategy joins and every slice doubles. The first
//! rounds are short, as most levels fall to the first strategy within a few
//! hundred positions. After the round [`EXACT_ROUND`] a level with few boxes goes
//! to A* for a while, which also proves levels unsolvable.

use super::fess::{Fess, Step, Style};
use super::ground::Ground;
use super::plan::Plan;
use super::pushes_of_line;
use super::rooms::Rooms;
use crate::deadlock::Detectors;
use crate::engine::astar;
use crate::{Goal, Options, Plan as Way, RawOutcome, RawReport, SolveError};
use soko_core::{Level, Squares, with_width};
use soko_search::{Control, Counters, Limits, StopReason};

/// Positions in the first slice.
const FIRST_SLICE: u64 = 1000;
/// The round after which A* is tried.
const EXACT_ROUND: usize = 1;
/// Levels with more boxes are not tried by A* before all else has failed.
const EXACT_BOXES: usize = 10;
/// Positions that A* may expand.
const EXACT_EXPANSIONS: u64 = 100_000;

/// A way to search.
struct Strategy {
    name: &'static str,
    style: Style,
    /// The seed of the plan's order; 0 is the plain one.
    seed: u64,
}

const STRATEGIES: [Strategy; 5] = [
    Strategy {
        name: "plan, way first",
        style: Style::Way,
        seed: 0,
    },
    Strategy {
        name: "plan, regions first",
        style: Style::Open,
        seed: 0,
    },
    Strategy {
        name: "second plan, way first",
        style: Style::Way,
        seed: 1,
    },
    Strategy {
        name: "plan, zone first",
        style: Style::Tidy,
        seed: 0,
    },
    Strategy {
        name: "third plan, way first",
        style: Style::Way,
        seed: 2,
    },
];

/// Runs the portfolio on a level.
pub(super) fn run(
    level: &Level,
    options: &Options,
    control: &mut Control<'_>,
) -> Result<RawReport, SolveError> {
    if options.goal != Goal::Any {
        return (astar::ASTAR.run)(level, options, control);
    }
    with_width!(level.board().n_squares(), S => Portfolio::<S>::run(level, options, control))
}

struct Portfolio<'a, S> {
    level: &'a Level,
    options: &'a Options,
    ground: Ground<S>,
    rooms: Rooms,
    detectors: Detectors<S>,
    counters: Counters,
    notes: Vec<String>,
}

/// How the work ended.
enum End {
    Raw(RawOutcome),
    Stopped(StopReason),
}

impl<'a, S: Squares> Portfolio<'a, S> {
    fn run(
        level: &'a Level,
        options: &'a Options,
        control: &mut Control<'_>,
    ) -> Result<RawReport, SolveError> {
        let ground = Ground::<S>::new(level);
        let mut portfolio = Portfolio {
            level,
            options,
            rooms: Rooms::new(level.board(), &ground),
            ground,
            detectors: Detectors::new(level.board(), options.switches.tests),
            counters: Counters::default(),
            notes: Vec::new(),
        };
        let outcome = match portfolio.search(control)? {
            End::Raw(outcome) => outcome,
            End::Stopped(reason) => RawOutcome::Stopped(reason),
        };
        portfolio.tell_deadlocks();
        Ok(RawReport {
            outcome,
            lower_bound: 0,
            counters: portfolio.counters,
            notes: portfolio.notes,
        })
    }

    fn search(&mut self, control: &mut Control<'_>) -> Result<End, SolveError> {
        let Portfolio {
            ground,
            rooms,
            detectors,
            counters,
            ..
        } = self;
        let (ground, rooms) = (&*ground, &*rooms);
        let switches = self.options.switches;
        let n_strategies = if switches.portfolio {
            STRATEGIES.len()
        } else {
            1
        };
        let mut searches: Vec<Option<Fess<'_, S>>> = Vec::new();
        let mut round = 0;
        let outcome = 'rounds: loop {
            for (index, strategy) in STRATEGIES[..n_strategies]
                .iter()
                .enumerate()
                .take(round + 1)
            {
                control.set_phase(strategy.name);
                if searches.len() == index {
                    let plan = if switches.plan {
                        Plan::find(ground, strategy.seed ^ (self.options.seed << 8))
                    } else {
                        Plan::none(ground)
                    };
                    let style = strategy.style;
                    let fess = Fess::new(ground, rooms, plan, style, switches, detectors);
                    searches.push(Some(fess));
                }
                let held: usize = searches.iter().flatten().map(Fess::bytes).sum();
                let Some(fess) = &mut searches[index] else {
                    continue;
                };
                let slice = FIRST_SLICE << round.min(40);
                match fess.run(slice, held - fess.bytes(), detectors, control, counters) {
                    Err(reason) => {
                        break 'rounds End::Stopped(reason);
                    }
                    Ok(Step::Solved(node)) => {
                        let line = fess.line(node);
                        let pushes = pushes_of_line(ground, &line);
                        let note = format!(
                            "solved by the strategy \"{}\" in {} macro moves",
                            strategy.name,
                            line.len()
                        );
                        self.notes.push(note);
                        let plan = Way::Pushes(pushes);
                        let optimal = None;
                        break 'rounds End::Raw(RawOutcome::Solved { plan, optimal });
                    }
                    Ok(Step::Exhausted) => {
                        searches[index] = None;
                    }
                    Ok(Step::Going) => {}
                }
            }
            let all_done = searches.len() == n_strategies && searches.iter().all(Option::is_none);
            let is_small = self.level.n_boxes() <= EXACT_BOXES;
            if all_done || (round == EXACT_ROUND && is_small) {
                let limit = (!all_done).then_some(EXACT_EXPANSIONS);
                if let Some(end) = exact(self.level, self.options, limit, control, counters)? {
                    self.notes.push("ended by A*".into());
                    break end;
                }
                if all_done {
                    break End::Raw(RawOutcome::Incomplete);
                }
            }
            round += 1;
        };
        for (strategy, fess) in STRATEGIES.iter().zip(&searches) {
            if let Some(fess) = fess {
                let (name, n) = (strategy.name, fess.expanded());
                let (steps, left) = (fess.plan().n_steps(), fess.plan().left);
                self.notes.push(format!(
                    "{name}: {n} positions expanded; a plan of {steps} steps, {left} boxes unplanned"
                ));
            }
        }
        Ok(outcome)
    }

    /// What each deadlock test was asked, caught and cost.
    fn tell_deadlocks(&mut self) {
        for (technique, tally) in self.detectors.tallies().iter() {
            if tally.asked > 0 {
                self.notes.push(format!(
                    "deadlock test {}: asked {}, caught {}, work {}",
                    technique.name(),
                    tally.asked,
                    tally.caught,
                    tally.work
                ));
            }
        }
    }
}

/// Asks A*: an outcome if it found a solution or proved that there is none.
fn exact(
    level: &Level,
    options: &Options,
    expansions: Option<u64>,
    control: &mut Control<'_>,
    counters: &mut Counters,
) -> Result<Option<End>, SolveError> {
    control.set_phase("A*");
    let limits = control.limits();
    let left = |n: u64| n.saturating_sub(counters.expanded);
    let room = limits.expansions.map(left);
    let mut part = Control::new(Limits {
        expansions: match (room, expansions) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        },
        time: control.time_left(),
        memory: limits.memory.map(|n| n.saturating_sub(counters.bytes)),
    });
    if let Some(flag) = control.stop_flag() {
        part = part.with_stop(flag);
    }
    let plain = Options {
        heuristic: None,
        ..options.clone()
    };
    let report = (astar::ASTAR.run)(level, &plain, &mut part)?;
    counters.expanded += report.counters.expanded;
    counters.generated += report.counters.generated;
    counters.peak_bytes = (counters.peak_bytes).max(counters.bytes + report.counters.peak_bytes);
    Ok(match report.outcome {
        RawOutcome::Solved { plan, .. } => {
            let optimal = None;
            Some(End::Raw(RawOutcome::Solved { plan, optimal }))
        }
        RawOutcome::Unsolvable => Some(End::Raw(RawOutcome::Unsolvable)),
        RawOutcome::Stopped(_) => control.check(counters).map(End::Stopped),
        RawOutcome::Incomplete => None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::ENTRY;
    use crate::{Options, Outcome, Report, Solution, solve};
    use soko_core::Level;
    use soko_search::{Control, Limits, StopReason};

    const TWO_ROOMS: &str = "
##########
#    #.. #
# $$  ...#
#@$ $#   #
#  $ #####
#    #
######";

    fn run(level: &str, limits: Limits) -> Report {
        let level: Level = level.parse().unwrap();
        let mut control = Control::new(limits);
        solve(ENTRY.name, &level, &Options::default(), &mut control).unwrap()
    }

    fn solution(report: &Report) -> &Solution {
        report.solution().expect("a solution")
    }

    #[test]
    fn packs_a_goal_room() {
        let report = run(TWO_ROOMS, Limits::default());
        assert!(solution(&report).metrics.pushes > 0);
        assert!(report.notes[0].contains("solved by"));
    }

    #[test]
    fn same_run_twice() {
        let limits = Limits {
            expansions: Some(500),
            ..Limits::default()
        };
        let (first, second) = (run(TWO_ROOMS, limits), run(TWO_ROOMS, limits));
        assert_eq!(first.counters, second.counters);
        assert_eq!(first.outcome, second.outcome);
    }

    #[test]
    fn proves_small_levels_unsolvable() {
        // Two boxes, and only one of them can be brought to the far goal.
        let report = run("#######\n#@ $ .#\n#  ####\n#$ .#\n#####", Limits::default());
        assert_eq!(report.outcome, Outcome::Unsolvable);
    }

    #[test]
    fn a_solved_level_needs_no_push() {
        let report = run("#####\n#@* #\n#####", Limits::default());
        assert_eq!(solution(&report).metrics.pushes, 0);
    }

    #[test]
    fn stops_when_told() {
        let level: Level = TWO_ROOMS.parse().unwrap();
        for checks in 0..5 {
            let mut control = Control::default().with_forced_stop(checks);
            let report = solve(ENTRY.name, &level, &Options::default(), &mut control).unwrap();
            assert_eq!(report.outcome, Outcome::Stopped(StopReason::Cancelled));
        }
    }

    #[test]
    fn keeps_within_memory() {
        let memory = Some(1000);
        let limits = Limits {
            memory,
            ..Limits::default()
        };
        let report = run(TWO_ROOMS, limits);
        assert_eq!(report.outcome, Outcome::Stopped(StopReason::Memory));
    }
}
