//! Limits hold whatever an engine is at, even before it has begun to search.

use crate::common::soko;
use std::time::{Duration, Instant};

/// A hall of 150 x 150 with 300 boxes and as many goals: to prepare an engine for it
/// takes some of them minutes.
fn monster() -> String {
    const SIDE: usize = 150;
    let mut rows = vec![vec![' '; SIDE]; SIDE];
    rows[0].fill('#');
    rows[SIDE - 1].fill('#');
    for row in &mut rows {
        (row[0], row[SIDE - 1]) = ('#', '#');
    }
    for index in 0..300 {
        rows[2 + index / 70 * 2][4 + index % 70 * 2] = '$';
        rows[100 + index / 100][10 + index % 100] = '.';
    }
    rows[1][1] = '@';
    let rows = rows.into_iter().map(|row| row.into_iter().collect());
    rows.collect::<Vec<String>>().join("\n") + "\n"
}

fn record_of(options: &[&str]) -> serde_json::Value {
    let all = [&["solve", "-", "--json"], options].concat();
    let run = soko(&all, monster().as_bytes());
    assert_eq!(run.code, 1, "{}", run.stderr);
    serde_json::from_str(&run.stdout).expect("a line of JSON")
}

#[test]
fn time_is_kept_in_set_up() {
    for engine in ["champion", "astar", "greco-pushes"] {
        let start = Instant::now();
        let record = record_of(&["--engine", engine, "--time", "100ms"]);
        assert_eq!(record["reason"], "time", "{engine}");
        // It takes 0.3 s; tests share their machine.
        assert!(start.elapsed() < Duration::from_secs(4), "{engine}");
    }
}

#[test]
fn memory_is_kept_in_set_up() {
    let record = record_of(&["--engine", "astar", "--time", "20s", "--memory", "60MiB"]);
    assert_eq!(record["reason"], "memory");
}
