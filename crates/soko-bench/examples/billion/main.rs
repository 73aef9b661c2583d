//! A count of more than a billion states, and what makes it believed: `make billion`.
//!
//! ```text
//! billion check       levels of one room, two and three, each counted in several ways
//! billion hold FILE   the line of `soko graph --json` for four rooms against what must come out
//! ```

#[allow(dead_code)]
#[path = "../../tests/naive/mod.rs"]
mod naive;

use naive::rooms::{Expected, Room};
use naive::{Memory, Naive};
use serde_json::Value;
use soko_bench::grouped;
use soko_core::Level;
use soko_graph::count::{CountOptions, Counts, Spread, Steps, count};
use soko_graph::{Folding, Rules, explore, with_steps};
use soko_search::Control;

const ROOMS: &str = include_str!("../../../../testdata/rooms.xsb");
/// A square of the hall.
const HALL: (i32, i32) = (4, 6);
/// The rooms of the large level.
const MOST: usize = 4;
/// The most bytes a state.
const BYTES: f64 = 8.0;
/// Threads, shards as a power of two, and the seed of the shuffle.
const WAYS: [(usize, u32, u64); 3] = [(1, 6, 0), (2, 0, 1), (2, 10, 2)];

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match words[..] {
        ["check"] => check(),
        ["hold", file] => hold(file),
        _ => panic!("billion check|hold FILE"),
    }
}

fn level(n_rooms: usize) -> Level {
    let collection = soko_format::read_collection(ROOMS.as_bytes());
    let entry = &collection.entries[n_rooms - 1];
    entry.level().expect("our own level")
}

fn naive_of(n_rooms: usize) -> (Naive, naive::NaiveGraph) {
    let naive = Naive::new(&level(n_rooms).setup().to_string());
    let graph = naive.explore(Memory::Exact, usize::MAX);
    (naive, graph.expect("no limit"))
}

fn room() -> Room {
    let (naive, graph) = naive_of(1);
    Room::of(&naive, &graph, HALL)
}

/// Every level but the last.
fn check() {
    let room = room();
    for n in 1..MOST {
        let level = level(n);
        let expected = room.times(n);
        let states = grouped(expected.layers.iter().sum());
        println!("{n} of {MOST} rooms: {states} states, as the naive graph of one room says");
        for (threads, shard_bits, seed) in WAYS {
            let options = CountOptions {
                threads,
                spread: Spread { shard_bits, seed },
                ..CountOptions::default()
            };
            let run = |steps: &dyn Steps| count(steps, &options, &mut Control::default()).counts;
            let counts = with_steps!(&level, &Rules::default(), steps => run(&steps));
            assert_eq!(plain(counts.expect("few boxes")), expected, "{options:?}");
            let shards = 1 << shard_bits;
            println!("  counted with {threads} threads, {shards} shards, shuffle {seed}: the same");
        }
        if n <= 2 {
            assert_eq!(Expected::of(&naive_of(n).1), expected);
            println!("  naive graph: the same");
        }
        whole(&level, &expected);
        println!("  whole graph: the same");
    }
}

fn plain(counts: Counts) -> Expected {
    Expected {
        layers: counts.layers,
        solved_layers: counts.solved_layers,
        alive_layers: counts.alive_layers,
        edges: counts.edges,
    }
}

/// The whole graph, by another table and by its own way of finding what is dead.
fn whole(level: &Level, expected: &Expected) {
    let graph = explore(level, &Rules::default(), 2, &mut Control::default()).expect("narrow");
    let layers = graph.layers();
    let sizes = layers.windows(2).map(|pair| u64::from(pair[1] - pair[0]));
    assert_eq!(sizes.collect::<Vec<u64>>(), expected.layers);
    assert_eq!(graph.n_edges() as u64, expected.edges);
    let n_dead = Folding::new(&graph).n_dead_states();
    let alive: u64 = expected.alive_layers.iter().sum();
    assert_eq!(n_dead as u64, graph.n_states() as u64 - alive);
}

/// The large one, as the command has counted it.
fn hold(file: &str) {
    let text = std::fs::read_to_string(file).expect("the line of the count");
    let line: Value = serde_json::from_str(text.trim()).expect("JSON");
    let expected = room().times(MOST);
    let (states, alive): (u64, u64) = (
        expected.layers.iter().sum(),
        expected.alive_layers.iter().sum(),
    );
    assert!(states >= 1_000_000_000);
    let solved: u64 = expected.solved_layers.iter().sum();
    assert_eq!(line["outcome"], "complete");
    assert_eq!(line["states"], states);
    assert_eq!(line["edges"], expected.edges);
    assert_eq!(line["solved_states"], solved);
    assert_eq!(line["dead_states"], states - alive);
    assert_eq!(line["layers"], serde_json::json!(expected.layers));
    assert_eq!(
        line["solved_layers"],
        serde_json::json!(expected.solved_layers)
    );
    assert_eq!(
        line["alive_layers"],
        serde_json::json!(expected.alive_layers)
    );
    let bytes = line["bytes_per_state"].as_f64().expect("a number");
    assert!(bytes <= BYTES, "{bytes} bytes a state");
    let seconds = line["seconds"].as_f64().unwrap_or_default();
    println!(
        "{} states in {} layers, {} edges, {} solved, {} dead, {bytes:.2} bytes a state, {seconds:.0} s: as one room says",
        grouped(states),
        expected.layers.len(),
        grouped(expected.edges),
        grouped(solved),
        grouped(states - alive)
    );
}
