//! Makes the collection `starter`, levels from first steps to long thought:
//! `cargo run --release -p soko-generate --example make_graded > levels/starter.sok`.
//!
//! Batches of attempts, from one box in a closet to four in a maze, fill a pool of levels
//! that are worth a player's while. Each is rated. Left out are levels of several boxes that
//! a short-sighted player solves more often than not, and those whose whole graph has more
//! than [`MOST_STATES`] states, which are the wide ones where little can go wrong.
//! The pool, sorted by grade, is cut into as many parts of equal size as levels are wanted.
//! Of each part the level is chosen whose boxes take turns most for its pushes, one of
//! another batch than the last if there is one. The last levels are the hardest of a longer
//! run, which are made again by the numbers of their attempts. The same program gives the
//! same collection, whatever the number of threads.

use rustc_hash::FxHashSet;
use soko_core::{Level, LevelId, Squares};
use soko_format::{Collection, Entry, Format, Game, Note};
use soko_generate::{Made, Run, WAYS, Way, Wish, way_named};
use soko_rate::{FEATURES, Kind, Rating};
use soko_search::Control;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::AtomicBool;

const SEED: u64 = 2026;
const LEVELS: usize = 200;
const MOST_STATES: usize = 40_000;
const MOST_CHANCE: f64 = 0.5;

/// The attempts of an hour whose levels were the hardest by the quick grade, which counted
/// then:
/// `soko generate --size 8x8 --boxes 3-4 --hardest 10 --time 1h --seed 18`.
const HARDEST: [u64; 10] = [
    25_971, 42_152, 76_206, 81_357, 96_047, 98_537, 106_955, 119_840, 128_585, 131_928,
];
const HARDEST_SEED: u64 = 18;

/// Some attempts to make levels of a kind.
struct Batch {
    way: &'static str,
    width: RangeInclusive<u32>,
    height: RangeInclusive<u32>,
    boxes: RangeInclusive<usize>,
    attempts: u64,
}

const fn batch(
    way: &'static str,
    width: RangeInclusive<u32>,
    height: RangeInclusive<u32>,
    boxes: RangeInclusive<usize>,
    attempts: u64,
) -> Batch {
    Batch {
        way,
        width,
        height,
        boxes,
        attempts,
    }
}

const BATCHES: &[Batch] = &[
    batch("improve", 6..=8, 5..=7, 1..=1, 70),
    batch("rooms", 7..=9, 6..=8, 2..=3, 3000),
    batch("mirrored", 6..=8, 5..=7, 2..=2, 2000),
    batch("farthest", 6..=8, 6..=7, 2..=2, 2500),
    batch("improve", 6..=8, 6..=7, 2..=2, 300),
    batch("rooms", 8..=11, 7..=9, 3..=4, 6000),
    batch("mirrored", 7..=9, 6..=8, 3..=4, 1500),
    batch("farthest", 7..=9, 6..=8, 3..=4, 1500),
    batch("improve", 7..=9, 7..=8, 3..=3, 400),
    batch("improve", 7..=9, 7..=9, 4..=4, 500),
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
    batch: usize,
}

fn main() {
    let mut pool: Vec<Candidate> = Vec::new();
    let mut known = Default::default();
    for (number, batch) in BATCHES.iter().enumerate() {
        let levels = attempts(batch, &mut known);
        let (n_made, before) = (levels.len(), pool.len());
        let fit = levels.into_iter().filter(appeals);
        pool.extend(fit.filter_map(|made| rated(made, number)));
        let (way, n_kept) = (batch.way, pool.len() - before);
        eprintln!(
            "{way}, {:?} boxes: {n_made} levels, {n_kept} for the pool",
            batch.boxes
        );
    }
    pool.sort_by(|a, b| a.rating.grade.total_cmp(&b.rating.grade));
    let mut chosen: Vec<&Candidate> = Vec::new();
    for part in 0..LEVELS - HARDEST.len() {
        let (from, to) = (part * pool.len() / LEVELS, (part + 1) * pool.len() / LEVELS);
        let last = chosen.last().map(|candidate| candidate.batch);
        chosen.extend(best(&pool[from..to], last));
    }
    let hardest = hardest();
    chosen.extend(&hardest);
    assert_eq!(chosen.len(), LEVELS, "the pool is too small");
    let entries = chosen.iter().enumerate().map(|(i, c)| entry(i, c));
    print!("{}", Format::Sok.write(&collection(entries.collect())));
}

/// The levels of the longer run, in the order of their grades.
fn hardest() -> Vec<Candidate> {
    let (wish, stop) = (Wish::new(8, 8, 3..=4), AtomicBool::new(false));
    let run = of(&wish, WAYS.iter().collect(), HARDEST_SEED, &stop);
    let again = |&attempt: &u64| run.attempt(attempt, &mut Control::default());
    let rated = |made| rated(made, BATCHES.len());
    let mut levels: Vec<Candidate> = HARDEST.iter().filter_map(again).filter_map(rated).collect();
    levels.sort_by(|a, b| a.rating.grade.total_cmp(&b.rating.grade));
    levels
}

fn of<'a>(wish: &'a Wish, ways: Vec<&'static Way>, seed: u64, stop: &'a AtomicBool) -> Run<'a> {
    Run {
        wish,
        ways,
        seed,
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        time: None,
        stop,
    }
}

/// The levels of a batch that are not known yet.
fn attempts(batch: &Batch, known: &mut FxHashSet<LevelId>) -> Vec<Made> {
    let wish = Wish {
        width: batch.width.clone(),
        height: batch.height.clone(),
        ..Wish::new(8, 8, batch.boxes.clone())
    };
    let stop = AtomicBool::new(false);
    let ways = way_named(batch.way).into_iter().collect();
    let run = of(&wish, ways, SEED, &stop);
    let mut levels = Vec::new();
    run.go(known, |made, tally| {
        levels.extend(made);
        match tally.attempts < batch.attempts {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    levels
}

/// Whether a level is worth a player's while: its fewest pushes are proved and not too
/// few, hardly a box is at home at the start, and boxes have to take turns.
fn appeals(made: &Made) -> bool {
    let (metrics, n_boxes) = (made.solution.metrics(), made.level.n_boxes() as u64);
    made.fewest_pushes.is_some()
        && n_at_home(&made.level) <= n_boxes / 3
        && metrics.pushes >= 4 * n_boxes
        && (n_boxes == 1 || metrics.box_changes > n_boxes)
}

/// Boxes that stand on goals at the start.
fn n_at_home(level: &Level) -> u64 {
    let home = level.board().goals();
    level.boxes().iter().filter(|&at| home.contains(at)).count() as u64
}

fn rated(made: Made, batch: usize) -> Option<Candidate> {
    let rating = Rating::new(&made.level, MOST_STATES, &mut Control::default()).ok()?;
    let player = FEATURES
        .iter()
        .position(|feature| feature.name == "player")?;
    let chance = rating.measured.values()[player]?;
    let is_fit = made.level.n_boxes() == 1 || chance <= MOST_CHANCE;
    (is_fit && rating.kind == Kind::Whole).then_some(Candidate {
        made,
        rating,
        batch,
    })
}

/// The level of a part of the pool whose boxes take turns most for its pushes; one of
/// another batch than the last goes first.
fn best(part: &[Candidate], last: Option<usize>) -> Option<&Candidate> {
    let turns = |candidate: &Candidate| {
        let metrics = candidate.made.solution.metrics();
        metrics.box_changes as f64 / metrics.pushes as f64
    };
    part.iter().max_by(|a, b| {
        let is_other = |candidate: &Candidate| Some(candidate.batch) != last;
        let by_batch = is_other(a).cmp(&is_other(b));
        by_batch.then(turns(a).total_cmp(&turns(b)))
    })
}

fn collection(entries: Vec<Entry>) -> Collection {
    let remark = "Generated, and ordered by how hard people are likely to find them.";
    Collection {
        notes: vec![
            field("Collection", "Starter"),
            field("Author", "Sokoscope"),
            Note::Comment(remark.into()),
        ],
        entries,
        diagnostics: Vec::new(),
    }
}

fn field(key: &str, value: &str) -> Note {
    let (key, value) = (key.to_string(), value.to_string());
    Note::Field { key, value }
}

fn entry(index: usize, Candidate { made, rating, .. }: &Candidate) -> Entry {
    // Twenty and ten words make two hundred names, neighbours with no word in common.
    let (first, second) = (FIRST[index % 20], SECOND[(index + index / 20) % 10]);
    let setup = made.level.setup().clone();
    let mut entry = Entry::new(index + 1, Some(format!("{first} {second}")), setup);
    let n_boxes = made.level.n_boxes();
    let boxes = if n_boxes == 1 { "box" } else { "boxes" };
    entry.notes.push(Note::Comment(format!(
        "{n_boxes} {boxes}, at least {} pushes. Grade {:.1}: {}.",
        made.solution.metrics().pushes,
        rating.grade,
        rating.told(2)
    )));
    entry.games.push(Game {
        title: "Solution/Pushes".into(),
        moves: made.solution.lurd(),
        line: 0,
        notes: Vec::new(),
    });
    entry
}
