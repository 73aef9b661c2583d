//! A short run of the oracle; `make oracle` and `make bounds` are the long ones.

use soko_bench::oracle::{
    CertificateRuns, Examination, FewestRuns, StateGraph, StoppedRuns, Truth, certified_level,
    examine, level_with_truth, pulled_level,
};
use soko_certificate::{Attempt, CannotCertify, Claim, certify_by};
use soko_core::{Bound, Level, Measure, SplitMix, Squares, State, random_level};

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

/// `make fewest` is the long run.
#[test]
fn every_fewest_is_the_fewest() {
    let mut random = SplitMix(17);
    let mut found = FewestRuns::default();
    while found.levels < 60 {
        let (level, truth) = level_with_truth(&mut random, 3_000);
        found.add(&level, truth);
    }
    assert_eq!(found.faults.first(), None);
    assert!(found.proofs.iter().all(|&n| n > 200), "{found:?}");
    assert!(found.graphs > 50 && found.states > 20_000, "{found:?}");
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

#[test]
fn certificates_hold_and_tampered_ones_prove_nothing_false() {
    let mut random = SplitMix(41);
    let mut found = CertificateRuns::default();
    let mut other = pulled_level(&mut random);
    while found.tampered < 1_500 {
        let (level, truth) = certified_level(&mut random, 40_000);
        found.add(&mut random, (&level, truth), &other, 30);
        other = level;
    }
    assert_eq!(found.faults.first(), None);
    // All kinds are made, and most changes are noticed.
    assert!(found.made.iter().all(|&n| n > 15), "{found:?}");
    assert!(found.with_dead_sets > 1 && found.states > 500, "{found:?}");
    assert!(found.refused * 10 > found.tampered * 7, "{found:?}");
}

/// Were a rule wrong in any position, that position would be certified to need more than
/// it does.
#[test]
fn no_rule_of_certificates_is_wrong_in_any_position() {
    let mut random = SplitMix(43);
    let (mut alive, mut dead, mut listed) = (0, 0, 0);
    while alive + dead < 2_000 {
        let level = pulled_level(&mut random);
        let Some(graph) = StateGraph::explore(&level, 400) else {
            continue;
        };
        let attempt = Attempt {
            dead_sets_of: 1 + random.below(3),
            most_states: usize::MAX,
        };
        let start = random.below(graph.len());
        for id in (start..graph.len()).step_by(7) {
            let (boxes, area) = graph.states[id].clone();
            let man = area.lowest().expect("the man stands somewhere");
            let level = level.with_start(&State { boxes, man });
            let certified = |claim| certify_by(&[attempt], &level, claim, None, &mut |_| true);
            if graph.is_dead(id) {
                let made = certified(Claim::NoSolution);
                listed += made.map_or(0, |certificate| certificate.n_states());
                dead += 1;
                continue;
            }
            let bound = |at_least| {
                Claim::AtLeast(Bound {
                    at_least,
                    measure: Measure::Pushes,
                })
            };
            let fewest = u64::from(graph.to_solution()[id]);
            assert!(certified(bound(fewest)).is_ok(), "{}", level.setup());
            for false_claim in [bound(fewest + 1), Claim::NoSolution] {
                let refused = certified(false_claim).err();
                assert_eq!(refused, Some(CannotCertify::NotSo), "{}", level.setup());
            }
            alive += 1;
        }
    }
    assert!(
        alive > 200 && dead > 200 && listed > 50,
        "{alive} {dead} {listed}"
    );
}
