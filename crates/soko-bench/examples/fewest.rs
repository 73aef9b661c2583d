//! Proves the fewest pushes and moves of random small levels in every way there is, and
//! holds each proof and each bound against exhaustive search.
//!
//! `cargo run --release -p soko-bench --example fewest -- [LEVELS] [SEED]`

#[path = "shared/numbers.rs"]
mod numbers;

use numbers::number;
use soko_bench::grouped;
use soko_bench::oracle::{FewestRuns, level_with_truth};
use soko_core::SplitMix;

/// Levels with more states are passed over.
const MOST_STATES: usize = 20_000;

/// The run ends after so many faults.
const MOST_FAULTS: usize = 20;

fn main() {
    let (n_levels, seed) = (number(1, 5_000), number(2, 1));
    let mut random = SplitMix(seed);
    let mut found = FewestRuns::default();
    while found.levels < n_levels && found.faults.len() < MOST_FAULTS {
        let (level, truth) = level_with_truth(&mut random, MOST_STATES);
        found.add(&level, truth);
        if found.levels % 100 == 0 {
            eprintln!("{} levels", grouped(found.levels));
        }
    }
    for fault in found.faults.iter().take(5) {
        println!("FAULT {fault}");
    }
    let [pushes, moves, none] = found.proofs.map(grouped);
    println!(
        "{} levels: {pushes} proofs of the fewest pushes, {moves} of the fewest moves, {none} of \
         no solution; bounds of {} states in {} graphs",
        grouped(found.levels),
        grouped(found.states),
        grouped(found.graphs)
    );
    println!("wrong: {}", found.faults.len());
    if !found.faults.is_empty() {
        std::process::exit(1);
    }
}
