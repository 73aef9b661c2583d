use super::{ENTRY, STRATEGY_NAMES};
use crate::{Options, Outcome, Report, Solution, Switch, Switches, solve};
use soko_core::{Level, SplitMix, Squares, random_level};
use soko_search::{Control, Limits, StopReason};
use std::sync::atomic::AtomicBool;

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
    solve(ENTRY.name, &level, &alone(), &mut control).unwrap()
}

/// The strategies, without a proof before and after them.
fn alone() -> Options {
    Options {
        switches: Switches::ALL.without(Switch::Shorter),
        ..Options::default()
    }
}

fn solution(report: &Report) -> &Solution {
    report.solution().expect("a solution")
}

#[test]
fn packs_a_goal_room() {
    let report = run(TWO_ROOMS, Limits::default());
    assert!(solution(&report).metrics().pushes > 0);
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
    assert_eq!(solution(&report).metrics().pushes, 0);
}

#[test]
fn stops_when_told() {
    let level: Level = TWO_ROOMS.parse().unwrap();
    for checks in 0..5 {
        let mut control = Control::default().with_forced_stop(checks);
        let report = solve(ENTRY.name, &level, &alone(), &mut control).unwrap();
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

fn with_strategies(names: &[&str]) -> Options {
    Options {
        strategies: names.iter().map(|name| (*name).into()).collect(),
        ..Options::default()
    }
}

/// On small levels every companion search is exhaustive: it solves exactly what
/// breadth-first search solves, from either end and where both meet.
#[test]
fn companions_agree_with_exhaustive_search() {
    let mut random = SplitMix(12);
    let mut n_solved = 0;
    for _ in 0..400 {
        let level = random_level(&mut random, 8, 7, 3);
        let solved = |engine: &str, options: &Options| {
            let report = solve(engine, &level, options, &mut Control::default()).unwrap();
            report.solution().is_some()
        };
        let truth = solved("bfs", &Options::default());
        n_solved += usize::from(truth);
        let has_one_end = level.board().goals().len() == level.n_boxes();
        for names in [
            &["open-reverse"][..],
            &["open"],
            &["backward"],
            &["backward", "open-reverse"],
            &["backward-open"],
        ] {
            // With goals to spare there is no one board to begin from.
            let begins_solved = ["backward", "backward-open", "open"].contains(&names[0]);
            if names.len() == 1 && begins_solved && !has_one_end {
                continue;
            }
            let found = solved(ENTRY.name, &with_strategies(names));
            assert_eq!(found, truth, "{names:?} on\n{}", level.setup());
        }
    }
    assert!(n_solved > 20, "{n_solved}");
}

/// Corral pruning leaves out most macro moves of a position, and deadlock tests
/// more. A search that has tried all that is left must have found a solution
/// wherever breadth-first search finds one.
#[test]
fn searches_along_a_plan_lose_no_solution() {
    let mut random = SplitMix(31);
    let (mut n_solved, mut n_exhausted) = (0, 0);
    for round in 0..300 {
        let level = random_level(&mut random, 8, 7, 3 + round % 3);
        let truth = solve("bfs", &level, &Options::default(), &mut Control::default()).unwrap();
        let truth = truth.solution().is_some();
        for name in ["plan-way", "plan-walk", "plan-stroll", "plan-wander"] {
            let options = with_strategies(&[name]);
            let report = solve(ENTRY.name, &level, &options, &mut Control::default()).unwrap();
            let found = report.solution().is_some();
            assert_eq!(found, truth, "{name} on\n{}", level.setup());
            n_solved += usize::from(found);
            n_exhausted += usize::from(!found);
        }
    }
    assert!(
        n_solved > 60 && n_exhausted > 60,
        "{n_solved} {n_exhausted}"
    );
}

#[test]
fn every_strategy_alone_packs_a_goal_room() {
    let level: Level = TWO_ROOMS.parse().unwrap();
    for name in STRATEGY_NAMES {
        let options = with_strategies(&[name]);
        let report = solve(ENTRY.name, &level, &options, &mut Control::default()).unwrap();
        assert!(report.solution().is_some(), "{name}");
        assert!(report.notes[0].contains(name), "{:?}", report.notes);
    }
}

#[test]
fn unknown_strategies_are_refused() {
    let level: Level = TWO_ROOMS.parse().unwrap();
    let options = with_strategies(&["guessing"]);
    let refusal = solve(ENTRY.name, &level, &options, &mut Control::default());
    let told = refusal.unwrap_err().to_string();
    assert!(told.starts_with("no strategy is called \"guessing\"; there are"));
}

#[test]
fn two_threads_solve_too() {
    let mut random = SplitMix(5);
    let mut levels: Vec<Level> = vec![TWO_ROOMS.parse().unwrap()];
    levels.extend((0..20).map(|_| random_level(&mut random, 8, 7, 3)));
    for level in &levels {
        let truth = solve("bfs", level, &Options::default(), &mut Control::default()).unwrap();
        let options = Options {
            threads: 2,
            ..alone()
        };
        let report = solve(ENTRY.name, level, &options, &mut Control::default()).unwrap();
        assert_eq!(report.solution().is_some(), truth.solution().is_some());
    }
}

#[test]
fn two_threads_stop_when_told() {
    // Too large to be solved before the flag is seen.
    let level = random_level(&mut SplitMix(4), 16, 12, 24);
    let stop = AtomicBool::new(true);
    let options = Options {
        threads: 2,
        strategies: vec!["backward".into(), "open-reverse".into()],
        ..Options::default()
    };
    let mut control = Control::default().with_stop(&stop);
    let report = solve(ENTRY.name, &level, &options, &mut control).unwrap();
    assert_eq!(report.outcome, Outcome::Stopped(StopReason::Cancelled));
}

#[test]
fn memory_is_shared_by_all() {
    let level: Level = TWO_ROOMS.parse().unwrap();
    for threads in [1, 2] {
        let limit = 200_000;
        let limits = Limits {
            memory: Some(limit),
            expansions: Some(20_000),
            ..Limits::default()
        };
        let options = Options {
            threads,
            ..with_strategies(&["backward", "plan-wander"])
        };
        let mut control = Control::new(limits);
        let report = solve(ENTRY.name, &level, &options, &mut control).unwrap();
        assert!(report.counters.peak_bytes < limit + limit / 4);
    }
}
