//! Engines agree on public levels: the fewest pushes and the fewest moves on the
//! first Microban levels, and breadth-first keeps to its bytes a state.
//! `make bench-agreement` does the same on all levels.

use soko_bench::suite;
use soko_core::{Level, Measure};
use soko_format::read_collection;
use soko_search::Control;
use soko_solve::{Objective, Options, Report, solve};

fn microban(n: usize) -> Vec<Level> {
    let bytes = suite::bytes("Microban_155").unwrap();
    let entries = read_collection(&bytes).entries;
    entries.iter().take(n).map(|e| e.level().unwrap()).collect()
}

fn run(engine: &str, level: &Level, measure: Measure) -> Report {
    let options = Options {
        objective: Objective::Fewest(measure),
        ..Options::default()
    };
    let report = solve(engine, level, &options, &mut Control::default()).unwrap();
    let solution = report.solution().expect("Microban levels have solutions");
    assert_eq!(solution.optimal, Some(measure), "{engine}");
    report
}

#[test]
fn push_optimal_engines_agree_on_microban() {
    for (i, level) in microban(35).iter().enumerate() {
        let pushes = |report: Report| report.solution().unwrap().metrics().pushes;
        let bfs = run("bfs", level, Measure::Pushes);
        let bytes = bfs.counters.bytes_per_state().unwrap();
        assert!(bytes <= 32.0, "level {}: {bytes} bytes a state", i + 1);
        let fewest = pushes(bfs);
        for engine in ["astar", "ida", "movers"] {
            let found = pushes(run(engine, level, Measure::Pushes));
            assert_eq!(found, fewest, "{engine} on level {}", i + 1);
        }
    }
}

#[test]
fn move_optimal_engines_agree_on_microban() {
    for (i, level) in microban(4).iter().enumerate() {
        let moves = |report: Report| report.solution().unwrap().metrics().moves;
        let fewest = moves(run("greco-moves", level, Measure::Moves));
        for engine in ["astar", "ida", "nash"] {
            let found = moves(run(engine, level, Measure::Moves));
            assert_eq!(found, fewest, "{engine} on level {}", i + 1);
        }
    }
}
