//! Tables that hold a value for each stored state.
//!
//! They grow by a quarter at a time: less memory lies idle than with doubling,
//! and a search stops close to its memory limit instead of far below or above.

use crate::StateId;
use std::ops::{Index, IndexMut};

/// Makes room for at least `extra` more elements, a quarter more if possible.
pub fn reserve_a_quarter<T>(vec: &mut Vec<T>, extra: usize) {
    if vec.capacity() - vec.len() < extra {
        vec.reserve_exact(extra.max(vec.len() / 4).max(4));
    }
}

/// A value for each state of a [`Store`](crate::Store), by id.
#[derive(Clone, Debug)]
pub struct SideTable<T>(Vec<T>);

impl<T> Default for SideTable<T> {
    fn default() -> Self {
        SideTable(Vec::new())
    }
}

impl<T> SideTable<T> {
    /// Adds the value of the state that was stored last.
    #[inline]
    pub fn push(&mut self, value: T) {
        reserve_a_quarter(&mut self.0, 1);
        self.0.push(value);
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<T>()
    }
}

impl<T> Index<StateId> for SideTable<T> {
    type Output = T;
    #[inline]
    fn index(&self, id: StateId) -> &T {
        &self.0[id.index()]
    }
}

impl<T> IndexMut<StateId> for SideTable<T> {
    #[inline]
    fn index_mut(&mut self, id: StateId) -> &mut T {
        &mut self.0[id.index()]
    }
}
