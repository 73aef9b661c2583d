//! Questions by method and path, as JSON: one table for everybody who carries them.
//!
//! [`QUESTIONS`] are answered the same wherever the page runs; the server has one
//! request for each. [`WORKERS`] are for the page in a browser without a server, which
//! does jobs in workers of its own.

use crate::fault::Fault;
use crate::jobs::Job;
use crate::page::Page;
use crate::{check, elsewhere, engines, export, games, import, layers, library, line, lines};
use crate::{maps, own_collections, play, solutions, statistics, tiles};
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
    /// The answer.
    pub answer: fn(&Page, Asked<'_>) -> Result<Value, Fault>,
}

macro_rules! question {
    ($method:ident $path:literal, $answer:expr) => {
        Question {
            method: Method::$method,
            path: $path,
            answer: |page, asked| told(($answer)(page, asked)?),
        }
    };
}

/// A question without a body.
macro_rules! get {
    ($path:literal, $answer:expr) => {
        question!(Get $path, |page, _: Asked<'_>| ($answer)(page))
    };
}

/// A question with a body.
macro_rules! post {
    ($path:literal, $answer:expr) => {
        question!(Post $path, |page, asked: Asked<'_>| ($answer)(page, &asked.body()?))
    };
}

/// A question with a body that needs nothing that is kept for the player.
macro_rules! rules {
    ($path:literal, $answer:expr) => {
        question!(Post $path, |page: &Page, asked: Asked<'_>| ($answer)(&page.memory, &asked.body()?))
    };
}

/// The questions of the page.
pub const QUESTIONS: &[Question] = &[
    // Levels.
    get!("library", library::collections),
    question!(Get "library/{id}", |page, asked: Asked<'_>| library::levels(page, asked.id(0))),
    get!("known", elsewhere::collections),
    question!(Get "export/{id}", |page, asked: Asked<'_>| export::export(page, asked.id(0))),
    post!("read", library::read),
    post!("collections", import::import),
    question!(Patch "collections/{id}", |page, asked: Asked<'_>| {
        own_collections::rename(page, asked.number(0)?, &asked.body()?)
    }),
    question!(Delete "collections/{id}", |page, asked: Asked<'_>| {
        own_collections::drop_collection(page, asked.number(0)?)
    }),
    question!(Patch "collections/{id}/{place}", |page, asked: Asked<'_>| {
        own_collections::rename_level(page, asked.place()?, &asked.body()?)
    }),
    question!(Delete "collections/{id}/{place}", |page, asked: Asked<'_>| {
        own_collections::drop_level(page, asked.place()?, &asked.body()?)
    }),
    rules!("check", |_, drawing| check::check(drawing)),
    // Games.
    post!("open", games::open),
    post!("play", games::play),
    rules!("box", play::box_reach),
    rules!("way", play::way),
    rules!("runs", play::runs),
    rules!("line", line::line),
    post!("tree", lines::tree),
    post!("lines", lines::enter),
    post!("marks", lines::mark),
    // What came of them.
    post!("solutions", solutions::keep),
    post!("solutions/list", solutions::list),
    question!(Delete "solutions/{id}", |page, asked: Asked<'_>| {
        solutions::drop_solution(page, asked.number(0)?)
    }),
    post!("tally", statistics::tally),
    get!("statistics", statistics::statistics),
    get!("attempts", statistics::attempts),
    post!("attempts", statistics::keep_attempt),
    question!(Delete "attempts", |page, _: Asked<'_>| statistics::drop_attempts(page)),
    // The assistant, the map, the engines, games on tiles.
    get!("layers", |_| Ok::<_, Fault>(layers::catalogue())),
    rules!("layers", layers::layers),
    rules!("map/place", maps::place),
    rules!("map/go", maps::go),
    rules!("map/look", maps::look),
    rules!("map/open", maps::open),
    rules!("map/near", maps::near),
    get!("engines", |_| Ok::<_, Fault>(engines::engines())),
    get!("tiles", |_| tiles::games()),
    rules!("tiles/read", tiles::read),
    rules!("tiles/open", tiles::open),
    rules!("tiles/play", tiles::play),
];

/// For those who do jobs in workers of their own.
pub const WORKERS: &[Question] = &[
    post!("jobs/known", known_answer),
    post!("jobs/settle", settle),
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
