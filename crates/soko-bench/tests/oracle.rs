//! A short run of the oracle; `make oracle` and `make bounds` are the long ones.

use soko_bench::oracle::{Examination, StateGraph, StoppedRuns, Truth, examine, pulled_level};
use soko_core::{Level, SplitMix, random_level};

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

#[test]
fn every_bound_of_a_stopped_run_is_true() {
    let mut random = SplitMix(14);
    let mut found = StoppedRuns::default();
    while found.runs < 5_000 {
        // Of those at random few have a solution, of those made by pulls all.
        let level = match random.below(3) {
            0 => random_level(&mut random, 7, 6, 2),
            _ => pulled_level(&mut random),
        };
        if let Some(truth) = Truth::of(&level, 20_000) {
            found.add(&mut random, &level, truth, 40);
        }
    }
    assert_eq!(found.faults.first(), None);
    // The runs say something: all ends happen, and bounds in both measures.
    assert!(found.stopped > 500 && found.solved > 200 && found.unsolvable > 200);
    assert!(found.bounds.iter().all(|&n| n > 200), "{found:?}");
    assert!(found.tight.iter().all(|&n| n > 50), "{found:?}");
}
