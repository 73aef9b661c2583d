//! Stops all engines at random points on random small levels and holds every bound
//! that they report against exhaustive search.
//!
//! `cargo run --release -p soko-bench --example bounds -- [RUNS] [SEED]`

#[path = "shared/numbers.rs"]
mod numbers;

use numbers::number;
use soko_bench::grouped;
use soko_bench::oracle::{StoppedRuns, Truth, pulled_level};
use soko_core::{SplitMix, random_level};

/// Runs on one level.
const RUNS_A_LEVEL: u64 = 60;

/// Levels with more states are passed over.
const MOST_STATES: usize = 60_000;

/// The run ends after so many faults.
const MOST_FAULTS: usize = 20;

fn main() {
    let (n_runs, seed) = (number(1, 300_000), number(2, 1));
    let mut random = SplitMix(seed);
    let mut found = StoppedRuns::default();
    let mut n_levels = 0;
    while found.runs < n_runs && found.faults.len() < MOST_FAULTS {
        // Of those at random few have a solution, of those made by pulls all.
        let level = match random.below(3) {
            0 => random_level(&mut random, 8, 7, 3),
            _ => pulled_level(&mut random),
        };
        let Some(truth) = Truth::of(&level, MOST_STATES) else {
            continue;
        };
        found.add(&mut random, &level, truth, RUNS_A_LEVEL);
        n_levels += 1;
        if n_levels % 500 == 0 {
            eprintln!("{} runs on {n_levels} levels", grouped(found.runs));
        }
    }
    report(&found, n_levels);
    if !found.faults.is_empty() {
        std::process::exit(1);
    }
}

fn report(found: &StoppedRuns, n_levels: u64) {
    for fault in found.faults.iter().take(5) {
        println!("FAULT {fault}");
    }
    println!(
        "{} runs on {n_levels} levels: {} stopped, {} solved, {} proved unsolvable",
        grouped(found.runs),
        grouped(found.stopped),
        grouped(found.solved),
        grouped(found.unsolvable)
    );
    for (index, measure) in ["pushes", "moves"].into_iter().enumerate() {
        let (bounds, tight) = (found.bounds[index], found.tight[index]);
        println!(
            "{} bounds in {measure}, {} of them tight",
            grouped(bounds),
            grouped(tight)
        );
    }
    println!("wrong: {}", found.faults.len());
}
