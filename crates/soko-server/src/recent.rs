//! The things asked for most recently, at most so many of them.
//!
//! Whatever is found or kept goes to the end of a row; the first of the row goes
//! when there are too many. Cost: linear in the number kept, which is small beside
//! what it takes to make one of these things.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Things by name, those asked for most recently.
pub(crate) struct Recent<T> {
    most: usize,
    row: Mutex<VecDeque<(String, Arc<T>)>>,
}

impl<T> Recent<T> {
    /// Keeps at most so many things.
    pub fn new(most: usize) -> Recent<T> {
        Recent {
            most,
            row: Mutex::default(),
        }
    }

    /// The thing of this name, if it is still there.
    pub fn find(&self, name: &str) -> Option<Arc<T>> {
        let mut row = self.lock();
        let at = row.iter().position(|(known, _)| known == name)?;
        let found = row.remove(at)?;
        let thing = found.1.clone();
        row.push_back(found);
        Some(thing)
    }

    /// Keeps a thing, in place of what had this name.
    pub fn keep(&self, name: &str, thing: Arc<T>) {
        let mut row = self.lock();
        row.retain(|(known, _)| known != name);
        row.push_back((name.into(), thing));
        while row.len() > self.most {
            row.pop_front();
        }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<(String, Arc<T>)>> {
        self.row.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(recent: &Recent<u8>) -> String {
        let row = recent.lock();
        let names: Vec<&str> = row.iter().map(|(name, _)| name.as_str()).collect();
        names.join(" ")
    }

    #[test]
    fn what_was_asked_for_least_recently_goes_first() {
        let recent = Recent::new(3);
        for (i, name) in ["a", "b", "c"].into_iter().enumerate() {
            recent.keep(name, Arc::new(i as u8));
        }
        assert_eq!(names(&recent), "a b c");
        assert_eq!(recent.find("a").as_deref(), Some(&0));
        assert_eq!(names(&recent), "b c a");
        recent.keep("d", Arc::new(3));
        assert_eq!(names(&recent), "c a d");
        assert_eq!(recent.find("b"), None);
        recent.keep("c", Arc::new(9));
        assert_eq!(names(&recent), "a d c");
        assert_eq!(recent.find("c").as_deref(), Some(&9));
    }
}
