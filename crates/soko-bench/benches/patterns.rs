//! What it costs to recognise deadlock patterns, against their number: `make
//! bench-patterns` prints the table and draws `docs/pattern-cost.svg`.
//!
//! LISA's authors state that the number of patterns could lead to insufficient
//! resources and leave that untested. Here patterns are drawn at random in windows of
//! 3 by 3 to 6 by 6 cells and proved by search, until there are 100,000 that differ,
//! mirror images not counted. They are not made smallest: nearly all would come down to
//! the same few corners and blocks. Both recognisers, LISA's table and our tree,
//! are asked about the same pushed boxes in the same states, and must agree. Times are
//! the least of several runs.

use soko_bench::report::{CostLine, cost_plot};
use soko_bench::{TextTable, grouped};
use soko_core::{Level, Reach, SplitMix, SquareSet, Squares, random_level};
use soko_solve::deadlock::{
    CrossingOut, Detectors, Pattern, Patterns, Query, Technique, Techniques,
};
use std::collections::HashSet;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// How many patterns are known.
const NUMBERS: [usize; 11] = [
    1, 10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 60_000, 100_000,
];
/// States that are asked about.
const N_STATES: usize = 400;
/// Runs, of which the fastest counts: so many at most, and few where each takes long.
const MOST_RUNS: usize = 40;
const FEWEST_RUNS: usize = 3;
const ENOUGH: Duration = Duration::from_secs(3);

fn main() {
    let out = std::env::args().find_map(|a| a.strip_prefix("--out=").map(str::to_owned));
    let out = out.unwrap_or_else(|| {
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/pattern-cost.svg").to_owned()
    });
    let states = states();
    let start = Instant::now();
    let patterns = drawn_patterns(NUMBERS[NUMBERS.len() - 1]);
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{} patterns drawn and proved in {seconds:.0} s\n",
        grouped(patterns.len() as u64)
    );
    let head = [
        "patterns",
        "entries",
        "crossing out, ns",
        "tree, ns",
        "ratio",
        "table, KiB",
        "tree, KiB",
        "dead",
    ];
    let mut table = TextTable::new(head);
    let mut lines = [line("LISA's table, crossing out"), line("tree of places")];
    for n in NUMBERS {
        let measured = measure(Patterns::with_own(patterns[..n].to_vec()), &states);
        let (printed, ours) = (measured.nanoseconds[0], measured.nanoseconds[1]);
        lines[0].points.push((n as f64, printed));
        lines[1].points.push((n as f64, ours));
        table.row([
            grouped(n as u64),
            grouped(measured.n_entries as u64),
            grouped(printed as u64),
            grouped(ours as u64),
            format!("{:.1}", printed / ours),
            grouped(measured.bytes[0] as u64 >> 10),
            grouped(measured.bytes[1] as u64 >> 10),
            format!("{} of {}", measured.n_dead, states.len()),
        ]);
    }
    println!("{table}");
    let plot = cost_plot(&lines, "patterns known", "nanoseconds a question");
    std::fs::write(&out, plot).expect("the plot can be written");
    println!("the plot is in {out}");
}

fn line(name: &str) -> CostLine {
    CostLine {
        name: name.into(),
        points: Vec::new(),
    }
}

/// What one number of patterns costs; LISA's table first, then the tree.
struct Measured {
    n_entries: usize,
    n_dead: usize,
    nanoseconds: [f64; 2],
    bytes: [usize; 2],
}

fn measure(patterns: Patterns, states: &[Level]) -> Measured {
    let table = CrossingOut::new(&patterns);
    let mut questions: Vec<Question> = states.iter().map(|s| Question::new(s, &patterns)).collect();
    let printed = |questions: &mut [Question]| {
        let dead = questions.iter().filter(|q| q.is_dead_by_table(&table));
        dead.count()
    };
    let ours = |questions: &mut [Question]| {
        let dead = questions
            .iter_mut()
            .filter_map(|q| q.is_dead().then_some(()));
        dead.count()
    };
    let n_dead = printed(&mut questions);
    assert_eq!(n_dead, ours(&mut questions), "both find the same");
    let mut least = [Duration::MAX; 2];
    let begun = Instant::now();
    for run in 0..MOST_RUNS {
        if run >= FEWEST_RUNS && begun.elapsed() > ENOUGH {
            break;
        }
        let start = Instant::now();
        black_box(printed(&mut questions));
        least[0] = least[0].min(start.elapsed());
        let start = Instant::now();
        black_box(ours(&mut questions));
        least[1] = least[1].min(start.elapsed());
    }
    Measured {
        n_entries: patterns.n_entries(),
        n_dead,
        nanoseconds: least.map(|time| time.as_nanos() as f64 / states.len() as f64),
        bytes: [table.bytes(), patterns.bytes()],
    }
}

/// A state with a box that was just pushed.
struct Question {
    detectors: Detectors<SquareSet>,
    boxes: SquareSet,
    area: SquareSet,
}

impl Question {
    fn new(level: &Level, patterns: &Patterns) -> Question {
        let detectors = Detectors::new(level.board(), Techniques::NONE).without_pairs();
        Question {
            detectors: detectors.with_patterns(patterns),
            boxes: level.boxes().clone(),
            area: Reach::new(level.board()).area(level.boxes(), level.man()),
        }
    }

    fn is_dead_by_table(&self, table: &CrossingOut) -> bool {
        let pushed = self.boxes.lowest().expect("a box");
        let query = Query {
            boxes: &self.boxes,
            area: &self.area,
            pushed: Some(pushed),
        };
        table
            .dead_boxes(self.detectors.ground(), &query, pushed)
            .is_some()
    }

    fn is_dead(&mut self) -> bool {
        let query = Query {
            boxes: &self.boxes,
            area: &self.area,
            pushed: self.boxes.lowest(),
        };
        self.detectors.ask(Technique::Pattern, &query).is_dead()
    }
}

/// Random levels with many boxes, as they stand.
fn states() -> Vec<Level> {
    let mut random = SplitMix(5);
    (0..N_STATES)
        .map(|_| random_level(&mut random, 14, 12, 20))
        .collect()
}

/// So many different patterns, mirror images not counted, the same every
/// time.
fn drawn_patterns(n: usize) -> Vec<Pattern> {
    let mut random = SplitMix(7);
    let (mut seen, mut patterns) = (HashSet::new(), Vec::new());
    while patterns.len() < n {
        let Some(pattern) = drawn_pattern(&mut random) else {
            continue;
        };
        if seen.insert(pattern.symmetries()[0]) {
            patterns.push(pattern);
        }
    }
    patterns
}

/// A window drawn at random, without the boxes that keep it from being a deadlock.
fn drawn_pattern(random: &mut SplitMix) -> Option<Pattern> {
    let (width, height) = (3 + random.below(4), 3 + random.below(4));
    let mut rows = vec![String::new(); height];
    for row in &mut rows {
        for _ in 0..width {
            row.push(['#', '$', '?', '?', '#', '?', '?', '?'][random.below(8)]);
        }
    }
    let mut pattern = Pattern::of_rows(rows.iter().map(String::as_str)).expect("well drawn");
    while pattern.n_boxes() > 0 {
        if pattern.verify().is_ok() {
            return Some(pattern);
        }
        // Those that demand a box less come first.
        pattern = pattern.weaker()[random.below(pattern.n_boxes())];
    }
    None
}
