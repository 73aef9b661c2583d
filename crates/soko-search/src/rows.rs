//! Rows of one length, in chunks that stay where they are.
//!
//! A search stores millions of rows and must still look at the clock between any
//! two. A vector that grows moves everything it holds at once, which takes tenths
//! of a second where fresh memory is slow. Here only the first chunk ever moves,
//! while it is small; each later one is made at its full size. Nothing lies idle
//! but the end of the last chunk.

/// Rows of values, by number.
#[derive(Clone, Debug)]
pub struct Rows<T> {
    row_len: usize,
    n_rows: usize,
    chunks: Vec<Vec<T>>,
}

const CHUNK_BITS: u32 = 13;
const CHUNK: usize = 1 << CHUNK_BITS;

impl<T: Copy> Rows<T> {
    /// No rows yet, each to be of this length.
    pub fn new(row_len: usize) -> Rows<T> {
        Rows {
            row_len,
            n_rows: 0,
            chunks: vec![Vec::new()],
        }
    }

    /// The number of rows.
    #[inline]
    pub fn len(&self) -> usize {
        self.n_rows
    }

    /// Whether there are none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.n_rows == 0
    }

    /// A row.
    #[inline]
    pub fn row(&self, i: usize) -> &[T] {
        &self.chunks[i >> CHUNK_BITS][(i & (CHUNK - 1)) * self.row_len..][..self.row_len]
    }

    /// A row, to be changed.
    #[inline]
    pub fn row_mut(&mut self, i: usize) -> &mut [T] {
        &mut self.chunks[i >> CHUNK_BITS][(i & (CHUNK - 1)) * self.row_len..][..self.row_len]
    }

    /// Adds a row at the end.
    #[inline]
    pub fn push(&mut self, row: &[T]) {
        debug_assert_eq!(row.len(), self.row_len);
        let chunk = &mut self.chunks[self.n_rows >> CHUNK_BITS];
        if chunk.capacity() - chunk.len() < self.row_len {
            // Only in the first chunk: the others have their full size.
            chunk.reserve_exact(self.row_len.max(chunk.len() / 4));
        }
        chunk.extend_from_slice(row);
        self.n_rows += 1;
        if self.n_rows.is_multiple_of(CHUNK) {
            self.chunks.push(Vec::with_capacity(CHUNK * self.row_len));
        }
    }

    /// Bytes held.
    #[inline]
    pub fn bytes(&self) -> usize {
        // All but the first chunk have their full size.
        let later = (self.chunks.len() - 1) * CHUNK * self.row_len;
        (self.chunks[0].capacity() + later) * size_of::<T>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stay_as_they_were_put() {
        let mut rows = Rows::new(3);
        for i in 0..3 * CHUNK as u32 + 1 {
            rows.push(&[i, i + 1, 7]);
            assert_eq!(rows.len(), i as usize + 1);
        }
        rows.row_mut(CHUNK)[2] = 8;
        for i in 0..3 * CHUNK + 1 {
            let last = if i == CHUNK { 8 } else { 7 };
            assert_eq!(rows.row(i), [i as u32, i as u32 + 1, last]);
        }
        let held = rows.chunks.iter().map(Vec::capacity).sum::<usize>() * 4;
        assert_eq!(rows.bytes(), held);
    }
}
