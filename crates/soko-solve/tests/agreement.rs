//! All complete engines say the same about the same levels: the fewest pushes,
//! the fewest moves, or that there is no solution. Greco's solvers without
//! deadlock rules leave nothing out, so they are the oracle.

use soko_core::{Level, Reach, SplitMix, SquareSet, Squares, State, pulls, random_level};
use soko_search::{Control, Limits};
use soko_solve::{Goal, Options, Outcome, Switches, engine_named, solve};

/// The cost in the measure of the goal; none if the level is proved unsolvable.
fn cost(engine: &str, level: &Level, options: &Options) -> Option<u64> {
    let report = solve(engine, level, options, &mut Control::default()).unwrap();
    match report.outcome {
        Outcome::Solved(solution) => {
            let metrics = solution.metrics();
            let cost = match options.goal {
                Goal::Moves => metrics.moves,
                Goal::Any | Goal::Pushes => metrics.pushes,
            };
            let proves = engine_named(engine).unwrap().goals.contains(&options.goal)
                && options.goal != Goal::Any;
            if proves && options.switches.areas {
                assert_eq!(solution.optimal, Some(options.goal), "{engine}");
                assert_eq!(report.lower_bound, cost, "{engine}\n{}", level.setup());
            }
            Some(cost)
        }
        Outcome::Unsolvable => None,
        other => panic!("{engine}: {other:?}\n{}", level.setup()),
    }
}

fn for_goal(goal: Goal) -> Options {
    Options {
        goal,
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
        let options = for_goal(Goal::Pushes);
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
        let greedy = cost("greedy", &level, &for_goal(Goal::Any));
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
        let options = for_goal(Goal::Moves);
        let truth = cost("greco-moves", &level, &options);
        for engine in ["astar", "ida", "nash"] {
            let found = cost(engine, &level, &options);
            assert_eq!(found, truth, "{engine}\n{}", level.setup());
        }
        for heuristic in ["on-switches", "on-switches-near", "min-matching"] {
            let options = Options {
                heuristic: Some(heuristic.into()),
                ..for_goal(Goal::Moves)
            };
            let found = cost("nash", &level, &options);
            assert_eq!(found, truth, "nash with {heuristic}\n{}", level.setup());
        }
    }
}

#[test]
fn switching_a_technique_off_changes_no_answer() {
    for level in levels(3, 100) {
        let truth = cost("greco-pushes", &level, &for_goal(Goal::Pushes));
        for name in Switches::NAMES {
            let mut options = for_goal(Goal::Pushes);
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
    let mut options = for_goal(Goal::Pushes);
    options.switches.areas = false;
    let mut finished = 0;
    for level in levels(5, 60) {
        let truth = cost("greco-pushes", &level, &for_goal(Goal::Pushes));
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
            assert_eq!(report.lower_bound, 0);
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
