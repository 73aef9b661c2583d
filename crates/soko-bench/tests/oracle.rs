//! A short run of the oracle; `make oracle` is the long one.

use soko_bench::oracle::{Examination, StateGraph, examine, pulled_level};
use soko_core::{Level, SplitMix};

const MOST_STATES: usize = 2_000;

#[test]
fn no_detector_is_wrong_on_generated_levels() {
    let mut random = SplitMix(2026);
    let mut found = Examination::default();
    for _ in 0..150 {
        let level = pulled_level(&mut random);
        if let Some(graph) = StateGraph::explore(&level, MOST_STATES) {
            assert!(!graph.is_dead(0), "made by pulls, so solvable");
            found.add(examine(&level, &graph));
        }
    }
    assert_eq!(found.faults.first(), None);
    assert!(found.mix.caught * 10 > found.mix.dead * 9);
    assert!(found.pruned_pushes > 0);
}

#[test]
fn dead_states_are_told_from_live_ones() {
    let level: Level = "#######\n#.$@  #\n#  $ .#\n#######".parse().unwrap();
    let graph = StateGraph::explore(&level, MOST_STATES).unwrap();
    assert_eq!(graph.to_solution()[0], 3);
    let found = examine(&level, &graph);
    let dead = (0..graph.len()).filter(|&id| graph.is_dead(id)).count();
    assert_eq!(found.mix.dead, dead as u64);
    assert!(dead > 0 && dead < graph.len());
}
