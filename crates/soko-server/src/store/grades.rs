//! How hard levels are, so that it is found out once. A level has one grade, that of the
//! newest edition of the models; one of another edition counts as none.

use super::Store;
use crate::trouble::Trouble;
use rusqlite::params;
use std::collections::BTreeMap;

impl Store {
    /// Keeps grades by key, all of them or none.
    pub(crate) fn keep_grades(
        &self,
        edition: &str,
        grades: &[(String, Option<f64>)],
    ) -> Result<(), Trouble> {
        self.0.write(|change| {
            let sql = "INSERT OR REPLACE INTO grade (key, edition, grade) VALUES (?1, ?2, ?3)";
            let mut insert = change.prepare_cached(sql)?;
            for (key, grade) in grades {
                insert.execute(params![key, edition, grade])?;
            }
            Ok(())
        })
    }

    /// The grades of an edition by key.
    pub(crate) fn grades(&self, edition: &str) -> Result<BTreeMap<String, Option<f64>>, Trouble> {
        self.0.read(|connection| {
            let sql = "SELECT key, grade FROM grade WHERE edition = ?1";
            let mut query = connection.prepare_cached(sql)?;
            let rows = query.query_map([edition], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_edition_forgets_the_grades_of_the_old() {
        let store = Store::ephemeral().unwrap();
        let (a, b) = ("a".to_string(), "b".to_string());
        let first = [(a.clone(), Some(12.5)), (b.clone(), None)];
        store.keep_grades("1", &first).unwrap();
        assert_eq!(store.grades("1").unwrap(), BTreeMap::from(first));
        assert!(store.grades("2").unwrap().is_empty());
        store.keep_grades("2", &[(a.clone(), Some(3.0))]).unwrap();
        assert_eq!(store.grades("1").unwrap(), BTreeMap::from([(b, None)]));
        assert_eq!(store.grades("2").unwrap(), BTreeMap::from([(a, Some(3.0))]));
    }
}
