//! Keeping the levels of a text, and what to do about those that are there already.
//!
//! Two levels are the same if they have one canonical id: mirrors and rotations, men
//! who start elsewhere in one area, and boxes that can never move written as walls
//! make no difference. The player chooses:
//!
//! * *skip*: the level is not kept again;
//! * *link*: it is listed, with its own title, but as the board that is there already,
//!   so that games and solutions are one;
//! * *keep*: it is kept as written.
//!
//! Asked to *ask*, nothing is kept as long as there are such levels. Cost: a canonical
//! id for each level of the library. Those of collections that cannot change are
//! remembered.

use crate::elsewhere::known_by_name;
use crate::fault::Fault;
use crate::keep::KeptLevel;
use crate::library::{find, fixed, own};
use crate::page::Page;
use crate::places::Place;
use crate::reading::{CollectionView, Readable, readable};
use serde::{Deserialize, Serialize};
use soko_core::LevelId;
use soko_format::read_collection;
use std::collections::HashMap;

/// What to do about levels that are there already.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Duplicates {
    Ask,
    Skip,
    Link,
    #[default]
    Keep,
}

#[derive(Deserialize)]
pub struct KeepRequest {
    name: String,
    text: String,
    #[serde(default)]
    duplicates: Duplicates,
}

/// What came of it.
#[derive(Serialize)]
pub struct Kept {
    /// The collection; none if nothing was kept.
    id: Option<String>,
    count: usize,
    /// The levels that are there already, in the order of the text.
    duplicates: Vec<Duplicate>,
}

/// A level of the text, and where the library has it.
#[derive(Serialize)]
pub struct Duplicate {
    number: usize,
    title: Option<String>,
    known: Place,
}

/// Keeps the levels of a text that make sense.
pub fn import(page: &Page, request: &KeepRequest) -> Result<Kept, Fault> {
    // 1. What is to be kept?
    let name = collection_name(&request.name)?;
    let (levels, _) = readable(&read_collection(request.text.as_bytes()));
    if levels.is_empty() {
        return Err(Fault::bad("there is no level in this text"));
    }
    // 2. Which of it is there already?
    let wish = request.duplicates;
    let duplicates = match wish {
        Duplicates::Keep => Vec::new(),
        _ => duplicates(page, name, &levels),
    };
    let must_ask = wish == Duplicates::Ask && !duplicates.is_empty();
    let is_known: Vec<usize> = duplicates.iter().map(|found| found.number).collect();
    let is_skipped = |level: &Readable| {
        wish == Duplicates::Skip && is_known.binary_search(&level.number).is_ok()
    };
    // 3. Keep the rest.
    let mut boards = match wish {
        Duplicates::Link => linked_boards(page, &duplicates, &levels)?,
        _ => HashMap::new(),
    };
    let kept: Vec<KeptLevel> = levels
        .into_iter()
        .filter(|level| !must_ask && !is_skipped(level))
        .map(|level| KeptLevel {
            board: boards
                .remove(&level.number)
                .unwrap_or_else(|| level.level.setup().to_string()),
            title: level.title,
            author: level.author,
        })
        .collect();
    let id = match kept.is_empty() {
        true => None,
        false => Some(page.store.keep_collection(name, &kept)?.to_string()),
    };
    Ok(Kept {
        id,
        count: kept.len(),
        duplicates,
    })
}

/// A name that can be given to a collection or a level.
pub(crate) fn collection_name(name: &str) -> Result<&str, Fault> {
    match name.trim() {
        name if name.is_empty() || name.len() > 200 => {
            Err(Fault::bad("a name is needed, not too long"))
        }
        name => Ok(name),
    }
}

/// The levels that the library has, or that the text has before, in order.
fn duplicates(page: &Page, name: &str, levels: &[Readable]) -> Vec<Duplicate> {
    let mut known = known_places(page);
    let mut found = Vec::new();
    for level in levels {
        let id = level.level.canonical_id();
        match known.get(&id) {
            Some(place) => found.push(Duplicate {
                number: level.number,
                title: level.title.clone(),
                known: place.clone(),
            }),
            None => {
                known.insert(id, Place::in_this_text(name, level.number));
            }
        }
    }
    found
}

/// Where each level of the library is, the collections that cannot change first.
fn known_places(page: &Page) -> HashMap<LevelId, Place> {
    let lasting = page.places.get_or_init(|| {
        let mut all = fixed(page);
        all.extend_from_slice(known_by_name(page));
        places_in(page, &all)
    });
    let mut places = HashMap::with_capacity(lasting.len());
    for (id, place) in lasting.iter().cloned().chain(places_in(page, &own(page))) {
        places.entry(id).or_insert(place);
    }
    places
}

fn places_in(page: &Page, collections: &[CollectionView]) -> Vec<(LevelId, Place)> {
    let mut places = Vec::new();
    for view in collections {
        let Ok((_, collection)) = find(page, &view.id) else {
            continue;
        };
        for level in readable(&collection).0 {
            let place = Place::new(&view.id, &view.name, level.number);
            places.push((level.level.canonical_id(), place));
        }
    }
    places
}

/// The boards that stand for duplicates, by number in the text.
fn linked_boards(
    page: &Page,
    duplicates: &[Duplicate],
    levels: &[Readable],
) -> Result<HashMap<usize, String>, Fault> {
    let mut read: HashMap<&str, Vec<Readable>> = HashMap::new();
    let mut boards = HashMap::new();
    for found in duplicates {
        let place = &found.known;
        let there: &[Readable] = match place.collection.as_deref() {
            None => levels,
            Some(id) => {
                if !read.contains_key(id) {
                    read.insert(id, readable(&find(page, id)?.1).0);
                }
                &read[id]
            }
        };
        let board = there.iter().find(|level| level.number == place.number);
        let board = board.map(|level| level.level.setup().to_string());
        boards.extend(board.map(|board| (found.number, board)));
    }
    Ok(boards)
}
