//! The events of game trees: appended, and read from a number on.

use super::Store;
use crate::schema::{known_tree, tree_number};
use crate::trouble::Trouble;
use rusqlite::{OptionalExtension, params};
use soko_core::{Deed, Event};

impl Store {
    /// Appends deeds to a tree, all of them or none, and gives the number of the last.
    pub(crate) fn append(&self, tree: (&str, &str), deeds: &[Deed]) -> Result<u64, Trouble> {
        self.0.write(|change| {
            let tree = tree_number(change, tree)?;
            let mut insert = change.prepare_cached(
                "INSERT INTO event (tree, kind, event, letters, text, number)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            )?;
            for deed in deeds {
                let (kind, event, letters, text, number) = deed.row();
                let event = event as i64;
                insert.execute(params![tree, kind, event, letters, text, number])?;
            }
            Ok(change.last_insert_rowid() as u64)
        })
    }

    /// The events of a tree after a number, in order. Rows that make no sense are
    /// left out.
    pub(crate) fn read(&self, tree: (&str, &str), since: u64) -> Result<Vec<Event>, Trouble> {
        self.0.read(|connection| {
            let Some(tree) = known_tree(connection, tree)? else {
                return Ok(Vec::new());
            };
            let mut query = connection.prepare_cached(
                "SELECT seq, kind, event, letters, text, number FROM event
                 WHERE tree = ?1 AND seq > ?2 ORDER BY seq",
            )?;
            let mut rows = query.query(params![tree, since as i64])?;
            let mut events = Vec::new();
            while let Some(row) = rows.next()? {
                let text = row.get_ref(4)?.as_str().unwrap_or_default();
                let (event, number): (i64, i64) = (row.get(2)?, row.get(5)?);
                let (letters, number) =
                    (u32::try_from(row.get::<_, i64>(3)?), u32::try_from(number));
                let (Ok(letters), Ok(number)) = (letters, number) else {
                    continue;
                };
                let deed = Deed::from_row((row.get(1)?, event as u64, letters, text, number));
                let seq = row.get::<_, i64>(0)? as u64;
                events.extend(deed.map(|deed| Event { seq, deed }));
            }
            Ok(events)
        })
    }

    /// The level in which something happened last.
    pub(crate) fn latest_key(&self) -> Result<Option<String>, Trouble> {
        self.0.read(|connection| {
            let last = "SELECT key FROM event JOIN tree ON tree = id ORDER BY seq DESC LIMIT 1";
            connection.query_row(last, [], |row| row.get(0)).optional()
        })
    }

    /// The mode of the tree of a level in which something happened last.
    pub(crate) fn latest_mode(&self, key: &str) -> Result<Option<String>, Trouble> {
        self.0.read(|connection| {
            connection
                .prepare_cached(
                    "SELECT mode FROM tree WHERE key = ?1 AND EXISTS (
                         SELECT 1 FROM event WHERE tree = id)
                     ORDER BY (SELECT max(seq) FROM event WHERE tree = id) DESC LIMIT 1",
                )?
                .query_row([key], |row| row.get(0))
                .optional()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{Maker, Place};

    fn line(after: Place, letters: &str) -> Deed {
        let (letters, by) = (letters.into(), Maker::You);
        Deed::Line { after, letters, by }
    }

    #[test]
    fn a_second_connection_sees_what_was_appended() {
        let folder = std::env::temp_dir().join(format!("soko-store-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.db");
        let first = Store::open(&path).unwrap();
        let deeds = [line(Place::default(), "rR"), line(Place::default(), "u")];
        let tree = ("k", "forward");
        let last = first.append(tree, &deeds).unwrap();
        // The first connection is still open, as after a killed process its log
        // would still be there.
        let second = Store::open(&path).unwrap();
        let events = second.read(tree, 0).unwrap();
        assert_eq!(events.last().unwrap().seq, last);
        let read: Vec<Deed> = events.into_iter().map(|event| event.deed).collect();
        assert_eq!(read, deeds);
        drop((first, second));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn trees_are_read_apart_and_from_a_number_on() {
        let store = Store::ephemeral().unwrap();
        let (forward, reverse) = (("k", "forward"), ("k", "reverse@3"));
        let one = store
            .append(forward, &[line(Place::default(), "r")])
            .unwrap();
        let two = store
            .append(reverse, &[line(Place::default(), "L")])
            .unwrap();
        assert_eq!(store.latest_mode("k").unwrap().unwrap(), "reverse@3");
        let three = store
            .append(forward, &[line(Place::default(), "u")])
            .unwrap();
        assert!(one < two && two < three);
        assert_eq!(store.latest_mode("k").unwrap().unwrap(), "forward");
        assert_eq!(store.latest_mode("j").unwrap(), None);
        let numbers = |tree, since| -> Vec<u64> {
            let events = store.read(tree, since).unwrap();
            events.into_iter().map(|event| event.seq).collect()
        };
        assert_eq!(numbers(forward, 0), [one, three]);
        assert_eq!(numbers(forward, one), [three]);
        assert_eq!(numbers(reverse, 0), [two]);
        assert!(numbers(("j", "forward"), 0).is_empty());
    }
}
