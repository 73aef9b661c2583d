//! A set of the numbers below some count, exact and in a few bytes each, in shards that
//! threads can share out among themselves.
//!
//! Numbers are mixed first; the highest bits choose the shard, the others are kept there
//! (`table.rs`). A small shard has wide entries; once it has enough lines to say the rest
//! of a number, they are narrow. Every shard grows on its own, so that at no time much
//! more than the table itself is held.

use super::line::{Narrow, Wide};
use super::mix::Mix;
use super::table::Table;

/// Fewer bits are not mixed well.
const LEAST_BITS: u32 = 20;
/// Shards at the most, as a power of two.
const MOST_SHARD_BITS: u32 = 12;
/// Lines of an empty shard, at least.
const LEAST_LINES: usize = 8;

/// Runs an expression with the table of a shard, whatever its width.
macro_rules! with_table {
    ($shard:expr, $table:ident => $run:expr) => {
        match $shard {
            Shard::Wide($table) => $run,
            Shard::Narrow($table) => $run,
        }
    };
}

/// How numbers are spread over a set. What is counted does not depend on it, so two counts
/// that differ here check each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spread {
    /// The set has two to the power of this many shards, at most 4,096.
    pub shard_bits: u32,
    /// Which of many shuffles decides where a number goes.
    pub seed: u64,
}

impl Default for Spread {
    fn default() -> Spread {
        Spread {
            shard_bits: 6,
            seed: 0,
        }
    }
}

/// An exact set of numbers.
///
/// ```
/// use soko_graph::count::CompactSet;
/// let mut set = CompactSet::new(1_000_000);
/// assert!(set.insert(999_999) && !set.insert(999_999));
/// assert_eq!((set.mark(5), set.mark(999_999), set.mark(999_999)), (None, Some(true), Some(false)));
/// ```
#[derive(Clone, Debug)]
pub struct CompactSet {
    mix: Mix,
    /// The bits of a mixed number that a shard does not say.
    local_bits: u32,
    shards: Vec<Shard>,
    /// Numbers on their way to their shards.
    by_shard: Vec<Vec<u64>>,
}

impl CompactSet {
    /// An empty set of numbers below `space`, which has at most 63 bits.
    pub fn new(space: u64) -> CompactSet {
        CompactSet::with_spread(space, Spread::default())
    }

    /// The same, spread otherwise.
    pub fn with_spread(space: u64, spread: Spread) -> CompactSet {
        let bits = (64 - space.leading_zeros()).clamp(LEAST_BITS, 63);
        let shard_bits = spread.shard_bits.min(MOST_SHARD_BITS);
        let local_bits = bits - shard_bits;
        CompactSet {
            mix: Mix::new(bits, spread.seed),
            local_bits,
            shards: shards(local_bits, 1 << shard_bits),
            by_shard: Vec::new(),
        }
    }

    /// Where a number lies: its shard, and what it goes by there.
    #[inline]
    pub fn place(&self, number: u64) -> (usize, u64) {
        let mixed = self.mix.forth(number);
        let bits = self.local_bits;
        ((mixed >> bits) as usize, mixed & ((1 << bits) - 1))
    }

    /// The number of a place.
    #[inline]
    pub fn number(&self, shard: usize, local: u64) -> u64 {
        self.mix.back((shard as u64) << self.local_bits | local)
    }

    /// Enters a number; whether it was new.
    pub fn insert(&mut self, number: u64) -> bool {
        let (shard, local) = self.place(number);
        let mut is_new = false;
        self.shards[shard].insert_all(&[local], |_| is_new = true);
        is_new
    }

    /// Enters numbers and appends those that were new, shard by shard: many at once are
    /// answered faster than one by one.
    pub fn insert_all(&mut self, numbers: &[u64], new: &mut Vec<u64>) {
        self.ask_all(numbers, new, |shard, locals, tell| {
            shard.insert_all(locals, tell);
        });
    }

    /// Marks those numbers that are there and appends those that were not marked before,
    /// shard by shard.
    pub fn mark_all(&mut self, numbers: &[u64], new: &mut Vec<u64>) {
        self.ask_all(numbers, new, |shard, locals, tell| {
            shard.mark_all(locals, tell);
        });
    }

    fn ask_all(
        &mut self,
        numbers: &[u64],
        new: &mut Vec<u64>,
        ask: impl Fn(&mut Shard, &[u64], &mut dyn FnMut(u64)),
    ) {
        let mut by_shard = std::mem::take(&mut self.by_shard);
        by_shard.resize_with(self.shards.len(), Vec::new);
        for &number in numbers {
            let (shard, local) = self.place(number);
            by_shard[shard].push(local);
        }
        let bits = self.local_bits;
        for (i, locals) in by_shard.iter_mut().enumerate() {
            let mix = &self.mix;
            ask(&mut self.shards[i], locals, &mut |local| {
                new.push(mix.back((i as u64) << bits | local));
            });
            locals.clear();
        }
        self.by_shard = by_shard;
    }

    /// Marks a number; whether it was not marked before. None if it is not there.
    pub fn mark(&mut self, number: u64) -> Option<bool> {
        let (shard, local) = self.place(number);
        if !self.shards[shard].contains(local) {
            return None;
        }
        let mut is_new = false;
        self.shards[shard].mark_all(&[local], |_| is_new = true);
        Some(is_new)
    }

    /// Whether a number is there.
    pub fn contains(&self, number: u64) -> bool {
        let (shard, local) = self.place(number);
        self.shards[shard].contains(local)
    }

    /// The numbers in it.
    pub fn len(&self) -> usize {
        self.shards.iter().map(Shard::len).sum()
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.shards.iter().map(Shard::bytes).sum()
    }

    /// Every number, and whether it is marked, in no order that means anything.
    pub fn for_each(&self, mut visit: impl FnMut(u64, bool)) {
        for (i, shard) in self.shards.iter().enumerate() {
            shard.for_each(|local, is_marked| visit(self.number(i, local), is_marked));
        }
    }

    /// The seats of each shard (`table.rs`).
    pub(super) fn seats(&self) -> impl Iterator<Item = usize> {
        self.shards.iter().map(Shard::n_seats)
    }

    /// The shard of a number and its seat there, if it has one.
    #[inline]
    pub(super) fn seat(&self, number: u64) -> Option<(usize, usize)> {
        let (shard, local) = self.place(number);
        let seat = with_table!(&self.shards[shard], table => table.seat(local))?;
        Some((shard, seat))
    }

    /// The number that has this seat, which is taken.
    pub(super) fn seated(&self, shard: usize, seat: usize) -> u64 {
        let local = with_table!(&self.shards[shard], table => table.seated(seat));
        self.number(shard, local)
    }

    /// The numbers that have no seat, in order.
    pub(super) fn homeless(&self) -> Vec<u64> {
        let mut homeless = Vec::new();
        for (i, shard) in self.shards.iter().enumerate() {
            let locals = with_table!(shard, table => table.homeless());
            homeless.extend(locals.into_iter().map(|(local, _)| self.number(i, local)));
        }
        homeless.sort_unstable();
        homeless
    }

    /// How many shards there are.
    pub(super) fn n_shards(&self) -> usize {
        self.shards.len()
    }

    /// The shards, for threads.
    pub(super) fn shards_mut(&mut self) -> &mut [Shard] {
        &mut self.shards
    }
}

/// Empty shards. The first have least lines and the last nearly as many as these after they
/// have grown: shards fill evenly, so they grow one after the other, and what is free in
/// all of them together hardly changes.
fn shards(local_bits: u32, n_shards: usize) -> Vec<Shard> {
    let more = |i: usize| (LEAST_LINES * i).div_ceil(2 * n_shards);
    (0..n_shards)
        .map(|i| Shard::new(local_bits, LEAST_LINES + more(i)))
        .collect()
}

/// A part of a set.
#[derive(Clone, Debug)]
pub(super) enum Shard {
    Wide(Table<Wide>),
    Narrow(Table<Narrow>),
}

impl Shard {
    fn new(bits: u32, n_lines: usize) -> Shard {
        Shard::Wide(Table::new(bits, n_lines).expect("wide entries hold any number"))
    }

    fn len(&self) -> usize {
        with_table!(self, table => table.len())
    }

    pub fn bytes(&self) -> usize {
        with_table!(self, table => table.bytes())
    }

    fn n_seats(&self) -> usize {
        with_table!(self, table => table.n_seats())
    }

    fn contains(&self, local: u64) -> bool {
        with_table!(self, table => table.contains(local))
    }

    fn for_each(&self, visit: impl FnMut(u64, bool)) {
        with_table!(self, table => table.for_each(visit));
    }

    /// Enters numbers and tells of those that are new, in their order.
    pub fn insert_all(&mut self, locals: &[u64], mut tell: impl FnMut(u64)) {
        self.reserve(locals.len());
        with_table!(self, table => table.in_groups(locals, |table, local, home| {
            if table.insert(local, home) {
                tell(local);
            }
        }));
    }

    /// Marks those that are there and tells of those that were not marked, in order.
    pub fn mark_all(&mut self, locals: &[u64], mut tell: impl FnMut(u64)) {
        with_table!(self, table => table.in_groups(locals, |table, local, home| {
            if table.mark(local, home) == Some(true) {
                tell(local);
            }
        }));
    }

    /// Makes room for so many more.
    fn reserve(&mut self, more: usize) {
        while with_table!(self, table => table.is_full(more)) {
            *self = with_table!(self, table => grown(table));
        }
    }
}

/// The numbers of a table in one with half as many lines more, narrow if they can be.
fn grown<L: super::line::Line>(table: &Table<L>) -> Shard {
    let n_lines = table.n_lines() + table.n_lines() / 2;
    // As many bytes and more entries, where narrow ones will do.
    if let Some(mut narrow) = Table::<Narrow>::new(table.bits(), n_lines) {
        table.move_to(&mut narrow);
        return Shard::Narrow(narrow);
    }
    let mut wide = Table::<Wide>::new(table.bits(), n_lines).expect("wide entries hold any number");
    table.move_to(&mut wide);
    Shard::Wide(wide)
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::SplitMix;
    use std::collections::BTreeMap;

    /// A set does what a map from numbers to marks does.
    #[test]
    fn agrees_with_a_map() {
        let mut random = SplitMix(5);
        for bits in [4, 12, 21, 33, 47, 63] {
            let space = (1u64 << bits) - 1;
            let spread = Spread {
                shard_bits: bits % 13,
                seed: u64::from(bits) - 4,
            };
            let mut set = CompactSet::with_spread(space, spread);
            let mut map: BTreeMap<u64, bool> = BTreeMap::new();
            for _ in 0..60_000 {
                // Runs of neighbours and numbers from everywhere.
                let number = match random.below(2) {
                    0 => random.next() % space,
                    _ => random.below(30_000) as u64 % space,
                };
                if random.below(4) == 0 {
                    let expected = map
                        .get_mut(&number)
                        .map(|was| !std::mem::replace(was, true));
                    assert_eq!(set.mark(number), expected);
                } else {
                    let is_new = !map.contains_key(&number);
                    map.entry(number).or_insert(false);
                    assert_eq!(set.insert(number), is_new);
                }
                assert!(set.contains(number) == map.contains_key(&number));
            }
            let mut listed = BTreeMap::new();
            set.for_each(|number, mark| assert_eq!(listed.insert(number, mark), None));
            assert_eq!((set.len(), listed), (map.len(), map));
        }
    }

    /// Many at once are entered and marked as one by one.
    #[test]
    fn many_at_once_are_as_one_by_one() {
        let mut random = SplitMix(7);
        let (mut one, mut many) = (CompactSet::new(1 << 33), CompactSet::new(1 << 33));
        for round in 0..40 {
            let numbers: Vec<u64> = (0..3_000).map(|_| random.next() % 60_000).collect();
            let (mut new, mut expected) = (Vec::new(), Vec::new());
            if round % 3 == 2 {
                many.mark_all(&numbers, &mut new);
                expected.extend(numbers.iter().filter(|&&n| one.mark(n) == Some(true)));
            } else {
                many.insert_all(&numbers, &mut new);
                expected.extend(numbers.iter().filter(|&&n| one.insert(n)));
            }
            new.sort_unstable();
            expected.sort_unstable();
            assert_eq!(new, expected);
        }
        assert!(one.len() > 30_000 && one.len() == many.len());
    }

    /// Large sets take few bytes, and hardly anyone is without a home.
    #[test]
    fn a_number_takes_few_bytes() {
        let mut set = CompactSet::new(1 << 40);
        let mut random = SplitMix(6);
        for _ in 0..2_000_000 {
            set.insert(random.next() >> 24);
        }
        let a_number = set.bytes() as f64 / set.len() as f64;
        assert!(a_number < 6.2, "{a_number}");
    }
}
