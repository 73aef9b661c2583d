//! Levels from text in any format, with what is wrong with it; and the collections
//! that are built in.

use crate::levels::check_size;
use serde::{Deserialize, Serialize};
use soko_core::{Level, verify};
use soko_format::{Collection, Diagnostic, Entry, MoveText, builtin, read_collection};

/// The most levels of a collection in a request.
const MAX_LEVELS: usize = 5_000;

/// A collection in the list.
#[derive(Clone, Serialize)]
pub struct CollectionView {
    /// By which it is asked for.
    pub id: String,
    /// What it is called.
    pub name: String,
    /// How many levels it has.
    pub count: usize,
    /// Whether the player keeps it and may drop it.
    pub own: bool,
}

/// A level in a collection.
#[derive(Serialize)]
pub struct LevelText {
    /// Its place, from 1.
    pub number: usize,
    /// What it is called.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// Its exact id, by which progress is kept.
    pub key: String,
    /// Its rows.
    pub text: String,
    /// How large it is.
    pub width: u32,
    /// How large it is.
    pub height: u32,
    /// How many boxes it has.
    pub boxes: usize,
    /// Remarks about it, such as the lesson of a tutorial.
    pub comments: Vec<String>,
    /// What the solutions in its file come to.
    pub known: Option<Fewest>,
}

/// The fewest pushes and moves among the solutions that stand in a file and pass the
/// referee.
#[derive(Clone, Copy, Serialize)]
pub struct Fewest {
    pushes: u64,
    moves: u64,
}

/// A level that could be read and makes sense.
pub struct Readable {
    /// Its place, from 1.
    pub number: usize,
    /// What it is called.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// Remarks about it.
    pub comments: Vec<String>,
    /// What the solutions in its file come to.
    pub known: Option<Fewest>,
    /// The level.
    pub level: Level,
}

/// Levels read, and what could not be read.
#[derive(Serialize)]
pub struct ReadText {
    /// The title of the collection.
    pub name: Option<String>,
    /// The levels that make sense.
    pub levels: Vec<LevelText>,
    /// What is wrong with the others.
    pub diagnostics: Vec<DiagnosticView>,
}

/// A problem with its place, lines and columns counted from 1.
#[derive(Serialize)]
pub struct DiagnosticView {
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

impl From<Readable> for LevelText {
    fn from(readable: Readable) -> LevelText {
        let setup = readable.level.setup();
        LevelText {
            number: readable.number,
            title: readable.title,
            author: readable.author,
            key: readable.level.exact_id().to_string(),
            text: setup.to_string(),
            width: setup.width(),
            height: setup.height(),
            boxes: readable.level.n_boxes(),
            comments: readable.comments,
            known: readable.known,
        }
    }
}

/// Text to be read.
#[derive(Deserialize)]
pub struct ReadRequest {
    /// Levels in any format.
    pub text: String,
}

/// The levels of a text in any format, and what is wrong with it. Every problem has a
/// place; a text without levels is one from its first words on.
pub fn read(text: &str) -> ReadText {
    let mut read = read_text(&read_collection(text.as_bytes()));
    if read.levels.is_empty() && read.diagnostics.iter().all(|d| d.line.is_none()) {
        read.diagnostics = vec![nothing_in(text).into()];
    }
    read
}

/// Why a text without boards and without mistakes is none: the place is that of its
/// first words.
fn nothing_in(text: &str) -> Diagnostic {
    let mut lines = (1..).zip(text.lines());
    match lines.find(|(_, line)| !line.trim().is_empty()) {
        Some((number, line)) => {
            let column = line.chars().take_while(|c| c.is_whitespace()).count() + 1;
            let message = "there is no level in this text: no line looks like a row of a board";
            Diagnostic::error(message).at(number, Some(column), line)
        }
        None => Diagnostic::error("this text is empty").at(1, Some(1), ""),
    }
}

/// The levels of a collection that make sense, and all problems with the others.
pub fn readable(collection: &Collection) -> (Vec<Readable>, Vec<Diagnostic>) {
    let mut problems = collection.diagnostics.clone();
    let mut levels = Vec::new();
    for entry in collection.entries.iter().take(MAX_LEVELS) {
        let setup = &entry.setup;
        if let Err(fault) = check_size(setup.width() as usize, setup.height() as usize) {
            let first: String = setup.row(0).iter().map(|cell| cell.to_char()).collect();
            let problem = Diagnostic::error(fault.message()).in_level(entry.number);
            problems.push(problem.at(entry.line(), Some(1), &first));
            continue;
        }
        match entry.level() {
            Ok(level) => levels.push(Readable {
                number: entry.number,
                title: entry.title().map(String::from),
                author: author_of(entry, collection),
                comments: entry.comments().map(String::from).collect(),
                known: fewest(entry, &level),
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

/// The same for the page.
pub fn read_text(collection: &Collection) -> ReadText {
    let (levels, problems) = readable(collection);
    ReadText {
        name: collection.title().map(String::from),
        levels: levels.into_iter().map(LevelText::from).collect(),
        diagnostics: problems.into_iter().map(DiagnosticView::from).collect(),
    }
}

fn author_of(entry: &Entry, collection: &Collection) -> Option<String> {
    entry
        .author()
        .or_else(|| collection.author())
        .map(String::from)
}

fn fewest(entry: &Entry, level: &Level) -> Option<Fewest> {
    let solutions = entry.games.iter().filter(|game| game.is_solution());
    let verified = solutions.filter_map(|game| {
        let moves: MoveText = game.moves.parse().ok()?;
        verify(level.setup(), moves.directions()?).ok()
    });
    let counts = verified.map(|solution| Fewest {
        pushes: solution.metrics().pushes,
        moves: solution.metrics().moves,
    });
    counts.reduce(|a, b| Fewest {
        pushes: a.pushes.min(b.pushes),
        moves: a.moves.min(b.moves),
    })
}

/// The collections that are built in.
pub fn collections() -> Vec<CollectionView> {
    let known = builtin::COLLECTIONS.iter();
    let list = known.map(|known| {
        let collection = known.read();
        CollectionView {
            id: known.name.into(),
            name: name_of(known.name, &collection),
            count: collection.entries.len(),
            own: false,
        }
    });
    list.collect()
}

/// The title of a collection, or its name with a capital letter.
pub fn name_of(name: &str, collection: &Collection) -> String {
    if let Some(title) = collection.title() {
        return title.into();
    }
    let mut letters = name.chars();
    let first = letters.next().map(|c| c.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}
