//! Tables that hold a value for each stored state.

use crate::{Rows, StateId};
use std::ops::{Index, IndexMut};

/// A value for each state of a [`Store`](crate::Store), by id.
#[derive(Clone, Debug)]
pub struct SideTable<T>(Rows<T>);

impl<T: Copy> Default for SideTable<T> {
    fn default() -> Self {
        SideTable(Rows::new(1))
    }
}

impl<T: Copy> SideTable<T> {
    /// Adds the value of the state that was stored last.
    #[inline]
    pub fn push(&mut self, value: T) {
        self.0.push(&[value]);
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.0.bytes()
    }
}

impl<T: Copy> Index<StateId> for SideTable<T> {
    type Output = T;
    #[inline]
    fn index(&self, id: StateId) -> &T {
        &self.0.row(id.index())[0]
    }
}

impl<T: Copy> IndexMut<StateId> for SideTable<T> {
    #[inline]
    fn index_mut(&mut self, id: StateId) -> &mut T {
        &mut self.0.row_mut(id.index())[0]
    }
}
