//! Engines that prove a shortest solution agree on its length, on a fixed part of
//! Microban and under a fixed number of expansions; `make bench-agreement` does
//! all levels.

use soko_bench::suite;
use soko_core::Level;
use soko_search::{Control, Limits};
use soko_solve::{Goal, Options, solve};

/// The proved shortest length, if the engine gets there.
fn shortest(engine: &str, level: &Level, goal: Goal, expansions: u64) -> Option<u64> {
    let limits = Limits {
        expansions: Some(expansions),
        ..Limits::default()
    };
    let options = Options {
        goal,
        ..Options::default()
    };
    let mut control = Control::new(limits);
    let report = solve(engine, level, &options, &mut control).expect("the engine runs");
    let solution = report.solution()?;
    assert_eq!(
        solution.optimal,
        Some(goal),
        "{engine} must prove what it was asked for"
    );
    let length = match goal {
        Goal::Moves => solution.metrics.moves,
        _ => solution.metrics.pushes,
    };
    assert!(report.lower_bound <= length, "{engine}");
    Some(length)
}

/// Compares all engines on the first levels; says on how many all were done.
fn compare(engines: &[&str], goal: Goal, levels: usize, expansions: u64) -> usize {
    let entries = suite::collection("Microban_155").unwrap();
    let mut done_by_all = 0;
    for entry in entries.iter().take(levels) {
        let level = entry.level().unwrap();
        let lengths: Vec<(&str, u64)> = engines
            .iter()
            .filter_map(|&engine| Some((engine, shortest(engine, &level, goal, expansions)?)))
            .collect();
        let agree = lengths.windows(2).all(|pair| pair[0].1 == pair[1].1);
        assert!(agree, "Microban {}: {lengths:?}", entry.number);
        done_by_all += usize::from(lengths.len() == engines.len());
    }
    done_by_all
}

#[test]
fn push_optimal_engines_agree() {
    let engines = ["bfs", "astar", "ida", "movers", "greco-pushes"];
    let done = compare(&engines, Goal::Pushes, 40, 10_000);
    assert!(done >= 20, "only {done} levels were done by all engines");
}

#[test]
fn move_optimal_engines_agree() {
    let engines = ["astar", "ida", "greco-moves", "nash"];
    let done = compare(&engines, Goal::Moves, 15, 30_000);
    assert!(done >= 6, "only {done} levels were done by all engines");
}
