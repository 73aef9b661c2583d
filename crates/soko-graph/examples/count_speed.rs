//! How fast the states of a level are counted: a file of plain board rows, how many states
//! may be expanded (0: all), and how many threads.
//!
//!     cargo run --release -p soko-graph --example count_speed -- level.txt [3000000] [1]
//!
//! Both sweeps are told apart. The time is that of the processor with one thread, by the
//! clock with more.

use soko_core::Level;
use soko_graph::Rules;
use soko_graph::count::{Census, CountOptions};
use soko_search::{Control, Limits, StopReason};
use std::time::Instant;

fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let mut args = std::env::args().skip(1);
    let path = args.next().ok_or("which file?")?;
    let expansions: u64 = args.next().map_or(Ok(0), |n| n.parse())?;
    let threads: usize = args.next().map_or(Ok(1), |n| n.parse())?;
    let level: Level = std::fs::read_to_string(path)?.parse()?;
    let limits = Limits {
        expansions: (expansions > 0).then_some(expansions),
        ..Limits::default()
    };
    let options = CountOptions {
        threads,
        ..CountOptions::default()
    };
    let mut control = Control::new(limits);
    soko_graph::with_steps!(&level, &Rules::default(), steps => {
        run(Census::new(&steps, &options), &mut control, threads)
    })?;
    Ok(())
}

fn run(mut census: Census<'_>, control: &mut Control<'_>, threads: usize) {
    let clock = Clock::new(threads);
    let stopped = sweep(&mut census, control);
    let (expanded, generated) = (census.counters().expanded, census.counters().generated);
    clock.tell("forward", expanded, generated);
    if stopped.is_none() {
        let clock = Clock::new(threads);
        census.turn_back();
        sweep(&mut census, control);
        let counters = census.counters();
        clock.tell(
            "backward",
            counters.expanded - expanded,
            counters.generated - generated,
        );
    }
    let counts = census.counts();
    let bytes = census.counters().bytes as f64 / census.n_known() as f64;
    println!(
        "{} states, {} known, {} edges, {} layers, {} solved, {} alive, {:.2} bytes a state",
        counts.states(),
        census.n_known(),
        counts.edges,
        counts.layers.len(),
        counts.solved(),
        counts.alive(),
        bytes
    );
}

fn sweep(census: &mut Census<'_>, control: &mut Control<'_>) -> Option<StopReason> {
    loop {
        match census.next_layer(control) {
            Ok(0) => return None,
            Ok(_) => {}
            Err(reason) => return Some(reason),
        }
    }
}

struct Clock {
    begin: Instant,
    /// Nanoseconds of processor time before, where that is what counts.
    used: Option<u64>,
}

impl Clock {
    fn new(threads: usize) -> Clock {
        Clock {
            begin: Instant::now(),
            used: if threads == 1 { processor_time() } else { None },
        }
    }

    fn tell(&self, what: &str, states: u64, steps: u64) {
        let now = self
            .used
            .and_then(|before| Some(processor_time()? - before));
        let nanos = now.map_or(self.begin.elapsed().as_nanos() as f64, |ns| ns as f64);
        println!(
            "{what}: {states} expanded, {steps} steps, {:.2} s, {:.0} ns a state, {:.1} ns a step, {:.2} million states a second",
            nanos / 1e9,
            nanos / states as f64,
            nanos / steps as f64,
            states as f64 / nanos * 1e3,
        );
    }
}

/// Nanoseconds that this thread has had a processor, where the system says so.
fn processor_time() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/schedstat").ok()?;
    text.split_whitespace().next()?.parse().ok()
}
