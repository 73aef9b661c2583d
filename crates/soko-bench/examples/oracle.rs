//! Runs the oracle over generated levels and prints the recall of each technique.
//!
//! `cargo run --release -p soko-bench --example oracle -- [LEVELS] [SEED]`

use soko_bench::oracle::{Examination, Recall, StateGraph, examine, pulled_level};
use soko_core::SplitMix;

/// Generated levels with more states are passed over.
const MOST_STATES: usize = 5_000;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u64| {
        arguments
            .next()
            .map_or(default, |a| a.parse().expect("a number"))
    };
    let (n_levels, seed) = (number(5_000), number(1));
    let mut random = SplitMix(seed);
    let mut found = Examination::default();
    let mut examined = 0;
    while examined < n_levels {
        let level = pulled_level(&mut random);
        let Some(graph) = StateGraph::explore(&level, MOST_STATES) else {
            continue;
        };
        found.add(examine(&level, &graph));
        examined += 1;
        if examined % 500 == 0 {
            eprintln!("{examined} levels, {} states", found.states);
        }
        if found.faults.len() > 20 {
            break;
        }
    }
    println!("{examined} generated levels, {} states", found.states);
    report(&found);
    if !found.faults.is_empty() {
        std::process::exit(1);
    }
}

fn report(found: &Examination) {
    for fault in found.faults.iter().take(5) {
        println!("FAULT {}\n{}", fault.what, fault.picture);
    }
    println!("wrong verdicts: {}", found.faults.len());
    println!("recall          of all dead states   of states just made dead");
    let line = |name: &str, recall: &Recall| {
        let share = |part, whole| 100.0 * part as f64 / f64::max(whole as f64, 1.0);
        println!(
            "{name:<14} {:>19.2} % {:>24.2} %",
            share(recall.caught, recall.dead),
            share(recall.fresh_caught, recall.fresh)
        );
    };
    for (technique, recall) in &found.by_technique {
        line(technique.name(), recall);
    }
    line("generation", &found.at_generation);
    line("everything", &found.mix);
    println!(
        "dead states: {} of {}; corral pruning left out {} of {} pushes in {} states",
        found.mix.dead, found.states, found.pruned_pushes, found.pushes, found.pruned_states
    );
}
