//! Speed and memory of state graphs: `make bench-graph`.
//!
//! Every claim is a ratio of two things measured in one run, or a count. The
//! first part holds one thread against the naive implementation of the tests on
//! the same levels; the second looks at memory and at two threads on large
//! graphs. `--huge` is for a graph of more than a hundred million states.

#[allow(dead_code)]
#[path = "../tests/naive/mod.rs"]
mod naive;

use naive::{Memory, Naive};
use soko_bench::{TextTable, grouped, ratio, suite};
use soko_core::Level;
use soko_graph::{Rules, StateGraph, components, explore};
use soko_search::{Control, Limits};
use std::process::Command;
use std::time::{Duration, Instant};

/// Levels of Microban for the comparison with the naive implementation.
const SMALL: [usize; 3] = [16, 83, 111];
/// Levels with more than a million states, for memory.
const LARGE: [(&str, usize); 2] = [("Microban_II_135", 77), ("Microban_155", 139)];
/// So many states of the huge level are expanded for two threads.
const TWO_THREADS: u64 = 10_000_000;
/// Rounds of one thread and two in turns.
const ROUNDS: usize = 3;
/// A level with more than a hundred million states.
const HUGE: (&str, usize) = ("Holland_81", 35);
/// The most memory for it.
const HUGE_MEMORY: usize = 20_000_000_000;

/// Tells a process started by [`memory`] which level to explore.
const ONE_LEVEL: &str = "--one-level";

fn main() {
    let args: Vec<String> = std::env::args().collect();
    if let Some(at) = args.iter().position(|arg| arg == ONE_LEVEL) {
        let number = args[at + 2].parse().expect("a number");
        return one_level(&args[at + 1], number);
    }
    if args.iter().any(|arg| arg == "--huge") {
        return huge();
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
    explored(level, threads, Limits::default())
}

fn explored(level: &Level, threads: usize, limits: Limits) -> StateGraph {
    let mut control = Control::new(limits);
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

/// Peak memory of states, edges and components, each level in a process of its
/// own: what a process has used before would hide a part.
fn memory() {
    let head = [
        "level",
        "states",
        "edges",
        "components",
        "seconds",
        "peak MiB",
        "bytes a state beyond 4 an edge",
    ];
    let mut table = TextTable::new(head);
    let own = std::env::current_exe().expect("the bench is a file");
    for (collection, number) in LARGE {
        let number = number.to_string();
        let mut child = Command::new(&own);
        let output = child
            .args([ONE_LEVEL, collection, number.as_str()])
            .output();
        let output = output.expect("the bench can start itself");
        let row = String::from_utf8_lossy(&output.stdout).into_owned();
        table.row(row.trim_end().split('\t'));
    }
    println!("memory of the whole process, one thread\n\n{table}");
}

/// The child's part: one level, its row of the table, with tabs between.
fn one_level(collection: &str, number: usize) {
    let level = level((collection, number));
    let ((graph, components), time) = timed(|| {
        let graph = whole(&level, 1);
        let components = components(&graph);
        (graph, components)
    });
    let peak = peak_bytes();
    let row = [
        format!("{collection} {number}"),
        grouped(graph.n_states() as u64),
        grouped(graph.n_edges() as u64),
        grouped(components.count as u64),
        format!("{:.1}", time.as_secs_f64()),
        (peak >> 20).to_string(),
        format!("{:.1}", bytes_a_state(peak, &graph)),
    ];
    println!("{}", row.join("\t"));
}

/// What is left of the peak when every edge has its four bytes.
fn bytes_a_state(peak: usize, graph: &StateGraph) -> f64 {
    (peak as f64 - 4.0 * graph.n_edges() as f64) / graph.n_states() as f64
}

/// What one exploration took.
struct Cost {
    /// By the clock on the wall.
    wall: f64,
    /// The time that the busier thread spent on a processor. On a machine with
    /// nothing else to do this is the time on the wall but for short waits; on a
    /// busy one it is what can still be compared.
    busier: f64,
}

/// One thread and two on the same graph, in turns, the best of each.
fn two_threads() {
    let level = level(HUGE);
    let (collection, number) = HUGE;
    let limits = Limits {
        expansions: Some(TWO_THREADS),
        ..Limits::default()
    };
    let mut best = [const { (f64::INFINITY, f64::INFINITY) }; 2];
    let mut counts = Vec::new();
    for _ in 0..ROUNDS {
        for threads in [1, 2] {
            let (graph, cost) = costed(|| explored(&level, threads, limits));
            let best = &mut best[threads - 1];
            *best = (best.0.min(cost.wall), best.1.min(cost.busier));
            counts.push((graph.n_states(), graph.n_edges()));
        }
    }
    assert!(
        counts.iter().all(|c| *c == counts[0]),
        "threads change nothing"
    );
    let mut table = TextTable::new(["", "one thread", "two threads", "ratio"]);
    for (name, of) in [
        ("seconds on the wall", [best[0].0, best[1].0]),
        ("seconds of the busier thread", [best[0].1, best[1].1]),
    ] {
        table.row([
            name.to_string(),
            format!("{:.1}", of[0]),
            format!("{:.1}", of[1]),
            ratio(of[0] / of[1]),
        ]);
    }
    println!(
        "{collection} {number}, the first {} states, best of {ROUNDS}; load of the machine now {}\n\n{table}",
        grouped(counts[0].0 as u64),
        load()
    );
}

fn costed<T>(run: impl FnOnce() -> T) -> (T, Cost) {
    let (all, own) = (process_seconds(), own_seconds());
    let (result, time) = timed(run);
    let (all, own) = (process_seconds() - all, own_seconds() - own);
    let cost = Cost {
        wall: time.as_secs_f64(),
        busier: own.max(all - own),
    };
    (result, cost)
}

/// A graph with more than a hundred million states: states, edges, components.
fn huge() {
    let (collection, number) = HUGE;
    let limits = Limits {
        memory: Some(HUGE_MEMORY),
        ..Limits::default()
    };
    let (graph, exploring) = timed(|| explored(&level(HUGE), 2, limits));
    println!(
        "{collection} {number}: {} states, {} edges, explored in {:.0} s with two threads",
        grouped(graph.n_states() as u64),
        grouped(graph.n_edges() as u64),
        exploring.as_secs_f64(),
    );
    if let Some(reason) = graph.stopped() {
        println!("not whole: stopped at the limit on {}", reason.name());
        return;
    }
    let (components, folding) = timed(|| components(&graph));
    let peak = peak_bytes();
    println!(
        "{} components in {:.0} s; peak {:.2} GB, {:.1} bytes a state beyond 4 an edge; \
         load of the machine now {}",
        grouped(components.count as u64),
        folding.as_secs_f64(),
        peak as f64 / 1e9,
        bytes_a_state(peak, &graph),
        load()
    );
}

/// The time that this thread has spent on a processor.
fn own_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = text.split_whitespace().next().and_then(|n| n.parse().ok());
    nanos.unwrap_or(0.0) / 1e9
}

/// The time that all threads have spent on processors, ended ones included. The
/// system counts it in hundredths of a second.
fn process_seconds() -> f64 {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = text.rsplit(')').next().unwrap_or_default();
    let ticks = fields.split_whitespace().skip(11).take(2);
    ticks.filter_map(|n| n.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// How many processes wanted a processor in the last minute, on average.
fn load() -> String {
    let text = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_whitespace().next().unwrap_or("?").to_string()
}

/// The most memory that this process has held, as the system counts it; zero
/// where the system does not tell.
fn peak_bytes() -> usize {
    let text = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().nth(1)?.parse::<usize>().ok());
    number.unwrap_or(0) * 1024
}
