//! Speed and memory of state graphs: `make bench-graph`.
//!
//! Every claim is a ratio of two things measured in one run, or a count. The
//! first part holds one thread against the naive implementation of the tests on
//! the same levels; the second looks at memory and at two threads on large
//! graphs. `--huge` adds a graph of more than a hundred million states, which
//! needs 10 GiB and some minutes.

#[allow(dead_code)]
#[path = "../tests/naive/mod.rs"]
mod naive;

use naive::{Memory, Naive};
use soko_bench::{TextTable, grouped, ratio, suite};
use soko_core::Level;
use soko_graph::{Rules, StateGraph, components, explore};
use soko_search::{Control, Limits};
use std::time::{Duration, Instant};

/// Levels of Microban for the comparison with the naive implementation.
const SMALL: [usize; 3] = [16, 83, 111];
/// Levels with more than a million states, for memory.
const LARGE: [usize; 2] = [105, 139];
/// So many states of the largest level are expanded for two threads; more than
/// ten million are found.
const TWO_THREADS: u64 = 8_000_000;
/// A level with more than a hundred million states.
const HUGE: (&str, usize) = ("Microban_155", 93);

fn main() {
    if std::env::args().any(|arg| arg == "--huge") {
        huge();
        return;
    }
    against_naive();
    memory();
    two_threads();
}

fn level((collection, number): (&str, usize)) -> Level {
    let entries = suite::collection(collection).expect("the public collections are there");
    entries[number - 1].level().expect("the level is valid")
}

fn whole(level: &Level, threads: usize) -> StateGraph {
    let mut control = Control::new(Limits::default());
    let graph = explore(level, &Rules::default(), threads, &mut control);
    graph.expect("the level is narrow enough")
}

fn timed<T>(run: impl FnOnce() -> T) -> (T, Duration) {
    let begin = Instant::now();
    let result = run();
    (result, begin.elapsed())
}

/// States, edges and components with one thread, and the same by the naive
/// implementation.
fn against_naive() {
    let mut table = TextTable::new(["Microban", "states", "fast/s", "naive/s", "ratio"]);
    let (mut fast_total, mut naive_total, mut states) = (0.0, 0.0, 0);
    for number in SMALL {
        let level = level(("Microban_155", number));
        let (n, fast) = timed(|| {
            let graph = whole(&level, 1);
            (graph.n_states(), components(&graph).count)
        });
        let naive = Naive::new(&level.setup().to_string());
        let (m, slow) = timed(|| {
            let graph = naive.explore(Memory::Exact, usize::MAX).expect("no limit");
            let components = graph.components().iter().max().map_or(0, |c| c + 1);
            (graph.states.len(), components)
        });
        assert_eq!(n, m, "both implementations must agree");
        let (fast, slow) = (fast.as_secs_f64(), slow.as_secs_f64());
        table.row([
            number.to_string(),
            grouped(n.0 as u64),
            grouped((n.0 as f64 / fast) as u64),
            grouped((n.0 as f64 / slow) as u64),
            ratio(slow / fast),
        ]);
        fast_total += fast;
        naive_total += slow;
        states += n.0;
    }
    table.row([
        "all".to_string(),
        grouped(states as u64),
        grouped((states as f64 / fast_total) as u64),
        grouped((states as f64 / naive_total) as u64),
        ratio(naive_total / fast_total),
    ]);
    println!("one thread against the naive implementation, components included\n\n{table}");
}

/// Peak memory of states, edges and components, as the system counts it.
fn memory() {
    let head = [
        "Microban",
        "states",
        "edges",
        "components",
        "seconds",
        "peak MiB",
        "bytes a state beyond 4 an edge",
    ];
    let mut table = TextTable::new(head);
    for number in LARGE {
        let before = resident_bytes();
        reset_peak();
        let ((graph, components), time) = timed(|| {
            let graph = whole(&level(("Microban_155", number)), 1);
            let components = components(&graph);
            (graph, components)
        });
        let peak = peak_bytes().saturating_sub(before);
        let (states, edges) = (graph.n_states(), graph.n_edges());
        let a_state = (peak as f64 - 4.0 * edges as f64) / states as f64;
        table.row([
            number.to_string(),
            grouped(states as u64),
            grouped(edges as u64),
            grouped(components.count as u64),
            format!("{:.1}", time.as_secs_f64()),
            (peak >> 20).to_string(),
            format!("{a_state:.1}"),
        ]);
    }
    println!("memory, one thread\n\n{table}");
}

/// One thread and two on the same graph, in turns.
fn two_threads() {
    let level = level(HUGE);
    let (collection, number) = HUGE;
    let limits = Limits {
        expansions: Some(TWO_THREADS),
        ..Limits::default()
    };
    let mut best = [f64::INFINITY; 2];
    let mut counts = Vec::new();
    for _ in 0..2 {
        for threads in [1, 2] {
            let mut control = Control::new(limits);
            let explored = || explore(&level, &Rules::default(), threads, &mut control);
            let (graph, time) = timed(explored);
            let graph = graph.expect("the level is narrow enough");
            let best = &mut best[threads - 1];
            *best = best.min(time.as_secs_f64());
            counts.push((graph.n_states(), graph.n_edges()));
        }
    }
    assert!(
        counts.iter().all(|c| *c == counts[0]),
        "threads change nothing"
    );
    println!(
        "{collection} {number}, the first {} states: one thread {:.1} s, two threads {:.1} s: {}",
        grouped(counts[0].0 as u64),
        best[0],
        best[1],
        ratio(best[0] / best[1])
    );
}

fn huge() {
    let (collection, number) = HUGE;
    let before = resident_bytes();
    reset_peak();
    let (graph, exploring) = timed(|| whole(&level(HUGE), 2));
    let (components, folding) = timed(|| components(&graph));
    let peak = peak_bytes().saturating_sub(before);
    println!(
        "{collection} {number}: {} states, {} edges, {} components; exploring {:.0} s with two \
         threads, components {:.0} s; peak {:.1} GiB",
        grouped(graph.n_states() as u64),
        grouped(graph.n_edges() as u64),
        grouped(components.count as u64),
        exploring.as_secs_f64(),
        folding.as_secs_f64(),
        peak as f64 / (1u64 << 30) as f64
    );
}

/// A field of the process's status, in bytes; zero where there is none.
fn status(name: &str) -> usize {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with(name));
    let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<usize>().ok());
    number.unwrap_or(0) * 1024
}

fn resident_bytes() -> usize {
    status("VmRSS:")
}

fn peak_bytes() -> usize {
    status("VmHWM:")
}

/// Starts the count of the peak anew.
fn reset_peak() {
    let _ = std::fs::write("/proc/self/clear_refs", "5");
}
