//! Small levels, where some solution is asked for: a proof of the fewest pushes has a
//! turn before the search for a solution, and another one after it.
//!
//! The first turn ends most small levels: their few states are gone through sooner than
//! a packing plan is made, and the solution is the shortest. Where it does not, the
//! search goes as it would alone. Its solution is the upper end then: the optimiser makes
//! it shorter, and the proof, which goes on where it was, looks only for what is shorter
//! still. Both have turns by what the search has taken ([`Effort`]), so that nobody waits
//! much longer for a solution that is hard to find.
//!
//! The proof goes by the minimum matching alone. Deadlock tests and penalties of pairs
//! save expansions, but where a thousand do they cost more time than they save.
//!
//! **Sound**: what is called the shortest is so by the same two ends as in the engine
//! `optimal`. Turns are counted in expansions, never by the clock, so that a run with a
//! limit on expansions is the same every time.
//!
//! Cost: at most [`FIRST_TURN`] quick expansions before a search, and a small part of
//! what it took after it; larger levels are not touched at all. Source: ours.

use super::bounds::Bounds;
use super::interval::{Interval, Rest, nothing_known};
use super::upper_end::UpperEnd;
use crate::engine::Task;
use crate::outcome::RawReport;
use crate::solve_error::SolveError;
use crate::space::{Folded, Placement, PushSpace};
use crate::switches::Switches;
use soko_core::{Measure, Push, Squares, Verified, with_width};
use soko_search::{Control, Limits, Space, StopReason};

/// Levels with more boxes, or more squares, are not small: the proof would seldom end,
/// and preparing it takes longer than many a solution.
const MOST_BOXES: usize = 16;
const MOST_SQUARES: usize = 100;
/// The expansions of the proof before the search.
const FIRST_TURN: u64 = 3_000;
/// Where expansions are limited it has at most this part of them, so that the search has
/// most of them.
const SHARE_OF_EXPANSIONS: u64 = 8;
/// The proof may hold this part of the memory, so that the search has most of it.
const SHARE_OF_MEMORY: usize = 4;

/// Who finds some solution.
pub(crate) type Find = fn(Task<'_, '_>) -> Result<RawReport, SolveError>;

/// How many expansions are spent on a solution that took so many. One of the proof takes
/// about a fifth of the time of the champion's, one of the optimiser a tenth.
struct Effort {
    optimiser: u64,
    proof: u64,
}

impl Effort {
    const FEWEST: u64 = 8_000;
    const MOST: u64 = 32_000;

    fn after(spent: u64) -> Effort {
        Effort {
            optimiser: (4 * spent).clamp(Effort::FEWEST, Effort::MOST),
            proof: spent.min(Effort::FEWEST),
        }
    }
}

/// Finds some solution; on a small level one with few pushes, and proved the shortest
/// where that takes little.
pub(crate) fn find_short(task: Task<'_, '_>, find: Find) -> Result<RawReport, SolveError> {
    let board = task.level.board();
    if task.level.n_boxes() > MOST_BOXES || board.n_squares() > MOST_SQUARES {
        return find(task);
    }
    with_width!(board.n_squares(), S => in_width::<S>(task, find, FIRST_TURN))
}

fn in_width<S: Squares>(
    task: Task<'_, '_>,
    find: Find,
    first_turn: u64,
) -> Result<RawReport, SolveError> {
    let Task {
        level,
        options,
        control,
    } = task;
    // 1. The proof has its first turn.
    let (measure, switches) = (Measure::Pushes, options.switches);
    let space = PushSpace::<S>::new(level, &switches);
    let space = Folded::new(space, level, measure, switches);
    let bounds = match Bounds::new(level, measure, Switches::NONE, control) {
        Ok(bounds) => bounds,
        Err(reason) => return Ok(nothing_known(reason)),
    };
    let mut interval = Interval::new(level, measure, None, space, bounds);
    let memory = of_proof(control);
    let most = control.limits().expansions.map(|n| n / SHARE_OF_EXPANSIONS);
    let first_turn = most.map_or(first_turn, |n| n.min(first_turn));
    match interval.prove(first_turn, memory, control)? {
        None | Some(Rest::Stopped(StopReason::Memory)) => {}
        Some(rest) => return Ok(interval.report(rest)),
    }
    // 2. The search goes as it would alone, in what is left of the limits.
    let (held, whole) = (interval.counters(), control.limits());
    let limits = Limits {
        expansions: whole.expansions.map(|n| n.saturating_sub(held.expanded)),
        memory: whole.memory.map(|n| n.saturating_sub(held.bytes)),
        ..whole
    };
    let found = control.part(limits, held, |control| {
        find(Task {
            level,
            options,
            control,
        })
    })?;
    interval.spend(&found.counters);
    let Some(claimed) = found.outcome.solution().cloned() else {
        let counters = interval.counters();
        return Ok(RawReport { counters, ..found });
    };
    // 3. Its solution is made shorter, or proved the shortest.
    let solution = claimed.verified(level)?;
    let effort = Effort::after(found.counters.expanded);
    let rest = shorten(&mut interval, solution, &effort, control)?;
    let report = interval.report(rest);
    Ok(RawReport {
        notes: [found.notes, report.notes].concat(),
        dead_sets: found.dead_sets,
        ..report
    })
}

fn of_proof(control: &Control<'_>) -> Option<usize> {
    control.limits().memory.map(|n| n / SHARE_OF_MEMORY)
}

/// Gives the optimiser and the proof a turn each, by what the solution has taken.
fn shorten<S: Squares, P: Space<State = Placement<S>, Action = Push>>(
    interval: &mut Interval<'_, P, S>,
    solution: Verified,
    effort: &Effort,
    control: &mut Control<'_>,
) -> Result<Rest, SolveError> {
    if let Some(rest) = interval.take(Some(solution)) {
        return Ok(rest);
    }
    if let Some(best) = interval.best.solution().cloned() {
        let rest = optimise(interval, &best, effort.optimiser, control);
        if let Some(rest) = rest {
            return Ok(rest);
        }
    }
    let memory = of_proof(control);
    let rest = interval.prove(effort.proof, memory, control)?;
    Ok(rest.unwrap_or(Rest::Stopped(StopReason::Expansions)))
}

/// Lets the optimiser have so many expansions; says whether the ends have met.
fn optimise<S: Squares, P: Space<State = Placement<S>, Action = Push>>(
    interval: &mut Interval<'_, P, S>,
    best: &Verified,
    expansions: u64,
    control: &mut Control<'_>,
) -> Option<Rest> {
    let (done, whole) = (interval.counters(), control.limits());
    let left = whole.expansions.map(|n| n.saturating_sub(done.expanded));
    let limits = Limits {
        expansions: Some(left.map_or(expansions, |n| n.min(expansions))),
        memory: whole.memory.map(|n| n.saturating_sub(done.bytes)),
        ..whole
    };
    let mut upper = UpperEnd::<S>::new(interval.level, Measure::Pushes, 0);
    let turn = control.part(limits, done, |part| upper.shorten(best, expansions, part));
    interval.spend(&turn.counters);
    interval.take(turn.solution)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::champion;
    use crate::options::Options;
    use crate::outcome::{RawOutcome, Report};
    use crate::{Objective, Outcome, Switch, Switches, solve};
    use soko_core::{Level, SplitMix, SquareSet, random_level};

    /// Small levels with the fewest pushes: so many that have a solution and take some
    /// search, and twice as many that have none.
    fn levels(seed: u64, n: usize) -> Vec<(Level, Option<u64>)> {
        let mut random = SplitMix(seed);
        let (mut with, mut without) = (Vec::new(), Vec::new());
        while with.len() < n {
            let level = random_level(&mut random, 8, 7, 3);
            let options = Options::asking(Objective::PUSHES);
            let report = solve("astar", &level, &options, &mut Control::default()).unwrap();
            match report.solution().map(|s| s.metrics().pushes) {
                None => without.push((level, None)),
                fewest if report.counters.expanded > 10 => with.push((level, fewest)),
                _ => {}
            }
        }
        without.truncate(2 * n);
        [with, without].concat()
    }

    /// A run whose first turn has so many expansions.
    fn run(level: &Level, first_turn: u64, limits: Limits) -> RawReport {
        let (options, mut control) = (Options::default(), Control::new(limits));
        let task = Task {
            level,
            options: &options,
            control: &mut control,
        };
        in_width::<SquareSet>(task, champion::find, first_turn).unwrap()
    }

    fn expansions(n: u64) -> Limits {
        Limits {
            expansions: Some(n),
            ..Limits::default()
        }
    }

    /// Whatever the turns and the limits are: what is called the shortest is, no bound is
    /// above the fewest, and nothing is called unsolvable that is not.
    #[test]
    fn what_is_proved_is_true() {
        let (mut n_proved, mut n_open, mut n_unsolvable) = (0, 0, 0);
        for (level, fewest) in levels(70, 40) {
            for (first_turn, most) in [(1, 40), (1, 100_000), (4, 100_000), (4, 60), (50, 100_000)]
            {
                let report = run(&level, first_turn, expansions(most));
                assert!(report.counters.expanded <= most);
                match report.outcome {
                    RawOutcome::Solved(claimed) => {
                        let fewest = fewest.expect("some solution");
                        let is_proved = claimed.optimal.is_some();
                        let pushes = claimed.verified(&level).unwrap().metrics().pushes;
                        assert!(if is_proved {
                            pushes == fewest
                        } else {
                            pushes >= fewest
                        });
                        assert!(report.lower_bound.is_none_or(|b| b.at_least <= fewest));
                        n_proved += usize::from(is_proved);
                        n_open += usize::from(!is_proved);
                    }
                    RawOutcome::Unsolvable => {
                        assert_eq!(fewest, None, "{}", level.setup());
                        n_unsolvable += 1;
                    }
                    _ => {}
                }
            }
        }
        let counts = (n_proved, n_open, n_unsolvable);
        assert!(
            n_proved > 50 && n_open > 0 && n_unsolvable > 20,
            "{counts:?}"
        );
    }

    /// Solutions get shorter, and it takes no more than the turns allow.
    #[test]
    fn solutions_get_shorter_within_the_effort() {
        let (mut alone, mut short) = (0, 0);
        for (level, _) in levels(71, 40).into_iter().filter(|l| l.1.is_some()) {
            let options = Options::default();
            let found = champion::find(Task {
                level: &level,
                options: &options,
                control: &mut Control::default(),
            });
            let found = found.unwrap();
            let claimed = found.outcome.solution().cloned().expect("a solution");
            let spent = found.counters.expanded;
            let report = run(&level, 4, Limits::default());
            let effort = Effort::after(spent);
            let most = 4 + spent + effort.proof + effort.optimiser;
            assert!(report.counters.expanded <= most, "{}", level.setup());
            let pushes = |claimed: crate::outcome::Claimed| {
                claimed.verified(&level).unwrap().metrics().pushes
            };
            alone += pushes(claimed);
            short += pushes(report.outcome.solution().cloned().expect("a solution"));
        }
        assert!(short * 100 < alone * 97, "{short} of {alone}");
    }

    /// The same twice, wherever a limit on expansions ends it.
    #[test]
    fn a_run_with_a_limit_is_the_same_twice() {
        for (level, _) in levels(72, 10) {
            for most in [1, 7, 30, 90, 400] {
                let runs = [0; 2].map(|_| run(&level, 4, expansions(most)));
                assert_eq!(runs[0], runs[1]);
            }
        }
    }

    /// A run that is cancelled says so, unless it has a solution by then.
    #[test]
    fn a_cancelled_run_hands_over_what_it_has() {
        let (mut n_solved, mut n_stopped) = (0, 0);
        for (level, fewest) in levels(73, 15) {
            if fewest.is_none() {
                continue;
            }
            for checks in [0, 3, 10, 30, 100, 300] {
                let options = Options::default();
                let mut control = Control::default().with_forced_stop(checks);
                let task = Task {
                    level: &level,
                    options: &options,
                    control: &mut control,
                };
                match in_width::<SquareSet>(task, champion::find, 4)
                    .unwrap()
                    .outcome
                {
                    RawOutcome::Solved(_) => n_solved += usize::from(control.stopped().is_some()),
                    RawOutcome::Stopped(reason) => {
                        assert_eq!(reason, StopReason::Cancelled);
                        n_stopped += 1;
                    }
                    other => panic!("{other:?}"),
                }
            }
        }
        assert!(n_solved > 0 && n_stopped > 0, "{n_solved} {n_stopped}");
    }

    fn told(level: &Level, options: &Options) -> Report {
        solve("champion", level, options, &mut Control::default()).unwrap()
    }

    /// Strategies that are named are seen alone, and so is a champion without this.
    #[test]
    fn who_asks_for_the_search_alone_has_it() {
        let level: Level = "#######\n#@ $ .#\n#.$   #\n#######".parse().unwrap();
        let plain = told(&level, &Options::default());
        assert!(matches!(&plain.outcome, Outcome::Solved(s) if s.optimal == Some(Measure::Pushes)));
        assert!(plain.lower_bound.is_some());
        let named = Options {
            strategies: vec!["plan-way".into()],
            ..Options::default()
        };
        let kept = Options {
            dead_sets: Some(Vec::new()),
            ..Options::default()
        };
        let off = Options {
            switches: Switches::ALL.without(Switch::Shorter),
            ..Options::default()
        };
        for options in [named, kept, off] {
            let report = told(&level, &options);
            assert!(report.solution().is_some_and(|s| s.optimal.is_none()));
            assert!(report.notes[0].contains("strategy"), "{:?}", report.notes);
        }
    }

    /// Large levels are left to the search; on others the proof has an eighth of the
    /// expansions before it.
    #[test]
    fn large_levels_are_left_alone() {
        let fail: Find = |_| Ok(nothing_known(StopReason::Cancelled));
        let ask = |n_boxes: usize, width: usize| {
            let inside = "$".repeat(n_boxes) + &" ".repeat(width - n_boxes);
            let goals = ".".repeat(n_boxes) + &" ".repeat(width - n_boxes);
            let wall = "#".repeat(width + 2);
            let text = format!(
                "{wall}\n#@{}#\n#{inside}#\n#{goals}#\n{wall}",
                " ".repeat(width - 1)
            );
            let level: Level = text.parse().unwrap();
            let (options, mut control) = (Options::default(), Control::new(expansions(16)));
            let task = Task {
                level: &level,
                options: &options,
                control: &mut control,
            };
            let report = find_short(task, fail).unwrap();
            let by_search = RawOutcome::Stopped(StopReason::Cancelled);
            assert_eq!(report.outcome, by_search);
            report.counters.expanded
        };
        assert_eq!(ask(16, 18), 2);
        assert_eq!(ask(17, 18), 0);
        assert_eq!(ask(3, 33), 2);
        assert_eq!(ask(3, 34), 0);
    }
}
