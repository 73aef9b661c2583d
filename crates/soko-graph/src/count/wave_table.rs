//! For each set of boxes, by its rank, where the man is known to be from either end.
//!
//! A plain table with open places, at most three quarters full: entries are larger than what
//! a quotient would save. Questions come in groups, whose places are read once before any is
//! answered, so that the processor waits for several of them at a time.

use soko_core::Squares;

/// Questions whose places are fetched side by side.
const GROUP: usize = 32;
/// Places of an empty table, a power of two.
const LEAST: usize = 1 << 10;
/// An odd number without a pattern, whose product spreads ranks over the upper bits.
const SPREAD: u64 = 0x9e37_79b9_7f4a_7c15;

/// Known squares by rank.
pub(super) struct WaveTable<S> {
    places: Vec<Place<S>>,
    len: usize,
    empty: S,
}

#[derive(Clone)]
struct Place<S> {
    /// One more than the rank; 0 if nothing is here.
    key: u64,
    men: [S; 2],
}

impl<S: Squares> WaveTable<S> {
    /// A table without any; `empty` has no squares.
    pub fn new(empty: S) -> WaveTable<S> {
        WaveTable {
            places: vec![WaveTable::free(&empty); LEAST],
            len: 0,
            empty,
        }
    }

    fn free(empty: &S) -> Place<S> {
        Place {
            key: 0,
            men: [empty.clone(), empty.clone()],
        }
    }

    /// How many sets of boxes it has.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.places.capacity() * size_of::<Place<S>>()
    }

    /// Enters squares known from an end; tells of those that are new, with what the other end
    /// knows of these boxes.
    pub fn enter_all(&mut self, waves: &[(u64, S)], end: usize, mut tell: impl FnMut(u64, S, &S)) {
        self.reserve(waves.len());
        for group in waves.chunks(GROUP) {
            let homes = group.iter().map(|(rank, _)| self.home(rank + 1));
            let fetched = homes.fold(0, |all, home| all ^ self.places[home].key);
            std::hint::black_box(fetched);
            for (rank, men) in group {
                let place = self.place(rank + 1);
                let place = &mut self.places[place];
                if place.key == 0 {
                    place.key = rank + 1;
                    self.len += 1;
                }
                let new = men.difference(&place.men[end]);
                if !new.is_empty() {
                    place.men[end].union_with(&new);
                    tell(*rank, new, &place.men[1 - end]);
                }
            }
        }
    }

    fn home(&self, key: u64) -> usize {
        let bits = self.places.len().trailing_zeros();
        (key.wrapping_mul(SPREAD) >> (u64::BITS - bits)) as usize
    }

    /// Where a key is, or would be.
    fn place(&self, key: u64) -> usize {
        let mut place = self.home(key);
        while self.places[place].key != key && self.places[place].key != 0 {
            place = (place + 1) % self.places.len();
        }
        place
    }

    /// Makes room for so many more.
    fn reserve(&mut self, more: usize) {
        let mut n_places = self.places.len();
        while 4 * (self.len + more) > 3 * n_places {
            n_places *= 2;
        }
        if n_places == self.places.len() {
            return;
        }
        let free = vec![WaveTable::free(&self.empty); n_places];
        for old in std::mem::replace(&mut self.places, free) {
            if old.key != 0 {
                let place = self.place(old.key);
                self.places[place] = old;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{FixedSet, SplitMix, Square};
    use std::collections::BTreeMap;

    /// A table does what a map from ranks to squares does.
    #[test]
    fn agrees_with_a_map() {
        type Set = FixedSet<1>;
        let mut random = SplitMix(8);
        let mut table = WaveTable::new(Set::empty(60));
        let mut map: BTreeMap<u64, [Set; 2]> = BTreeMap::new();
        for _ in 0..300 {
            let end = random.below(2);
            let waves: Vec<(u64, Set)> = (0..40)
                .map(|_| {
                    let rank = random.next() % 5_000;
                    let men = [0; 2].map(|_| Square(random.below(60) as u16));
                    (rank, Set::of(60, men))
                })
                .collect();
            let (mut told, mut expected) = (Vec::new(), Vec::new());
            table.enter_all(&waves, end, |rank, new, other| {
                told.push((rank, new, *other));
            });
            for (rank, men) in waves {
                let known = map.entry(rank).or_insert([Set::empty(60), Set::empty(60)]);
                let new = men.difference(&known[end]);
                known[end].union_with(&men);
                if !new.is_empty() {
                    expected.push((rank, new, known[1 - end]));
                }
            }
            assert_eq!(told, expected);
            assert_eq!(table.len(), map.len());
        }
        assert!(table.len() > 4_000);
    }
}
