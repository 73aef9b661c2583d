//! What is kept between runs, in one SQLite file.
//!
//! Every change is one transaction, on the disk before the request is answered
//! (`database.rs`). Levels are known by their exact id, the *key*, so what a player has
//! done follows a level from collection to collection.
//!
//! This is one of the two who keep the player's things ([`soko_page::keep::Keep`]):
//!
//! | room | kept | asked |
//! | --- | --- | --- |
//! | `events` | [`Store::append`]: deeds of a tree; each gets a number greater than all before it | [`Store::read`]: the events of a tree since a number; [`Store::latest_mode`] |
//! | `solutions` | `keep_solution`, `drop_solution`: one row for each line of moves | `solutions`, `marks` |
//! | `records` | `add_to_day`: sums by level and day; `keep_attempt`: one row an attempt | `days`, `attempts` |
//! | `grades` | `keep_grades`: one row a level, with the edition of the models | `grades` |
//! | `collections.rs` | `keep_collection`, `drop_collection` | `collections`, `levels` |
//!
//! Events are never changed and never deleted. A *tree* is a key and a mode:
//! `forward`, `reverse`, or `reverse@17` where the man starts at cell 17.

mod events;
mod grades;
mod keep;
mod records;
mod solutions;

use crate::database::Database;
use crate::trouble::Refused;
use std::path::Path;

/// The database.
pub struct Store(pub(crate) Database);

impl Store {
    /// Opens or creates the database file; refuses one that is not ours.
    pub fn open(path: &Path) -> Result<Store, Refused> {
        Database::open(path).map(Store)
    }

    /// A database that is forgotten at the end.
    pub fn ephemeral() -> Result<Store, Refused> {
        let memory = Path::new("memory");
        let database = Database::in_memory();
        database
            .map(Store)
            .map_err(|why| Refused::new(memory, why.to_string()))
    }

    /// Why nothing is being kept, if that is known.
    pub fn unsaved(&self) -> Option<String> {
        self.0.trouble().map(|trouble| trouble.to_string())
    }
}
