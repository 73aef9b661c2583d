//! All complete engines say the same about the same levels: the fewest pushes,
//! the fewest moves, or that there is no solution. Greco's solvers without
//! deadlock rules leave nothing out, so they are the oracle.

use soko_core::{
    Bound, Level, Measure, Reach, SplitMix, SquareSet, Squares, State, pulls, random_level,
};
use soko_search::{Control, Limits};
use soko_solve::{ENGINES, Objective, Options, Outcome, Switches, solve};
use std::collections::BTreeMap;

/// The length in the measure asked for, pushes if none is; none if the level is
/// proved unsolvable.
fn cost(engine: &str, level: &Level, options: &Options) -> Option<u64> {
    let report = solve(engine, level, options, &mut Control::default()).unwrap();
    match report.outcome {
        Outcome::Solved(solution) => {
            let asked = options.objective.measure();
            let measure = asked.unwrap_or(Measure::Pushes);
            let cost = measure.of(solution.metrics());
            if asked.is_some() && options.switches.areas {
                let bound = Bound {
                    at_least: cost,
                    measure,
                };
                let bound = Some(bound).filter(|_| cost > 0);
                assert_eq!(solution.optimal, asked, "{engine}");
                assert_eq!(report.lower_bound, bound, "{engine}\n{}", level.setup());
            }
            Some(cost)
        }
        Outcome::Unsolvable => {
            assert_eq!(report.lower_bound, None, "{engine}");
            None
        }
        other => panic!("{engine}: {other:?}\n{}", level.setup()),
    }
}

fn asking(objective: Objective) -> Options {
    Options {
        objective,
        ..Options::default()
    }
}

/// Random levels whose whole space of pushes is small.
fn levels(seed: u64, n: usize) -> Vec<Level> {
    levels_small_for("greco-pushes", seed, n)
}

/// Random levels that an engine is soon done with. Three of four are played
/// backwards from their goals, so they have solutions; some have goals to spare.
fn levels_small_for(engine: &str, seed: u64, n: usize) -> Vec<Level> {
    let mut random = SplitMix(seed);
    let mut levels = Vec::new();
    while levels.len() < n {
        let width = 6 + random.below(4) as u32;
        let height = 5 + random.below(3) as u32;
        let mut level = random_level(&mut random, width, height, 4);
        if random.below(4) > 0 {
            level = played_backwards(&level, &mut random);
        }
        let limits = Limits {
            expansions: Some(2000),
            ..Limits::default()
        };
        let options = Options::default();
        let report = solve(engine, &level, &options, &mut Control::new(limits)).unwrap();
        // Most random levels are dead at once; keep few of those.
        let is_dull = report.counters.generated < 20 && random.below(10) > 0;
        if !matches!(report.outcome, Outcome::Stopped(_)) && !is_dull {
            levels.push(level);
        }
    }
    levels
}

/// A start from which the level's goals can be filled.
fn played_backwards(level: &Level, random: &mut SplitMix) -> Level {
    let board = level.board();
    let reach = Reach::<SquareSet>::new(board);
    let goals = board.goals().iter().take(level.n_boxes());
    let mut boxes = SquareSet::of(board.n_squares(), goals);
    let areas = reach.areas(&boxes);
    let Some(area) = areas.get(random.below(areas.len().max(1))) else {
        return level.clone();
    };
    let mut man = area.lowest().expect("areas are not empty");
    for _ in 0..30 {
        let area = reach.area(&boxes, man);
        let all: Vec<_> = pulls(board, &boxes, &area).collect();
        if all.is_empty() {
            break;
        }
        let pull = all[random.below(all.len())];
        boxes.shift(pull.from, pull.to(board).unwrap());
        man = pull.man_after(board).unwrap();
    }
    level.with_start(&State { boxes, man })
}

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
        for engine in ["bfs", "astar", "ida", "movers"] {
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
        for engine in ["astar", "ida", "nash"] {
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

#[test]
fn switching_a_technique_off_changes_no_answer() {
    for level in levels(3, 100) {
        let truth = cost("greco-pushes", &level, &asking(Objective::PUSHES));
        for name in Switches::NAMES {
            let mut options = asking(Objective::PUSHES);
            assert!(options.switches.turn_off(name));
            for engine in ["bfs", "astar", "movers"] {
                if (name, engine) != ("areas", "movers") {
                    let found = cost(engine, &level, &options);
                    assert_eq!(found, truth, "{engine} without {name}\n{}", level.setup());
                }
            }
        }
    }
}

/// Without areas the two searches seldom meet, and every depth is searched again:
/// some levels take too long, and nothing is proved about the number of pushes.
#[test]
fn movers_without_areas_solve_what_can_be_solved() {
    let mut options = asking(Objective::PUSHES);
    options.switches.areas = false;
    let mut finished = 0;
    for level in levels(5, 60) {
        let truth = cost("greco-pushes", &level, &asking(Objective::PUSHES));
        let limits = Limits {
            expansions: Some(20_000),
            ..Limits::default()
        };
        let report = solve("movers", &level, &options, &mut Control::new(limits)).unwrap();
        match report.outcome {
            Outcome::Stopped(_) => continue,
            Outcome::Solved(solution) => {
                assert_eq!(solution.optimal, None);
                assert!(Some(solution.metrics().pushes) >= truth && truth.is_some());
            }
            other => assert_eq!((other, truth), (Outcome::Unsolvable, None)),
        }
        finished += 1;
    }
    assert!(finished > 30, "{finished}");
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
    ];
    assert_eq!(told, expected);
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
