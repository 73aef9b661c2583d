//! The state store: every state once, packed, with a number.
//!
//! Keys of a fixed length lie one after another in one array; a state's id is its
//! place there. An open-addressing table of ids finds them again. Each slot has
//! one more byte with a piece of the hash, so a probe that misses hardly ever
//! touches a key, and the keys decide: two states are never taken for one.
//!
//! The table is filled to four fifths at most and grows by a quarter, so it costs
//! between 6.3 and 7.8 bytes a state. It is rebuilt from the keys, with the old
//! one given back first, so growing needs no memory beyond the new table.

use crate::side_table::reserve_a_quarter;

/// The number of a stored state, counted from 0 in the order of storing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct StateId(pub u32);

impl StateId {
    /// The number as an index.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of packed states.
#[derive(Clone, Debug)]
pub struct Store {
    key_len: usize,
    keys: Vec<u8>,
    n_states: usize,
    slots: Vec<u32>,
    tags: Vec<u8>,
}

/// The tag of an empty slot; the tags of hashes start at 1.
const EMPTY: u8 = 0;
const FIRST_SLOTS: usize = 4;

impl Store {
    /// An empty store for keys of this length.
    pub fn new(key_len: usize) -> Store {
        Store {
            key_len,
            keys: Vec::new(),
            n_states: 0,
            slots: vec![0; FIRST_SLOTS],
            tags: vec![EMPTY; FIRST_SLOTS],
        }
    }

    /// The number of states.
    #[inline]
    pub fn len(&self) -> usize {
        self.n_states
    }

    /// Whether nothing is stored.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.n_states == 0
    }

    /// Whether no further state can be numbered.
    #[inline]
    pub fn is_full(&self) -> bool {
        // Room for one expansion's successors is left.
        self.n_states >= (u32::MAX - (1 << 20)) as usize
    }

    /// The key of a state.
    #[inline]
    pub fn key(&self, id: StateId) -> &[u8] {
        &self.keys[id.index() * self.key_len..][..self.key_len]
    }

    /// The state with this key, if it is stored.
    #[inline]
    pub fn find(&self, key: &[u8]) -> Option<StateId> {
        self.probe(key, hash(key)).ok()
    }

    /// Stores a state unless it is stored already; says its id and whether it is
    /// new.
    #[inline]
    pub fn insert(&mut self, key: &[u8]) -> (StateId, bool) {
        debug_assert_eq!(key.len(), self.key_len);
        let hash = hash(key);
        let slot = match self.probe(key, hash) {
            Ok(id) => return (id, false),
            Err(slot) => slot,
        };
        let id = StateId(self.n_states as u32);
        self.n_states += 1;
        reserve_a_quarter(&mut self.keys, self.key_len);
        self.keys.extend_from_slice(key);
        self.slots[slot] = id.0;
        self.tags[slot] = tag(hash);
        if self.n_states * 5 > self.slots.len() * 4 {
            self.grow();
        }
        (id, true)
    }

    /// Bytes held.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.keys.capacity() + self.slots.capacity() * 4 + self.tags.capacity()
    }

    /// The id of the key, or else the empty slot where it belongs.
    #[inline]
    fn probe(&self, key: &[u8], hash: u64) -> Result<StateId, usize> {
        let tag = tag(hash);
        let mut slot = home(hash, self.slots.len());
        loop {
            let found = self.tags[slot];
            if found == EMPTY {
                return Err(slot);
            }
            if found == tag {
                let id = StateId(self.slots[slot]);
                if self.key(id) == key {
                    return Ok(id);
                }
            }
            slot += 1;
            if slot == self.slots.len() {
                slot = 0;
            }
        }
    }

    #[cold]
    fn grow(&mut self) {
        let n_slots = self.slots.len() + (self.slots.len() / 4).max(4);
        self.slots = Vec::new();
        self.tags = Vec::new();
        self.slots = vec![0; n_slots];
        self.tags = vec![EMPTY; n_slots];
        for (id, key) in self.keys.chunks_exact(self.key_len).enumerate() {
            let hash = hash(key);
            let mut slot = home(hash, n_slots);
            while self.tags[slot] != EMPTY {
                slot += 1;
                if slot == n_slots {
                    slot = 0;
                }
            }
            self.slots[slot] = id as u32;
            self.tags[slot] = tag(hash);
        }
    }
}

/// The slot where a search for this hash begins: its high bits, scaled.
#[inline]
fn home(hash: u64, n_slots: usize) -> usize {
    ((u128::from(hash) * n_slots as u128) >> 64) as usize
}

/// A byte of the low bits, which `home` does not look at.
#[inline]
fn tag(hash: u64) -> u8 {
    (hash as u8).max(1)
}

/// Folds a key eight bytes at a time; each multiplication carries every bit of
/// its operands into the middle, and the fold brings the middle to both ends.
#[inline]
fn hash(key: &[u8]) -> u64 {
    const ODD: u64 = 0x9E37_79B9_7F4A_7C15;
    let mut hash = ODD ^ key.len() as u64;
    let mut words = key.chunks_exact(8);
    for word in &mut words {
        hash = mix(hash ^ u64::from_le_bytes(word.try_into().expect("eight bytes")));
    }
    let rest = words.remainder();
    if !rest.is_empty() {
        let mut last = [0; 8];
        last[..rest.len()].copy_from_slice(rest);
        hash = mix(hash ^ u64::from_le_bytes(last));
    }
    hash
}

#[inline]
fn mix(word: u64) -> u64 {
    const A: u64 = 0xA076_1D64_78BD_642F;
    const B: u64 = 0xE703_7ED1_A0B4_28DB;
    let product = u128::from(word ^ A) * u128::from(B);
    ((product >> 64) as u64) ^ (product as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn agrees_with_a_map(keys in prop::collection::vec(prop::array::uniform3(0u8..6), 0..600)) {
            let mut store = Store::new(3);
            let mut map = BTreeMap::new();
            for key in keys {
                let next = map.len() as u32;
                let expected = *map.entry(key).or_insert(next);
                prop_assert_eq!(store.insert(&key), (StateId(expected), expected == next));
            }
            prop_assert_eq!(store.len(), map.len());
            for (key, id) in &map {
                prop_assert_eq!(store.find(key), Some(StateId(*id)));
                prop_assert_eq!(store.key(StateId(*id)), key);
            }
            prop_assert_eq!(store.find(&[9, 9, 9]), None);
        }
    }

    #[test]
    fn a_million_states_take_few_bytes_beside_their_keys() {
        let mut store = Store::new(9);
        for i in 0..1_000_000u64 {
            let mut key = [7; 9];
            key[..8].copy_from_slice(&i.to_le_bytes());
            assert!(store.insert(&key).1);
        }
        let bytes = store.bytes() as f64 / 1e6;
        assert!(bytes < 9.0 * 1.25 + 7.9, "{bytes} bytes a state");
    }
}
