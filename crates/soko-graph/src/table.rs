//! An open-addressing table from packed states to their numbers.
//!
//! The states themselves live once, in the explorer's flat array; the table keeps
//! a number of four bytes and a tag of one byte a place. The tags of a probe lie
//! side by side, so that states are compared only where a tag agrees. Capacity is
//! any number (the place is the high part of a product), growing by half, so that
//! a state costs six to nine bytes. Every shard climbs a ladder of its own, so that
//! no two of them are rebuilt in the same round: when all grew together, a round with
//! a million states took a third of a second longer, and limits waited for it.
//!
//! The table of `soko-search/src/store.rs` answers one question at a time and must
//! never make a search wait for a rebuild of everything. Here questions come in
//! batches that are answered side by side, new states are entered under numbers
//! that change at the end of the batch, and nothing happens between batches but a
//! look at the limits. Tags and numbers in two flat lists suit that: with the
//! store's groups of twelve in place of this table, exploring took 10 to 15 % more
//! time.

/// Places are at most four fifths full.
const FULL: (usize, usize) = (4, 5);

/// The least capacity of the first table; the others begin between it and half as
/// much again, where its own ladder goes on.
const LEAST: usize = 64;

/// The table of one shard.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    /// The first step of its ladder of capacities.
    least: usize,
    tags: Vec<u8>,
    numbers: Vec<u32>,
    len: usize,
}

/// What a look into the table has found.
pub(crate) enum Found {
    /// The state is there, with this number.
    Old(u32),
    /// The state was not there and now is, at this place.
    New(usize),
}

impl Table {
    /// The table of one of so many shards.
    pub(crate) fn of_shard(own: usize, n_shards: usize) -> Table {
        Table {
            least: LEAST + LEAST / 2 * own / n_shards,
            tags: Vec::new(),
            numbers: Vec::new(),
            len: 0,
        }
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.tags.capacity() + 4 * self.numbers.capacity()
    }

    fn needs_growth(&self, more: usize) -> bool {
        (self.len + more) * FULL.1 > self.tags.len() * FULL.0
    }

    /// Makes room for so many more states. `hash_of` gives the hash of a number.
    pub(crate) fn reserve(&mut self, more: usize, hash_of: impl Fn(u32) -> u64) {
        if !self.needs_growth(more) {
            return;
        }
        let needed = (self.len + more) * FULL.1 / FULL.0 + 1;
        let mut capacity = self.tags.len().max(self.least);
        while capacity < needed {
            capacity += capacity / 2;
        }
        let tags = std::mem::replace(&mut self.tags, vec![0; capacity]);
        let numbers = std::mem::replace(&mut self.numbers, vec![0; capacity]);
        for (tag, number) in tags.into_iter().zip(numbers) {
            if tag != 0 {
                let mut place = self.place(hash_of(number));
                while self.tags[place] != 0 {
                    place = self.after(place);
                }
                self.tags[place] = tag;
                self.numbers[place] = number;
            }
        }
    }

    /// Looks for a state by its hash and enters `number` if it is not there.
    /// `is_same` says whether a number stands for the state looked for.
    #[inline]
    pub(crate) fn find_or_insert(
        &mut self,
        hash: u64,
        number: u32,
        is_same: impl Fn(u32) -> bool,
    ) -> Found {
        let tag = tag(hash);
        let mut place = self.place(hash);
        loop {
            let there = self.tags[place];
            if there == 0 {
                self.tags[place] = tag;
                self.numbers[place] = number;
                self.len += 1;
                return Found::New(place);
            }
            if there == tag && is_same(self.numbers[place]) {
                return Found::Old(self.numbers[place]);
            }
            place = self.after(place);
        }
    }

    /// The number where a state with this hash would lie if nothing were in its
    /// way, whatever state it belongs to; `u32::MAX` if the tag differs.
    #[inline]
    pub(crate) fn first_guess(&self, hash: u64) -> u32 {
        let place = self.place(hash);
        let (there, number) = (self.tags[place], self.numbers[place]);
        if there == tag(hash) { number } else { u32::MAX }
    }

    /// Changes the number at a place.
    #[inline]
    pub(crate) fn renumber(&mut self, place: usize, number: u32) {
        self.numbers[place] = number;
    }

    #[inline]
    fn place(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.tags.len() as u128) >> 64) as usize
    }

    #[inline]
    fn after(&self, place: usize) -> usize {
        if place + 1 == self.tags.len() {
            0
        } else {
            place + 1
        }
    }
}

/// Never zero, which marks a free place; from bits that choose neither the place
/// nor the shard.
#[inline]
fn tag(hash: u64) -> u8 {
    ((hash >> 8) as u8).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::SplitMix;
    use std::collections::HashMap;

    /// Shards that fill at the same pace are rebuilt at different times: of the sizes
    /// at which one of them grows, few are those of another.
    #[test]
    fn shards_grow_one_after_the_other() {
        const N: usize = 16;
        let mut rebuilt = Vec::new();
        for own in 0..N {
            let mut table = Table::of_shard(own, N);
            for len in 0..200_000 {
                let before = table.tags.len();
                table.len = len;
                table.reserve(1, |_| 0);
                if table.tags.len() != before && len > 1_000 {
                    rebuilt.push(len);
                }
            }
        }
        assert!(rebuilt.len() >= 12 * N, "each climbs a dozen steps");
        // Within a twentieth of any size at most three shards are rebuilt.
        for &size in &rebuilt {
            let near = rebuilt
                .iter()
                .filter(|&&other| (size..size + size / 20).contains(&other));
            assert!(near.count() <= 3, "{size}");
        }
    }

    #[test]
    fn agrees_with_a_hash_map() {
        let mut random = SplitMix(7);
        let hash_of = |key: u64| SplitMix(key).next();
        let (mut table, mut map) = (Table::of_shard(3, 16), HashMap::new());
        let mut keys: Vec<u64> = Vec::new();
        for _ in 0..20_000 {
            let key = random.below(9_000) as u64;
            table.reserve(1, |n| hash_of(keys[n as usize]));
            let next = keys.len() as u32;
            let found = table.find_or_insert(hash_of(key), next, |n| keys[n as usize] == key);
            match (found, map.get(&key)) {
                (Found::Old(number), Some(&expected)) => assert_eq!(number, expected),
                (Found::New(_), None) => {
                    map.insert(key, next);
                    keys.push(key);
                }
                _ => panic!("the table and the map disagree on {key}"),
            }
        }
    }
}
