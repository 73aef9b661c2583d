//! Questions by method and path, as JSON: one table for everybody who carries them.
//!
//! [`QUESTIONS`] are answered the same wherever the page runs; the server has one
//! request for each. [`WORKERS`] are for the page in a browser without a server, which
//! does jobs in workers of its own. Each row says what it is for and has a body with
//! which it makes sense: the tests ask it, and the server's description for other
//! programs (`docs/openapi.json`) is made of it.

use crate::fault::Fault;
use crate::jobs::Job;
use crate::page::Page;
use crate::{check, elsewhere, engines, example, export, games, import, layers, library};
use crate::{line, lines, maps, own_collections, play, solutions, statistics, tiles};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

/// How a question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// It changes nothing and has no body.
    Get,
    /// It has a body.
    Post,
    /// It changes something by its name.
    Patch,
    /// It drops something by its name.
    Delete,
}

impl Method {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Get => "GET",
            Method::Post => "POST",
            Method::Patch => "PATCH",
            Method::Delete => "DELETE",
        }
    }
}

/// The names or numbers in a path, and the body.
pub struct Asked<'a> {
    /// What stands in the places that are in braces in [`Question::path`].
    pub ids: &'a [&'a str],
    /// The body; null if there is none.
    pub body: Value,
}

/// A question, and who answers it.
pub struct Question {
    /// How it is asked.
    pub method: Method,
    /// Its path; a word in braces stands for the name or number of something.
    pub path: &'static str,
    /// What it is for.
    pub about: &'static str,
    /// A body with which it makes sense; null if it needs none.
    pub example: fn() -> Value,
    /// The answer.
    pub answer: fn(&Page, Asked<'_>) -> Result<Value, Fault>,
}

macro_rules! question {
    ($method:ident $path:literal, $about:literal, $example:expr, $answer:expr) => {
        Question {
            method: Method::$method,
            path: $path,
            about: $about,
            example: $example,
            answer: |page, asked| told(($answer)(page, asked)?),
        }
    };
}

/// A question without a body.
macro_rules! get {
    ($path:literal, $about:literal, $answer:expr) => {
        question!(Get $path, $about, example::none, |page, _: Asked<'_>| ($answer)(page))
    };
}

/// A question with a body.
macro_rules! post {
    ($path:literal, $about:literal, $example:expr, $answer:expr) => {
        question!(Post $path, $about, $example, |page, asked: Asked<'_>| {
            ($answer)(page, &asked.body()?)
        })
    };
}

/// A question with a body that needs nothing that is kept for the player.
macro_rules! rules {
    ($path:literal, $about:literal, $example:expr, $answer:expr) => {
        question!(Post $path, $about, $example, |page: &Page, asked: Asked<'_>| {
            ($answer)(&page.memory, &asked.body()?)
        })
    };
}

/// The questions of the page.
#[rustfmt::skip]
pub const QUESTIONS: &[Question] = &[
    // Levels.
    get!("library", "The collections.", library::collections),
    question!(Get "library/{name}", "The levels of a collection, with what the player has done.",
        example::none, |page, asked: Asked<'_>| library::levels(page, asked.id(0))),
    get!("known", "The collections that somebody else knows by name.", elsewhere::collections),
    question!(Get "export/{name}", "A collection as a file, with the player's solutions.",
        example::none, |page, asked: Asked<'_>| export::export(page, asked.id(0))),
    post!("read", "Reads text in any format: levels and diagnostics.", example::text, library::read),
    post!("collections", "Keeps a collection: levels that are there already are told, skipped, linked or kept.",
        example::collection, import::import),
    question!(Patch "collections/{id}", "Renames a collection of the player's.", example::name,
        |page, asked: Asked<'_>| own_collections::rename(page, asked.number(0)?, &asked.body()?)),
    question!(Delete "collections/{id}", "Drops a collection of the player's.", example::none,
        |page, asked: Asked<'_>| own_collections::drop_collection(page, asked.number(0)?)),
    question!(Patch "collections/{id}/{place}", "Renames a level of it.", example::titled,
        |page, asked: Asked<'_>| own_collections::rename_level(page, asked.place()?, &asked.body()?)),
    question!(Delete "collections/{id}/{place}", "Drops a level of it.", example::titled,
        |page, asked: Asked<'_>| own_collections::drop_level(page, asked.place()?, &asked.body()?)),
    rules!("check", "What is wrong with a drawing, and its dead squares.", example::level,
        |_, drawing| check::check(drawing)),
    // Games.
    post!("open", "A level for the board, and the game kept for it, with its tree if asked.",
        example::opened, games::open),
    post!("play", "Does one thing in a game, and keeps the game.", example::turn, games::play),
    rules!("box", "Where a box can be brought.", example::box_from, play::box_reach),
    rules!("way", "The moves that bring a box somewhere, without making them.", example::box_to, play::way),
    rules!("runs", "The cursors to which a run of one box's pushes leads back and on.",
        example::game, play::runs),
    rules!("line", "What the rules allow of moves from elsewhere.", example::moves, line::line),
    post!("tree", "What happened in a tree since an event.", example::since, lines::tree),
    post!("lines", "Enters a line from elsewhere: a solution, a shared game, a place of the map.",
        example::entered, lines::enter),
    post!("marks", "Names, deletes or folds a line.", example::mark, lines::mark),
    // What came of them.
    post!("solutions", "Keeps a solution that passes the referee.", example::solution, solutions::keep),
    post!("solutions/list", "The solutions of a level, with all their numbers.", example::moves,
        solutions::list),
    question!(Delete "solutions/{id}", "Drops a solution.", example::none,
        |page, asked: Asked<'_>| solutions::drop_solution(page, asked.number(0)?)),
    post!("tally", "Adds to the player's sums of a day.", example::tally, statistics::tally),
    get!("statistics", "The player's sums by day and collection.", statistics::statistics),
    get!("attempts", "The attempts logged with consent, as CSV.", statistics::attempts),
    post!("attempts", "Keeps an attempt, or what has become of one.", example::attempt,
        statistics::keep_attempt),
    question!(Delete "attempts", "Forgets all attempts.", example::none,
        |page, _: Asked<'_>| statistics::drop_attempts(page)),
    // The assistant, the map, the engines, games on tiles.
    get!("layers", "The layers and presets there are.", |_| Ok::<_, Fault>(layers::catalogue())),
    rules!("layers", "What layers show of a position.", example::layers, layers::layers),
    rules!("map/place", "Where a game is on the map of its level.", example::game, maps::place),
    rules!("map/go", "The moves to a state of the map.", example::state, maps::go),
    rules!("map/look", "The position of a state of the map.", example::state, maps::look),
    rules!("map/open", "The states of one component, drawn.", example::component, maps::open),
    rules!("map/near", "The states around a game, drawn, with what can be proved of them.",
        example::near, maps::near),
    get!("engines", "What can solve, and what it can be asked for.", |_| Ok::<_, Fault>(engines::engines())),
    get!("tiles", "The games on tiles, with their levels and rules.", |_| tiles::games()),
    rules!("tiles/read", "Reads rules and levels of a game of the player's own.",
        example::tile_texts, tiles::read),
    rules!("tiles/open", "A level of such a game for the board.", example::tile_level, tiles::open),
    rules!("tiles/play", "Does steps in such a game.", example::tile_steps, tiles::play),
];

/// For those who do jobs in workers of their own.
#[rustfmt::skip]
pub const WORKERS: &[Question] = &[
    post!("jobs/known", "The lane of a job, and the answer if none need be sought.",
        example::known_job, known_answer),
    post!("jobs/settle", "Remembers what further questions about a result need.",
        example::settled_job, settle),
];

/// Answers a question of either table.
pub fn ask(page: &Page, method: &str, path: &str, body: Value) -> Result<Value, Fault> {
    let mut found = QUESTIONS.iter().chain(WORKERS).filter_map(|question| {
        let ids = ids_in(question.path, path)?;
        (question.method.name() == method).then_some((question, ids))
    });
    let no_such = || Fault::unknown("there is no such request");
    let (question, ids) = found.next().ok_or_else(no_such)?;
    (question.answer)(page, Asked { ids: &ids, body })
}

/// What stands in the places of a pattern, if a path is of that kind.
fn ids_in<'a>(pattern: &str, path: &'a str) -> Option<Vec<&'a str>> {
    let mut parts = path.split('/');
    let mut ids = Vec::new();
    for wanted in pattern.split('/') {
        let part = parts.next()?;
        match wanted.starts_with('{') {
            true => ids.push(part),
            false if wanted == part => {}
            false => return None,
        }
    }
    parts.next().is_none().then_some(ids)
}

impl Asked<'_> {
    fn body<T: DeserializeOwned>(self) -> Result<T, Fault> {
        serde_json::from_value(self.body).map_err(|error| Fault::bad(error.to_string()))
    }

    fn id(&self, at: usize) -> &str {
        self.ids.get(at).copied().unwrap_or_default()
    }

    fn number<T: FromStr>(&self, at: usize) -> Result<T, Fault> {
        let id = self.id(at);
        let none = |_| Fault::bad(format!("{id:?} is no number of anything"));
        id.parse().map_err(none)
    }

    /// A collection, and the place of a level in it.
    fn place(&self) -> Result<(i64, usize), Fault> {
        Ok((self.number(0)?, self.number(1)?))
    }
}

fn told(answer: impl Serialize) -> Result<Value, Fault> {
    Ok(json!(answer))
}

/// The lane of a job, and the answer that solutions give without a search; null if
/// they give none.
fn known_answer(page: &Page, job: &Job) -> Result<Value, Fault> {
    let answer = job.known_answer(page)?;
    Ok(json!({"lane": job.lane().name(), "answer": answer}))
}

/// A job, and what came of it elsewhere.
#[derive(Deserialize)]
struct JobDone {
    job: Job,
    result: Value,
}

/// Remembers what further questions about a result need.
fn settle(page: &Page, done: &JobDone) -> Result<(), Fault> {
    let nobody_stops = AtomicBool::new(false);
    done.job.settle(&page.memory, &done.result, &nobody_stops)
}
