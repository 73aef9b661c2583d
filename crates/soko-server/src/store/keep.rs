//! The database as the one who keeps the player's things.

use super::Store;
use soko_core::{Deed, Event};
use soko_page::keep::{
    Attempt, Day, Keep, Kept, KeptLevel, KeptSolution, Marks, NewSolution, Sums,
};
use std::collections::BTreeMap;

impl Keep for Store {
    fn unsaved(&self) -> Option<String> {
        Store::unsaved(self)
    }

    fn append(&self, tree: (&str, &str), deeds: &[Deed]) -> Kept<u64> {
        Ok(Store::append(self, tree, deeds)?)
    }

    fn read(&self, tree: (&str, &str), since: u64) -> Kept<Vec<Event>> {
        Ok(Store::read(self, tree, since)?)
    }

    fn latest_key(&self) -> Kept<Option<String>> {
        Ok(Store::latest_key(self)?)
    }

    fn latest_mode(&self, key: &str) -> Kept<Option<String>> {
        Ok(Store::latest_mode(self, key)?)
    }

    fn keep_solution(&self, key: &str, new: &NewSolution<'_>) -> Kept<()> {
        Ok(Store::keep_solution(self, key, new)?)
    }

    fn drop_solution(&self, id: i64) -> Kept<bool> {
        Ok(Store::drop_solution(self, id)?)
    }

    fn solutions(&self, key: &str) -> Kept<Vec<KeptSolution>> {
        Ok(Store::solutions(self, key)?)
    }

    fn days_of_solving(&self) -> Kept<Vec<String>> {
        Ok(Store::days_of_solving(self)?)
    }

    fn marks(&self) -> Kept<BTreeMap<String, Marks>> {
        Ok(Store::marks(self)?)
    }

    fn add_to_day(&self, key: &str, day: &str, sums: &Sums) -> Kept<()> {
        Ok(Store::add_to_day(self, key, day, sums)?)
    }

    fn days(&self) -> Kept<Vec<Day>> {
        Ok(Store::days(self)?)
    }

    fn keep_attempt(&self, one: &Attempt) -> Kept<i64> {
        Ok(Store::keep_attempt(self, one)?)
    }

    fn attempts(&self) -> Kept<Vec<Attempt>> {
        Ok(Store::attempts(self)?)
    }

    fn drop_attempts(&self) -> Kept<usize> {
        Ok(Store::drop_attempts(self)?)
    }

    fn keep_collection(&self, name: &str, levels: &[KeptLevel]) -> Kept<i64> {
        Ok(Store::keep_collection(self, name, levels)?)
    }

    fn rename_collection(&self, id: i64, name: &str) -> Kept<bool> {
        Ok(Store::rename_collection(self, id, name)?)
    }

    fn rename_level(&self, collection: i64, place: usize, title: &str) -> Kept<bool> {
        Ok(Store::rename_level(self, collection, place, title)?)
    }

    fn drop_level(&self, collection: i64, place: usize) -> Kept<bool> {
        Ok(Store::drop_level(self, collection, place)?)
    }

    fn collection_name(&self, id: i64) -> Kept<Option<String>> {
        Ok(Store::collection_name(self, id)?)
    }

    fn drop_collection(&self, id: i64) -> Kept<bool> {
        Ok(Store::drop_collection(self, id)?)
    }

    fn collections(&self) -> Kept<Vec<(i64, String, usize)>> {
        Ok(Store::collections(self)?)
    }

    fn levels(&self, collection: i64) -> Kept<Vec<KeptLevel>> {
        Ok(Store::levels(self, collection)?)
    }

    fn keep_grades(&self, edition: &str, grades: &[(String, Option<f64>)]) -> Kept<()> {
        Ok(Store::keep_grades(self, edition, grades)?)
    }

    fn grades(&self, edition: &str) -> Kept<BTreeMap<String, Option<f64>>> {
        Ok(Store::grades(self, edition)?)
    }
}
