//! The state store: every state once, packed, with a number.
//!
//! Keys of a fixed length lie one after another in [`Rows`]; a state's id is its
//! place there. Tables of ids find them again. A table consists of groups of
//! twelve slots, each group a line of the processor's cache; beside each id lies a
//! byte of its hash, so a look-up touches one line as a rule and one key, and the
//! keys decide: two states are never taken for one. A state is in the group that
//! its hash names, or in the next that had room.
//!
//! A table is filled to 85 % at most and grows by a quarter, so it costs between
//! 6.3 and 7.8 bytes a state. To grow, it is rebuilt from its ids and their keys.
//! A store of many states has many tables, chosen by the hash, each rebuilt on its
//! own: a search of any size can be stopped between two states without waiting for
//! a rebuild of everything.
//!
//! The explorer of whole graphs has a table of its own (`soko-graph/src/table.rs`),
//! because it asks in batches and numbers its states later; the reasons are there.

use crate::Rows;

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
///
/// ```
/// use soko_search::{SideTable, Store};
/// let (mut store, mut depth) = (Store::new(2), SideTable::default());
/// for key in [[1, 0], [7, 7], [1, 0]] {
///     let (_, is_new) = store.insert(&key);
///     if is_new {
///         depth.push(store.len());
///     }
/// }
/// let id = store.find(&[7, 7]).unwrap();
/// assert_eq!((id.index(), store.key(id), depth[id]), (1, &[7, 7][..], 2));
/// assert_eq!(store.find(&[0, 1]), None);
/// ```
#[derive(Clone, Debug)]
pub struct Store {
    keys: Rows<u8>,
    /// One table, or [`N_TABLES`].
    tables: Vec<Table>,
    table_bytes: usize,
}

/// A store with this many states divides its one table into many.
const MANY: usize = 1 << 19;
const N_TABLES: usize = 128;

impl Store {
    /// An empty store for keys of this length.
    pub fn new(key_len: usize) -> Store {
        let tables = vec![Table::new(1)];
        Store {
            keys: Rows::new(key_len),
            table_bytes: tables[0].bytes(),
            tables,
        }
    }

    /// The number of states.
    #[inline]
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether nothing is stored.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// Whether no further state can be numbered.
    #[inline]
    pub fn is_full(&self) -> bool {
        // Room for one expansion's successors is left.
        self.len() >= (u32::MAX - (1 << 20)) as usize
    }

    /// The key of a state.
    #[inline]
    pub fn key(&self, id: StateId) -> &[u8] {
        self.keys.row(id.index())
    }

    /// The state with this key, if it is stored.
    #[inline]
    pub fn find(&self, key: &[u8]) -> Option<StateId> {
        let hash = hash(key);
        let table = &self.tables[table_of(hash, self.tables.len())];
        table.probe(&self.keys, key, hash).ok()
    }

    /// Stores a state unless it is stored already; says its id and whether it is
    /// new.
    #[inline]
    pub fn insert(&mut self, key: &[u8]) -> (StateId, bool) {
        let hash = hash(key);
        let n_tables = self.tables.len();
        let table = &mut self.tables[table_of(hash, n_tables)];
        let place = match table.probe(&self.keys, key, hash) {
            Ok(id) => return (id, false),
            Err(place) => place,
        };
        let id = StateId(self.keys.len() as u32);
        self.keys.push(key);
        table.fill(place, id, hash);
        if table.is_crowded() {
            self.table_bytes -= table.bytes();
            table.grow(&self.keys);
            self.table_bytes += table.bytes();
        }
        if self.keys.len() == MANY {
            self.divide();
        }
        (id, true)
    }

    /// Bytes held.
    #[inline]
    pub fn bytes(&self) -> usize {
        self.keys.bytes() + self.table_bytes
    }

    /// Divides the one table into many.
    #[cold]
    fn divide(&mut self) {
        let n_groups = MANY / N_TABLES / Group::SLOTS * 5 / 4;
        self.tables = vec![Table::new(n_groups); N_TABLES];
        for id in (0..self.keys.len() as u32).map(StateId) {
            let hash = hash(self.key(id));
            let table = &mut self.tables[table_of(hash, N_TABLES)];
            table.fill(table.free_place(hash), id, hash);
            if table.is_crowded() {
                table.grow(&self.keys);
            }
        }
        self.table_bytes = self.tables.iter().map(Table::bytes).sum();
    }
}

/// Twelve slots: ids with a byte of their hashes, filled from the first on.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Group {
    ids: [u32; Group::SLOTS],
    tags: [u8; Group::SLOTS],
}

/// The tag of an empty slot; the tags of hashes start at 1.
const EMPTY: u8 = 0;

impl Group {
    const SLOTS: usize = 12;
    const EMPTY: Group = Group {
        ids: [0; Group::SLOTS],
        tags: [EMPTY; Group::SLOTS],
    };

    /// The states in the group.
    fn iter(&self) -> impl Iterator<Item = StateId> + '_ {
        let filled = self.tags.iter().take_while(|&&tag| tag != EMPTY);
        self.ids.iter().zip(filled).map(|(&id, _)| StateId(id))
    }
}

/// The place of a slot: its group and its number there.
type Place = (usize, usize);

/// A table of some of the ids.
#[derive(Clone, Debug)]
struct Table {
    groups: Rows<Group, 7>,
    n_filled: usize,
}

impl Table {
    fn new(n_groups: usize) -> Table {
        Table {
            groups: Rows::filled(1, n_groups, Group::EMPTY),
            n_filled: 0,
        }
    }

    fn bytes(&self) -> usize {
        self.groups.bytes()
    }

    #[inline]
    fn is_crowded(&self) -> bool {
        self.n_filled * 100 > self.groups.len() * Group::SLOTS * 85
    }

    #[inline]
    fn group(&self, i: usize) -> &Group {
        &self.groups.row(i)[0]
    }

    /// The id of the key, or else the empty place where it belongs.
    #[inline]
    fn probe(&self, keys: &Rows<u8>, key: &[u8], hash: u64) -> Result<StateId, Place> {
        let tag = tag(hash);
        let mut at = home(hash, self.groups.len());
        loop {
            let group = self.group(at);
            for (slot, &found) in group.tags.iter().enumerate() {
                if found == EMPTY {
                    return Err((at, slot));
                }
                if found == tag && keys.row(group.ids[slot] as usize) == key {
                    return Ok(StateId(group.ids[slot]));
                }
            }
            at = self.after(at);
        }
    }

    /// The empty place for a state that is not in the table.
    #[inline]
    fn free_place(&self, hash: u64) -> Place {
        let mut at = home(hash, self.groups.len());
        loop {
            if let Some(slot) = self.group(at).tags.iter().position(|&tag| tag == EMPTY) {
                return (at, slot);
            }
            at = self.after(at);
        }
    }

    #[inline]
    fn after(&self, group: usize) -> usize {
        if group + 1 == self.groups.len() {
            0
        } else {
            group + 1
        }
    }

    #[inline]
    fn fill(&mut self, (at, slot): Place, id: StateId, hash: u64) {
        let group = &mut self.groups.row_mut(at)[0];
        group.ids[slot] = id.0;
        group.tags[slot] = tag(hash);
        self.n_filled += 1;
    }

    #[cold]
    fn grow(&mut self, keys: &Rows<u8>) {
        let n_groups = self.groups.len() + (self.groups.len() / 4).max(1);
        let old = std::mem::replace(self, Table::new(n_groups));
        for id in (0..old.groups.len()).flat_map(|i| old.group(i).iter()) {
            let hash = hash(keys.row(id.index()));
            self.fill(self.free_place(hash), id, hash);
        }
    }
}

/// The table of this hash: by bits that neither [`home`] nor [`tag`] depends on
/// much.
#[inline]
fn table_of(hash: u64, n_tables: usize) -> usize {
    (hash >> 8) as usize & (n_tables - 1)
}

/// The group where a search for this hash begins: its high bits, scaled.
#[inline]
fn home(hash: u64, n_groups: usize) -> usize {
    ((u128::from(hash) * n_groups as u128) >> 64) as usize
}

/// A byte of the low bits, which `home` does not look at.
#[inline]
fn tag(hash: u64) -> u8 {
    (hash as u8).max(1)
}

/// Folds a key eight bytes at a time; each multiplication carries every bit of
/// its operands into the middle, and the fold brings the middle to both ends.
#[inline]
pub(crate) fn hash(key: &[u8]) -> u64 {
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
