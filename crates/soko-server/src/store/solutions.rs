//! Solutions by level: every line of moves once, with who made it.

use super::Store;
use crate::trouble::Trouble;
use rusqlite::params;
use soko_core::Maker;
use soko_page::keep::{KeptSolution, Marks, NewSolution, PLAYER};
use std::collections::BTreeMap;

impl Store {
    /// Keeps a solution. One with these moves that is there already stays, with the
    /// maker that is more like the player.
    pub(crate) fn keep_solution(&self, key: &str, new: &NewSolution<'_>) -> Result<(), Trouble> {
        let (moves, metrics) = (new.verified.lurd(), new.verified.metrics());
        self.0.write(|change| {
            change.execute(
                "INSERT OR IGNORE INTO solution (key, moves, n_moves, n_pushes, maker, engine, seconds)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                params![key, moves, metrics.moves, metrics.pushes, new.by.name(), new.engine, new.seconds],
            )?;
            let better: Vec<&str> = Maker::ALL.iter().filter(|m| **m > new.by).map(|m| m.name()).collect();
            for worse in better {
                change.execute(
                    "UPDATE solution SET maker = ?3, engine = ?4, seconds = ?5, found = unixepoch()
                     WHERE key = ?1 AND moves = ?2 AND maker = ?6",
                    params![key, moves, new.by.name(), new.engine, new.seconds, worse],
                )?;
            }
            Ok(())
        })
    }

    pub(crate) fn drop_solution(&self, id: i64) -> Result<bool, Trouble> {
        let drop = "DELETE FROM solution WHERE id = ?1";
        Ok(self.0.write(|change| change.execute(drop, [id]))? > 0)
    }

    /// The solutions of a level, the oldest first.
    pub(crate) fn solutions(&self, key: &str) -> Result<Vec<KeptSolution>, Trouble> {
        self.0.read(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT id, moves, n_moves, n_pushes, maker, engine, seconds, found
                 FROM solution WHERE key = ?1 ORDER BY id",
            )?;
            let rows = query.query_map([key], |row| {
                Ok(KeptSolution {
                    id: row.get(0)?,
                    moves: row.get(1)?,
                    n_moves: row.get(2)?,
                    n_pushes: row.get(3)?,
                    by: row.get(4)?,
                    engine: row.get(5)?,
                    seconds: row.get(6)?,
                    found: row.get(7)?,
                })
            })?;
            rows.collect()
        })
    }

    /// The day on which the player first solved each level that he solved himself.
    pub(crate) fn days_of_solving(&self) -> Result<Vec<String>, Trouble> {
        self.0.read(|connection| {
            let mut query = connection.prepare_cached(
                "SELECT date(min(found), 'unixepoch', 'localtime') FROM solution
                 WHERE maker IN (?1, ?2, ?3) GROUP BY key",
            )?;
            let rows = query.query_map(PLAYER.map(Maker::name), |row| row.get(0))?;
            rows.collect()
        })
    }

    /// What the player has done, by key of the level.
    pub(crate) fn marks(&self) -> Result<BTreeMap<String, Marks>, Trouble> {
        self.0.read(|connection| {
            let mut marks: BTreeMap<String, Marks> = BTreeMap::new();
            // 1. Begun: he has moved in it.
            let mut started = connection.prepare_cached(
                "SELECT DISTINCT key FROM tree WHERE EXISTS (
                     SELECT 1 FROM event WHERE tree = id AND kind = 0 AND number <= ?1)",
            )?;
            for key in started.query_map([Maker::Earlier.bit()], |row| row.get::<_, String>(0))? {
                marks.entry(key?).or_default().started = true;
            }
            // 2. Solved: by whom, and how well he did it himself.
            let mut solved = connection.prepare_cached(
                "SELECT key, maker, min(n_pushes), min(n_moves) FROM solution GROUP BY key, maker",
            )?;
            let mut rows = solved.query([])?;
            while let Some(row) = rows.next()? {
                let (key, maker): (String, String) = (row.get(0)?, row.get(1)?);
                let entry = marks.entry(key).or_default();
                let Some(maker) = Maker::from_name(&maker) else {
                    continue;
                };
                entry.note(maker, row.get(2)?, row.get(3)?);
            }
            Ok(marks)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::Verified;
    use soko_core::{Direction, verify};
    use soko_page::keep::Best;

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

    fn keep(store: &Store, verified: &Verified, by: Maker) {
        let new = NewSolution {
            verified,
            by,
            engine: None,
            seconds: None,
        };
        store.keep_solution("k", &new).unwrap();
    }

    #[test]
    fn all_solutions_are_kept_and_the_best_by_each_number_is_told() {
        let store = Store::ephemeral().unwrap();
        let (few_pushes, few_moves) = (solution(5, 14), solution(8, 0));
        for one in [&few_pushes, &few_moves, &solution(5, 24), &few_moves] {
            keep(&store, one, Maker::You);
        }
        let all = store.solutions("k").unwrap();
        assert_eq!(all.len(), 3);
        let best = Best::of(&all);
        assert_eq!(best.pushes.unwrap().moves, few_pushes.lurd());
        assert_eq!(best.moves.unwrap().moves, few_moves.lurd());
        assert!(store.drop_solution(all[0].id).unwrap());
        assert!(!store.drop_solution(all[0].id).unwrap());
    }

    #[test]
    fn what_the_solver_found_is_not_the_players_until_he_plays_it() {
        let store = Store::ephemeral().unwrap();
        let found = solution(5, 0);
        let mark = || store.marks().unwrap()["k"];
        keep(&store, &found, Maker::Solver);
        assert_eq!((mark().by, mark().pushes), (Some(Maker::Solver), None));
        keep(&store, &solution(7, 0), Maker::Hints);
        assert_eq!((mark().by, mark().pushes), (Some(Maker::Hints), Some(7)));
        keep(&store, &found, Maker::You);
        keep(&store, &found, Maker::Solver);
        assert_eq!((mark().by, mark().pushes), (Some(Maker::You), Some(5)));
        assert_eq!(store.solutions("k").unwrap().len(), 2);
    }
}
