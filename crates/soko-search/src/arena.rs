//! An arena: many short lists in few pieces of memory.
//!
//! A search that keeps a list with each of its nodes would ask the allocator for
//! millions of small pieces, and when the search is given up they leave holes all
//! over. Here lists lie one after another in large chunks, which are given back
//! whole.

/// The place of a list in [`Arena`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    chunk: u32,
    first: u32,
    len: u32,
}

impl Span {
    /// The number of values.
    #[inline]
    pub const fn len(self) -> usize {
        self.len as usize
    }

    /// Whether the list is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.len == 0
    }
}

/// Lists of values, one after another in large chunks.
///
/// ```
/// use soko_search::Arena;
/// let mut arena = Arena::default();
/// let odd = arena.add(&[1, 3, 5]);
/// let even = arena.add(&[2, 4]);
/// arena.get_mut(even)[0] = 6;
/// assert_eq!(arena.get(odd), [1, 3, 5]);
/// assert_eq!(arena.get(even), [6, 4]);
/// ```
#[derive(Clone, Debug)]
pub struct Arena<T> {
    chunks: Vec<Vec<T>>,
    n_values: usize,
}

/// Chunks begin with room for so many values and double up to [`LARGEST`].
const SMALLEST: usize = 64;
const LARGEST: usize = 4096;

impl<T> Default for Arena<T> {
    fn default() -> Self {
        Arena {
            chunks: vec![Vec::new()],
            n_values: 0,
        }
    }
}

impl<T: Copy> Arena<T> {
    /// Stores a list.
    pub fn add(&mut self, values: &[T]) -> Span {
        let last = self.chunks.last().expect("there is always a chunk");
        if last.capacity() - last.len() < values.len() {
            let size = SMALLEST << self.chunks.len().min(16);
            let size = size.min(LARGEST).max(values.len());
            self.n_values += size;
            self.chunks.push(Vec::with_capacity(size));
        }
        let number = self.chunks.len() - 1;
        let chunk = &mut self.chunks[number];
        let first = chunk.len() as u32;
        chunk.extend_from_slice(values);
        Span {
            chunk: number as u32,
            first,
            len: values.len() as u32,
        }
    }

    /// A list.
    #[inline]
    pub fn get(&self, span: Span) -> &[T] {
        &self.chunks[span.chunk as usize][span.first as usize..][..span.len()]
    }

    /// A list, to be changed.
    #[inline]
    pub fn get_mut(&mut self, span: Span) -> &mut [T] {
        &mut self.chunks[span.chunk as usize][span.first as usize..][..span.len()]
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.n_values * size_of::<T>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn lists_come_back_as_they_were(lens in prop::collection::vec(0usize..200, 0..300), long in 0usize..9000) {
            let mut arena = Arena::default();
            let mut stored = Vec::new();
            for (i, len) in lens.into_iter().chain([long]).enumerate() {
                let list: Vec<u64> = (0..len as u64).map(|n| n + 1000 * i as u64).collect();
                stored.push((arena.add(&list), list));
            }
            for (span, list) in &mut stored {
                prop_assert_eq!(arena.get(*span), &list[..]);
                prop_assert_eq!(span.is_empty(), list.is_empty());
                for (value, expected) in arena.get_mut(*span).iter_mut().zip(list) {
                    *value += 1;
                    *expected += 1;
                }
            }
            for (span, list) in &stored {
                prop_assert_eq!(arena.get(*span), &list[..]);
            }
            let held: usize = arena.chunks.iter().map(Vec::capacity).sum();
            prop_assert_eq!(arena.bytes(), held * 8);
        }
    }
}
