//! What a player's days came to, and the attempts that he lets be logged.
//!
//! Sums by level and day are the player's own statistics. An attempt says more, how
//! one sitting at one level went, and is kept only if the page sends it, which it does
//! with the player's consent alone. Attempts are what Veger's thesis asks for: times,
//! moves, undos and ratings of people, to be held against what a level's graph says
//! (`soko graph --correlations --attempts`).

use crate::fault::Fault;
use crate::keep::{Attempt, Marks, Sums};
use crate::library::{Shelf, shelves};
use crate::page::Page;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

#[derive(Deserialize)]
pub struct TallyRequest {
    level: String,
    /// By the player's calendar: `2026-11-17`.
    day: String,
    #[serde(flatten)]
    sums: Sums,
}

/// Adds to a day.
pub fn tally(page: &Page, request: &TallyRequest) -> Result<(), Fault> {
    let known = page.memory.levels.know(&request.level)?;
    let is_day =
        request.day.len() == 10 && request.day.bytes().all(|b| b.is_ascii_digit() || b == b'-');
    if !is_day || !is_time(request.sums.seconds) {
        return Err(Fault::bad("a day is written 2026-11-17, a time in seconds"));
    }
    let sums = &request.sums;
    Ok(page.store.add_to_day(&known.key, &request.day, sums)?)
}

/// Whether a number can be a time in seconds.
fn is_time(seconds: f64) -> bool {
    (0.0..1e9).contains(&seconds)
}

/// Sums, and how many levels were solved.
#[derive(Clone, Default, Serialize)]
struct Total {
    #[serde(flatten)]
    sums: Sums,
    solved: usize,
}

impl Total {
    fn add(&mut self, sums: &Sums) {
        self.sums.add(sums);
    }
}

#[derive(Serialize)]
struct DayTotal {
    day: String,
    #[serde(flatten)]
    total: Total,
}

#[derive(Serialize)]
struct ShelfTotal {
    id: String,
    name: String,
    levels: usize,
    /// The first level that the player has not solved himself.
    next: Option<usize>,
    #[serde(flatten)]
    total: Total,
}

/// A level of a collection.
#[derive(Serialize)]
struct Somewhere {
    id: String,
    name: String,
    number: usize,
    title: Option<String>,
}

/// The player's statistics.
#[derive(Serialize)]
pub struct Statistics {
    total: Total,
    days: Vec<DayTotal>,
    collections: Vec<ShelfTotal>,
    /// Where something was played last, if that is in a collection.
    last: Option<Somewhere>,
    attempts: usize,
}

/// What the player has done, by day and by collection.
pub fn statistics(page: &Page) -> Result<Statistics, Fault> {
    let marks = page.store.marks()?;
    let days = page.store.days()?;
    // 1. By day, and all together.
    let mut total = Total::default();
    let mut by_day: BTreeMap<String, Total> = BTreeMap::new();
    let mut by_key: BTreeMap<&str, Total> = BTreeMap::new();
    for day in &days {
        total.add(&day.sums);
        by_day.entry(day.day.clone()).or_default().add(&day.sums);
        by_key.entry(&day.key).or_default().add(&day.sums);
    }
    total.solved = marks.values().filter(|mark| is_solved(mark)).count();
    for day in page.store.days_of_solving()? {
        by_day.entry(day).or_default().solved += 1;
    }
    // 2. By collection.
    let shelves = shelves(page);
    let latest = page.store.latest_key()?.unwrap_or_default();
    let last = shelves.iter().find_map(|shelf| find(shelf, &latest));
    let collections = shelves.iter().map(|shelf| of_shelf(shelf, &marks, &by_key));
    Ok(Statistics {
        total,
        collections: collections.collect(),
        days: by_day
            .into_iter()
            .map(|(day, total)| DayTotal { day, total })
            .collect(),
        last,
        attempts: page.store.attempts()?.len(),
    })
}

/// Whether the player has solved it himself, with hints or without.
fn is_solved(mark: &Marks) -> bool {
    mark.pushes.is_some()
}

fn find(shelf: &Shelf, key: &str) -> Option<Somewhere> {
    let at = shelf.levels.iter().position(|level| level.key == key)?;
    let level = &shelf.levels[at];
    Some(Somewhere {
        id: shelf.id.clone(),
        name: shelf.name.clone(),
        number: level.number,
        title: level.title.clone(),
    })
}

fn of_shelf(
    shelf: &Shelf,
    marks: &BTreeMap<String, Marks>,
    by_key: &BTreeMap<&str, Total>,
) -> ShelfTotal {
    let mut total = Total::default();
    let mut next = None;
    for level in &shelf.levels {
        if let Some(done) = by_key.get(level.key.as_str()) {
            total.add(&done.sums);
        }
        match marks.get(&level.key).is_some_and(is_solved) {
            true => total.solved += 1,
            false => next = next.or(Some(level.number)),
        }
    }
    ShelfTotal {
        id: shelf.id.clone(),
        name: shelf.name.clone(),
        levels: shelf.levels.len(),
        next,
        total,
    }
}

#[derive(Deserialize)]
pub struct AttemptRequest {
    level: String,
    #[serde(flatten)]
    attempt: Attempt,
}

/// Keeps an attempt, or what has become of one; gives its number.
pub fn keep_attempt(page: &Page, request: &AttemptRequest) -> Result<i64, Fault> {
    let known = page.memory.levels.know(&request.level)?;
    let mut attempt = request.attempt.clone();
    let is_rating = attempt
        .rating
        .is_none_or(|rating| (1..=5).contains(&rating));
    if !is_rating || !is_time(attempt.seconds) || attempt.title.len() > 500 {
        return Err(Fault::bad(
            "a rating goes from 1 to 5, a time is in seconds",
        ));
    }
    attempt.key = known.key.clone();
    Ok(page.store.keep_attempt(&attempt)?)
}

/// All attempts as CSV.
pub fn attempts(page: &Page) -> Result<String, Fault> {
    let mut text = String::from(HEADER);
    for one in page.store.attempts()? {
        let rest = |number: Option<u32>| number.map(|n| n.to_string()).unwrap_or_default();
        let title = one.title.replace('"', "\"\"");
        text += &format!(
            "{},\"{title}\",{},{:.1},{},{},{},{},{},{},{}\n",
            one.key,
            one.started,
            one.seconds,
            one.moves,
            one.pushes,
            one.undos,
            one.hints,
            rest(one.first_losing_push),
            u8::from(one.solved),
            rest(one.rating.map(u32::from)),
        );
    }
    Ok(text)
}

const HEADER: &str =
    "level_id,title,started,seconds,moves,pushes,undos,hints,first_losing_push,solved,rating\n";

/// Forgets all attempts.
pub fn drop_attempts(page: &Page) -> Result<usize, Fault> {
    Ok(page.store.drop_attempts()?)
}
