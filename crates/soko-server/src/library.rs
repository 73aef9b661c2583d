//! Collections: those built in, the one opened on the command line, and the
//! player's own; reading text in any format; checking a drawing.

use crate::Server;
use crate::fault::{Answer, Body, Fault, blocking};
use crate::levels::{check_size, read_setup};
use crate::store::{KeptLevel, Marks};
use axum::Json;
use axum::extract::{Path, State as Shared};
use serde::{Deserialize, Serialize};
use soko_core::{Level, Setup, Squares, facts};
use soko_format::{Collection, Diagnostic, Entry, read_collection};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most levels of a collection in a request.
const MAX_LEVELS: usize = 5_000;

/// A collection in the list.
#[derive(Serialize)]
pub(crate) struct CollectionView {
    id: String,
    name: String,
    count: usize,
    /// Whether the player keeps it and may drop it.
    own: bool,
}

/// A level in a collection.
#[derive(Serialize)]
pub(crate) struct LevelEntry {
    number: usize,
    title: Option<String>,
    author: Option<String>,
    key: String,
    text: String,
    boxes: usize,
    /// Fewest pushes and moves of the player's solutions.
    pushes: Option<u64>,
    moves: Option<u64>,
    started: bool,
}

/// Levels read, and what could not be read.
#[derive(Serialize)]
pub(crate) struct ReadView {
    name: Option<String>,
    levels: Vec<LevelEntry>,
    diagnostics: Vec<DiagnosticView>,
}

/// A problem with its place, lines and columns counted from 1.
#[derive(Serialize)]
pub(crate) struct DiagnosticView {
    severity: &'static str,
    message: String,
    level: Option<usize>,
    line: Option<usize>,
    column: Option<usize>,
    /// The line as written, and how many characters come before the place.
    excerpt: Option<String>,
    caret: Option<usize>,
}

impl From<Diagnostic> for DiagnosticView {
    fn from(found: Diagnostic) -> DiagnosticView {
        DiagnosticView {
            severity: found.severity.name(),
            message: found.message,
            level: found.level,
            line: found.line,
            column: found.column,
            caret: found.excerpt.as_ref().and_then(|e| e.caret),
            excerpt: found.excerpt.map(|e| e.text),
        }
    }
}

/// A level that could be read and makes sense.
struct Readable {
    number: usize,
    title: Option<String>,
    author: Option<String>,
    level: Level,
}

/// The levels of a collection that make sense, and all problems with the others.
fn readable(collection: Collection) -> (Vec<Readable>, Vec<Diagnostic>) {
    let mut problems = collection.diagnostics.clone();
    let mut levels = Vec::new();
    for entry in collection.entries.iter().take(MAX_LEVELS) {
        let setup = &entry.setup;
        if let Err(fault) = check_size(setup.width() as usize, setup.height() as usize) {
            let problem = Diagnostic::error(fault.message()).in_level(entry.number);
            problems.push(problem);
            continue;
        }
        match entry.level() {
            Ok(level) => levels.push(Readable {
                number: entry.number,
                title: entry.title().map(String::from),
                author: author_of(entry, &collection),
                level,
            }),
            Err(faults) => problems.extend(faults),
        }
    }
    if collection.entries.len() > MAX_LEVELS {
        let message = format!("only the first {MAX_LEVELS} levels are taken");
        problems.push(Diagnostic::warning(message));
    }
    (levels, problems)
}

fn author_of(entry: &Entry, collection: &Collection) -> Option<String> {
    entry
        .author()
        .or_else(|| collection.author())
        .map(String::from)
}

fn view(readable: Readable, marks: &BTreeMap<String, Marks>) -> LevelEntry {
    let key = readable.level.exact_id().to_string();
    let mark = marks.get(&key).copied().unwrap_or_default();
    LevelEntry {
        number: readable.number,
        title: readable.title,
        author: readable.author,
        text: readable.level.setup().to_string(),
        boxes: readable.level.n_boxes(),
        pushes: mark.pushes,
        moves: mark.moves,
        started: mark.started,
        key,
    }
}

const OPENED: &str = "opened";

pub(crate) async fn collections(
    Shared(server): Shared<Arc<Server>>,
) -> Answer<Vec<CollectionView>> {
    blocking(move || {
        // What was opened on the command line first, the player's own last.
        let mut list = Vec::new();
        if let Some((name, bytes)) = &server.config.opened {
            list.push(CollectionView {
                id: OPENED.into(),
                name: name.clone(),
                count: read_collection(bytes).entries.len(),
                own: false,
            });
        }
        for known in soko_format::builtin::COLLECTIONS {
            let collection = known.read();
            list.push(CollectionView {
                id: known.name.into(),
                name: name_of(known.name, &collection),
                count: collection.entries.len(),
                own: false,
            });
        }
        // Levels can be played even where nothing kept can be read.
        for (id, name, count) in server.store.collections().unwrap_or_default() {
            list.push(CollectionView {
                id: id.to_string(),
                name,
                count,
                own: true,
            });
        }
        Ok(list)
    })
    .await
}

/// The title of a collection, or its name with a capital letter.
fn name_of(name: &str, collection: &Collection) -> String {
    if let Some(title) = collection.title() {
        return title.into();
    }
    let mut letters = name.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

pub(crate) async fn levels(
    Shared(server): Shared<Arc<Server>>,
    Path(id): Path<String>,
) -> Answer<ReadView> {
    blocking(move || {
        let no_such = || Fault::unknown("there is no such collection");
        if let Ok(number) = id.parse::<i64>() {
            let kept = server.store.levels(number)?;
            if kept.is_empty() {
                return Err(no_such());
            }
            return own_levels(&server, kept);
        }
        let collection = match &server.config.opened {
            Some((_, bytes)) if id == OPENED => read_collection(bytes),
            _ => soko_format::builtin::collection(&id)
                .ok_or_else(no_such)?
                .read(),
        };
        read_view(&server, collection)
    })
    .await
}

fn own_levels(server: &Server, kept: Vec<KeptLevel>) -> Result<ReadView, Fault> {
    let marks = server.store.marks().unwrap_or_default();
    let mut levels = Vec::new();
    for (number, kept) in (1..).zip(kept) {
        let setup: Setup = read_setup(&kept.board)?;
        let level = Level::from_setup(setup).map_err(|e| Fault::bad(e.to_string()))?;
        let (title, author) = (kept.title, kept.author);
        let readable = Readable {
            number,
            title,
            author,
            level,
        };
        levels.push(view(readable, &marks));
    }
    Ok(ReadView {
        name: None,
        levels,
        diagnostics: Vec::new(),
    })
}

fn read_view(server: &Server, collection: Collection) -> Result<ReadView, Fault> {
    let marks = server.store.marks().unwrap_or_default();
    let name = collection.title().map(String::from);
    let (levels, problems) = readable(collection);
    Ok(ReadView {
        name,
        levels: levels
            .into_iter()
            .map(|level| view(level, &marks))
            .collect(),
        diagnostics: problems.into_iter().map(DiagnosticView::from).collect(),
    })
}

#[derive(Deserialize)]
pub(crate) struct ReadRequest {
    text: String,
}

pub(crate) async fn read(
    Shared(server): Shared<Arc<Server>>,
    Body(request): Body<ReadRequest>,
) -> Answer<ReadView> {
    blocking(move || read_view(&server, read_collection(request.text.as_bytes()))).await
}

#[derive(Deserialize)]
pub(crate) struct KeepRequest {
    name: String,
    text: String,
}

#[derive(Serialize)]
pub(crate) struct Kept {
    id: String,
    count: usize,
}

/// Keeps the levels of a text that make sense.
pub(crate) async fn keep(
    Shared(server): Shared<Arc<Server>>,
    Body(request): Body<KeepRequest>,
) -> Answer<Kept> {
    blocking(move || {
        let name = request.name.trim();
        if name.is_empty() || name.len() > 200 {
            return Err(Fault::bad("a collection needs a name, not too long"));
        }
        let (levels, _) = readable(read_collection(request.text.as_bytes()));
        if levels.is_empty() {
            return Err(Fault::bad("there is no level in this text"));
        }
        let kept: Vec<KeptLevel> = levels
            .into_iter()
            .map(|readable| KeptLevel {
                title: readable.title,
                author: readable.author,
                board: readable.level.setup().to_string(),
            })
            .collect();
        let id = server.store.keep_collection(name, &kept)?.to_string();
        let count = kept.len();
        Ok(Kept { id, count })
    })
    .await
}

pub(crate) async fn drop_collection(
    Shared(server): Shared<Arc<Server>>,
    Path(id): Path<i64>,
) -> Answer<()> {
    blocking(move || match server.store.drop_collection(id)? {
        true => Ok(()),
        false => Err(Fault::unknown("there is no such collection of yours")),
    })
    .await
}

#[derive(Deserialize)]
pub(crate) struct CheckRequest {
    /// Board rows, as drawn.
    level: String,
}

/// What is wrong with a drawing, with cells, and where boxes would be lost.
#[derive(Serialize)]
pub(crate) struct Checked {
    /// The drawing in the standard form, if it is a level.
    text: Option<String>,
    faults: Vec<DrawingFault>,
    dead: Vec<u32>,
}

#[derive(Serialize)]
struct DrawingFault {
    message: String,
    cell: Option<u32>,
}

pub(crate) async fn check(Body(request): Body<CheckRequest>) -> Answer<Checked> {
    blocking(move || {
        let setup = read_setup(&request.level)?;
        let width = setup.width();
        match Level::from_setup(setup) {
            Ok(level) => Ok(Checked {
                text: Some(level.setup().to_string()),
                faults: Vec::new(),
                dead: facts::dead_squares(level.board())
                    .iter()
                    .map(|square| crate::levels::cell_of(level.board(), square))
                    .collect(),
            }),
            Err(error) => Ok(Checked {
                text: None,
                faults: error
                    .faults
                    .iter()
                    .map(|fault| DrawingFault {
                        message: fault.message(),
                        cell: fault.coord().map(|at| at.row * width + at.col),
                    })
                    .collect(),
                dead: Vec::new(),
            }),
        }
    })
    .await
}

/// An engine for the list.
#[derive(Serialize)]
pub(crate) struct EngineView {
    name: &'static str,
    summary: &'static str,
    goals: Vec<&'static str>,
    is_default: bool,
}

pub(crate) async fn engines() -> Answer<Vec<EngineView>> {
    let entries = soko_solve::ENGINES.iter().map(|entry| EngineView {
        name: entry.name,
        summary: entry.summary,
        goals: entry.objectives.iter().map(|o| o.name()).collect(),
        is_default: entry.name == soko_solve::DEFAULT_ENGINE,
    });
    Ok(Json(entries.collect()))
}
