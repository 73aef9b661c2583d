//! How long a player waits for the layers: every layer of every XSokoban and
//! Sasquatch level, one thread.
//!
//! For each level the start and a few positions of random play are asked about, with
//! the first box pointed at. The time of a position is that of all layers together,
//! the assistant's own preparation included for the first one, and with the budgets
//! that the server gives. `make bench-assist`
//! prints the median and the worst, and fails above 50 ms and 200 ms; a move with
//! the preset Coach has 30 ms. Where the system tells it, the limits hold for this
//! thread's time on the processor, so that a busy machine does not count against the
//! layers; time on the clock is printed beside it.

use soko_assist::{ArrowKind, Assistant, LAYERS, PATIENT, PRESETS, QUICK, Question, layer, within};
use soko_bench::suite;
use soko_core::{Level, SplitMix, Squares, State};
use std::time::{Duration, Instant};

const COLLECTIONS: [&str; 8] = [
    "XSokoban_90",
    "Sasquatch_50",
    "Sasquatch_II_50",
    "Sasquatch_III_50",
    "Sasquatch_IV_50",
    "Sasquatch_V_50",
    "Sasquatch_VI_50",
    "Sasquatch_VII_50",
];

/// Time that this thread has spent on the processor, or else on the clock.
#[cfg(unix)]
fn on_processor(_: Instant) -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(not(unix))]
fn on_processor(begin: Instant) -> Duration {
    begin.elapsed()
}

/// What something took.
#[derive(Clone, Copy, Default)]
struct Spent {
    processor: Duration,
    clock: Duration,
}

impl Spent {
    /// Does something and adds what it took.
    fn on<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let clock = Instant::now();
        let begin = on_processor(clock);
        let done = work();
        self.processor += on_processor(clock) - begin;
        self.clock += clock.elapsed();
        done
    }
}

fn main() {
    let mut all = Vec::new();
    let mut coach = Vec::new();
    let mut by_layer = vec![Duration::ZERO; LAYERS.len()];
    let chosen: Vec<String> = std::env::args().skip(1).collect();
    let is_chosen = |name: &&str| chosen.iter().any(|c| c == name);
    let none_chosen = !COLLECTIONS.iter().any(&is_chosen);
    // Names on the command line choose collections; what else stands there belongs
    // to the harness.
    for name in COLLECTIONS
        .into_iter()
        .filter(|name| none_chosen || is_chosen(name))
    {
        let entries = suite::collection(name).expect("the public collections are there");
        for entry in entries {
            let Ok(level) = Level::from_setup(entry.setup.clone()) else {
                continue;
            };
            let title = format!("{name} {}", entry.number);
            measure(&level, &title, &mut all, &mut coach, &mut by_layer);
        }
    }
    for (entry, time) in LAYERS.iter().zip(&by_layer) {
        println!(
            "{:>12}: {:8.3} ms in the mean",
            entry.name,
            millis(*time) / all.len() as f64
        );
    }
    let is_well = report("all layers", &mut all, 50.0, 200.0)
        & report("a move with the preset coach", &mut coach, 30.0, 30.0);
    if !is_well {
        std::process::exit(1);
    }
}

/// A position that was asked about.
struct Timed {
    spent: Spent,
    /// Whether every test was made within the budget.
    is_complete: bool,
    at: String,
}

impl Timed {
    fn new(spent: Spent, is_complete: bool, title: &str, position: usize) -> Timed {
        let at = format!("{title}, position {position}");
        Timed {
            spent,
            is_complete,
            at,
        }
    }
}

fn measure(
    level: &Level,
    title: &str,
    all: &mut Vec<Timed>,
    coach: &mut Vec<Timed>,
    by_layer: &mut [Duration],
) {
    let mut spent = Spent::default();
    let mut assistant = spent.on(|| Assistant::new(level.clone()));
    let positions = positions(level);
    for (i, state) in positions.iter().enumerate() {
        let focus = state.boxes.lowest();
        let question = Question { state, focus };
        let mut control = within(PATIENT);
        let mut is_complete = true;
        for (entry, sum) in LAYERS.iter().zip(by_layer.iter_mut()) {
            let before = spent.processor;
            let overlay = spent.on(|| assistant.ask(entry, &question, &mut control));
            is_complete &= overlay.is_complete;
            *sum += spent.processor - before;
        }
        all.push(Timed::new(spent, is_complete, title, i));
        spent = Spent::default();
    }
    // Moves, one after the other, as the page asks for them.
    let mut assistant = Assistant::new(level.clone());
    warm_up(&mut assistant, level);
    let preset = PRESETS.iter().find(|preset| preset.name == "coach");
    let layers = preset.expect("there is a coach").layers;
    for (i, state) in positions.iter().enumerate() {
        let (mut spent, mut is_complete) = (Spent::default(), true);
        let mut control = within(QUICK);
        for &layer in layers.iter().rev() {
            let overlay = spent.on(|| assistant.ask(layer, &Question::new(state), &mut control));
            is_complete &= overlay.is_complete;
        }
        coach.push(Timed::new(spent, is_complete, title, i));
    }
}

/// The page asks about the start when a level is opened.
fn warm_up(assistant: &mut Assistant, level: &Level) {
    let start = level.start();
    assistant.ask(
        &layer::PREVENTION,
        &Question::new(&start),
        &mut within(PATIENT),
    );
}

/// The start, and three positions of random play that shuns what is proved to lose:
/// lost positions are answered at once and would flatter the median.
fn positions(level: &Level) -> Vec<State> {
    let mut assistant = Assistant::new(level.clone());
    let mut random = SplitMix(1);
    let mut state = level.start();
    let mut positions = vec![state.clone()];
    for n in 1..=12 {
        let question = Question::new(&state);
        let prevention = assistant.ask(&layer::PREVENTION, &question, &mut within(PATIENT));
        let arrows = prevention.arrows.iter();
        let plain: Vec<_> = arrows.filter(|a| a.kind == ArrowKind::Push).collect();
        let Some(arrow) = plain.get(random.below(plain.len().max(1))) else {
            break;
        };
        state.boxes.remove(arrow.from);
        state.boxes.insert(arrow.to);
        state.man = arrow.from;
        if n % 4 == 0 {
            positions.push(state.clone());
        }
    }
    positions
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn report(what: &str, times: &mut [Timed], median_limit: f64, worst_limit: f64) -> bool {
    let middle = times.len() / 2;
    times.sort_by_key(|timed| timed.spent.clock);
    let (clock_median, clock_worst) = (
        times[middle].spent.clock,
        times[times.len() - 1].spent.clock,
    );
    times.sort_by_key(|timed| timed.spent.processor);
    let median = millis(times[middle].spent.processor);
    let last = times.last().expect("there are levels");
    let worst = millis(last.spent.processor);
    let is_well = median <= median_limit && worst <= worst_limit;
    println!(
        "{what}: {} positions, median {median:.2} ms (limit {median_limit}), \
         worst {worst:.2} ms (limit {worst_limit}) at {}: {}",
        times.len(),
        last.at,
        if is_well { "holds" } else { "FAILS" }
    );
    let n_complete = times.iter().filter(|timed| timed.is_complete).count();
    println!(
        "  on the clock: median {:.2} ms, worst {:.2} ms; every test made in {n_complete}",
        millis(clock_median),
        millis(clock_worst)
    );
    for timed in times.iter().rev().take(4) {
        println!("  {:8.2} ms at {}", millis(timed.spent.processor), timed.at);
    }
    is_well
}
