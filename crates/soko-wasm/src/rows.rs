//! The player's things as rows, where a browser keeps them.
//!
//! All rows are here in memory, so every question is answered at once; what is changed
//! is noted, and the worker writes it to the browser's database, in one transaction,
//! before it hands on the answer. A row has a number within its table. New rows are
//! *added*, which fails if another window was faster with the same number; the worker
//! then reads all rows anew and asks once more, so windows merge and nothing is
//! overwritten.
//!
//! A browser also knows what time it is, and tells it with every question.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use soko_core::{Deed, Event, Maker};
use soko_page::keep::{
    Attempt, Day, Keep, Kept, KeptLevel, KeptSolution, Marks, NewSolution, PLAYER, Sums,
};
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What changes in a row.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Change {
    /// Which table.
    table: String,
    /// Which row of it.
    id: i64,
    /// What is there from now on; nothing if it is dropped.
    row: Value,
    /// Whether nothing may have been there.
    is_new: bool,
}

/// When something happens, by the player's clock and calendar.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Now {
    /// Seconds since 1970.
    seconds: i64,
    /// As in `2026-11-17`.
    day: String,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct EventRow {
    key: String,
    mode: String,
    /// The deed, as `Deed::row` has it.
    deed: (u8, u64, u32, String, u32),
    at: i64,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct SolutionRow {
    key: String,
    day: String,
    #[serde(flatten)]
    kept: KeptSolution,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct CollectionRow {
    name: String,
    levels: Vec<KeptLevel>,
}

/// A table: rows by number.
type Table<T> = BTreeMap<i64, T>;

#[derive(Default)]
struct Tables {
    events: Table<EventRow>,
    solutions: Table<SolutionRow>,
    days: Table<Day>,
    attempts: Table<Attempt>,
    collections: Table<CollectionRow>,
    changes: Vec<Change>,
    now: Now,
}

/// The rows, shared between the page and the door.
#[derive(Clone, Default)]
pub struct Rows(Arc<Mutex<Tables>>);

impl Rows {
    fn lock(&self) -> MutexGuard<'_, Tables> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Says what time it is.
    pub fn tell_time(&self, now: Now) {
        self.lock().now = now;
    }

    /// What was changed since this was last asked.
    pub fn take_changes(&self) -> Vec<Change> {
        std::mem::take(&mut self.lock().changes)
    }

    /// Forgets all rows, to read them anew.
    pub fn clear(&self) {
        let mut tables = self.lock();
        let now = std::mem::take(&mut tables.now);
        *tables = Tables {
            now,
            ..Tables::default()
        };
    }

    /// Takes over rows from the database or from another window. A row that makes no
    /// sense is left out: a damaged database costs what is damaged.
    pub fn take_over(&self, changes: Vec<Change>) {
        let mut tables = self.lock();
        for change in changes {
            tables.take(change);
        }
    }
}

/// Puts a row where it belongs, or drops it.
fn put<T: for<'a> Deserialize<'a>>(table: &mut Table<T>, id: i64, row: Value) {
    match serde_json::from_value(row) {
        Ok(row) => table.insert(id, row),
        Err(_) => table.remove(&id),
    };
}

/// The number after the last one of a table.
fn next<T>(table: &Table<T>) -> i64 {
    table.last_key_value().map_or(1, |(id, _)| id + 1)
}

impl Tables {
    fn take(&mut self, Change { table, id, row, .. }: Change) {
        match table.as_str() {
            "event" => put(&mut self.events, id, row),
            "solution" => put(&mut self.solutions, id, row),
            "day" => put(&mut self.days, id, row),
            "attempt" => put(&mut self.attempts, id, row),
            "collection" => put(&mut self.collections, id, row),
            _ => {}
        }
    }

    /// Makes a change, and notes it.
    fn change(&mut self, table: &str, id: i64, row: Value, is_new: bool) {
        let table = table.to_owned();
        let change = Change {
            table,
            id,
            row,
            is_new,
        };
        self.changes.push(change.clone());
        self.take(change);
    }

    /// Changes the level at a place of a collection, if it is there.
    fn change_level(
        &mut self,
        collection: i64,
        place: usize,
        change: impl FnOnce(&mut Vec<KeptLevel>, usize),
    ) -> bool {
        let row = self.collections.get(&collection).cloned();
        let at = place.wrapping_sub(1);
        let Some(mut row) = row.filter(|row| at < row.levels.len()) else {
            return false;
        };
        change(&mut row.levels, at);
        self.change("collection", collection, json!(row), false);
        true
    }

    fn events_of<'a>(&'a self, tree: (&'a str, &'a str)) -> impl Iterator<Item = Event> + 'a {
        let of_tree = move |row: &EventRow| row.key == tree.0 && row.mode == tree.1;
        let rows = self.events.iter().filter(move |(_, row)| of_tree(row));
        rows.filter_map(|(seq, row)| {
            let (kind, event, letters, text, number) = &row.deed;
            let deed = Deed::from_row((*kind, *event, *letters, text.as_str(), *number))?;
            let seq = *seq as u64;
            Some(Event { seq, deed })
        })
    }
}

impl Keep for Rows {
    fn unsaved(&self) -> Option<String> {
        None
    }

    fn append(&self, (key, mode): (&str, &str), deeds: &[Deed]) -> Kept<u64> {
        let mut tables = self.lock();
        let at = tables.now.seconds;
        for deed in deeds {
            let (kind, event, letters, text, number) = deed.row();
            let row = EventRow {
                key: key.into(),
                mode: mode.into(),
                deed: (kind, event, letters, text.into(), number),
                at,
            };
            let seq = next(&tables.events);
            tables.change("event", seq, json!(row), true);
        }
        Ok(next(&tables.events) as u64 - 1)
    }

    fn read(&self, tree: (&str, &str), since: u64) -> Kept<Vec<Event>> {
        let tables = self.lock();
        let events = tables.events_of(tree);
        Ok(events.filter(|event| event.seq > since).collect())
    }

    fn latest_key(&self) -> Kept<Option<String>> {
        let tables = self.lock();
        let last = tables.events.last_key_value();
        Ok(last.map(|(_, row)| row.key.clone()))
    }

    fn latest_mode(&self, key: &str) -> Kept<Option<String>> {
        let tables = self.lock();
        let last = tables.events.values().rev().find(|row| row.key == key);
        Ok(last.map(|row| row.mode.clone()))
    }

    fn keep_solution(&self, key: &str, new: &NewSolution<'_>) -> Kept<()> {
        let mut tables = self.lock();
        let mut kept = KeptSolution::unkept(new);
        kept.found = tables.now.seconds;
        let is_same = |row: &SolutionRow| row.key == key && row.kept.moves == kept.moves;
        let known = tables.solutions.iter().find(|(_, row)| is_same(row));
        let known = known.map(|(id, row)| (*id, Maker::from_name(&row.kept.by)));
        let (id, is_new) = match known {
            // The maker that is more like the player counts.
            Some((_, Some(by))) if by <= new.by => return Ok(()),
            Some((id, _)) => (id, false),
            None => (next(&tables.solutions), true),
        };
        kept.id = id;
        let row = SolutionRow {
            key: key.into(),
            day: tables.now.day.clone(),
            kept,
        };
        tables.change("solution", id, json!(row), is_new);
        Ok(())
    }

    fn drop_solution(&self, id: i64) -> Kept<bool> {
        let mut tables = self.lock();
        let was_there = tables.solutions.contains_key(&id);
        tables.change("solution", id, Value::Null, false);
        Ok(was_there)
    }

    fn solutions(&self, key: &str) -> Kept<Vec<KeptSolution>> {
        let tables = self.lock();
        let of_level = tables.solutions.values().filter(|row| row.key == key);
        Ok(of_level.map(|row| row.kept.clone()).collect())
    }

    fn days_of_solving(&self) -> Kept<Vec<String>> {
        let tables = self.lock();
        let is_own = |by: &str| Maker::from_name(by).is_some_and(|by| PLAYER.contains(&by));
        let own = tables.solutions.values().filter(|row| is_own(&row.kept.by));
        let mut first: BTreeMap<&str, &str> = BTreeMap::new();
        for row in own {
            let day = first.entry(&row.key).or_insert(&row.day);
            *day = (*day).min(&row.day);
        }
        Ok(first.into_values().map(String::from).collect())
    }

    fn marks(&self) -> Kept<BTreeMap<String, Marks>> {
        let tables = self.lock();
        let mut marks: BTreeMap<String, Marks> = BTreeMap::new();
        // 1. Begun: the player has moved in it.
        let is_own = |row: &&EventRow| row.deed.0 == 0 && row.deed.4 <= Maker::Earlier.bit().into();
        for row in tables.events.values().filter(is_own) {
            marks.entry(row.key.clone()).or_default().started = true;
        }
        // 2. Solved: by whom, and how well he did it himself.
        for SolutionRow { key, kept, .. } in tables.solutions.values() {
            if let Some(maker) = Maker::from_name(&kept.by) {
                let entry = marks.entry(key.clone()).or_default();
                entry.note(maker, kept.n_pushes, kept.n_moves);
            }
        }
        Ok(marks)
    }

    fn add_to_day(&self, key: &str, day: &str, sums: &Sums) -> Kept<()> {
        let mut tables = self.lock();
        let is_it = |row: &Day| row.key == key && row.day == day;
        let known = tables.days.iter().find(|(_, row)| is_it(row));
        let known = known.map(|(id, row)| (*id, row.clone()));
        let is_new = known.is_none();
        let (id, mut row) = known.unwrap_or_else(|| {
            let row = Day {
                key: key.into(),
                day: day.into(),
                sums: Sums::default(),
            };
            (next(&tables.days), row)
        });
        row.sums.add(sums);
        tables.change("day", id, json!(row), is_new);
        Ok(())
    }

    fn days(&self) -> Kept<Vec<Day>> {
        let mut days: Vec<Day> = self.lock().days.values().cloned().collect();
        days.sort_by(|a, b| (&a.day, &a.key).cmp(&(&b.day, &b.key)));
        Ok(days)
    }

    fn keep_attempt(&self, one: &Attempt) -> Kept<i64> {
        let mut tables = self.lock();
        let known = one.id.filter(|id| tables.attempts.contains_key(id));
        let id = known.unwrap_or_else(|| next(&tables.attempts));
        let started = match tables.attempts.get(&id) {
            Some(row) => row.started,
            None => tables.now.seconds,
        };
        let row = Attempt {
            id: Some(id),
            started,
            ..one.clone()
        };
        tables.change("attempt", id, json!(row), known.is_none());
        Ok(id)
    }

    fn attempts(&self) -> Kept<Vec<Attempt>> {
        Ok(self.lock().attempts.values().cloned().collect())
    }

    fn drop_attempts(&self) -> Kept<usize> {
        let mut tables = self.lock();
        let all: Vec<i64> = tables.attempts.keys().copied().collect();
        for &id in &all {
            tables.change("attempt", id, Value::Null, false);
        }
        Ok(all.len())
    }

    fn keep_collection(&self, name: &str, levels: &[KeptLevel]) -> Kept<i64> {
        let mut tables = self.lock();
        let known = tables.collections.iter().find(|(_, row)| row.name == name);
        let known = known.map(|(id, row)| (*id, row.levels.clone()));
        let is_new = known.is_none();
        let (id, mut all) = known.unwrap_or_else(|| (next(&tables.collections), Vec::new()));
        all.extend_from_slice(levels);
        let row = CollectionRow {
            name: name.into(),
            levels: all,
        };
        tables.change("collection", id, json!(row), is_new);
        Ok(id)
    }

    fn rename_collection(&self, id: i64, name: &str) -> Kept<bool> {
        let mut tables = self.lock();
        let is_taken = |(other, row): (&i64, &CollectionRow)| *other != id && row.name == name;
        let known = tables.collections.get(&id).cloned();
        let Some(mut row) = known.filter(|_| !tables.collections.iter().any(is_taken)) else {
            return Ok(false);
        };
        row.name = name.into();
        tables.change("collection", id, json!(row), false);
        Ok(true)
    }

    fn rename_level(&self, collection: i64, place: usize, title: &str) -> Kept<bool> {
        Ok(self.lock().change_level(collection, place, |levels, at| {
            levels[at].title = Some(title.into());
        }))
    }

    fn drop_level(&self, collection: i64, place: usize) -> Kept<bool> {
        Ok(self.lock().change_level(collection, place, |levels, at| {
            levels.remove(at);
        }))
    }

    fn collection_name(&self, id: i64) -> Kept<Option<String>> {
        let tables = self.lock();
        Ok(tables.collections.get(&id).map(|row| row.name.clone()))
    }

    fn drop_collection(&self, id: i64) -> Kept<bool> {
        let mut tables = self.lock();
        let was_there = tables.collections.contains_key(&id);
        tables.change("collection", id, Value::Null, false);
        Ok(was_there)
    }

    fn collections(&self) -> Kept<Vec<(i64, String, usize)>> {
        let tables = self.lock();
        let all = tables.collections.iter();
        Ok(all
            .map(|(id, row)| (*id, row.name.clone(), row.levels.len()))
            .collect())
    }

    fn levels(&self, collection: i64) -> Kept<Vec<KeptLevel>> {
        let tables = self.lock();
        let row = tables.collections.get(&collection);
        Ok(row.map(|row| row.levels.clone()).unwrap_or_default())
    }
}
