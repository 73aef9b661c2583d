//! Runs the oracle over generated levels and over the public levels whose whole
//! state graphs fit, and prints the recall of each technique.
//!
//! `cargo run --release -p soko-bench --example oracle -- [LEVELS] [SEED] [STATES]`
//!
//! `LEVELS` is the number of generated levels, `STATES` the most states of a public
//! level (0 leaves them out).

#[path = "shared/numbers.rs"]
mod numbers;

use numbers::number;
use soko_bench::oracle::{Examination, Recall, StateGraph, examine, pulled_level};
use soko_bench::suite;
use soko_core::{Level, SplitMix};

/// Generated levels with more states are passed over, and so are those with so
/// few that they teach nothing.
const STATES: std::ops::Range<usize> = 60..8_000;

/// A run stops after so many wrong verdicts.
const MOST_FAULTS: usize = 20;

fn main() {
    let (n_levels, seed, most_states) = (number(1, 5_000), number(2, 1), number(3, 50_000));
    let generated = generated_levels(n_levels, seed);
    let public = public_levels(most_states as usize);
    if !generated.faults.is_empty() || !public.faults.is_empty() {
        std::process::exit(1);
    }
}

fn generated_levels(n_levels: u64, seed: u64) -> Examination {
    let mut random = SplitMix(seed);
    let mut found = Examination::default();
    let mut examined = 0;
    while examined < n_levels && found.faults.len() < MOST_FAULTS {
        let level = pulled_level(&mut random);
        let graph = StateGraph::explore(&level, STATES.end);
        let Some(graph) = graph.filter(|graph| graph.len() >= STATES.start) else {
            continue;
        };
        found.add(examine(&level, &graph));
        examined += 1;
        if examined % 500 == 0 {
            eprintln!("{examined} generated levels, {} states", found.states);
        }
    }
    println!("{examined} generated levels, {} states", found.states);
    report(&found);
    found
}

fn public_levels(most_states: usize) -> Examination {
    let mut found = Examination::default();
    if most_states == 0 {
        return found;
    }
    let (mut examined, mut all) = (0, 0);
    for name in suite::names().expect("the public collections") {
        // Only in the collections of small levels is a fit worth a try.
        let is_small = name.starts_with("Microban");
        let most_states = if is_small {
            most_states
        } else {
            most_states / 10
        };
        for entry in suite::collection(&name).expect("a public collection") {
            let Ok(level) = Level::from_setup(entry.setup) else {
                continue;
            };
            all += 1;
            if let Some(graph) = StateGraph::explore(&level, most_states) {
                found.add(examine(&level, &graph));
                examined += 1;
            }
        }
        eprintln!(
            "{name}: {examined} of {all} levels so far, {} states",
            found.states
        );
    }
    println!(
        "\n{examined} of {all} public levels, {} states",
        found.states
    );
    report(&found);
    found
}

fn report(found: &Examination) {
    for fault in found.faults.iter().take(5) {
        println!("FAULT {}\n{}", fault.what, fault.picture);
    }
    println!("wrong verdicts: {}", found.faults.len());
    println!("share of dead states caught, in per cent");
    println!("                  all   just made   those that dead squares and freeze miss");
    let line = |name: &str, recall: &Recall| {
        let share = |part, whole| 100.0 * part as f64 / f64::max(whole as f64, 1.0);
        println!(
            "{name:<14} {:>7.2} {:>11.2} {:>12.2}",
            share(recall.caught, recall.dead),
            share(recall.fresh_caught, recall.fresh),
            share(recall.hard_caught, recall.hard),
        );
    };
    for (technique, recall) in &found.by_technique {
        line(technique.name(), recall);
    }
    line("at generation", &found.at_generation);
    line("everything", &found.mix);
    println!(
        "dead states: {} of {}; just made dead: {}; hard among these: {}",
        found.mix.dead, found.states, found.mix.fresh, found.mix.hard
    );
    println!(
        "corral pruning left out {} of {} pushes, in {} states",
        found.pruned_pushes, found.pushes, found.pruned_states
    );
}
