//! The levels of the library, with their names and ids.
//!
//! A canonical id looks at a level in eight ways and costs some 100 µs, so all cores
//! share the levels.

use super::store::unkept;
use anyhow::Context;
use soko_core::{Level, LevelId};
use soko_page::keep::Keep;
use soko_page::own_collection;
use std::ops::Deref;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A level with its place.
#[derive(Clone, Debug)]
pub struct Placed {
    /// The name of its collection.
    pub collection: String,
    /// The number of its collection; none if it is not kept yet.
    pub id: Option<i64>,
    /// Its place in the collection, from 1.
    pub place: usize,
    /// What it is called.
    pub title: Option<String>,
    /// Who made it.
    pub author: Option<String>,
    /// The level.
    pub level: Level,
}

/// A level with its place and its ids.
#[derive(Clone, Debug)]
pub struct Shelved {
    placed: Placed,
    /// The name of this very board.
    pub exact: LevelId,
    /// The name of all boards that play alike.
    pub canonical: LevelId,
}

impl Deref for Shelved {
    type Target = Placed;

    fn deref(&self) -> &Placed {
        &self.placed
    }
}

impl Shelved {
    /// Where it is, for people.
    pub fn told(&self) -> String {
        let title = self
            .title
            .as_deref()
            .map_or(String::new(), |title| format!(" ({title})"));
        format!("{} {}{title}", self.collection, self.place)
    }

    /// The key under which solutions are kept.
    pub fn key(&self) -> String {
        self.exact.to_string()
    }
}

/// All levels of the library, or those of one collection.
pub fn shelf(store: &dyn Keep, only: Option<i64>) -> anyhow::Result<Vec<Shelved>> {
    let mut levels = Vec::new();
    for (id, name, _) in store.collections().map_err(unkept)? {
        if only.is_some_and(|only| only != id) {
            continue;
        }
        let kept = own_collection(store, id).with_context(|| format!("cannot read {name}"))?;
        for entry in &kept.entries {
            // What the library keeps has been checked when it was kept.
            let Ok(level) = entry.level() else { continue };
            levels.push(Placed {
                collection: name.clone(),
                id: Some(id),
                place: entry.number,
                title: entry.title().map(String::from),
                author: entry.author().map(String::from),
                level,
            });
        }
    }
    Ok(with_ids(levels))
}

/// Gives levels their ids.
pub fn with_ids(levels: Vec<Placed>) -> Vec<Shelved> {
    let n_threads = std::thread::available_parallelism().map_or(1, usize::from);
    let next = AtomicUsize::new(0);
    let named = |_| {
        let mut named = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(placed) = levels.get(index) else {
                return named;
            };
            let level = &placed.level;
            named.push((index, level.exact_id(), level.canonical_id()));
        }
    };
    let mut ids = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..n_threads)
            .map(|i| scope.spawn(move || named(i)))
            .collect();
        let parts = threads
            .into_iter()
            .map(|thread| thread.join().expect("ids need no luck"));
        parts.flatten().collect::<Vec<_>>()
    });
    ids.sort_unstable_by_key(|(index, _, _)| *index);
    let shelved = |(placed, (_, exact, canonical))| Shelved {
        placed,
        exact,
        canonical,
    };
    levels.into_iter().zip(ids).map(shelved).collect()
}
