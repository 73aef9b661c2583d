//! A line of the processor's cache as a row of entries.
//!
//! An entry is zero where nothing is. The lowest bit of another is a mark that may be set
//! later; the rest says what is there. Entries fill a line from the front.

/// A row of entries.
pub(super) trait Line: Copy + Send + Sync {
    /// How many it has room for.
    const ENTRIES: usize;
    /// The bits of one.
    const BITS: u32;
    /// A line without any.
    const EMPTY: Self;
    /// The entries in use, and zeros after them.
    fn entries(&self) -> impl Iterator<Item = u64>;
    /// Whether an entry is there, marked or not.
    fn holds(&self, entry: u64) -> bool;
    /// Whether there is room for another.
    fn has_room(&self) -> bool;
    /// Writes an entry.
    fn set(&mut self, i: usize, entry: u64);
    /// Writes an entry behind those in use; there is room.
    fn append(&mut self, entry: u64);
    /// The first entry as it is: to have the line fetched.
    fn first(&self) -> u64;
}

/// A line of narrow or of wide entries; 64 bytes either way.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Row<E, const N: usize>([E; N]);

pub(super) type Narrow = Row<u32, 16>;
pub(super) type Wide = Row<u64, 8>;

macro_rules! line {
    ($entry:ty, $n:expr) => {
        impl Line for Row<$entry, $n> {
            const ENTRIES: usize = $n;
            const BITS: u32 = <$entry>::BITS;
            const EMPTY: Self = Row([0; $n]);

            fn entries(&self) -> impl Iterator<Item = u64> {
                self.0.iter().map(|&entry| u64::from(entry))
            }

            #[inline]
            fn holds(&self, entry: u64) -> bool {
                let wanted = entry as $entry & !1;
                // All of them, so that the compiler compares several at once.
                let is_it = |found, &entry: &$entry| found | (entry & !1 == wanted);
                self.0.iter().fold(false, is_it)
            }

            #[inline]
            fn has_room(&self) -> bool {
                self.0[$n - 1] == 0
            }

            #[inline]
            fn append(&mut self, entry: u64) {
                // By halves: the last one is free, so there are fewer than all in use.
                let (mut n_used, mut half) = (0, $n / 2);
                while half > 0 {
                    let is_used = self.0[n_used + half - 1] != 0;
                    n_used += half * usize::from(is_used);
                    half /= 2;
                }
                self.0[n_used] = entry as $entry;
            }

            #[inline]
            fn set(&mut self, i: usize, entry: u64) {
                self.0[i] = entry as $entry;
            }

            #[inline]
            fn first(&self) -> u64 {
                u64::from(self.0[0])
            }
        }
    };
}

line!(u32, 16);
line!(u64, 8);

#[cfg(test)]
mod tests {
    use super::*;

    fn check<L: Line>() {
        let mut line = L::EMPTY;
        assert_eq!((size_of::<L>(), align_of::<L>()), (64, 64));
        for i in 0..L::ENTRIES {
            let entry = 4 * i as u64 + 2;
            assert!(!line.holds(entry));
            assert!(line.has_room());
            line.append(entry | i as u64 & 1);
            assert_eq!(
                line.entries().position(|e| e == 0),
                (i + 1 < L::ENTRIES).then_some(i + 1)
            );
            assert!(line.holds(entry) && line.holds(entry | 1));
        }
        assert!(!line.has_room());
        assert_eq!(line.entries().nth(1), Some(7));
    }

    #[test]
    fn lines_fill_from_the_front() {
        check::<Narrow>();
        check::<Wide>();
    }
}
