//! All complete engines say the same about the same levels: the fewest pushes,
//! the fewest moves, or that there is no solution. Greco's solvers without
//! deadlock rules leave nothing out, so they are the oracle.

use crate::common::{asking, cost, levels, levels_small_for};
use soko_core::{Level, Measure};
use soko_search::Control;
use soko_solve::{Choice, ENGINES, Objective, Options, Outcome, solve};
use std::collections::BTreeMap;

#[test]
fn engines_agree_on_the_fewest_pushes() {
    let (mut solvable, mut unsolvable) = (0, 0);
    for level in levels(1, 500) {
        let options = asking(Objective::PUSHES);
        let truth = cost("greco-pushes", &level, &options);
        *(if truth.is_some() {
            &mut solvable
        } else {
            &mut unsolvable
        }) += 1;
        for engine in ["bfs", "astar", "ida", "movers", "optimal"] {
            let found = cost(engine, &level, &options);
            assert_eq!(found, truth, "{engine}\n{}", level.setup());
        }
        let greedy = cost("greedy", &level, &asking(Objective::Any));
        assert_eq!(greedy.is_some(), truth.is_some());
        assert!(greedy >= truth);
    }
    assert!(
        solvable > 200 && unsolvable > 50,
        "{solvable} and {unsolvable}"
    );
}

#[test]
fn engines_agree_on_the_fewest_moves() {
    for level in levels_small_for("greco-moves", 2, 100) {
        let options = asking(Objective::MOVES);
        let truth = cost("greco-moves", &level, &options);
        for engine in ["astar", "ida", "nash", "optimal"] {
            let found = cost(engine, &level, &options);
            assert_eq!(found, truth, "{engine}\n{}", level.setup());
        }
        for heuristic in ["on-switches", "on-switches-near", "min-matching"] {
            let options = Options {
                heuristic: Some(heuristic.into()),
                ..asking(Objective::MOVES)
            };
            let found = cost("nash", &level, &options);
            assert_eq!(found, truth, "nash with {heuristic}\n{}", level.setup());
        }
    }
}

/// Stopped anywhere, an engine says of no level that it needs more than it does, in
/// the measure that it names; and engines that count moves say so whatever they were
/// asked for.
#[test]
fn bounds_of_stopped_runs_hold_in_their_measure() {
    let mut n_bounds = BTreeMap::new();
    for level in levels_small_for("greco-moves", 6, 60) {
        let fewest = Measure::ALL.map(|measure| {
            let options = asking(Objective::Fewest(measure));
            cost("astar", &level, &options).map(|fewest| (measure, fewest))
        });
        for entry in ENGINES {
            let stops = [3, 8, 21, 60].into_iter();
            let runs = stops.flat_map(|stop| entry.objectives.iter().map(move |o| (*o, stop)));
            for (objective, checks) in runs {
                let mut control = Control::default().with_forced_stop(checks);
                let options = asking(objective);
                let report = solve(entry.name, &level, &options, &mut control).unwrap();
                let Some(bound) = report.lower_bound else {
                    continue;
                };
                for (measure, fewest) in fewest.into_iter().flatten() {
                    let holds = bound.measure != measure || bound.at_least <= fewest;
                    assert!(holds, "{}: {bound}\n{}", entry.name, level.setup());
                }
                let key = (entry.name, objective.name(), bound.measure.name());
                *n_bounds.entry(key).or_insert(0) += 1;
            }
        }
    }
    let told: Vec<_> = n_bounds.into_keys().collect();
    let expected = [
        ("astar", "any", "pushes"),
        ("astar", "moves", "moves"),
        ("astar", "pushes", "pushes"),
        ("bfs", "any", "pushes"),
        ("bfs", "pushes", "pushes"),
        ("champion", "any", "pushes"),
        ("champion", "moves", "moves"),
        ("champion", "pushes", "pushes"),
        ("greco-moves", "any", "moves"),
        ("greco-moves", "moves", "moves"),
        ("greco-pushes", "any", "pushes"),
        ("greco-pushes", "pushes", "pushes"),
        ("greedy", "any", "pushes"),
        ("ida", "any", "pushes"),
        ("ida", "moves", "moves"),
        ("ida", "pushes", "pushes"),
        ("movers", "any", "pushes"),
        ("movers", "pushes", "pushes"),
        ("nash", "any", "moves"),
        ("nash", "moves", "moves"),
        ("optimal", "any", "pushes"),
        ("optimal", "moves", "moves"),
        ("optimal", "pushes", "pushes"),
    ];
    assert_eq!(told, expected);
}

/// An engine that is called complete proves of a level without solutions that it has
/// none. Others have runs that end without an answer: those of Greco's with his deadlock
/// rules, and those of the champion without its last resort.
#[test]
fn complete_engines_prove_that_there_is_no_solution() {
    let mut unsolvable = levels(9, 120);
    unsolvable.retain(|level| cost("bfs", level, &asking(Objective::PUSHES)).is_none());
    assert!(unsolvable.len() > 10, "{}", unsolvable.len());
    for entry in ENGINES {
        let mut options = Options::default();
        if (entry.reads)(Objective::Any)
            .choices
            .contains(&Choice::Strategies)
        {
            options.strategies = vec!["backward".into()];
        }
        let outcome = |level: &Level| {
            let report = solve(entry.name, level, &options, &mut Control::default());
            report.unwrap().outcome
        };
        let expected = match entry.complete {
            true => Outcome::Unsolvable,
            false => Outcome::Incomplete,
        };
        let name = entry.name;
        for level in &unsolvable {
            assert_eq!(outcome(level), expected, "{name}\n{}", level.setup());
        }
    }
}

#[test]
fn an_engine_with_unsound_rules_proves_nothing() {
    for level in levels(4, 100) {
        let options = Options::default();
        for engine in ["greco-pushes-deadlock", "greco-moves-deadlock"] {
            let report = solve(engine, &level, &options, &mut Control::default()).unwrap();
            match report.outcome {
                Outcome::Solved(solution) => assert_eq!(solution.optimal, None),
                other => assert_eq!(other, Outcome::Incomplete),
            }
            assert_eq!(report.lower_bound, None);
        }
    }
}

#[test]
fn every_engine_stops_when_told_and_counts_the_same_again() {
    let text = "#########\n#  .    #\n# $ $ $ #\n#. #@# .#\n# $   $ #\n#  . .  #\n#########";
    let level: Level = text.parse().unwrap();
    for entry in soko_solve::ENGINES {
        for checks in [0, 1, 5, 100] {
            let stopped = |_| {
                let mut control = Control::default().with_forced_stop(checks);
                solve(entry.name, &level, &Options::default(), &mut control).unwrap()
            };
            let report = stopped(0);
            assert_eq!(report, stopped(1), "{}", entry.name);
            assert!(report.counters.expanded <= checks, "{}", entry.name);
            if checks <= 1 {
                assert_eq!(report.outcome.name(), "stopped", "{}", entry.name);
            }
        }
    }
}
