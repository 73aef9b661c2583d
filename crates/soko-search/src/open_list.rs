//! Open lists: what is waiting to be expanded, and who comes next.
//!
//! An entry is a state's id under two numbers, a priority and a tie-break, both
//! better when smaller. Entries are not taken out when a better way to their
//! state is found; the engine passes over stale ones.
//!
//! [`Buckets`] keeps a stack for each pair of numbers. Adding and taking cost a few
//! instructions, and an entry costs four bytes; the numbers must be small, as costs
//! of plans are. Among equals the youngest comes first. A heap would take any
//! numbers, for twenty bytes an entry and a logarithm.

use crate::StateId;

/// What waits to be expanded.
pub trait OpenList: Default {
    /// Adds an entry.
    fn push(&mut self, priority: u32, tie: u32, id: StateId);
    /// Takes the best entry, with its numbers.
    fn pop(&mut self) -> Option<(u32, u32, StateId)>;
    /// Bytes held.
    fn bytes(&self) -> usize;
}

/// A stack for each pair of priority and tie-break.
///
/// ```
/// use soko_search::{Buckets, OpenList, StateId};
/// let mut open = Buckets::default();
/// open.push(5, 1, StateId(0));
/// open.push(4, 9, StateId(1));
/// open.push(4, 2, StateId(2));
/// let order: Vec<u32> = std::iter::from_fn(|| open.pop()).map(|(_, _, id)| id.0).collect();
/// assert_eq!(order, [2, 1, 0]);
/// ```
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::cmp::Reverse;
    use std::collections::BinaryHeap;

    proptest! {
        #[test]
        fn buckets_give_the_numbers_in_the_order_of_a_heap(
            jobs in prop::collection::vec(prop::option::weighted(0.6, (0u32..9, 0u32..9)), 0..300)
        ) {
            let (mut buckets, mut heap) = (Buckets::default(), BinaryHeap::new());
            for (i, job) in jobs.into_iter().enumerate() {
                match job {
                    Some((priority, tie)) => {
                        buckets.push(priority, tie, StateId(i as u32));
                        heap.push(Reverse((priority, tie)));
                    }
                    None => {
                        let best = buckets.pop().map(|(priority, tie, _)| (priority, tie));
                        prop_assert_eq!(best, heap.pop().map(|Reverse(numbers)| numbers));
                    }
                }
            }
            while let Some(Reverse(numbers)) = heap.pop() {
                prop_assert_eq!(buckets.pop().map(|(p, t, _)| (p, t)), Some(numbers));
            }
            prop_assert_eq!(buckets.pop(), None);
            prop_assert_eq!(buckets.bytes(), 0);
        }
    }

    #[test]
    fn among_equals_the_youngest_comes_first() {
        let mut buckets = Buckets::default();
        (0..3).for_each(|id| buckets.push(2, 2, StateId(id)));
        let order = std::iter::from_fn(|| buckets.pop()).map(|(_, _, id)| id.0);
        assert_eq!(order.collect::<Vec<_>>(), [2, 1, 0]);
    }
}
