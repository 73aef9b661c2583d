//! What is kept between runs, in one SQLite file: games in progress, the best
//! solutions, saved positions, and the player's own collections.
//!
//! Every change is one transaction, on the disk before the request is answered
//! (`database.rs`). Levels are known by their exact id, so progress follows a level
//! from collection to collection.

use crate::database::Database;
use crate::trouble::{Refused, Trouble};
use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};
use soko_core::Verified;
use std::collections::BTreeMap;
use std::path::Path;

/// The database.
pub struct Store(Database);

/// A game as it was left.
#[derive(Clone, Debug, Serialize, PartialEq, Eq)]
pub(crate) struct SavedGame {
    pub mode: String,
    pub moves: String,
    pub cursor: usize,
}

/// A solution that passed the referee.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Solution {
    pub moves: String,
    pub n_moves: u64,
    pub n_pushes: u64,
}

/// The best solutions of a level.
#[derive(Clone, Debug, Default, Serialize, PartialEq, Eq)]
pub(crate) struct Best {
    pub pushes: Option<Solution>,
    pub moves: Option<Solution>,
}

impl Best {
    /// These, and a solution just found where there is none.
    pub fn or_this(self, found: &Verified) -> Best {
        let metrics = found.metrics();
        let found = || Solution {
            moves: found.lurd(),
            n_moves: metrics.moves,
            n_pushes: metrics.pushes,
        };
        Best {
            pushes: Some(self.pushes.unwrap_or_else(found)),
            moves: Some(self.moves.unwrap_or_else(found)),
        }
    }
}

/// A named saved position.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct SavedPosition {
    pub id: i64,
    pub name: String,
    pub mode: String,
    pub moves: String,
}

/// A level of a kept collection.
#[derive(Clone, Debug)]
pub(crate) struct KeptLevel {
    pub title: Option<String>,
    pub author: Option<String>,
    pub board: String,
}

/// What the library shows about a level.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Marks {
    pub pushes: Option<u64>,
    pub moves: Option<u64>,
    pub started: bool,
}

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

    /// Keeps a game, and the solution that it may be, together.
    pub(crate) fn keep_game(
        &self,
        key: &str,
        game: &SavedGame,
        solved: Option<&Verified>,
    ) -> Result<(), Trouble> {
        self.0.write(|change| {
            change
                .prepare_cached(
                    "INSERT INTO progress (key, mode, moves, cursor) VALUES (?1, ?2, ?3, ?4)
                     ON CONFLICT (key) DO UPDATE SET mode = ?2, moves = ?3, cursor = ?4,
                         updated = unixepoch()",
                )?
                .execute(params![key, game.mode, game.moves, game.cursor])?;
            match solved {
                Some(solution) => keep_solution(change, key, solution),
                None => Ok(()),
            }
        })
    }

    /// Keeps a solution where it is the best.
    pub(crate) fn keep_solution(&self, key: &str, solution: &Verified) -> Result<(), Trouble> {
        self.0.write(|change| keep_solution(change, key, solution))
    }

    pub(crate) fn game(&self, key: &str) -> Result<Option<SavedGame>, Trouble> {
        self.0.read(|connection| {
            let mut query = connection
                .prepare_cached("SELECT mode, moves, cursor FROM progress WHERE key = ?1")?;
            query
                .query_row([key], |row| {
                    Ok(SavedGame {
                        mode: row.get(0)?,
                        moves: row.get(1)?,
                        cursor: row.get(2)?,
                    })
                })
                .optional()
        })
    }

    pub(crate) fn best(&self, key: &str) -> Result<Best, Trouble> {
        self.0.read(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT moves, n_moves, n_pushes FROM solution WHERE key = ?1 AND metric = ?2",
            )?;
            let mut look = |metric: &str| {
                query
                    .query_row([key, metric], |row| {
                        Ok(Solution {
                            moves: row.get(0)?,
                            n_moves: row.get(1)?,
                            n_pushes: row.get(2)?,
                        })
                    })
                    .optional()
            };
            Ok(Best {
                pushes: look("pushes")?,
                moves: look("moves")?,
            })
        })
    }

    /// What the player has done, by key of the level.
    pub(crate) fn marks(&self) -> Result<BTreeMap<String, Marks>, Trouble> {
        self.0.read(|connection| {
            let mut marks: BTreeMap<String, Marks> = BTreeMap::new();
            let mut started =
                connection.prepare_cached("SELECT key FROM progress WHERE cursor > 0")?;
            for key in started.query_map([], |row| row.get::<_, String>(0))? {
                marks.entry(key?).or_default().started = true;
            }
            let mut solved = connection.prepare_cached(
                "SELECT key, min(n_pushes), min(n_moves) FROM solution GROUP BY key",
            )?;
            let rows = solved.query_map([], |row| {
                Ok((row.get::<_, String>(0)?, row.get(1)?, row.get(2)?))
            })?;
            for row in rows {
                let (key, pushes, moves) = row?;
                let entry = marks.entry(key).or_default();
                (entry.pushes, entry.moves) = (Some(pushes), Some(moves));
            }
            Ok(marks)
        })
    }

    pub(crate) fn keep_position(
        &self,
        key: &str,
        name: &str,
        mode: &str,
        moves: &str,
    ) -> Result<i64, Trouble> {
        self.0.write(|change| {
            change.execute(
                "INSERT INTO position (key, name, mode, moves) VALUES (?1, ?2, ?3, ?4)",
                [key, name, mode, moves],
            )?;
            Ok(change.last_insert_rowid())
        })
    }

    pub(crate) fn drop_position(&self, id: i64) -> Result<bool, Trouble> {
        let dropped = self
            .0
            .write(|change| change.execute("DELETE FROM position WHERE id = ?1", [id]))?;
        Ok(dropped > 0)
    }

    pub(crate) fn positions(&self, key: &str) -> Result<Vec<SavedPosition>, Trouble> {
        self.0.read(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT id, name, mode, moves FROM position WHERE key = ?1 ORDER BY id",
            )?;
            let rows = query.query_map([key], |row| {
                Ok(SavedPosition {
                    id: row.get(0)?,
                    name: row.get(1)?,
                    mode: row.get(2)?,
                    moves: row.get(3)?,
                })
            })?;
            rows.collect()
        })
    }

    /// Keeps levels under a name; levels for a name in use are added at its end.
    pub(crate) fn keep_collection(&self, name: &str, levels: &[KeptLevel]) -> Result<i64, Trouble> {
        self.0.write(|change| {
            // 1. The collection of this name, a new one if there is none.
            let known = change
                .query_row("SELECT id FROM collection WHERE name = ?1", [name], |row| {
                    row.get(0)
                })
                .optional()?;
            let id: i64 = match known {
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

    pub(crate) fn drop_collection(&self, id: i64) -> Result<bool, Trouble> {
        let dropped = self
            .0
            .write(|change| change.execute("DELETE FROM collection WHERE id = ?1", [id]))?;
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

/// Each metric keeps its best solution, the other number deciding ties.
fn keep_solution(connection: &Connection, key: &str, solution: &Verified) -> rusqlite::Result<()> {
    let (moves, metrics) = (solution.lurd(), solution.metrics());
    for (metric, order) in [
        ("pushes", "(n_pushes, n_moves) > (?5, ?4)"),
        ("moves", "(n_moves, n_pushes) > (?4, ?5)"),
    ] {
        let sql = format!(
            "INSERT INTO solution (key, metric, moves, n_moves, n_pushes)
             VALUES (?1, ?2, ?3, ?4, ?5)
             ON CONFLICT (key, metric) DO UPDATE SET moves = ?3, n_moves = ?4, n_pushes = ?5
             WHERE {order}"
        );
        connection.prepare_cached(&sql)?.execute(params![
            key,
            metric,
            moves,
            metrics.moves,
            metrics.pushes
        ])?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{Direction, verify};

    /// A solution with so many pushes, after so many steps to and fro.
    fn solution(n_pushes: usize, n_idle: usize) -> Verified {
        let way = " ".repeat(n_pushes - 1);
        let walls = "#".repeat(n_pushes + 6);
        let text = format!("{walls}\n# @ ${way}.#\n{walls}");
        let level: soko_core::Level = text.parse().unwrap();
        let idle = [Direction::Left, Direction::Right].into_iter().cycle();
        let pushes = std::iter::repeat_n(Direction::Right, n_pushes + 1);
        verify(level.setup(), idle.take(n_idle).chain(pushes)).unwrap()
    }

    #[test]
    fn the_best_by_each_metric_is_kept() {
        let store = Store::ephemeral().unwrap();
        let (few_pushes, few_moves) = (solution(5, 14), solution(8, 0));
        store.keep_solution("k", &few_pushes).unwrap();
        store.keep_solution("k", &few_moves).unwrap();
        store.keep_solution("k", &solution(5, 24)).unwrap();
        let best = store.best("k").unwrap();
        assert_eq!(best.pushes.unwrap().moves, few_pushes.lurd());
        assert_eq!(best.moves.unwrap().moves, few_moves.lurd());
    }

    #[test]
    fn a_second_connection_sees_what_was_kept() {
        let folder = std::env::temp_dir().join(format!("soko-store-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join("a.db");
        let game = SavedGame {
            mode: "forward".into(),
            moves: "rR".into(),
            cursor: 1,
        };
        let first = Store::open(&path).unwrap();
        first.keep_game("k", &game, None).unwrap();
        // The first connection is still open, as after a killed process its log
        // would still be there.
        let second = Store::open(&path).unwrap();
        assert_eq!(second.game("k").unwrap(), Some(game));
        drop((first, second));
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn levels_are_added_to_a_known_collection() {
        let store = Store::ephemeral().unwrap();
        let level = |title: &str| KeptLevel {
            title: Some(title.into()),
            author: None,
            board: "#".into(),
        };
        let id = store.keep_collection("Mine", &[level("a")]).unwrap();
        assert_eq!(store.keep_collection("Mine", &[level("b")]).unwrap(), id);
        let titles: Vec<_> = store
            .levels(id)
            .unwrap()
            .into_iter()
            .map(|l| l.title)
            .collect();
        assert_eq!(titles, [Some("a".into()), Some("b".into())]);
        assert!(store.drop_collection(id).unwrap());
        assert!(store.levels(id).unwrap().is_empty());
    }
}
