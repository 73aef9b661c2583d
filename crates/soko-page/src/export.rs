//! A whole collection as a file, with the solutions that the player has kept. Every one
//! of them has passed the referee when it was kept.

use crate::fault::Fault;
use crate::keep::{Best, Keep};
use crate::library::find;
use crate::page::Page;
use serde::Serialize;
use soko_format::{Entry, Format, Game, Note};

/// A file of levels.
#[derive(Serialize)]
pub struct Exported {
    name: String,
    text: String,
    /// Solutions of the player that are in it.
    solutions: usize,
}

/// Writes a collection in the format that has room for everything.
pub fn export(page: &Page, id: &str) -> Result<Exported, Fault> {
    let (name, mut collection) = find(page, id)?;
    if collection.title().is_none() {
        let (key, value) = ("Collection".into(), name.clone());
        collection.notes.insert(0, Note::Field { key, value });
    }
    let mut solutions = 0;
    for entry in &mut collection.entries {
        solutions += add_solutions(&*page.store, entry)?;
    }
    Ok(Exported {
        name,
        text: Format::Sok.write(&collection),
        solutions,
    })
}

/// Adds the best solutions of a level that are not there yet; their number.
pub fn add_solutions(store: &dyn Keep, entry: &mut Entry) -> Result<usize, Fault> {
    let Ok(level) = entry.level() else {
        return Ok(0);
    };
    let best = Best::of(&store.solutions(&level.exact_id().to_string())?);
    let mut added = 0;
    for (title, found) in [
        ("Solution/Pushes", best.pushes),
        ("Solution/Moves", best.moves),
    ] {
        let Some(found) = found else { continue };
        if entry.games.iter().any(|game| game.moves == found.moves) {
            continue;
        }
        entry.games.push(Game {
            title: title.into(),
            moves: found.moves,
            line: 0,
            notes: Vec::new(),
        });
        added += 1;
    }
    Ok(added)
}
