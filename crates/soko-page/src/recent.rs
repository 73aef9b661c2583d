//! The things asked for most recently, at most so many of them, and so many bytes.
//!
//! Whatever is found or kept goes to the end of a row; the first of the row goes
//! when there is too much. Cost: linear in the number kept, which is small beside
//! what it takes to make one of these things.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Things by name, those asked for most recently.
pub struct Recent<T> {
    most: usize,
    most_bytes: usize,
    row: Mutex<VecDeque<Kept<T>>>,
}

struct Kept<T> {
    name: String,
    thing: Arc<T>,
    bytes: usize,
}

impl<T> Recent<T> {
    /// Keeps at most so many things, which take at most so many bytes together.
    pub fn new(most: usize, most_bytes: usize) -> Recent<T> {
        Recent {
            most,
            most_bytes,
            row: Mutex::default(),
        }
    }

    /// The thing of this name, if it is still there.
    pub fn find(&self, name: &str) -> Option<Arc<T>> {
        let mut row = self.lock();
        let at = row.iter().position(|kept| kept.name == name)?;
        let found = row.remove(at)?;
        let thing = found.thing.clone();
        row.push_back(found);
        Some(thing)
    }

    /// Keeps a thing of so many bytes, in place of what had this name. What takes
    /// more than all may take is not kept.
    pub fn keep(&self, name: &str, thing: Arc<T>, bytes: usize) {
        let mut row = self.lock();
        row.retain(|kept| kept.name != name);
        if bytes > self.most_bytes {
            return;
        }
        row.push_back(Kept {
            name: name.into(),
            thing,
            bytes,
        });
        let mut held: usize = row.iter().map(|kept| kept.bytes).sum();
        while row.len() > self.most || held > self.most_bytes {
            held -= row.pop_front().map_or(0, |kept| kept.bytes);
        }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        self.lock().clear();
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<Kept<T>>> {
        self.row.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(recent: &Recent<u8>) -> String {
        let row = recent.lock();
        let names: Vec<&str> = row.iter().map(|kept| kept.name.as_str()).collect();
        names.join(" ")
    }

    #[test]
    fn what_was_asked_for_least_recently_goes_first() {
        let recent = Recent::new(3, 100);
        for (i, name) in ["a", "b", "c"].into_iter().enumerate() {
            recent.keep(name, Arc::new(i as u8), 1);
        }
        assert_eq!(names(&recent), "a b c");
        assert_eq!(recent.find("a").as_deref(), Some(&0));
        assert_eq!(names(&recent), "b c a");
        recent.keep("d", Arc::new(3), 1);
        assert_eq!(names(&recent), "c a d");
        assert_eq!(recent.find("b"), None);
        recent.keep("c", Arc::new(9), 1);
        assert_eq!(names(&recent), "a d c");
        assert_eq!(recent.find("c").as_deref(), Some(&9));
        // A heavy one makes room for itself; one that is too heavy is not kept.
        recent.keep("e", Arc::new(5), 99);
        assert_eq!(names(&recent), "c e");
        recent.keep("f", Arc::new(6), 101);
        assert_eq!(names(&recent), "c e");
        recent.keep("c", Arc::new(9), 2);
        assert_eq!(names(&recent), "c");
    }
}
