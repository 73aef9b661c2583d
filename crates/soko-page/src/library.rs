//! Collections: those built in, the one opened on the command line, those that
//! somebody else knows by name, and the player's own; levels with what the player has
//! done.

use crate::fault::Fault;
use crate::keep::{Keep, Marks};
use crate::levels::read_setup;
use crate::page::Page;
use crate::reading::{
    CollectionView, DiagnosticView, LevelText, ReadRequest, ReadText, Readable, name_of, read_text,
    readable,
};
use serde::Serialize;
use soko_core::Maker;
use soko_format::{Collection, Entry, Note, builtin, read_collection};
use std::collections::BTreeMap;

/// A level in a collection.
#[derive(Serialize)]
pub struct LevelEntry {
    #[serde(flatten)]
    level: LevelText,
    /// Fewest pushes and moves of the player's own solutions.
    pushes: Option<u64>,
    moves: Option<u64>,
    /// By whom it is solved: `you`, `hints`, or somebody else.
    by: Option<&'static str>,
    started: bool,
}

/// Levels read, and what could not be read.
#[derive(Serialize)]
pub struct ReadView {
    name: Option<String>,
    levels: Vec<LevelEntry>,
    diagnostics: Vec<DiagnosticView>,
}

fn view(level: LevelText, marks: &BTreeMap<String, Marks>) -> LevelEntry {
    let mark = marks.get(&level.key).copied().unwrap_or_default();
    LevelEntry {
        pushes: mark.pushes,
        moves: mark.moves,
        by: mark.by.map(Maker::name),
        started: mark.started,
        level,
    }
}

pub(crate) const OPENED: &str = "opened";

/// What is in every library: what was opened on the command line, and what is built
/// in.
pub(crate) fn fixed(page: &Page) -> Vec<CollectionView> {
    let mut list = Vec::new();
    if let Some((name, bytes)) = &page.opened {
        list.push(CollectionView {
            id: OPENED.into(),
            name: name.clone(),
            count: read_collection(bytes).entries.len(),
            own: false,
        });
    }
    list.extend(crate::reading::collections());
    list
}

/// The player's own collections.
pub(crate) fn own(page: &Page) -> Vec<CollectionView> {
    // Levels can be played even where nothing kept can be read.
    let kept = page.store.collections().unwrap_or_default();
    let view = |(id, name, count): (i64, String, usize)| CollectionView {
        id: id.to_string(),
        name,
        count,
        own: true,
    };
    kept.into_iter().map(view).collect()
}

/// What was opened on the command line first, the player's own last.
pub fn collections(page: &Page) -> Result<Vec<CollectionView>, Fault> {
    let mut list = fixed(page);
    list.extend(own(page));
    Ok(list)
}

/// The collection of an id, with its name.
pub(crate) fn find(page: &Page, id: &str) -> Result<(String, Collection), Fault> {
    let no_such = || Fault::unknown("there is no such collection");
    if let Ok(number) = id.parse::<i64>() {
        let name = page.store.collection_name(number)?.ok_or_else(no_such)?;
        return Ok((name, own_collection(&*page.store, number)?));
    }
    if let Some((name, bytes)) = &page.opened
        && id == OPENED
    {
        return Ok((name.clone(), read_collection(bytes)));
    }
    if let Some(known) = builtin::collection(id) {
        let collection = known.read();
        return Ok((name_of(known.name, &collection), collection));
    }
    let elsewhere = page.elsewhere.as_ref().ok_or_else(no_such)?;
    let bytes = (elsewhere.read)(id).map_err(Fault::unknown)?;
    Ok((spaced(id), read_collection(&bytes)))
}

/// A name of a file as people write it.
pub(crate) fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

/// The player's own levels as if they had been read from a file.
pub fn own_collection(store: &dyn Keep, number: i64) -> Result<Collection, Fault> {
    let mut entries = Vec::new();
    for (number, kept) in (1..).zip(store.levels(number)?) {
        let mut entry = Entry::new(number, kept.title, read_setup(&kept.board)?);
        entry.notes.extend(kept.author.map(|value| Note::Field {
            key: "Author".into(),
            value,
        }));
        entries.push(entry);
    }
    Ok(Collection {
        entries,
        ..Collection::default()
    })
}

/// A collection with all its levels that make sense.
pub struct Shelf {
    pub id: String,
    pub name: String,
    pub levels: Vec<ShelfLevel>,
}

/// A level on a shelf.
pub struct ShelfLevel {
    pub number: usize,
    pub title: Option<String>,
    pub key: String,
}

/// All collections, in the order of the list.
pub(crate) fn shelves(page: &Page) -> Vec<Shelf> {
    let on_shelf = |readable: Readable| ShelfLevel {
        number: readable.number,
        title: readable.title,
        key: readable.level.exact_id().to_string(),
    };
    let listed = fixed(page).into_iter().chain(own(page));
    let shelf = |view: CollectionView| {
        let (name, collection) = find(page, &view.id).ok()?;
        let levels = readable(&collection).0.into_iter().map(on_shelf);
        Some(Shelf {
            id: view.id,
            name,
            levels: levels.collect(),
        })
    };
    listed.filter_map(shelf).collect()
}

/// The levels of a collection, with what the player has done.
pub fn levels(page: &Page, id: &str) -> Result<ReadView, Fault> {
    let (name, collection) = find(page, id)?;
    let view = with_marks(page, read_text(&collection));
    Ok(ReadView {
        name: Some(name),
        ..view
    })
}

/// Levels read, with what the player has done.
fn with_marks(page: &Page, read: ReadText) -> ReadView {
    let marks = page.store.marks().unwrap_or_default();
    let levels = read.levels.into_iter();
    ReadView {
        name: read.name,
        levels: levels.map(|level| view(level, &marks)).collect(),
        diagnostics: read.diagnostics,
    }
}

/// Reads text in any format.
pub fn read(page: &Page, request: &ReadRequest) -> Result<ReadView, Fault> {
    Ok(with_marks(page, crate::reading::read(&request.text)))
}
