//! Estimates of the sizes of state graphs beside the true ones: `make bench-estimate`.
//!
//! The levels and their true sizes are those of `data/graph-sizes.txt`, which
//! `--count` explores anew. `soko_graph::estimate` was developed on levels with odd
//! numbers; those with even numbers were looked at once, at the end. `--odd` and
//! `--even` print one half.

use soko_bench::{TextTable, grouped, suite};
use soko_core::Level;
use soko_graph::estimate::{Effort, estimate};
use soko_graph::{Rules, explore};
use soko_search::Control;
use std::collections::BTreeMap;
use std::time::Instant;

/// Lines of a collection, a number in it, and how many states its graph has.
const SIZES: &str = include_str!("../data/graph-sizes.txt");
/// An estimate is near the truth within this factor.
const NEAR: f64 = 3.0;

/// One level with its true size.
struct Row {
    collection: &'static str,
    number: usize,
    truth: u64,
    level: Level,
}

/// How many of some estimates are good.
#[derive(Default)]
struct Score {
    levels: usize,
    counted: usize,
    near: usize,
    held: usize,
    seconds: Vec<f64>,
}

fn main() {
    let has = |word: &str| std::env::args().any(|arg| arg == word);
    let mut rows = rows();
    rows.retain(|row| match row.number % 2 {
        0 => !has("--odd"),
        _ => !has("--even"),
    });
    if has("--count") {
        count(&rows);
    } else {
        compare(&rows);
    }
}

fn rows() -> Vec<Row> {
    let mut collections = BTreeMap::new();
    let lines = SIZES.lines().filter(|line| !line.starts_with('#'));
    let row = |line: &'static str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [collection, number, truth] = words[..] else {
            panic!("{line}: a collection, a number and a size");
        };
        let entries = collections.entry(collection).or_insert_with(|| {
            suite::collection(collection).expect("the public collections are there")
        });
        let number = number.parse().expect("a number");
        Row {
            collection,
            number,
            truth: truth.parse().expect("a size"),
            level: entries[number - 1].level().expect("the level is valid"),
        }
    };
    lines.map(row).collect()
}

/// Explores every graph and compares its size with the file's.
fn count(rows: &[Row]) {
    for row in rows {
        let graph = explore(&row.level, &Rules::default(), 1, &mut Control::default());
        let n_states = graph.expect("the level is narrow enough").n_states() as u64;
        println!("{} {} {n_states}", row.collection, row.number);
        assert_eq!(n_states, row.truth, "the file says otherwise");
    }
}

/// Estimates every level, and tells how good that was.
fn compare(rows: &[Row]) {
    let head = [
        "level", "truth", "estimate", "from", "to", "ratio", "seconds", "",
    ];
    let mut table = TextTable::new(head);
    let mut scores = [Score::default(), Score::default()];
    for row in rows {
        let begin = Instant::now();
        let guess = estimate(&row.level, &Effort::default(), &mut Control::default());
        let guess = guess.expect("the level is narrow enough");
        let seconds = begin.elapsed().as_secs_f64();
        let truth = row.truth as f64;
        let ratio = guess.states / truth;
        let is_near = (1.0 / NEAR..=NEAR).contains(&ratio);
        let is_held = (guess.low..=guess.high).contains(&truth);
        let remark = match (guess.is_exact, is_near, is_held) {
            (true, ..) => "counted",
            (_, true, true) => "",
            (_, true, false) => "outside its bar",
            (_, false, true) => "far",
            (_, false, false) => "far, outside its bar",
        };
        table.row([
            format!("{} {}", row.collection, row.number),
            grouped(row.truth),
            grouped(guess.states as u64),
            grouped(guess.low as u64),
            grouped(guess.high as u64),
            format!("{ratio:.2}"),
            format!("{seconds:.1}"),
            remark.to_string(),
        ]);
        let score = &mut scores[row.number % 2];
        score.levels += 1;
        score.counted += usize::from(guess.is_exact);
        score.near += usize::from(is_near);
        score.held += usize::from(is_held);
        score.seconds.push(seconds);
    }
    println!("{table}");
    for (name, score) in ["even", "odd"].into_iter().zip(scores) {
        tell(name, score);
    }
}

fn tell(name: &str, mut score: Score) {
    score.seconds.sort_by(f64::total_cmp);
    let (Some(most), n) = (score.seconds.last(), score.levels) else {
        return;
    };
    println!(
        "{name} numbers: {n} levels, {} of them counted; within a factor of {NEAR} {}, within the \
         bar {}; median {:.1} s, most {most:.1} s",
        score.counted,
        score.near,
        score.held,
        score.seconds[n / 2]
    );
}
