//! Makes the graded collection: `cargo run --release -p soko-generate --example make_graded`.
//!
//! Levels of growing size are generated, each is rated, and two hundred are chosen so that
//! their grades rise in equal steps of rank from the easiest to the hardest found, the
//! smaller level first where two would do. The same program gives the same collection.

use soko_format::{Collection, Entry, Format, Game, Note};
use soko_generate::{Made, Run, WAYS, Way, Wish};
use soko_rate::{MOST_STATES, Rating};
use soko_search::Control;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

const SEED: u64 = 2026;
const LEVELS: usize = 200;

/// Width, height, boxes, how many levels, and whether slow ways may be used.
const BATCHES: &[(u32, u32, usize, usize, bool)] = &[
    (6, 5, 1, 30, true),
    (6, 6, 1, 20, true),
    (6, 6, 2, 50, true),
    (7, 6, 2, 60, true),
    (7, 7, 2, 60, true),
    (7, 7, 3, 90, true),
    (8, 7, 3, 90, true),
    (8, 8, 3, 90, true),
    (8, 8, 4, 120, true),
    (9, 8, 4, 60, false),
    (9, 9, 4, 60, false),
    (9, 9, 5, 60, false),
    (10, 9, 5, 40, false),
    (10, 10, 6, 40, false),
];

/// First and second words of names.
const FIRST: [&str; 20] = [
    "Quiet", "Narrow", "Crooked", "Hidden", "Patient", "Winding", "Stubborn", "Hollow", "Early",
    "Late", "Copper", "Amber", "Silver", "Northern", "Southern", "Inner", "Outer", "Lonely",
    "Busy", "Last",
];
const SECOND: [&str; 10] = [
    "Cellar", "Harbour", "Passage", "Workshop", "Garden", "Tower", "Mill", "Archive", "Bridge",
    "Vault",
];

struct Candidate {
    made: Made,
    rating: Rating,
}

fn main() {
    let mut pool: Vec<Candidate> = Vec::new();
    let mut known = Default::default();
    for &(width, height, boxes, n, is_slow) in BATCHES {
        let wish = Wish::new(width, height, boxes..=boxes);
        let stop = AtomicBool::new(false);
        let run = Run {
            wish: &wish,
            ways: ways(is_slow),
            seed: SEED,
            threads: 2,
            stop: &stop,
        };
        let before = pool.len();
        run.go(&mut known, |made, _| {
            pool.extend(made.and_then(rated));
            match pool.len() < before + n {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
        eprintln!("{width} x {height}, {boxes} boxes: {} levels", pool.len());
    }
    pool.sort_by(|a, b| a.rating.grade.total_cmp(&b.rating.grade));
    let chosen = (0..LEVELS).map(|i| &pool[i * (pool.len() - 1) / (LEVELS - 1)]);
    let entries = chosen.enumerate().map(|(i, c)| entry(i, c)).collect();
    let remark = "Generated, and ordered by how hard people are likely to find them.";
    let collection = Collection {
        notes: vec![
            field("Collection", "Graded"),
            field("Author", "Sokoscope"),
            Note::Comment(remark.into()),
        ],
        entries,
        diagnostics: Vec::new(),
    };
    print!("{}", Format::Sok.write(&collection));
}

fn ways(is_slow: bool) -> Vec<&'static Way> {
    let may = |way: &&Way| is_slow || way.name != "improve";
    WAYS.iter().filter(may).collect()
}

fn rated(made: Made) -> Option<Candidate> {
    let rating = Rating::new(&made.level, MOST_STATES, &mut Control::default()).ok()?;
    // What has no fewest pushes proved is left to others.
    made.fewest_pushes?;
    Some(Candidate { made, rating })
}

fn field(key: &str, value: &str) -> Note {
    let (key, value) = (key.to_string(), value.to_string());
    Note::Field { key, value }
}

fn entry(index: usize, Candidate { made, rating }: &Candidate) -> Entry {
    // Twenty and ten words make two hundred names, neighbours with no word in common.
    let name = format!(
        "{} {}",
        FIRST[index % 20],
        SECOND[(index + index / 20) % 10]
    );
    let setup = made.level.setup().clone();
    let mut entry = Entry::new(index + 1, Some(name), setup);
    entry.notes.push(Note::Comment(format!(
        "{} boxes, at least {} pushes, grade {:.0}.",
        made.level.n_boxes(),
        made.solution.metrics().pushes,
        rating.grade
    )));
    entry.games.push(Game {
        title: "Solution/Pushes".into(),
        moves: made.solution.lurd(),
        line: 0,
        notes: Vec::new(),
    });
    entry
}
