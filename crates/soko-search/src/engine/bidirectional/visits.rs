//! What one side remembers of its states: in full, or by keys that are trusted.
//!
//! In full: every state once, with the least depth at which it was reached, and the
//! last turn in which it was expanded.
//!
//! Trusted, as in Movers and Packers (2011): a table of fixed size, whose slots hold a
//! hash of 64 bits and a depth. Two states with one hash are taken for one, and a state
//! that finds its slot taken replaces what is there. **Not sound**: a state that was
//! taken for another is never looked at, so such a search proves nothing. Beside the
//! table all states are kept in full as well; the search does not ask them, but they
//! say how often it was wrong, and they have the path.

use crate::store::hash;
use crate::{SideTable, StateId, Store};

/// What came of trusting keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trust {
    /// Visits of states that were taken for another one with the same hash.
    pub collisions: u64,
    /// States that lost their slot to another one.
    pub replaced: u64,
    /// Meetings of the two searches that were none.
    pub false_meetings: u64,
}

/// What is to be done about a state.
pub(super) struct Visit {
    /// Whether it is new or nearer than ever, so that the other side is to be asked.
    pub(super) is_news: bool,
    /// Whether it is to be expanded.
    pub(super) is_due: bool,
}

/// The turn of the last expansion and the depth at it.
type Last = (u16, u16);

/// The table of one side.
pub(super) struct Visits {
    store: Store,
    depth: SideTable<u16>,
    last: SideTable<Last>,
    turn: u16,
    fixed: Option<FixedTable>,
}

impl Visits {
    pub(super) fn new(key_len: usize, table_bytes: Option<usize>) -> Visits {
        Visits {
            store: Store::new(key_len),
            depth: SideTable::default(),
            last: SideTable::default(),
            turn: 0,
            fixed: table_bytes.map(|bytes| FixedTable::new(bytes, u64::BITS)),
        }
    }

    /// From now on every state is due once more.
    pub(super) fn begin_turn(&mut self) {
        self.turn += 1;
    }

    /// Notes a visit.
    pub(super) fn note(&mut self, key: &[u8], depth: u16) -> Visit {
        let turn = self.turn;
        let (id, is_new) = self.store.insert(key);
        if is_new {
            self.depth.push(depth);
            self.last.push((turn, depth));
        }
        let is_nearer = depth < self.depth[id];
        if is_nearer {
            self.depth[id] = depth;
        }
        if let Some(fixed) = &mut self.fixed {
            return fixed.note(id, hash(key), (turn, depth));
        }
        let is_due = is_new || is_due(self.last[id], (turn, depth));
        if is_due {
            self.last[id] = (turn, depth);
        }
        Visit {
            is_news: is_new || is_nearer,
            is_due,
        }
    }

    /// Whether the table says that a state was visited.
    pub(super) fn seems_known(&self, key: &[u8]) -> bool {
        match &self.fixed {
            Some(fixed) => fixed.seems_known(hash(key)),
            None => self.store.find(key).is_some(),
        }
    }

    /// The least depth at which a state was visited.
    pub(super) fn depth_of(&self, key: &[u8]) -> Option<u16> {
        Some(self.depth[self.store.find(key)?])
    }

    pub(super) fn trust(&self) -> Option<Trust> {
        self.fixed.as_ref().map(|fixed| fixed.trust)
    }

    /// The number of states visited.
    pub(super) fn len(&self) -> usize {
        self.store.len()
    }

    /// Whether no further state or turn can be numbered.
    pub(super) fn is_full(&self) -> bool {
        self.store.is_full() || self.turn == u16::MAX
    }

    pub(super) fn bytes(&self) -> usize {
        let fixed = self.fixed.as_ref().map_or(0, FixedTable::bytes);
        self.store.bytes() + self.depth.bytes() + self.last.bytes() + fixed
    }
}

/// Whether a state that was expanded last so is worth expanding so.
fn is_due((last_turn, last_depth): Last, (turn, depth): Last) -> bool {
    last_turn != turn || depth < last_depth
}

/// A slot of the fixed table.
#[derive(Clone, Copy)]
struct Slot {
    hash: u64,
    /// Which state it is; the search does not know, we count with it.
    id: StateId,
    last: Last,
}

/// A table of fixed size whose keys are trusted.
struct FixedTable {
    slots: Vec<Option<Slot>>,
    /// The bits of a hash that are looked at; fewer than 64 in tests only.
    mask: u64,
    trust: Trust,
}

impl FixedTable {
    fn new(bytes: usize, hash_bits: u32) -> FixedTable {
        let n_slots = (bytes / size_of::<Option<Slot>>()).max(1);
        FixedTable {
            slots: vec![None; n_slots],
            mask: u64::MAX >> (u64::BITS - hash_bits),
            trust: Trust::default(),
        }
    }

    fn place(&self, hash: u64) -> usize {
        (hash % self.slots.len() as u64) as usize
    }

    fn note(&mut self, id: StateId, hash: u64, now: Last) -> Visit {
        let hash = hash & self.mask;
        let place = self.place(hash);
        let slot = &mut self.slots[place];
        let visit = match slot {
            Some(known) if known.hash == hash => {
                self.trust.collisions += u64::from(known.id != id);
                Visit {
                    is_news: false,
                    is_due: is_due(known.last, now),
                }
            }
            _ => {
                self.trust.replaced += u64::from(slot.is_some());
                Visit {
                    is_news: true,
                    is_due: true,
                }
            }
        };
        if visit.is_due {
            let last = now;
            *slot = Some(Slot { hash, id, last });
        }
        visit
    }

    fn seems_known(&self, hash: u64) -> bool {
        let hash = hash & self.mask;
        self.slots[self.place(hash)].is_some_and(|slot| slot.hash == hash)
    }

    fn bytes(&self) -> usize {
        self.slots.capacity() * size_of::<Option<Slot>>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_taken_for_another_is_counted_and_not_looked_at() {
        let mut table = FixedTable::new(1 << 12, 8);
        let first = table.note(StateId(0), 0x105, (1, 3));
        assert!(first.is_news && first.is_due);
        // The same eight bits, another state: only a smaller depth makes it due.
        let other = table.note(StateId(1), 0x205, (1, 3));
        assert!(!other.is_news && !other.is_due);
        assert_eq!(table.trust.collisions, 1);
        assert!(table.seems_known(0x305) && !table.seems_known(0x306));
    }

    #[test]
    fn a_slot_goes_to_the_last_that_comes() {
        let mut table = FixedTable::new(1, 64);
        table.note(StateId(0), 5, (1, 0));
        let other = table.note(StateId(1), 6, (1, 1));
        assert!(other.is_news && other.is_due);
        assert!(table.seems_known(6) && !table.seems_known(5));
        let trust = table.trust;
        assert_eq!((trust.collisions, trust.replaced), (0, 1));
    }
}
