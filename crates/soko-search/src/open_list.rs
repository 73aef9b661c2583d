//! Open lists: what is waiting to be expanded, and who comes next.
//!
//! An entry is a state's id under two numbers, a priority and a tie-break, both
//! better when smaller. Entries are not taken out when a better way to their
//! state is found; the engine passes over stale ones.
//!
//! * [`Fifo`] ignores the numbers: first in, first out.
//! * [`Buckets`] keeps a stack for each pair of numbers. Adding and taking cost a
//!   few instructions, and an entry costs four bytes; the numbers must be small,
//!   as costs of plans are. Among equals the youngest comes first.
//! * [`Heap`] takes any numbers, for twenty bytes an entry and a logarithm.

use crate::StateId;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// What waits to be expanded.
pub trait OpenList: Default {
    /// Adds an entry.
    fn push(&mut self, priority: u32, tie: u32, id: StateId);
    /// Takes the best entry, with its numbers.
    fn pop(&mut self) -> Option<(u32, u32, StateId)>;
    /// Bytes held.
    fn bytes(&self) -> usize;
}

/// First in, first out.
#[derive(Clone, Debug, Default)]
pub struct Fifo(VecDeque<(u32, u32, StateId)>);

impl OpenList for Fifo {
    fn push(&mut self, priority: u32, tie: u32, id: StateId) {
        self.0.push_back((priority, tie, id));
    }

    fn pop(&mut self) -> Option<(u32, u32, StateId)> {
        self.0.pop_front()
    }

    fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<(u32, u32, StateId)>()
    }
}

/// A stack for each pair of priority and tie-break.
#[derive(Clone, Debug, Default)]
pub struct Buckets {
    rows: Vec<Row>,
    best: usize,
    bytes: usize,
}

#[derive(Clone, Debug, Default)]
struct Row {
    stacks: Vec<Vec<u32>>,
    best: usize,
    n_entries: usize,
}

impl OpenList for Buckets {
    #[inline]
    fn push(&mut self, priority: u32, tie: u32, id: StateId) {
        let (priority, tie) = (priority as usize, tie as usize);
        if priority >= self.rows.len() {
            self.rows.resize_with(priority + 1, Row::default);
        }
        let row = &mut self.rows[priority];
        if tie >= row.stacks.len() {
            row.stacks.resize_with(tie + 1, Vec::new);
        }
        let stack = &mut row.stacks[tie];
        let before = stack.capacity();
        stack.push(id.0);
        self.bytes += (stack.capacity() - before) * 4;
        row.n_entries += 1;
        row.best = row.best.min(tie);
        self.best = self.best.min(priority);
    }

    #[inline]
    fn pop(&mut self) -> Option<(u32, u32, StateId)> {
        while self.best < self.rows.len() {
            let row = &mut self.rows[self.best];
            if row.n_entries == 0 {
                self.best += 1;
                continue;
            }
            let stack = &mut row.stacks[row.best];
            if let Some(id) = stack.pop() {
                row.n_entries -= 1;
                if stack.is_empty() {
                    self.bytes -= stack.capacity() * 4;
                    *stack = Vec::new();
                }
                return Some((self.best as u32, row.best as u32, StateId(id)));
            }
            row.best += 1;
        }
        None
    }

    fn bytes(&self) -> usize {
        self.bytes
    }
}

/// A binary heap; equals come in the order of their ids, the youngest first.
#[derive(Clone, Debug, Default)]
pub struct Heap(BinaryHeap<Entry>);

type Entry = (Reverse<u32>, Reverse<u32>, StateId);

impl OpenList for Heap {
    fn push(&mut self, priority: u32, tie: u32, id: StateId) {
        self.0.push((Reverse(priority), Reverse(tie), id));
    }

    fn pop(&mut self) -> Option<(u32, u32, StateId)> {
        let (Reverse(priority), Reverse(tie), id) = self.0.pop()?;
        Some((priority, tie, id))
    }

    fn bytes(&self) -> usize {
        self.0.capacity() * size_of::<Entry>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn buckets_and_heap_give_the_same_numbers(
            jobs in prop::collection::vec(prop::option::weighted(0.6, (0u32..9, 0u32..9)), 0..300)
        ) {
            let (mut buckets, mut heap) = (Buckets::default(), Heap::default());
            for (i, job) in jobs.into_iter().enumerate() {
                match job {
                    Some((priority, tie)) => {
                        buckets.push(priority, tie, StateId(i as u32));
                        heap.push(priority, tie, StateId(i as u32));
                    }
                    None => prop_assert_eq!(
                        buckets.pop().map(|(p, t, _)| (p, t)),
                        heap.pop().map(|(p, t, _)| (p, t))
                    ),
                }
            }
            while let Some((p, t, _)) = heap.pop() {
                prop_assert_eq!(buckets.pop().map(|(p, t, _)| (p, t)), Some((p, t)));
            }
            prop_assert_eq!(buckets.pop(), None);
            prop_assert_eq!(buckets.bytes(), 0);
        }
    }
}
