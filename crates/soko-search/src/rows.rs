//! Rows of one length, in chunks that stay where they are.
//!
//! A search stores millions of rows and must still look at the clock between any
//! two. A vector that grows moves everything it holds at once, which takes tenths
//! of a second where fresh memory is slow. Here only the first chunk ever moves,
//! while it is small; each later one is made at its full size. Nothing lies idle
//! but the end of the last chunk, and as chunks are of one size, those given back
//! serve again.

/// Rows of values, by number, `1 << BITS` of them in a chunk.
///
/// ```
/// use soko_search::Rows;
/// let mut rows = Rows::<u8>::new(3);
/// rows.push(b"one");
/// rows.push(b"two");
/// rows.row_mut(0)[0] = b'O';
/// assert_eq!((rows.row(0), rows.row(1)), (&b"One"[..], &b"two"[..]));
/// ```
#[derive(Clone, Debug)]
pub struct Rows<T, const BITS: u32 = 10> {
    row_len: usize,
    n_rows: usize,
    chunks: Vec<Vec<T>>,
}

impl<T: Copy, const BITS: u32> Rows<T, BITS> {
    const CHUNK: usize = 1 << BITS;

    /// No rows yet, each to be of this length.
    pub fn new(row_len: usize) -> Self {
        Rows {
            row_len,
            n_rows: 0,
            chunks: Vec::new(),
        }
    }

    /// So many rows of one value all over.
    pub fn filled(row_len: usize, n_rows: usize, value: T) -> Self {
        let chunks = (0..n_rows).step_by(Self::CHUNK).map(|first| {
            let n_here = Self::CHUNK.min(n_rows - first);
            let mut chunk = Vec::with_capacity(Self::capacity(first, n_here, row_len));
            chunk.resize(n_here * row_len, value);
            chunk
        });
        Rows {
            row_len,
            n_rows,
            chunks: chunks.collect(),
        }
    }

    /// Values for which a chunk has room when it is made with so many rows.
    fn capacity(first_row: usize, n_rows: usize, row_len: usize) -> usize {
        let n_rows = if first_row == 0 { n_rows } else { Self::CHUNK };
        n_rows * row_len
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
        &self.chunks[i >> BITS][(i & (Self::CHUNK - 1)) * self.row_len..][..self.row_len]
    }

    /// A row, to be changed.
    #[inline]
    pub fn row_mut(&mut self, i: usize) -> &mut [T] {
        &mut self.chunks[i >> BITS][(i & (Self::CHUNK - 1)) * self.row_len..][..self.row_len]
    }

    /// Adds a row at the end.
    #[inline]
    pub fn push(&mut self, row: &[T]) {
        debug_assert_eq!(row.len(), self.row_len);
        if self.n_rows >> BITS == self.chunks.len() {
            let capacity = Self::capacity(self.n_rows, 0, self.row_len);
            self.chunks.push(Vec::with_capacity(capacity));
        }
        let chunk = &mut self.chunks[self.n_rows >> BITS];
        if chunk.capacity() - chunk.len() < self.row_len {
            // Only in the first chunk: the others have their full size.
            chunk.reserve_exact(self.row_len.max(chunk.len() / 4));
        }
        chunk.extend_from_slice(row);
        self.n_rows += 1;
    }

    /// Bytes held.
    #[inline]
    pub fn bytes(&self) -> usize {
        let Some(first) = self.chunks.first() else {
            return 0;
        };
        let later = (self.chunks.len() - 1) * Self::CHUNK * self.row_len;
        (first.capacity() + later) * size_of::<T>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stay_as_they_were_put() {
        let mut rows = Rows::<u32, 4>::new(3);
        for i in 0..50 {
            assert_eq!(rows.len(), i as usize);
            rows.push(&[i, i + 1, 7]);
        }
        rows.row_mut(16)[2] = 8;
        for i in 0..50 {
            let last = if i == 16 { 8 } else { 7 };
            assert_eq!(rows.row(i), [i as u32, i as u32 + 1, last]);
        }
    }

    #[test]
    fn bytes_are_those_held() {
        for n in 0..50 {
            let mut rows = Rows::<u32, 4>::filled(3, n, 5);
            assert_eq!(rows.len(), n);
            for _ in 0..40 {
                let held = rows.chunks.iter().map(Vec::capacity).sum::<usize>() * 4;
                assert_eq!(rows.bytes(), held);
                rows.push(&[5, 5, 5]);
            }
            assert!((0..rows.len()).all(|i| rows.row(i) == [5, 5, 5]));
        }
    }
}
