//! Trains what features are worth to the champion's strategy `plan-trained`.
//!
//! ```text
//! cargo run --release -p soko-bench --example train_weights -- [ROUNDS] [SEED] > weights.txt
//! ```
//!
//! Begins with the stored weights. Each round changes a few of them at random and
//! lets the walk alone solve Microban and our own levels; the change stays if the
//! levels need fewer positions, counted in logarithms so that no level rules the
//! others. The same rounds and seed give the same weights. Progress goes to
//! stderr, the weights to stdout.

#[path = "shared/numbers.rs"]
mod numbers;

use numbers::number;
use soko_bench::suite;
use soko_core::{Level, SplitMix};
use soko_format::read_collection;
use soko_search::{Control, Limits};
use soko_solve::champion::Weights;
use soko_solve::{Options, solve};

/// Positions that a level may take.
const EXPANSIONS: u64 = 400;
/// An unsolved level counts as if it had taken so many times as long.
const PENALTY: f64 = 4.0;
/// Levels with fewer boxes teach nothing.
const FEWEST_BOXES: usize = 3;
/// The seeds of ties with which each level is tried.
const SEEDS: [u64; 2] = [0, 1];

fn main() {
    let (rounds, mut random) = (number(1, 150), SplitMix(number(2, 1)));
    let levels = levels();
    let mut best = Weights::default();
    let mut least = effort(&levels, &best);
    eprintln!("{} levels, effort {least:.2} at first", levels.len());
    for round in 1..=rounds {
        let tried = changed(&best, &mut random);
        let effort = effort(&levels, &tried);
        if effort < least {
            (best, least) = (tried, effort);
            eprintln!("round {round}: effort {least:.2} with {:?}", best.0);
        }
    }
    print!("{best}");
}

/// Microban and our own levels.
fn levels() -> Vec<Level> {
    let mut entries = suite::collection("Microban_155").expect("a public collection");
    for own in ["tutorial", "starter"] {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels");
        let bytes = std::fs::read(format!("{folder}/{own}.sok")).expect("our own levels");
        entries.extend(read_collection(&bytes).entries);
    }
    let levels = entries.iter().filter_map(|entry| entry.level().ok());
    levels
        .filter(|level| level.n_boxes() >= FEWEST_BOXES)
        .collect()
}

/// How hard the levels are with these weights: the mean logarithm of the positions
/// that the walk expands.
fn effort(levels: &[Level], weights: &Weights) -> f64 {
    let mut sum = 0.0;
    for level in levels {
        for seed in SEEDS {
            let options = Options {
                strategies: vec!["plan-trained".into()],
                values: *weights,
                seed,
                ..Options::default()
            };
            let mut control = Control::new(Limits {
                expansions: Some(EXPANSIONS),
                ..Limits::default()
            });
            let report = solve("champion", level, &options, &mut control).expect("a sound report");
            let positions = match report.solution() {
                Some(_) => report.counters.expanded as f64,
                None => EXPANSIONS as f64 * PENALTY,
            };
            sum += (1.0 + positions).ln();
        }
    }
    sum / (levels.len() * SEEDS.len()) as f64
}

/// One to three weights are made up to three times larger or smaller, or moved by
/// a little, which lets them change their sign.
fn changed(weights: &Weights, random: &mut SplitMix) -> Weights {
    let mut weights = *weights;
    for _ in 0..1 + random.below(3) {
        let weight = &mut weights.0[random.below(Weights::NAMES.len())];
        let factor = 3f64.powf(random.below(2001) as f64 / 1000.0 - 1.0);
        let shift = random.below(41) as i32 - 20;
        *weight = ((f64::from(*weight) * factor) as i32 + shift).clamp(-20_000, 20_000);
    }
    weights
}
