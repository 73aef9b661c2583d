//! Both ends on small levels, with turns so short that each has its say.

use super::bounds::Bounds;
use super::engine::in_turns;
use super::interval::{Interval, Rest};
use super::middle::Middle;
use super::turns::Turns;
use super::upper_end::UpperEnd;
use crate::gap::Gap;
use crate::objective::Objective;
use crate::options::Options;
use crate::outcome::{Outcome, Report};
use crate::space::{PushSpace, WalkAndPushSpace};
use crate::switches::{Switch, Switches};
use crate::{root_bound, solve};
use soko_core::{Level, Measure, SplitMix, SquareSet, random_level};
use soko_graph::Rules;
use soko_graph::count::{self, LevelSteps};
use soko_search::{Control, Limits, StopReason};

/// Some levels that have solutions and take some search, with the fewest pushes.
pub(super) fn levels(seed: u64, n: usize) -> Vec<(Level, u64)> {
    let mut random = SplitMix(seed);
    let mut levels = Vec::new();
    while levels.len() < n {
        let level = random_level(&mut random, 10, 9, 5);
        let limits = Limits {
            expansions: Some(5_000),
            ..Limits::default()
        };
        let options = asking(Measure::Pushes);
        let report = solve("astar", &level, &options, &mut Control::new(limits)).unwrap();
        if let Outcome::Solved(solution) = &report.outcome
            && report.counters.expanded > 100
        {
            levels.push((level, solution.metrics().pushes));
        }
    }
    levels
}

fn asking(measure: Measure) -> Options {
    Options {
        objective: Objective::Fewest(measure),
        ..Options::default()
    }
}

fn run(level: &Level, gap: Option<Gap>, control: &mut Control<'_>) -> (Rest, u64, Option<u64>) {
    let bounds = Bounds::new(
        level,
        Measure::Pushes,
        Switches::ALL,
        &mut Control::default(),
    )
    .unwrap();
    let space = PushSpace::<SquareSet>::new(level, &Switches::ALL);
    let mut interval = Interval::new(level, Measure::Pushes, gap, space, bounds);
    let upper = UpperEnd::new(level, Measure::Pushes, 0);
    let rules = Rules::default();
    let layout = count::layout(level, &rules);
    let steps = LevelSteps::<SquareSet>::new(level, &layout, &rules).unwrap();
    let rest = in_turns(
        &mut interval,
        Middle::by_pushes(&steps),
        upper,
        Turns::starting_with(8, Measure::Pushes),
        control,
    )
    .unwrap();
    let report = interval.report(rest);
    let lower = report.lower_bound.map_or(0, |bound| bound.at_least);
    (rest, lower, interval.best.length())
}

/// The same for moves.
fn run_moves(level: &Level, control: &mut Control<'_>) -> (Rest, u64, Option<u64>) {
    let (measure, none) = (Measure::Moves, Switches::NONE);
    let bounds = Bounds::new(level, measure, none, &mut Control::default()).unwrap();
    let space = WalkAndPushSpace::<SquareSet>::new(level, &Switches::ALL);
    let mut interval = Interval::new(level, measure, None, space, bounds);
    let layout = count::layout(level, &Rules::default());
    let middle = Middle::by_moves::<SquareSet>(level, &layout);
    let upper = UpperEnd::new(level, measure, 0);
    let turns = Turns::starting_with(8, measure);
    let rest = in_turns(&mut interval, middle, upper, turns, control).unwrap();
    let by_layers = interval.layers.expanded;
    let report = interval.report(rest);
    let lower = report.lower_bound.map_or(0, |bound| bound.at_least);
    assert!(report.figures.contains(&("layers_expanded", by_layers)));
    (rest, lower, interval.best.length())
}

/// The ends meet at the fewest moves, and wherever they are stopped these lie between them.
#[test]
fn the_fewest_moves_lie_between_the_ends() {
    let mut n_between = 0;
    for (level, _) in levels(46, 25) {
        let options = asking(Measure::Moves);
        let report = solve("astar", &level, &options, &mut Control::default()).unwrap();
        let fewest = report.solution().unwrap().metrics().moves;
        let met = run_moves(&level, &mut Control::default());
        assert_eq!(met, (Rest::Met, fewest, Some(fewest)), "{}", level.setup());
        for checks in [5, 20, 60, 200, 600] {
            let mut control = Control::default().with_forced_stop(checks);
            let (rest, lower, upper) = run_moves(&level, &mut control);
            assert!(lower <= fewest, "{lower} {fewest}\n{}", level.setup());
            assert!(upper.is_none_or(|upper| upper >= fewest));
            n_between += usize::from(rest == Rest::Stopped(StopReason::Cancelled));
        }
    }
    assert!(n_between > 20, "{n_between}");
}

/// Layers alone find the fewest pushes and that there are none, where the proof has no turn
/// to speak of.
#[test]
fn layers_from_both_ends_meet() {
    let mut n_met = 0;
    for (level, fewest) in levels(47, 20) {
        let (none, mut control) = (Switches::NONE, Control::default());
        let bounds = Bounds::new(&level, Measure::Pushes, none, &mut control).unwrap();
        let space = PushSpace::<SquareSet>::new(&level, &Switches::ALL);
        let mut interval = Interval::new(&level, Measure::Pushes, None, space, bounds);
        let rules = Rules::default();
        let layout = count::layout(&level, &rules);
        let steps = LevelSteps::<SquareSet>::new(&level, &layout, &rules).unwrap();
        let mut middle = Middle::by_pushes(&steps);
        let rest = loop {
            match middle.turn(&mut interval, true, &mut control).unwrap() {
                Some(rest) => break Some(rest),
                None if middle.is_over() => break None,
                None => {}
            }
        };
        if rest == Some(Rest::Met) {
            assert_eq!(interval.best.length(), Some(fewest), "{}", level.setup());
            n_met += 1;
        }
    }
    assert!(n_met > 10, "{n_met}");
}

/// The ends meet at the fewest pushes, and wherever they are stopped these lie between
/// them.
#[test]
fn the_fewest_pushes_lie_between_the_ends() {
    let (mut n_between, mut n_with_solution) = (0, 0);
    for (level, fewest) in levels(40, 40) {
        let met = run(&level, None, &mut Control::default());
        assert_eq!(met, (Rest::Met, fewest, Some(fewest)), "{}", level.setup());
        for checks in [5, 20, 60, 200, 600, 2_000] {
            let mut control = Control::default().with_forced_stop(checks);
            let (rest, lower, upper) = run(&level, None, &mut control);
            assert!(lower <= fewest, "{lower} {fewest}\n{}", level.setup());
            assert!(upper.is_none_or(|upper| upper >= fewest));
            n_between += usize::from(rest == Rest::Stopped(StopReason::Cancelled));
            n_with_solution += usize::from(rest != Rest::Met && upper.is_some());
        }
    }
    assert!(
        n_between > 40 && n_with_solution > 0,
        "{n_between} {n_with_solution}"
    );
}

/// A gap ends a run early, and nothing is called proved then.
#[test]
fn a_gap_is_kept() {
    let mut n_near = 0;
    for (level, fewest) in levels(41, 40) {
        let (rest, lower, upper) = run(&level, Some(Gap(3_000)), &mut Control::default());
        let upper = upper.unwrap();
        assert!(lower <= fewest && fewest <= upper);
        assert!(Gap(3_000).contains(lower, upper), "{lower} {upper}");
        n_near += usize::from(rest == Rest::Near);
    }
    assert!(n_near > 2, "{n_near}");
}

fn told(level: &Level, options: &Options) -> Report {
    solve("optimal", level, options, &mut Control::default()).unwrap()
}

/// Two threads prove what one proves.
#[test]
fn a_second_thread_changes_no_proof() {
    for (level, fewest) in levels(42, 30) {
        let options = Options {
            threads: 2,
            ..asking(Measure::Pushes)
        };
        let report = told(&level, &options);
        let solution = report.solution().unwrap();
        assert_eq!(solution.optimal, Some(Measure::Pushes));
        assert_eq!(solution.metrics().pushes, fewest);
    }
}

/// Penalties of pairs spare expansions, and the bound at the start is true.
#[test]
fn pairs_raise_the_bound() {
    let (mut with, mut without) = (0, 0);
    for (level, fewest) in levels(43, 60) {
        let bound = root_bound(&level, &mut Control::default()).unwrap();
        assert!(bound.at_least <= fewest, "{bound}\n{}", level.setup());
        let plain = Options {
            switches: Switches::ALL.without(Switch::PairPenalties),
            ..asking(Measure::Pushes)
        };
        with += told(&level, &asking(Measure::Pushes)).counters.expanded;
        without += told(&level, &plain).counters.expanded;
    }
    assert!(with < without, "{with} with, {without} without");
}

/// A limit on expansions is for both ends together.
#[test]
fn expansions_are_counted_together() {
    for (level, _) in levels(44, 10) {
        for most in [5, 50, 90] {
            let limits = Limits {
                expansions: Some(most),
                ..Limits::default()
            };
            let report = solve(
                "optimal",
                &level,
                &asking(Measure::Pushes),
                &mut Control::new(limits),
            );
            let counted = report.unwrap().counters.expanded;
            assert!(counted <= most, "{counted} of {most}");
        }
    }
}

/// Where memory is too small for either end, a run says so and ends.
#[test]
fn full_memory_ends_a_run() {
    for (level, fewest) in levels(45, 10) {
        for (threads, memory) in [(1, 0), (1, 20_000), (2, 0), (2, 20_000)] {
            let options = Options {
                threads,
                ..asking(Measure::Pushes)
            };
            let limits = Limits {
                memory: Some(memory),
                ..Limits::default()
            };
            let report = solve("optimal", &level, &options, &mut Control::new(limits)).unwrap();
            assert!(
                report
                    .lower_bound
                    .is_none_or(|bound| bound.at_least <= fewest)
            );
            match report.outcome {
                Outcome::Stopped(reason) => assert_eq!(reason, StopReason::Memory),
                Outcome::Solved(solution) => assert!(solution.metrics().pushes >= fewest),
                other => panic!("{other:?}"),
            }
        }
    }
}
