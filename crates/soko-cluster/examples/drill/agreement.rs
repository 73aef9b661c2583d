//! Counts with several workers are those of whole graphs, on all levels of Microban whose
//! graphs fit, and so is what their components say; and so are the components that one
//! machine counts.

use crate::processes::{COUNTED, FACTORS, FOLDED, count, hold_against, lines, scratch, start};
use serde_json::Value;

const LEVELS: &str = "Microban_155";

/// Compares every column; panics at the first that differs.
pub fn run(soko: &str) {
    let folder = scratch();
    let whole = start(soko, &[LEVELS, "--threads", "2", "--expansions", "4000000"]);
    let whole = lines(&whole.wait_with_output().expect("its output"));
    let fits = |line: &&Value| line["outcome"] == "complete" && !line["components"].is_null();
    let whole: Vec<&Value> = whole.iter().filter(fits).collect();
    let mut n_states = 0;
    for (done, graph) in whole.iter().enumerate() {
        let number = graph["level"].to_string();
        let (states, n_levels) = (&graph["states"], whole.len());
        eprintln!("level {number}, {states} states ({done} of {n_levels} levels agree)");
        for workers in ["1", "2", "3", "5"] {
            let words = [LEVELS, "--level", &number, "--counts", "--components"];
            let words = [&words[..], &["--workers", workers]].concat();
            let found = count(soko, &words, 1, &folder);
            let what = format!("level {number}, {workers} workers");
            hold_against(graph, &found, &COUNTED, &what);
            hold_against(graph, &found, &FOLDED, &what);
            hold_factors(graph, &found, &what);
            hold_layers(graph, &found, &what);
        }
        let words = [LEVELS, "--level", &number, "--counts", "--components"];
        let found = count(soko, &words, 1, &folder);
        hold_against(graph, &found, &["components"], &format!("level {number}"));
        n_states += graph["states"].as_u64().unwrap_or(0);
    }
    let n_levels = whole.len();
    assert!(n_levels >= 140, "only {n_levels} graphs fit");
    println!("{n_levels} levels, {n_states} states: all columns agree with 1, 2, 3 and 5 workers");
    println!("factors to 9 digits; and the components with those of a count on one machine");
    let _ = std::fs::remove_dir_all(&folder);
}

/// The layers add up to what the graph has.
fn hold_layers(graph: &Value, found: &Value, what: &str) {
    let sum = |key: &str| -> u64 {
        let layers = found[key].as_array().expect("layers");
        layers.iter().filter_map(Value::as_u64).sum()
    };
    let dead = sum("layers") - sum("alive_layers");
    assert_eq!(graph["states"], sum("layers"), "{what}");
    assert_eq!(graph["dead_states"], dead, "{what}");
    assert_eq!(graph["solved_states"], sum("solved_layers"), "{what}");
}

/// Factors are sums in another order, so the last digits may differ.
fn hold_factors(graph: &Value, found: &Value, what: &str) {
    for column in FACTORS {
        let (expected, found) = (&graph[column], &found[column]);
        let is_near = match (expected.as_f64(), found.as_f64()) {
            (Some(a), Some(b)) => (a - b).abs() <= 1e-9 * a.abs(),
            _ => expected == found,
        };
        assert!(is_near, "{what}: {column}: {expected} {found}");
    }
}
