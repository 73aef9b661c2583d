//! Learned sets: boxes once proved dead are known for ever.
//!
//! Whenever a search proves boxes dead, the proof is made smaller by leaving out
//! boxes one at a time while it still holds, and the set is stored with the area
//! of the man. A state that has these boxes, with the man in that area, is dead.
//!
//! Sound: the set was proved dead on the bare board with all goals in place, so
//! any state that contains it is dead, if the man stands in the area that he
//! would have with those boxes alone.
//!
//! Cost: a subset test for each stored set with a box on the pushed square.
//! The number of sets is limited; sets that never catch anything make room.
//!
//! Source: the idea behind Rolling Stone's pattern searches and YASS's and
//! Festival's deadlock sets.

use super::dead_set::DeadSet;
use crate::deadlock::query::Query;
use soko_core::{Square, Squares};

/// So many sets are kept.
const MOST_SETS: usize = 2_000;

/// Larger sets seldom fit a second state.
const MOST_BOXES: usize = 14;

#[derive(Clone, Debug)]
struct Entry<S> {
    set: DeadSet<S>,
    /// Sets that were learned up to this one.
    number: u64,
    caught: u64,
}

/// The sets learned so far.
#[derive(Clone, Debug)]
pub(in crate::deadlock) struct LearnedSets<S> {
    /// In the order in which they were learned.
    entries: Vec<Entry<S>>,
    n_learned: u64,
    /// For each square the sets with a box on it.
    by_square: Vec<Vec<u32>>,
}

impl<S: Squares> LearnedSets<S> {
    /// Nothing yet, on a board of so many squares.
    pub fn new(n_squares: usize) -> LearnedSets<S> {
        LearnedSets {
            entries: Vec::new(),
            n_learned: 0,
            by_square: vec![Vec::new(); n_squares],
        }
    }

    /// Stores a set that is proved dead, unless a known one covers it.
    pub fn add(&mut self, set: &DeadSet<S>) {
        let is_covered = |known: &Entry<S>| {
            known.set.boxes.is_subset(&set.boxes) && set.area.is_subset(&known.set.area)
        };
        if set.boxes.len() > MOST_BOXES || self.entries.iter().any(is_covered) {
            return;
        }
        if self.entries.len() >= MOST_SETS {
            self.make_room();
        }
        self.n_learned += 1;
        self.entries.push(Entry {
            set: set.clone(),
            number: self.n_learned,
            caught: 0,
        });
        self.index(self.entries.len() - 1);
    }

    fn index(&mut self, entry: usize) {
        for square in self.entries[entry].set.boxes.iter() {
            self.by_square[square.index()].push(entry as u32);
        }
    }

    /// Keeps the half that caught most, older ones first among equals.
    fn make_room(&mut self) {
        self.entries
            .sort_by_cached_key(|entry| std::cmp::Reverse(entry.caught));
        self.entries.truncate(MOST_SETS / 2);
        self.entries.sort_by_cached_key(|entry| entry.number);
        for list in &mut self.by_square {
            list.clear();
        }
        for entry in 0..self.entries.len() {
            self.index(entry);
        }
    }

    /// A stored set that the state contains, and the number of sets looked at.
    #[inline]
    pub fn find(&mut self, query: &Query<'_, S>) -> (Option<&DeadSet<S>>, u64) {
        let Some(man) = query.area.lowest() else {
            return (None, 0);
        };
        let fits = |entry: &Entry<S>| {
            entry.set.boxes.is_subset(query.boxes) && entry.set.area.contains(man)
        };
        let (found, work) = match query.pushed {
            Some(pushed) => {
                let list: &[u32] = &self.by_square[pushed.index()];
                let found = list.iter().find(|&&e| fits(&self.entries[e as usize]));
                (found.map(|&e| e as usize), list.len())
            }
            None => (self.entries.iter().position(fits), self.entries.len()),
        };
        match found {
            Some(entry) => {
                self.entries[entry].caught += 1;
                (Some(&self.entries[entry].set), work as u64)
            }
            None => (None, work as u64),
        }
    }

    /// Sets learned so far, those that have made room included.
    #[inline]
    pub fn n_learned(&self) -> u64 {
        self.n_learned
    }

    /// Whether these boxes, with the man on this square, contain a set that was
    /// learned after so many.
    pub fn contain_newer(&self, boxes: &S, man: Square, after: u64) -> bool {
        let first = self.entries.partition_point(|entry| entry.number <= after);
        let mut newer = self.entries[first..].iter();
        newer.any(|entry| entry.set.area.contains(man) && entry.set.boxes.is_subset(boxes))
    }

    /// Bytes held, roughly.
    pub fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry<S>>() + self.entries.len() * MOST_BOXES * 4
    }
}

/// What a search has learned and what of it is news to others.
#[derive(Clone, Debug)]
pub(in crate::deadlock) struct Learned<S> {
    pub sets: LearnedSets<S>,
    /// Whether what is proved is learned.
    pub is_on: bool,
    /// What was learned since somebody asked for it.
    news: Vec<DeadSet<S>>,
}

impl<S: Squares> Learned<S> {
    /// Nothing yet, on a board of so many squares.
    pub fn new(n_squares: usize, is_on: bool) -> Learned<S> {
        Learned {
            sets: LearnedSets::new(n_squares),
            is_on,
            news: Vec::new(),
        }
    }

    /// Takes in a set that was proved dead just now.
    pub fn add(&mut self, set: DeadSet<S>) {
        self.sets.add(&set);
        if self.news.len() < MOST_SETS {
            self.news.push(set);
        }
    }

    /// What was learned since this was last asked.
    pub fn take_news(&mut self) -> Vec<DeadSet<S>> {
        std::mem::take(&mut self.news)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::SquareSet;

    fn of(squares: &[u16]) -> SquareSet {
        SquareSet::of(100, squares.iter().map(|&square| Square(square)))
    }

    /// Pairs of boxes, each learned as a set of its own.
    fn set(number: u16) -> DeadSet<SquareSet> {
        let boxes = of(&[number % 50, 50 + number / 50]);
        let (area, zone) = (of(&[99]), of(&[]));
        DeadSet { boxes, area, zone }
    }

    #[test]
    fn sets_that_made_room_keep_the_order_of_the_rest() {
        let mut sets = LearnedSets::new(100);
        let most = MOST_SETS as u16;
        for number in 0..most {
            sets.add(&set(number));
        }
        // A set in the newer half has caught something and stays.
        let (boxes, area) = (set(most - 1).boxes, of(&[99]));
        let query = Query {
            boxes: &boxes,
            area: &area,
            pushed: None,
        };
        assert!(sets.find(&query).0.is_some());
        sets.add(&set(most));
        assert_eq!(sets.entries.len(), MOST_SETS / 2 + 1);
        assert_eq!(sets.n_learned(), u64::from(most) + 1);
        let newer = |number: u16, after: u16| {
            sets.contain_newer(&set(number).boxes, Square(99), u64::from(after))
        };
        assert!(newer(most, most) && !newer(most, most + 1));
        assert!(newer(most - 1, most - 1) && !newer(most - 1, most));
        assert!(newer(0, 0) && !newer(0, 1));
        assert!(!newer(most - 2, 0), "it has made room");
    }
}
