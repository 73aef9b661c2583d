//! Batches of states on their way to their owners, each alone or with a few numbers that
//! belong to it.
//!
//! Within a process a batch is a list that is handed over. Between processes it is
//! written with as many bytes a number as its largest needs, which is five where eight
//! would be sent for a level of a trillion states, in one piece and without a call for
//! each number.

use std::io::Write;
use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::container::{DrainContainer, PushInto, SizableContainer};
use timely::dataflow::channels::ContainerBytes;

/// Rows in a full batch.
const FULL: usize = 1 << 12;

/// A batch of rows of so many numbers, the first of which is the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers<const N: usize>(Vec<[u64; N]>);

impl<const N: usize> Default for Numbers<N> {
    fn default() -> Self {
        Numbers(Vec::new())
    }
}

impl<const N: usize> Numbers<N> {
    /// The rows themselves.
    pub fn as_slice(&self) -> &[[u64; N]] {
        &self.0
    }

    fn width(&self) -> usize {
        width_of(self.0.as_flattened().iter().fold(0, |all, n| all | n))
    }
}

/// How many bytes a number takes; at least one.
pub fn width_of(number: u64) -> usize {
    (8 - number.leading_zeros() as usize / 8).max(1)
}

/// Writes numbers with so many bytes each, the lowest first.
pub fn pack(numbers: &[u64], width: usize, out: &mut Vec<u8>) {
    out.reserve(numbers.len() * width);
    for number in numbers {
        out.extend_from_slice(&number.to_le_bytes()[..width]);
    }
}

/// Reads what [`pack`] has written; bytes that make no whole number are left out.
pub fn unpack(bytes: &[u8], width: usize) -> impl Iterator<Item = u64> + '_ {
    bytes.chunks_exact(width).map(move |bytes| {
        let mut all = [0; 8];
        all[..width].copy_from_slice(bytes);
        u64::from_le_bytes(all)
    })
}

impl<const N: usize> Accountable for Numbers<N> {
    fn record_count(&self) -> i64 {
        self.0.len() as i64
    }
}

impl<const N: usize> DrainContainer for Numbers<N> {
    type Item<'a> = [u64; N];
    type DrainIter<'a> = std::vec::Drain<'a, [u64; N]>;
    fn drain(&mut self) -> Self::DrainIter<'_> {
        self.0.drain(..)
    }
}

impl<const N: usize> SizableContainer for Numbers<N> {
    fn at_capacity(&self) -> bool {
        self.0.len() >= FULL
    }

    fn ensure_capacity(&mut self, stash: &mut Option<Self>) {
        if self.0.capacity() == 0 {
            self.0 = stash.take().unwrap_or_default().0;
            self.0.clear();
            self.0.reserve(FULL);
        }
    }
}

impl<const N: usize> PushInto<[u64; N]> for Numbers<N> {
    #[inline]
    fn push_into(&mut self, row: [u64; N]) {
        self.0.push(row);
    }
}

/// The head says how many rows there are and how wide a number is; the length is a
/// multiple of eight, as messages must be.
impl<const N: usize> ContainerBytes for Numbers<N> {
    fn from_bytes(bytes: Bytes) -> Self {
        let head = bytes
            .first_chunk()
            .map_or(0, |head| u64::from_le_bytes(*head));
        let (n, width) = ((head >> 8) as usize, (head & 0xFF) as usize);
        let body = bytes.get(8..8 + n * N * width).unwrap_or_default();
        let mut numbers = unpack(body, width.clamp(1, 8));
        let row = |_| std::array::from_fn(|_| numbers.next().unwrap_or(0));
        Numbers((0..n).map(row).collect())
    }

    fn length_in_bytes(&self) -> usize {
        (8 + self.0.len() * N * self.width()).next_multiple_of(8)
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let width = self.width();
        let mut bytes = Vec::with_capacity(self.0.len() * N * width + 16);
        let head = (self.0.len() as u64) << 8 | width as u64;
        bytes.extend_from_slice(&head.to_le_bytes());
        pack(self.0.as_flattened(), width, &mut bytes);
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        writer
            .write_all(&bytes)
            .expect("the channel has made room for as many bytes as were announced");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use timely::bytes::arc::BytesMut;

    #[test]
    fn batches_come_back_from_bytes_as_they_were() {
        for numbers in [
            vec![],
            vec![0],
            vec![1, 255],
            vec![256, 3, 70_000],
            (0..1000).map(|i| i * 0x0000_0003_1415_9265).collect(),
            vec![u64::MAX, 0, 1],
        ] {
            let pairs = numbers.iter().map(|&n| [n / 3, n]).collect();
            check(&Numbers(pairs));
            check(&Numbers(numbers.into_iter().map(|n| [n]).collect()));
        }
    }

    fn check<const N: usize>(batch: &Numbers<N>) {
        let mut bytes = Vec::new();
        batch.into_bytes(&mut bytes);
        assert_eq!(bytes.len(), batch.length_in_bytes());
        assert_eq!(bytes.len() % 8, 0);
        let bytes = BytesMut::from(bytes).freeze();
        assert_eq!(Numbers::from_bytes(bytes), *batch);
    }

    #[test]
    fn a_number_takes_as_many_bytes_as_it_needs() {
        let widths = [0, 1, 255, 256, 65_535, 65_536, u64::MAX >> 8, u64::MAX].map(width_of);
        assert_eq!(widths, [1, 1, 1, 2, 2, 3, 7, 8]);
    }
}
