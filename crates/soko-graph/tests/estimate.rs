//! Estimates against whole graphs of random levels, where sampling is forced: right
//! on average, and within the bar as often as it says.

use soko_core::{Level, SplitMix, random_level};
use soko_graph::estimate::{Effort, estimate};
use soko_graph::{Rules, explore};
use soko_search::{Control, Limits, StopReason};

/// Samples alone: hardly anything is known from the start, and every test is pursued
/// to its end.
const SAMPLING: Effort = Effort {
    ball: 5,
    walks: 100,
    rounds: 2,
    lessons: 40,
    samples: 240,
    tests: u64::MAX / 2,
    seed: 1,
};

/// Random levels with so many states, and that number.
fn levels(n: usize, states: std::ops::Range<usize>) -> Vec<(Level, usize, usize)> {
    let mut random = SplitMix(2024);
    let mut found = Vec::new();
    while found.len() < n {
        let level = random_level(&mut random, 9, 8, 4);
        let graph = explore(&level, &Rules::default(), 1, &mut Control::default()).unwrap();
        if states.contains(&graph.n_states()) {
            found.push((level, graph.n_states(), graph.n_edges()));
        }
    }
    found
}

/// Any wrong weight shows in the mean: a state that is never drawn, areas that are
/// not counted, a probability that is not the one drawn with.
#[test]
fn estimates_are_right_on_average_and_bars_hold() {
    const LEVELS: usize = 200;
    let (mut ratios, mut edge_ratios, mut held) = (Vec::new(), Vec::new(), 0);
    for (i, (level, states, edges)) in levels(LEVELS, 60..4_000).into_iter().enumerate() {
        let effort = Effort {
            seed: i as u64,
            ..SAMPLING
        };
        let guess = estimate(&level, &effort, &mut Control::default()).unwrap();
        assert!(!guess.is_exact && guess.stopped.is_none());
        assert_eq!(guess.samples[2], 0, "every test comes to an end");
        assert!(guess.low <= guess.states && guess.states <= guess.high);
        assert!(guess.known <= states, "{} of {states}", guess.known);
        let truth = states as f64;
        ratios.push(guess.by_samples / truth);
        edge_ratios.push(guess.edges_a_state * truth / edges as f64);
        held += usize::from(guess.low <= truth && truth <= guess.high);
    }
    for ratios in [ratios, edge_ratios] {
        let n = ratios.len() as f64;
        let mean = ratios.iter().sum::<f64>() / n;
        let variance = ratios.iter().map(|r| (r - mean).powi(2)).sum::<f64>() / n;
        let error = (variance / n).sqrt();
        assert!(error < 0.03, "the test is sharp: {error}");
        assert!((mean - 1.0).abs() < 4.0 * error, "{mean} +- {error}");
    }
    // 19 of 20, less three standard errors of that share.
    assert!(held * 100 >= LEVELS * 91, "{held} of {LEVELS}");
}

/// Where the tests are cut short, most samples stay open; the bar is wide then, and
/// holds.
#[test]
fn bars_hold_where_much_is_open() {
    const LEVELS: usize = 100;
    let (mut held, mut open) = (0, 0);
    for (i, (level, states, _)) in levels(LEVELS, 1_000..20_000).into_iter().enumerate() {
        let effort = Effort {
            walks: 10,
            rounds: 0,
            seed: i as u64,
            ..SAMPLING
        };
        let expansions = Some(400);
        let mut control = Control::new(Limits {
            expansions,
            ..Limits::default()
        });
        let guess = estimate(&level, &effort, &mut control).unwrap();
        let truth = states as f64;
        held += usize::from(guess.low <= truth && truth <= guess.high);
        open += guess.samples[2];
    }
    assert!(open > LEVELS * 100, "{open} samples are open");
    assert!(held * 10 >= LEVELS * 9, "{held} of {LEVELS}");
}

#[test]
fn small_graphs_are_counted() {
    for (level, states, edges) in levels(50, 1..4_000) {
        let guess = estimate(&level, &Effort::default(), &mut Control::default()).unwrap();
        assert!(guess.is_exact);
        assert_eq!([guess.states, guess.low, guess.high], [states as f64; 3]);
        let graph_edges = guess.edges_a_state * states as f64;
        assert!((graph_edges - edges as f64).abs() < 1e-6 * edges.max(1) as f64);
    }
}

#[test]
fn the_same_seed_gives_the_same_estimate() {
    let (level, ..) = levels(1, 1_000..4_000).remove(0);
    let run = |seed| {
        let effort = Effort { seed, ..SAMPLING };
        let guess = estimate(&level, &effort, &mut Control::default()).unwrap();
        [guess.states, guess.low, guess.high]
    };
    assert_eq!(run(3), run(3));
    assert_ne!(run(3), run(4));
}

/// Stopped at any moment, an estimate is still in order.
#[test]
fn a_stopped_estimate_says_so() {
    let (level, states, _) = levels(1, 1_000..4_000).remove(0);
    for checks in (0..40).map(|i| 1 << (i / 2)) {
        let mut control = Control::default().with_forced_stop(checks);
        let guess = estimate(&level, &SAMPLING, &mut control).unwrap();
        let is_stopped = guess.stopped == Some(StopReason::Cancelled);
        assert_eq!(is_stopped, control.stopped().is_some());
        assert!(1.0 <= guess.low && guess.low <= guess.states && guess.states <= guess.high);
        assert!(guess.low <= states as f64 || !is_stopped);
    }
    let memory = Some(1);
    let mut control = Control::new(Limits {
        memory,
        ..Limits::default()
    });
    let guess = estimate(&level, &SAMPLING, &mut control).unwrap();
    assert_eq!(guess.stopped, Some(StopReason::Memory));
}
