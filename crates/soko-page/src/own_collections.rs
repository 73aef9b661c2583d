//! What the player does with collections of his own: another name, levels out of
//! them, away with them.

use crate::fault::Fault;
use crate::import::collection_name;
use crate::levels::read_board;
use crate::page::Page;
use serde::Deserialize;

#[derive(Deserialize)]
pub struct NameRequest {
    name: String,
}

/// Gives a collection another name.
pub fn rename(page: &Page, id: i64, request: &NameRequest) -> Result<(), Fault> {
    let name = collection_name(&request.name)?;
    match page.store.rename_collection(id, name)? {
        true => Ok(()),
        false if page.store.collection_name(id)?.is_some() => Err(Fault::bad(format!(
            "another collection is called {name} already"
        ))),
        false => Err(no_such()),
    }
}

/// Forgets a collection.
pub fn drop_collection(page: &Page, id: i64) -> Result<(), Fault> {
    match page.store.drop_collection(id)? {
        true => Ok(()),
        false => Err(no_such()),
    }
}

/// A level at a place, and which one is meant: another tab may have taken out one
/// before it.
#[derive(Deserialize)]
pub struct LevelRequest {
    key: String,
    /// The new title, where it is to have one.
    title: Option<String>,
}

/// Gives a level another title.
pub fn rename_level(
    page: &Page,
    (id, place): (i64, usize),
    request: &LevelRequest,
) -> Result<(), Fault> {
    check_place(page, id, place, &request.key)?;
    let title = collection_name(request.title.as_deref().unwrap_or_default())?;
    page.store.rename_level(id, place, title)?;
    Ok(())
}

/// Takes a level out of its collection.
pub fn drop_level(
    page: &Page,
    (id, place): (i64, usize),
    request: &LevelRequest,
) -> Result<(), Fault> {
    check_place(page, id, place, &request.key)?;
    page.store.drop_level(id, place)?;
    Ok(())
}

fn no_such() -> Fault {
    Fault::unknown("there is no such collection of yours")
}

/// Whether the level at a place is the one that is meant.
fn check_place(page: &Page, id: i64, place: usize, key: &str) -> Result<(), Fault> {
    let levels = page.store.levels(id)?;
    let level = place.checked_sub(1).and_then(|index| levels.get(index));
    let level = level.ok_or_else(|| Fault::unknown("there is no such level of yours"))?;
    if read_board(&level.board)?.exact_id().to_string() != key {
        let message = "the collection has changed since; look at it again";
        return Err(Fault::bad(message));
    }
    Ok(())
}
