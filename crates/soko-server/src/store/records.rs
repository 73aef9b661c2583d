//! What a player's days came to, and the attempts that he lets be logged.

use super::Store;
use crate::trouble::Trouble;
use rusqlite::params;
use soko_page::keep::{Attempt, Day, Sums};

impl Store {
    /// Adds to the sums of a level on a day.
    pub(crate) fn add_to_day(&self, key: &str, day: &str, sums: &Sums) -> Result<(), Trouble> {
        self.0.write(|change| {
            change.execute(
                "INSERT INTO day (key, day, seconds, moves, undos, hints, lost)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                 ON CONFLICT (key, day) DO UPDATE SET seconds = seconds + ?3, moves = moves + ?4,
                     undos = undos + ?5, hints = hints + ?6, lost = lost + ?7",
                params![
                    key,
                    day,
                    sums.seconds,
                    sums.moves,
                    sums.undos,
                    sums.hints,
                    sums.lost
                ],
            )?;
            Ok(())
        })
    }

    /// All days, the earliest first.
    pub(crate) fn days(&self) -> Result<Vec<Day>, Trouble> {
        self.0.read(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT key, day, seconds, moves, undos, hints, lost FROM day ORDER BY day, key",
            )?;
            let rows = query.query_map([], |row| {
                Ok(Day {
                    key: row.get(0)?,
                    day: row.get(1)?,
                    sums: Sums {
                        seconds: row.get(2)?,
                        moves: row.get(3)?,
                        undos: row.get(4)?,
                        hints: row.get(5)?,
                        lost: row.get(6)?,
                    },
                })
            })?;
            rows.collect()
        })
    }

    /// Keeps an attempt, or what has become of one; gives its number.
    pub(crate) fn keep_attempt(&self, one: &Attempt) -> Result<i64, Trouble> {
        self.0.write(|change| {
            change.execute(
                "INSERT INTO attempt (id, key, title, seconds, moves, pushes, undos, hints,
                     first_losing_push, solved, rating)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
                 ON CONFLICT (id) DO UPDATE SET seconds = ?4, moves = ?5, pushes = ?6, undos = ?7,
                     hints = ?8, first_losing_push = ?9, solved = ?10, rating = ?11
                 WHERE key = ?2",
                params![
                    one.id,
                    one.key,
                    one.title,
                    one.seconds,
                    one.moves,
                    one.pushes,
                    one.undos,
                    one.hints,
                    one.first_losing_push,
                    one.solved,
                    one.rating
                ],
            )?;
            Ok(one.id.unwrap_or_else(|| change.last_insert_rowid()))
        })
    }

    /// All attempts, the earliest first.
    pub(crate) fn attempts(&self) -> Result<Vec<Attempt>, Trouble> {
        self.0.read(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT id, key, title, started, seconds, moves, pushes, undos, hints,
                     first_losing_push, solved, rating FROM attempt ORDER BY id",
            )?;
            let rows = query.query_map([], |row| {
                Ok(Attempt {
                    id: row.get(0)?,
                    key: row.get(1)?,
                    title: row.get(2)?,
                    started: row.get(3)?,
                    seconds: row.get(4)?,
                    moves: row.get(5)?,
                    pushes: row.get(6)?,
                    undos: row.get(7)?,
                    hints: row.get(8)?,
                    first_losing_push: row.get(9)?,
                    solved: row.get(10)?,
                    rating: row.get(11)?,
                })
            })?;
            rows.collect()
        })
    }

    /// Forgets all attempts; gives how many there were.
    pub(crate) fn drop_attempts(&self) -> Result<usize, Trouble> {
        self.0
            .write(|change| change.execute("DELETE FROM attempt", []))
    }
}
