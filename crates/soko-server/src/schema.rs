//! The tables of the database, and how those of an earlier Sokoscope become them.
//!
//! Version 1 kept one line a level (`progress`), named lines (`position`) and two best
//! solutions (`solution`). Nothing of it is lost: lines are entered in the trees of
//! their levels, names become names of nodes, the cursor goes to where the game was
//! left, and solutions stay, by whom is not known. All of that is one transaction.

use rusqlite::{Connection, OptionalExtension, Transaction, params};
use soko_core::Maker;

/// The version of the tables.
pub(crate) const VERSION: i32 = 2;

const SCHEMA: &str = "
CREATE TABLE IF NOT EXISTS tree (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL, mode TEXT NOT NULL, UNIQUE (key, mode)) STRICT;
CREATE TABLE IF NOT EXISTS event (
    seq INTEGER PRIMARY KEY, tree INTEGER NOT NULL REFERENCES tree (id),
    kind INTEGER NOT NULL, event INTEGER NOT NULL, letters INTEGER NOT NULL,
    text TEXT NOT NULL, number INTEGER NOT NULL,
    at INTEGER NOT NULL DEFAULT (unixepoch())) STRICT;
CREATE INDEX IF NOT EXISTS event_tree ON event (tree);
CREATE TABLE IF NOT EXISTS solution (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL, moves TEXT NOT NULL,
    n_moves INTEGER NOT NULL, n_pushes INTEGER NOT NULL,
    maker TEXT NOT NULL, engine TEXT, seconds REAL,
    found INTEGER NOT NULL DEFAULT (unixepoch()), UNIQUE (key, moves)) STRICT;
CREATE TABLE IF NOT EXISTS day (
    key TEXT NOT NULL, day TEXT NOT NULL, seconds REAL NOT NULL DEFAULT 0,
    moves INTEGER NOT NULL DEFAULT 0, undos INTEGER NOT NULL DEFAULT 0,
    hints INTEGER NOT NULL DEFAULT 0, lost INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (key, day)) STRICT;
CREATE TABLE IF NOT EXISTS attempt (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL, title TEXT NOT NULL,
    started INTEGER NOT NULL DEFAULT (unixepoch()), seconds REAL NOT NULL,
    moves INTEGER NOT NULL, pushes INTEGER NOT NULL, undos INTEGER NOT NULL,
    hints INTEGER NOT NULL, first_losing_push INTEGER, solved INTEGER NOT NULL,
    rating INTEGER) STRICT;
CREATE TABLE IF NOT EXISTS collection (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS level (
    collection INTEGER NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
    number INTEGER NOT NULL, title TEXT, author TEXT, board TEXT NOT NULL,
    PRIMARY KEY (collection, number)) STRICT;
CREATE TABLE IF NOT EXISTS grade (
    key TEXT PRIMARY KEY, edition TEXT NOT NULL, grade REAL) STRICT;
";

/// The tables of the first Sokoscope, which did not sign its files yet.
pub(crate) const FIRST_TABLES: [&str; 5] =
    ["progress", "solution", "position", "collection", "level"];

/// Makes the tables, and takes over what is in those of version 1.
pub(crate) fn make_tables(change: &Transaction<'_>) -> rusqlite::Result<()> {
    if !has_table(change, "progress")? {
        return change.execute_batch(SCHEMA);
    }
    change.execute_batch("ALTER TABLE solution RENAME TO best")?;
    change.execute_batch(SCHEMA)?;
    take_positions(change)?;
    take_progress(change)?;
    // The same solution may have been the best by both numbers.
    change.execute(
        "INSERT OR IGNORE INTO solution (key, moves, n_moves, n_pushes, maker)
         SELECT key, moves, n_moves, n_pushes, ?1 FROM best",
        [Maker::Earlier.name()],
    )?;
    change.execute_batch("DROP TABLE progress; DROP TABLE position; DROP TABLE best;")
}

fn has_table(connection: &Connection, name: &str) -> rusqlite::Result<bool> {
    let query = "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?1";
    let found = connection.query_row(query, [name], |_| Ok(())).optional()?;
    Ok(found.is_some())
}

/// The number of the tree of a level and a mode, a new one if there is none.
pub(crate) fn tree_number(change: &Connection, (key, mode): (&str, &str)) -> rusqlite::Result<i64> {
    let known = known_tree(change, (key, mode))?;
    if let Some(number) = known {
        return Ok(number);
    }
    change.execute(
        "INSERT INTO tree (key, mode) VALUES (?1, ?2)",
        params![key, mode],
    )?;
    Ok(change.last_insert_rowid())
}

/// The number of a tree, if there is one.
pub(crate) fn known_tree(
    connection: &Connection,
    (key, mode): (&str, &str),
) -> rusqlite::Result<Option<i64>> {
    connection
        .prepare_cached("SELECT id FROM tree WHERE key = ?1 AND mode = ?2")?
        .query_row([key, mode], |row| row.get(0))
        .optional()
}

/// The row of an event of version 1: where it happened, and what.
fn add(
    change: &Connection,
    tree: i64,
    (kind, event, letters, text, number): (u8, i64, usize, &str, u32),
    at: Option<i64>,
) -> rusqlite::Result<i64> {
    change
        .prepare_cached(
            "INSERT INTO event (tree, kind, event, letters, text, number, at)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, coalesce(?7, unixepoch()))",
        )?
        .execute(params![tree, kind, event, letters, text, number, at])?;
    Ok(change.last_insert_rowid())
}

/// Named positions: a line, and a name at its end. The game itself was elsewhere.
fn take_positions(change: &Transaction<'_>) -> rusqlite::Result<()> {
    let mut query = change.prepare("SELECT key, mode, moves, name FROM position ORDER BY id")?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let text = |at| row.get::<_, String>(at);
        let (key, mode, moves, name) = (text(0)?, text(1)?, text(2)?, text(3)?);
        let tree = tree_number(change, (&key, &mode))?;
        let maker = u32::from(Maker::Earlier.bit());
        let line = match moves.len() {
            0 => 0,
            _ => add(change, tree, (0, 0, 0, &moves, maker), None)?,
        };
        add(change, tree, (2, line, moves.len(), &name, 0), None)?;
    }
    Ok(())
}

/// The games as they were left: a line, and a cursor on it.
fn take_progress(change: &Transaction<'_>) -> rusqlite::Result<()> {
    let sql = "SELECT key, mode, moves, cursor, updated FROM progress ORDER BY updated, key";
    let mut query = change.prepare(sql)?;
    let mut rows = query.query([])?;
    while let Some(row) = rows.next()? {
        let text = |at| row.get::<_, String>(at);
        let (key, mode, moves) = (text(0)?, text(1)?, text(2)?);
        let (cursor, at) = (row.get(3)?, Some(row.get(4)?));
        let tree = tree_number(change, (&key, &mode))?;
        let maker = u32::from(Maker::Earlier.bit());
        let line = match moves.len() {
            0 => 0,
            _ => add(change, tree, (0, 0, 0, &moves, maker), at)?,
        };
        add(change, tree, (1, line, moves.len(), "", cursor), at)?;
    }
    Ok(())
}
