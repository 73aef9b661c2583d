//! What dead sets of an earlier run save: `make bench-dead-sets`.
//!
//! Each level is solved three times by the champion, within so many positions: first
//! knowing nothing, then with the sets that the first run has learned, proved again, and
//! at last turned by a quarter with the same sets. Then the position after a third of
//! the solution's pushes is solved without and with them. Counts of positions, so the
//! table is the same on every machine; what proving the sets again looks at is told
//! beside.

#[path = "shared/numbers.rs"]
mod numbers;

use numbers::number;
use soko_bench::{StoredSet, TextTable, grouped, kept, stored, suite};
use soko_core::{Level, Setup, State, Symmetry, pushes_of_steps};
use soko_search::{Control, Limits};
use soko_solve::{Options, Report, solve};

/// Levels on which the champion has to search.
const LEVELS: &[(&str, &[usize])] = &[
    ("Microban_155", &[93, 122, 139, 144, 146, 153]),
    ("XSokoban_90", &[2, 5, 7, 8, 17, 38, 43, 78]),
    ("Sasquatch_50", &[3, 5, 9, 15]),
];

fn main() {
    let expansions = number(1, 6_000);
    let head = [
        "level",
        "sets",
        "first",
        "again",
        "turned",
        "proofs",
        "later",
        "later, with sets",
    ];
    let mut table = TextTable::new(head);
    let mut sums = [0; 5];
    for (name, numbers) in LEVELS {
        let entries = suite::collection(name).expect("a public collection");
        for number in *numbers {
            let level = entries[number - 1].level().expect("a sound level");
            let row = measure(&level, expansions);
            for (sum, expanded) in sums.iter_mut().zip(row.expanded) {
                *sum += expanded;
            }
            table.row(row.cells(&format!("{name} {number}")));
        }
    }
    println!("{table}");
    let [first, again, turned, later, later_with] = sums.map(grouped);
    println!(
        "In all {first} positions at first, {again} again, {turned} turned; later {later}, with the sets {later_with}."
    );
    println!(
        "A plus sign marks runs that found no solution within {} positions.",
        grouped(expansions)
    );
}

struct Row {
    n_sets: usize,
    proofs: String,
    /// First, again, turned, later without and with the sets.
    expanded: [u64; 5],
    solved: [bool; 5],
}

impl Row {
    fn cells(&self, name: &str) -> [String; 8] {
        let told = |i: usize| {
            let open = if self.solved[i] { "" } else { "+" };
            format!("{}{open}", grouped(self.expanded[i]))
        };
        let sets = grouped(self.n_sets as u64);
        let proofs = self.proofs.clone();
        [
            name.to_owned(),
            sets,
            told(0),
            told(1),
            told(2),
            proofs,
            told(3),
            told(4),
        ]
    }
}

fn measure(level: &Level, expansions: u64) -> Row {
    let first = run(level, &[], expansions);
    let sets = stored(&first.dead_sets, level);
    let again = run(level, &sets, expansions);
    let turned = run(&turned(level), &sets, expansions);
    let later = later(level, &first);
    let without = run(&later, &[], expansions);
    let with = run(&later, &sets, expansions);
    let note = again
        .notes
        .iter()
        .find(|note| note.starts_with("dead sets: "));
    let positions = note.and_then(|note| note.split_whitespace().nth(6).map(str::to_owned));
    let runs = [&first, &again, &turned, &without, &with];
    Row {
        n_sets: sets.len(),
        proofs: positions.unwrap_or_default(),
        expanded: runs.map(|report| report.counters.expanded),
        solved: runs.map(|report| report.solution().is_some()),
    }
}

fn run(level: &Level, sets: &[StoredSet], expansions: u64) -> Report {
    let options = Options {
        dead_sets: Some(kept(sets, level)),
        ..Options::default()
    };
    let mut control = Control::new(Limits {
        expansions: Some(expansions),
        ..Limits::default()
    });
    solve("champion", level, &options, &mut control).expect("a sound report")
}

/// The level turned by a quarter.
fn turned(level: &Level) -> Level {
    let (setup, symmetry) = (level.setup(), Symmetry::ALL[3]);
    let (width, height) = symmetry.size(setup.width(), setup.height());
    let mut picture = Setup::new(width, height);
    for (at, cell) in setup.cells() {
        picture.set(symmetry.image(at, setup.width(), setup.height()), cell);
    }
    Level::from_setup(picture).expect("as sound as before")
}

/// The position after a third of a solution's pushes; the start if there is none.
fn later(level: &Level, report: &Report) -> Level {
    let Some(solution) = report.solution() else {
        return level.clone();
    };
    let pushes = pushes_of_steps(level, solution.verified.steps());
    let State { mut boxes, mut man } = level.start();
    for push in &pushes[..pushes.len() / 3] {
        push.apply(level.board(), &mut boxes);
        man = push.from;
    }
    level.with_start(&State { boxes, man })
}
