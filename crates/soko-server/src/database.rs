//! The database file: opened only if it is ours, written so that what is
//! acknowledged stays, and watched in case somebody takes it away.
//!
//! *Ours.* The header of a SQLite file names the application that it belongs to and
//! the version of its tables. Both are read before anything is opened for writing:
//! a file of another program, or of a newer Sokoscope, is refused by its name and
//! not touched.
//!
//! *Durable.* A change is one transaction; it is on the disk (`synchronous=FULL`)
//! before it counts as kept. Afterwards the names of the database and of its log
//! must still lead to the files that were opened: a deleted file takes writes
//! gladly, and loses them.
//!
//! *Damaged.* A database that cannot be used because the disk is full or the file
//! is corrupt is no reason not to play. It is replaced by one in memory, and every
//! change then says that it was not kept, and why.

use crate::schema::{FIRST_TABLES, VERSION, make_tables};
use crate::trouble::{Refused, Trouble};
use rusqlite::{Connection, OpenFlags, Transaction};
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// "Soko" in the header of the file.
const APPLICATION: i32 = 0x536f_6b6f;

/// One connection, for one at a time.
pub(crate) struct Database {
    connection: Mutex<Connection>,
    /// The database and its log, as they were when they were opened.
    files: Vec<(PathBuf, FileId)>,
    /// Why nothing is kept at all.
    standing: Option<Trouble>,
}

impl Database {
    /// Opens or creates the file. One that is damaged, or for which the disk has no
    /// room, is replaced by memory; one that is not ours is refused.
    pub fn open(path: &Path) -> Result<Database, Refused> {
        if let Some(refusal) = foreign(path) {
            return Err(refusal);
        }
        let opened = Connection::open(path).and_then(set_up);
        let trouble = match opened {
            Ok(connection) => {
                let log = PathBuf::from(format!("{}-wal", path.display()));
                let known = [path.to_owned(), log].into_iter();
                let files = known.filter_map(|path| Some((path.clone(), file_id(&path)?)));
                return Ok(Database {
                    files: files.collect(),
                    connection: Mutex::new(connection),
                    standing: None,
                });
            }
            Err(error) => Trouble::from(error),
        };
        if !trouble.allows_play() {
            return Err(Refused::new(path, trouble.to_string()));
        }
        let mut database = Database::in_memory().map_err(|t| Refused::new(path, t.to_string()))?;
        database.standing = Some(trouble);
        Ok(database)
    }

    /// A database that is forgotten at the end.
    pub fn in_memory() -> Result<Database, Trouble> {
        Ok(Database {
            connection: Mutex::new(Connection::open_in_memory().and_then(set_up)?),
            files: Vec::new(),
            standing: None,
        })
    }

    /// Looks something up.
    pub fn read<T>(
        &self,
        look: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, Trouble> {
        Ok(look(&self.lock())?)
    }

    /// Makes a change. It is kept for good if this succeeds, and only then.
    pub fn write<T>(
        &self,
        change: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, Trouble> {
        let mut connection = self.lock();
        let transaction = connection.transaction()?;
        let made = change(&transaction)?;
        transaction.commit()?;
        match self.trouble() {
            Some(trouble) => Err(trouble),
            None => Ok(made),
        }
    }

    /// Why a change would not be kept, as far as that can be told beforehand.
    pub fn trouble(&self) -> Option<Trouble> {
        let is_there = |(path, id): &(PathBuf, FileId)| file_id(path) == Some(*id);
        if self.files.iter().all(is_there) {
            return self.standing.clone();
        }
        Some(Trouble::gone())
    }

    /// The connection; a panic elsewhere rolled its transaction back.
    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.connection
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Signs a file and makes its tables, and says how it is to be written.
fn set_up(mut connection: Connection) -> rusqlite::Result<Connection> {
    connection.busy_timeout(std::time::Duration::from_secs(5))?;
    // 1. The signature goes into the file itself, not into a log beside it.
    let transaction = connection.transaction()?;
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    make_tables(&transaction)?;
    transaction.commit()?;
    // 2. What is committed is on the disk, on a Mac too.
    connection.pragma_update(None, "journal_mode", "WAL")?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    connection.pragma_update(None, "fullfsync", true)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // 3. A first look opens the log, so that it is known from now on.
    connection.query_row("SELECT count(*) FROM tree", [], |_| Ok(()))?;
    Ok(connection)
}

/// Why a file is not ours, if it is there and is not. Nothing is written.
fn foreign(path: &Path) -> Option<Refused> {
    let refuse = |why: &str| Some(Refused::new(path, why.to_owned()));
    // 1. What its first bytes say, without opening it as a database.
    let mut header = [0u8; 100];
    let Ok(mut file) = File::open(path) else {
        return None;
    };
    match file.read_exact(&mut header) {
        Ok(()) => {}
        Err(_) if file.metadata().is_ok_and(|data| data.len() == 0) => return None,
        Err(_) => return refuse("it is no database"),
    }
    if !header.starts_with(b"SQLite format 3\0") {
        return refuse("it is no database");
    }
    let number = |at: usize| i32::from_be_bytes([0, 1, 2, 3].map(|i| header[at + i]));
    let application = number(68);
    if application != APPLICATION && application != 0 {
        return refuse("it belongs to another program");
    }
    // 2. What it says with its log, if there is one. Unsigned, it must have our
    //    tables and no others. What cannot be read is damaged rather than foreign.
    let inside = look_inside(path)?;
    let is_ours = |table: &String| FIRST_TABLES.contains(&table.as_str());
    if inside.version > VERSION {
        return refuse("it was written by a newer Sokoscope");
    }
    if inside.application != APPLICATION && !inside.tables.iter().all(is_ours) {
        return refuse("it belongs to another program");
    }
    None
}

/// What a database says of itself.
struct Inside {
    application: i32,
    version: i32,
    tables: Vec<String>,
}

/// Reads what a database says of itself. Where no log is pending, not even an empty
/// one is made.
fn look_inside(path: &Path) -> Option<Inside> {
    let has_log = PathBuf::from(format!("{}-wal", path.display())).exists();
    let mut name = String::from("file:");
    for &byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' => name.push(byte.into()),
            _ if byte.is_ascii_alphanumeric() => name.push(byte.into()),
            _ => name.push_str(&format!("%{byte:02x}")),
        }
    }
    name.push_str(if has_log { "?mode=ro" } else { "?immutable=1" });
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    let connection = Connection::open_with_flags(name, flags).ok()?;
    let list = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
    let mut query = connection.prepare(list).ok()?;
    let rows = query.query_map([], |row| row.get(0)).ok()?;
    let number = |name: &str| {
        connection
            .pragma_query_value(None, name, |row| row.get(0))
            .ok()
    };
    Some(Inside {
        application: number("application_id")?,
        version: number("user_version")?,
        tables: rows.collect::<rusqlite::Result<_>>().ok()?,
    })
}

/// What tells a file from another one that has its name.
type FileId = (u64, u64);

#[cfg(unix)]
fn file_id(path: &Path) -> Option<FileId> {
    use std::os::unix::fs::MetadataExt;
    let data = std::fs::metadata(path).ok()?;
    Some((data.dev(), data.ino()))
}

/// Elsewhere a file that is open cannot be deleted; it need only be there.
#[cfg(not(unix))]
fn file_id(path: &Path) -> Option<FileId> {
    path.exists().then_some((0, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder that is gone at the end of the test.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let path = std::env::temp_dir().join(format!("soko-{name}-{}", std::process::id()));
            std::fs::create_dir_all(&path).unwrap();
            Folder(path)
        }

        fn file(&self) -> PathBuf {
            self.0.join("a b%.db")
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn keep(database: &Database, name: &str) -> Result<usize, Trouble> {
        database.write(|change| change.execute("INSERT INTO collection (name) VALUES (?1)", [name]))
    }

    fn n_kept(database: &Database) -> usize {
        let count = "SELECT count(*) FROM collection";
        let look = |c: &Connection| c.query_row(count, [], |row| row.get(0));
        database.read(look).unwrap()
    }

    /// Everything in a folder, byte by byte.
    fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
        let files = std::fs::read_dir(folder).unwrap().flatten();
        let mut all: Vec<_> = files
            .map(|file| (file.path(), std::fs::read(file.path()).unwrap()))
            .collect();
        all.sort();
        all
    }

    #[test]
    fn what_is_not_ours_is_refused_and_not_touched() {
        let make = |sql: &'static str| {
            move |path: &Path| {
                let connection = Connection::open(path).unwrap();
                connection.execute_batch(sql).unwrap();
            }
        };
        type Make = Box<dyn Fn(&Path)>;
        let cases: [(&str, Make); 6] = [
            (
                "belongs to another program",
                Box::new(make("CREATE TABLE moz_places (a)")),
            ),
            (
                "belongs to another program",
                Box::new(make("PRAGMA journal_mode = WAL; CREATE TABLE x (a)")),
            ),
            (
                "belongs to another program",
                Box::new(make("PRAGMA application_id = 7; CREATE TABLE level (a)")),
            ),
            (
                "written by a newer Sokoscope",
                Box::new(make(
                    "PRAGMA application_id = 0x536f6b6f; PRAGMA user_version = 3",
                )),
            ),
            (
                "no database",
                Box::new(|path| std::fs::write(path, "my diary, ".repeat(50)).unwrap()),
            ),
            (
                "no database",
                Box::new(|path| std::fs::write(path, "short").unwrap()),
            ),
        ];
        for (number, (why, make)) in cases.into_iter().enumerate() {
            let folder = Folder::new(&format!("foreign-{number}"));
            make(&folder.file());
            let before = contents(&folder.0);
            let refused = Database::open(&folder.file()).err().unwrap().to_string();
            assert!(refused.contains(why), "{number}: {refused}");
            assert!(refused.contains("a b%.db"), "{refused}");
            assert!(contents(&folder.0) == before, "{number} was touched");
        }
    }

    /// The tables of version 1, as they were written.
    const FIRST_SCHEMA: &str = "
CREATE TABLE progress (
    key TEXT PRIMARY KEY, mode TEXT NOT NULL, moves TEXT NOT NULL, cursor INTEGER NOT NULL,
    updated INTEGER NOT NULL DEFAULT (unixepoch())) STRICT;
CREATE TABLE solution (
    key TEXT NOT NULL, metric TEXT NOT NULL, moves TEXT NOT NULL,
    n_moves INTEGER NOT NULL, n_pushes INTEGER NOT NULL, PRIMARY KEY (key, metric)) STRICT;
CREATE TABLE position (
    id INTEGER PRIMARY KEY, key TEXT NOT NULL, name TEXT NOT NULL, mode TEXT NOT NULL,
    moves TEXT NOT NULL) STRICT;
CREATE INDEX position_key ON position (key);
CREATE TABLE collection (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
CREATE TABLE level (
    collection INTEGER NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
    number INTEGER NOT NULL, title TEXT, author TEXT, board TEXT NOT NULL,
    PRIMARY KEY (collection, number)) STRICT;
INSERT INTO collection (name) VALUES ('Mine');
INSERT INTO progress (key, mode, moves, cursor) VALUES
    ('a', 'forward', 'rRR', 1), ('b', 'reverse@12', '', 0);
INSERT INTO position (key, name, mode, moves) VALUES
    ('a', 'here', 'forward', 'rRu'), ('a', 'start', 'forward', ''), ('c', 'x', 'reverse', 'L');
INSERT INTO solution VALUES
    ('a', 'moves', 'rRR', 3, 2), ('a', 'pushes', 'rRR', 3, 2), ('c', 'moves', 'uR', 2, 1);
";

    /// All rows of a query, written out.
    fn rows(database: &Database, sql: &str) -> Vec<String> {
        let look = |c: &Connection| {
            let mut query = c.prepare(sql)?;
            let n = query.column_count();
            let rows = query.query_map([], |row| {
                let value = |at| row.get::<_, rusqlite::types::Value>(at);
                let values: rusqlite::Result<Vec<_>> = (0..n).map(value).collect();
                let words = values?.into_iter().map(|value| match value {
                    rusqlite::types::Value::Text(text) => text,
                    rusqlite::types::Value::Integer(number) => number.to_string(),
                    other => format!("{other:?}"),
                });
                Ok(words.collect::<Vec<_>>().join(" "))
            })?;
            rows.collect()
        };
        database.read(look).unwrap()
    }

    /// Files of version 1, with and without its signature, are taken over; opened once
    /// more, they stay as they are.
    #[test]
    fn a_file_of_version_1_is_taken_over_and_loses_nothing() {
        for is_signed in [false, true] {
            let folder = Folder::new(&format!("first-{is_signed}"));
            let old = Connection::open(folder.file()).unwrap();
            old.pragma_update(None, "journal_mode", "WAL").unwrap();
            old.execute_batch(FIRST_SCHEMA).unwrap();
            if is_signed {
                old.pragma_update(None, "application_id", APPLICATION)
                    .unwrap();
                old.pragma_update(None, "user_version", 1).unwrap();
            }
            // Killed: its log is still there.
            std::mem::forget(old);
            for _ in 0..2 {
                let database = Database::open(&folder.file()).unwrap();
                assert!(database.trouble().is_none());
                assert_eq!(n_kept(&database), 1);
                let signature = |name| rows(&database, &format!("PRAGMA {name}"));
                assert_eq!(signature("application_id"), [APPLICATION.to_string()]);
                assert_eq!(signature("user_version"), ["2"]);
                let events = "SELECT key, mode, kind, event, letters, text, number
                    FROM event JOIN tree ON tree = id ORDER BY seq";
                let expected = [
                    "a forward 0 0 0 rRu 4",
                    "a forward 2 1 3 here 0",
                    "a forward 2 0 0 start 0",
                    "c reverse 0 0 0 L 4",
                    "c reverse 2 4 1 x 0",
                    "a forward 0 0 0 rRR 4",
                    "a forward 1 6 3  1",
                    "b reverse@12 1 0 0  0",
                ];
                assert_eq!(rows(&database, events), expected);
                let solutions = "SELECT key, moves, n_moves, n_pushes, maker FROM solution";
                let expected = ["a rRR 3 2 earlier", "c uR 2 1 earlier"];
                assert_eq!(rows(&database, solutions), expected);
                let gone = "SELECT name FROM sqlite_schema WHERE name IN
                    ('progress', 'position', 'best')";
                assert!(rows(&database, gone).is_empty());
            }
        }
    }

    #[test]
    fn a_deleted_or_replaced_file_keeps_nothing() {
        for ending in ["", "-wal"] {
            for replaced in [false, true] {
                let folder = Folder::new(&format!("gone{ending}-{replaced}"));
                let database = Database::open(&folder.file()).unwrap();
                keep(&database, "first").unwrap();
                let path = PathBuf::from(format!("{}{ending}", folder.file().display()));
                let copy = std::fs::read(&path).unwrap();
                std::fs::remove_file(&path).unwrap();
                if replaced {
                    // A file made meanwhile, so that the number of the first is taken.
                    std::fs::write(folder.0.join("other"), "").unwrap();
                    std::fs::write(&path, copy).unwrap();
                }
                let trouble = keep(&database, "second").unwrap_err().to_string();
                assert!(trouble.contains("is gone"), "{trouble}");
                assert!(database.trouble().is_some());
            }
        }
    }

    /// A disk with no more room, as SQLite sees one.
    #[test]
    fn a_full_disk_is_told_and_passes() {
        let database = Database::in_memory().unwrap();
        let limit = |pages: u32| {
            let set = format!("PRAGMA max_page_count = {pages}");
            let look = |c: &Connection| c.query_row(&set, [], |_| Ok(()));
            database.read(look).unwrap();
        };
        limit(1);
        let long = "x".repeat(1 << 20);
        let trouble = keep(&database, &long).unwrap_err();
        assert!(trouble.allows_play());
        assert_eq!(trouble.to_string(), "the disk is full");
        limit(1 << 20);
        keep(&database, &long).unwrap();
        assert_eq!(n_kept(&database), 1);
    }

    /// Ours by its header, and nonsense behind it: played on, nothing kept, and the
    /// file stays as it is for whoever wants to save it.
    #[test]
    fn a_damaged_file_is_left_alone_and_memory_serves() {
        let folder = Folder::new("damaged");
        drop(Database::open(&folder.file()).unwrap());
        let mut bytes = std::fs::read(folder.file()).unwrap();
        bytes[100..].fill(0x5a);
        std::fs::write(folder.file(), &bytes).unwrap();
        let database = Database::open(&folder.file()).unwrap();
        let trouble = keep(&database, "a").unwrap_err();
        assert!(trouble.to_string().contains("damaged"), "{trouble}");
        assert_eq!(n_kept(&database), 1, "for this run it is there");
        assert!(std::fs::read(folder.file()).unwrap() == bytes);
    }

    #[test]
    fn what_is_committed_is_on_the_disk() {
        let folder = Folder::new("durable");
        let database = Database::open(&folder.file()).unwrap();
        let look = |name: &str| -> String {
            let value = |c: &Connection| c.pragma_query_value(None, name, |row| row.get(0));
            let number =
                |c: &Connection| c.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
            let text = database.read(value);
            text.unwrap_or_else(|_| database.read(number).unwrap().to_string())
        };
        assert_eq!(look("synchronous"), "2");
        assert_eq!(look("journal_mode"), "wal");
    }
}
