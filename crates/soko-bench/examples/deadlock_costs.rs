//! What each deadlock technique costs and catches on positions from random play.
//!
//! `cargo run --release -p soko-bench --example deadlock_costs -- [COLLECTION] [POSITIONS]`
//!
//! Positions come from random pushes that the cheap tests let pass, as a search
//! would generate them. Times are of this machine and run: compare them with each
//! other, not with other machines.

#[path = "shared/numbers.rs"]
mod numbers;

use numbers::number;
use soko_bench::suite;
use soko_core::{Level, Push, Reach, SplitMix, Square, Squares, pushes, with_width};
use soko_solve::deadlock::{Detectors, Pruning, Query, Tallies, Technique, Techniques};
use std::time::{Duration, Instant};

#[derive(Clone, Default)]
struct Cost {
    caught: u32,
    times: Vec<Duration>,
}

#[derive(Default)]
struct Costs {
    making: Cost,
    making_pairs: Cost,
    flood: Cost,
    prune: Cost,
    work: Tallies,
    techniques: [Cost; Technique::ALL.len()],
}

fn main() {
    let collection = std::env::args().nth(1);
    let collection = collection.unwrap_or_else(|| "XSokoban_90".into());
    let n_positions = number(2, 300) as usize;
    let entries = suite::collection(&collection).expect("a public collection");
    let mut costs = Costs::default();
    for (number, entry) in entries.iter().enumerate() {
        if let Ok(level) = Level::from_setup(entry.setup.clone()) {
            let mut random = SplitMix(number as u64);
            with_width!(level.board().n_squares(), S =>
                measure::<S>(&level, &mut random, n_positions, &mut costs));
        }
    }
    print(&costs);
}

fn timed<T>(cost: &mut Cost, run: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let value = run();
    let time = start.elapsed();
    cost.times.push(time);
    value
}

/// Boxes, the man's area, and where the last box was pushed to.
type Case<S> = (S, S, Square);

fn asked<S>((boxes, area, pushed): &Case<S>) -> Query<'_, S> {
    Query {
        boxes,
        area,
        pushed: Some(*pushed),
    }
}

/// Measures in this order: floods, the making of tables, each technique on all
/// positions, and pruning.
fn measure<S: Squares>(
    level: &Level,
    random: &mut SplitMix,
    n_positions: usize,
    costs: &mut Costs,
) {
    let board = level.board();
    let cases: Vec<Case<S>> = random_play(level, random, n_positions);
    let reach = Reach::<S>::new(board);
    for (boxes, area, _) in &cases {
        let man = area.lowest().expect("the man stands somewhere");
        timed(&mut costs.flood, || reach.area(boxes, man));
    }
    let mut detectors = timed(&mut costs.making, || {
        Detectors::<S>::new(board, Techniques::ALL)
    });
    if let Some(case) = cases.first() {
        let query = Query {
            pushed: None,
            ..asked(case)
        };
        timed(&mut costs.making_pairs, || {
            detectors.ask(Technique::Pairs, &query)
        });
    }
    for technique in Technique::ALL {
        for case in &cases {
            let cost = &mut costs.techniques[technique as usize];
            let verdict = timed(cost, || detectors.ask(technique, &asked(case)));
            cost.caught += u32::from(verdict.is_dead());
        }
    }
    costs.work.add(detectors.tallies());
    for case in &cases {
        let pruning = timed(&mut costs.prune, || detectors.prune(&asked(case)));
        costs.prune.caught += u32::from(pruning != Pruning::None);
    }
}

/// Random pushes that the cheap tests let pass; play goes on from those that all
/// tests let pass.
fn random_play<S: Squares>(
    level: &Level,
    random: &mut SplitMix,
    n_positions: usize,
) -> Vec<Case<S>> {
    let board = level.board();
    let reach = Reach::<S>::new(board);
    let mut detectors = Detectors::<S>::new(board, Techniques::ALL);
    let mut cases = Vec::new();
    let start: S = board.convert(level.boxes());
    let (mut boxes, mut area) = (start.clone(), reach.area(&start, level.man()));
    let mut depth = 0;
    for _ in 0..n_positions * 20 {
        if cases.len() >= n_positions {
            break;
        }
        let options: Vec<Push> = pushes(board, &boxes, &area).collect();
        if options.is_empty() || depth > 60 {
            boxes = start.clone();
            area = reach.area(&boxes, level.man());
            depth = 0;
            continue;
        }
        let push = options[random.below(options.len())];
        let mut next = boxes.clone();
        push.apply(board, &mut next);
        let next_area = reach.area(&next, push.from);
        let query = Query {
            boxes: &next,
            area: &next_area,
            pushed: push.to(board),
        };
        if detectors.at_generation(&query).is_dead() {
            continue;
        }
        let to = push.to(board).expect("the push was possible");
        cases.push((next.clone(), next_area.clone(), to));
        if detectors.at_expansion(&query).is_dead() {
            continue;
        }
        (boxes, area) = (next, next_area);
        depth += 1;
    }
    cases
}

fn print(costs: &Costs) {
    println!("nanoseconds          calls    caught      median        mean     99 %      work");
    let line = |name: &str, cost: &Cost, work: u64| {
        let mut times: Vec<u128> = cost.times.iter().map(Duration::as_nanos).collect();
        times.sort();
        let calls = times.len().max(1);
        let at = |share: usize| times.get(calls * share / 100).copied().unwrap_or(0);
        // The slowest hundredth is left out: it measures the other programs.
        let usual = &times[..times.len() - times.len() / 100];
        let mean = usual.iter().sum::<u128>() / usual.len().max(1) as u128;
        println!(
            "{name:<16} {calls:>9} {:>9} {:>11} {mean:>11} {:>8} {:>9.1}",
            cost.caught,
            at(50),
            at(99),
            work as f64 / calls as f64
        );
    };
    line("making", &costs.making, 0);
    line("making pairs", &costs.making_pairs, 0);
    line("flood", &costs.flood, 0);
    for technique in Technique::ALL {
        let work = costs.work.of(technique).work;
        line(
            technique.name(),
            &costs.techniques[technique as usize],
            work,
        );
    }
    line("prune", &costs.prune, 0);
}
