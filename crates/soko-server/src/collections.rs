//! The player's own collections in the database: kept, renamed, thinned out, dropped.
//!
//! A level is known by its place in the collection, counted from 1. The numbers in
//! the table only grow, so a level that is taken out leaves a gap there and none in
//! the list.

use crate::Store;
use crate::trouble::Trouble;
use rusqlite::{Connection, OptionalExtension, params};
use soko_page::keep::KeptLevel;

impl Store {
    /// Keeps levels under a name; levels for a name in use are added at its end.
    pub(crate) fn keep_collection(&self, name: &str, levels: &[KeptLevel]) -> Result<i64, Trouble> {
        self.0.write(|change| {
            // 1. The collection of this name, a new one if there is none.
            let id = match named(change, name)? {
                Some(id) => id,
                None => {
                    change.execute("INSERT INTO collection (name) VALUES (?1)", [name])?;
                    change.last_insert_rowid()
                }
            };
            // 2. The levels go on where its numbers end.
            let last: i64 = change.query_row(
                "SELECT coalesce(max(number), 0) FROM level WHERE collection = ?1",
                [id],
                |row| row.get(0),
            )?;
            for (number, level) in (last + 1..).zip(levels) {
                change
                    .prepare_cached(
                        "INSERT INTO level (collection, number, title, author, board)
                         VALUES (?1, ?2, ?3, ?4, ?5)",
                    )?
                    .execute(params![id, number, level.title, level.author, level.board])?;
            }
            Ok(id)
        })
    }

    /// Gives a collection another name; false if there is no such collection, or
    /// another one has that name.
    pub(crate) fn rename_collection(&self, id: i64, name: &str) -> Result<bool, Trouble> {
        let renamed = self.0.write(|change| match named(change, name)? {
            Some(other) if other != id => Ok(0),
            _ => change.execute(
                "UPDATE collection SET name = ?2 WHERE id = ?1",
                params![id, name],
            ),
        })?;
        Ok(renamed > 0)
    }

    pub(crate) fn drop_collection(&self, id: i64) -> Result<bool, Trouble> {
        let dropped = self
            .0
            .write(|change| change.execute("DELETE FROM collection WHERE id = ?1", [id]))?;
        Ok(dropped > 0)
    }

    /// Gives the level at a place another title.
    pub(crate) fn rename_level(
        &self,
        collection: i64,
        place: usize,
        title: &str,
    ) -> Result<bool, Trouble> {
        let changed = self.0.write(|change| {
            let sql = format!("UPDATE level SET title = ?3 WHERE rowid = {AT_PLACE}");
            change.execute(&sql, params![collection, offset(place), title])
        })?;
        Ok(changed > 0)
    }

    /// Takes the level at a place out of its collection.
    pub(crate) fn drop_level(&self, collection: i64, place: usize) -> Result<bool, Trouble> {
        let dropped = self.0.write(|change| {
            let sql = format!("DELETE FROM level WHERE rowid = {AT_PLACE}");
            change.execute(&sql, params![collection, offset(place)])
        })?;
        Ok(dropped > 0)
    }

    /// The kept collections: id, name and number of levels.
    pub(crate) fn collections(&self) -> Result<Vec<(i64, String, usize)>, Trouble> {
        self.0.read(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT id, name, (SELECT count(*) FROM level WHERE collection = id)
                 FROM collection ORDER BY id",
            )?;
            let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
            rows.collect()
        })
    }

    /// The name of a collection, if there is such a one.
    pub(crate) fn collection_name(&self, id: i64) -> Result<Option<String>, Trouble> {
        self.0.read(|connection| {
            let sql = "SELECT name FROM collection WHERE id = ?1";
            let mut query = connection.prepare_cached(sql)?;
            query.query_row([id], |row| row.get(0)).optional()
        })
    }

    pub(crate) fn levels(&self, collection: i64) -> Result<Vec<KeptLevel>, Trouble> {
        self.0.read(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT title, author, board FROM level WHERE collection = ?1 ORDER BY number",
            )?;
            let rows = query.query_map([collection], |row| {
                Ok(KeptLevel {
                    title: row.get(0)?,
                    author: row.get(1)?,
                    board: row.get(2)?,
                })
            })?;
            rows.collect()
        })
    }
}

/// The row of the level at a place of a collection.
const AT_PLACE: &str =
    "(SELECT rowid FROM level WHERE collection = ?1 ORDER BY number LIMIT 1 OFFSET ?2)";

fn offset(place: usize) -> i64 {
    i64::try_from(place.saturating_sub(1)).unwrap_or(i64::MAX)
}

fn named(connection: &Connection, name: &str) -> rusqlite::Result<Option<i64>> {
    let mut query = connection.prepare_cached("SELECT id FROM collection WHERE name = ?1")?;
    query.query_row([name], |row| row.get(0)).optional()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(title: &str) -> KeptLevel {
        KeptLevel {
            title: Some(title.into()),
            author: None,
            board: "#".into(),
        }
    }

    fn titles(store: &Store, id: i64) -> String {
        let levels = store.levels(id).unwrap().into_iter();
        levels.map(|level| level.title.unwrap()).collect()
    }

    #[test]
    fn levels_are_added_to_a_known_collection() {
        let store = Store::ephemeral().unwrap();
        let id = store.keep_collection("Mine", &[level("a")]).unwrap();
        assert_eq!(store.keep_collection("Mine", &[level("b")]).unwrap(), id);
        assert_eq!(titles(&store, id), "ab");
        assert!(store.drop_collection(id).unwrap());
        assert!(store.levels(id).unwrap().is_empty());
    }

    #[test]
    fn levels_are_known_by_their_place() {
        let store = Store::ephemeral().unwrap();
        let (a, b, c, d) = (level("a"), level("b"), level("c"), level("d"));
        let id = store.keep_collection("Mine", &[a, b, c, d]).unwrap();
        let other = store.keep_collection("Other", &[level("z")]).unwrap();
        assert!(store.drop_level(id, 2).unwrap());
        assert!(store.rename_level(id, 2, "x").unwrap());
        assert_eq!(titles(&store, id), "axd");
        assert!(!store.drop_level(id, 4).unwrap());
        assert!(!store.rename_level(id, usize::MAX, "y").unwrap());
        assert_eq!(titles(&store, other), "z");
        // What is kept afterwards comes last.
        store.keep_collection("Mine", &[level("e")]).unwrap();
        assert_eq!(titles(&store, id), "axde");
    }

    #[test]
    fn no_two_collections_get_one_name() {
        let store = Store::ephemeral().unwrap();
        let id = store.keep_collection("Mine", &[level("a")]).unwrap();
        let other = store.keep_collection("Other", &[level("b")]).unwrap();
        assert!(!store.rename_collection(other, "Mine").unwrap());
        assert!(store.rename_collection(id, "Mine").unwrap());
        assert!(store.rename_collection(other, "Else").unwrap());
        assert_eq!(store.collection_name(other).unwrap(), Some("Else".into()));
        assert!(!store.rename_collection(99, "Nobody").unwrap());
        assert_eq!(store.collection_name(99).unwrap(), None);
    }
}
