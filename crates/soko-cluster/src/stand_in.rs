//! Stand-in until the count module is there.
use std::collections::HashMap;

/// States of a level as numbers below `space()`, and the steps between them.
pub trait Steps: Sync {
    /// How many numbers there are.
    fn space(&self) -> u64;
    /// The start.
    fn start(&self) -> u64;
    /// Whether all boxes are on goals.
    fn is_solved(&self, state: u64) -> bool;
    /// Every push.
    fn successors(&self, state: u64, out: &mut Vec<u64>);
    /// Every pull.
    fn predecessors(&self, state: u64, out: &mut Vec<u64>);
}

/// Stand-in.
#[derive(Default)]
pub struct CompactSet(HashMap<u64, bool>);
impl CompactSet {
    /// x
    pub fn new(_space: u64) -> Self {
        Self::default()
    }
    /// x
    pub fn insert(&mut self, n: u64) -> bool {
        match self.0.entry(n) {
            std::collections::hash_map::Entry::Occupied(_) => false,
            std::collections::hash_map::Entry::Vacant(v) => {
                v.insert(false);
                true
            }
        }
    }
    /// x
    pub fn mark(&mut self, n: u64) -> Option<bool> {
        let mark = self.0.get_mut(&n)?;
        Some(!std::mem::replace(mark, true))
    }
    /// x
    pub fn len(&self) -> u64 {
        self.0.len() as u64
    }
    /// x
    pub fn bytes(&self) -> usize {
        self.0.capacity() * 17
    }
}
