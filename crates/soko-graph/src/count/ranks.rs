//! States as numbers, without gaps among the boxes.
//!
//! The boxes of a state are a set of `k` slots ([`KeyLayout`]), and such sets are
//! numbered by their combinatorial rank (`rank.rs`; Knuth, The Art of Computer
//! Programming 4A, 7.2.1.3). The lowest square of the man's
//! area stands in the bits below. So a state of 50 slots and 8 boxes takes 35 bits where
//! a bit a slot takes 56, and what a table has to keep of it shrinks with it.
//!
//! The rank counts the sets that come before, in the order of their highest square, then
//! the next. So it is a sum over the bytes of the set: a byte, with so many boxes in it and
//! in those before, says how many sets differ there for the first time from above and come
//! before. A table has these sums; squares that are no slots belong to no set. Ranking a set
//! is a look for each of its bytes, and a push changes one or two of them.
//!
//! The boxes of a rank are found from the last one: it stands on the largest slot whose
//! term `C(slot, place)` is not above the rank. Terms grow with the slot, so counting those
//! among the next few that are too large tells the slot without a branch for each.

use crate::KeyLayout;
use crate::rank::binomial;
use soko_core::{Square, Squares};

/// More boxes than this are not numbered: with so many, tables would be large.
pub(super) const MAX_BOXES: usize = 96;

/// For each value of a byte, how many sets come before.
type Row = [u64; 256];

/// Slots looked at together.
const LOOK: usize = 8;

/// The numbers of one level's states.
#[derive(Clone, Debug)]
pub(super) struct Ranks {
    n_boxes: usize,
    n_squares: usize,
    area_bits: u32,
    n_sets: u64,
    /// By byte, then by the boxes in it and in those before.
    rows: Vec<Row>,
    slots: Vec<Square>,
    /// `C(slot, i + 1)` for the i-th box, a row for each, after [`LOOK`] zeros.
    terms: Vec<u64>,
}

impl Ranks {
    /// The numbers for boxes on these slots; none if they have more than 63 bits or
    /// there are too many boxes.
    pub fn new(layout: &KeyLayout, n_boxes: usize) -> Option<Ranks> {
        if n_boxes > MAX_BOXES {
            return None;
        }
        let area_bits = 64 - layout.area_shift();
        let n_sets = small(binomial(layout.squares().len(), n_boxes))?;
        small(u128::from(n_sets).checked_shl(area_bits))?;
        let mut terms = Vec::new();
        for i in 0..n_boxes {
            terms.extend([0; LOOK]);
            for slot in 0..layout.squares().len() {
                terms.push(small(binomial(slot, i + 1))?);
            }
        }
        Some(Ranks {
            n_boxes,
            n_squares: layout.n_squares(),
            area_bits,
            n_sets,
            rows: rows(layout, n_boxes),
            slots: layout.squares().to_vec(),
            terms,
        })
    }

    /// All numbers are below this.
    pub fn space(&self) -> u64 {
        self.n_sets << self.area_bits
    }

    /// The number of a box set's rank and an area.
    #[inline]
    pub fn number(&self, rank: u64, area: Square) -> u64 {
        rank << self.area_bits | u64::from(area.0)
    }

    /// The rank of a number's boxes, and its area.
    #[inline]
    pub fn parts(&self, number: u64) -> (u64, Square) {
        let area = number & ((1 << self.area_bits) - 1);
        (number >> self.area_bits, Square(area as u16))
    }

    /// The rank of a set of boxes.
    #[inline]
    pub fn rank<S: Squares>(&self, boxes: &S) -> u64 {
        let (mut rank, mut before) = (0, 0);
        let mut rows = self.rows.chunks_exact(self.n_boxes + 1);
        for &word in boxes.words() {
            let up_to = bytes_up_to(word);
            for (byte, rows) in rows.by_ref().take(8).enumerate() {
                let n = before + (up_to >> (8 * byte) & 0xFF) as usize;
                rank += rows[n][usize::from((word >> (8 * byte)) as u8)];
            }
            before += (up_to >> 56) as usize;
        }
        rank
    }

    /// The rank of boxes of which one has gone from one square to another, by what has
    /// changed; `rank` and `before` are those of before.
    #[inline]
    pub fn rank_after<S: Squares>(
        &self,
        rank: u64,
        before: &S,
        after: &S,
        way: [Square; 2],
    ) -> u64 {
        let [from, to] = way.map(|square| square.index() / 8);
        let (low, high) = (from.min(to), from.max(to));
        // Above them nothing changes, nor how many there are up to the highest.
        let mut n = [boxes_up_to(before.words(), high); 2];
        let mut rank = rank;
        for byte in (low..=high).rev() {
            let rows = &self.rows[byte * (self.n_boxes + 1)..];
            let value = |set: &S| usize::from((set.words()[byte / 8] >> (byte % 8 * 8)) as u8);
            let values = [value(before), value(after)];
            rank = rank.wrapping_sub(rows[n[0]][values[0]]);
            rank = rank.wrapping_add(rows[n[1]][values[1]]);
            n[0] -= usize::from(N_BITS[values[0]]);
            n[1] -= usize::from(N_BITS[values[1]]);
        }
        rank
    }

    /// The boxes of several ranks. Each box waits for the one before, so those of several
    /// states are found side by side.
    #[inline]
    pub fn boxes_of<S: Squares, const N: usize>(&self, ranks: [u64; N]) -> [S; N] {
        let mut found = std::array::from_fn(|_| S::empty(self.n_squares));
        let (mut left, mut below) = (ranks, [self.slots.len(); N]);
        for terms in self.terms.chunks_exact(LOOK + self.slots.len()).rev() {
            for state in 0..N {
                let slot = last_fitting(terms, left[state], below[state]);
                left[state] -= terms[LOOK + slot];
                below[state] = slot;
                found[state].insert(self.slots[slot]);
            }
        }
        found
    }
}

/// The sums of all bytes of a set, by byte, then by the boxes in it and in those before.
fn rows(layout: &KeyLayout, n_boxes: usize) -> Vec<Row> {
    let slots = layout.squares();
    let mut rows = Vec::new();
    for first in (0..layout.n_squares()).step_by(8) {
        let before = slots.partition_point(|slot| slot.index() < first);
        let own = slots[before..].iter().map(|slot| slot.index() - first);
        let own = own.take_while(|&i| i < 8).fold(0, |all, i| all | 1 << i);
        rows.extend((0..=n_boxes).map(|boxes| row(own, before, boxes)));
    }
    rows
}

/// How many sets come before each value of a byte, if it has these slots, there are so many
/// before it, and so many boxes stand in it and in those before. Where there are more than a
/// number holds, nobody asks.
fn row(slots: usize, before: usize, boxes: usize) -> Row {
    let mut row = [0; 256];
    let mut sum = 0u64;
    for (value, n_before) in row.iter_mut().enumerate() {
        *n_before = sum;
        let own = usize::from(N_BITS[value]);
        if value & !slots == 0 && own <= boxes {
            let sets = small(binomial(before, boxes - own));
            sum = sum.saturating_add(sets.unwrap_or(u64::MAX));
        }
    }
    row
}

/// The last slot before `below` whose term is not above `left`, in a row after zeros.
#[inline]
fn last_fitting(row: &[u64], left: u64, mut below: usize) -> usize {
    loop {
        // The slots before `below`, or zeros where there are none.
        let terms: &[u64] = &row[below..][..LOOK];
        // Neither has 64 bits, so the highest bit of the difference says which is larger.
        let too_large = |n, &term: &u64| n + (left.wrapping_sub(term) >> 63);
        let n = terms.iter().fold(0, too_large) as usize;
        below -= n;
        if n < LOOK {
            // The slot before has a term that fits: if no other, then slot 0, with none.
            return below - 1;
        }
    }
}

/// How many boxes are in a byte of a set and in those before.
#[inline]
fn boxes_up_to(words: &[u64], byte: usize) -> usize {
    let whole: u64 = words[..byte / 8]
        .iter()
        .map(|&word| bytes_up_to(word) >> 56)
        .sum();
    (whole + (bytes_up_to(words[byte / 8]) >> (byte % 8 * 8) & 0xFF)) as usize
}

/// In each byte, the bits of a word that are set in it and in the bytes before.
#[inline]
fn bytes_up_to(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    bytes.wrapping_mul(0x0101_0101_0101_0101)
}

/// The bits of each byte that are set.
const N_BITS: [u8; 256] = {
    let mut n_bits = [0; 256];
    let mut value = 0;
    while value < 256 {
        n_bits[value] = (value as u8).count_ones() as u8;
        value += 1;
    }
    n_bits
};

/// A number if it has at most 63 bits.
fn small(number: Option<u128>) -> Option<u64> {
    number.filter(|n| n >> 63 == 0)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{Level, SquareSet};

    /// Some of the squares are no slots, and the slots are in three bytes.
    fn small() -> (Ranks, KeyLayout) {
        let level: Level = "########\n#.     #\n#.$ $  #\n#. @$  #\n########"
            .parse()
            .unwrap();
        let layout = KeyLayout::new(&level);
        (Ranks::new(&layout, 3).unwrap(), layout)
    }

    fn set(layout: &KeyLayout, slots: &[usize]) -> SquareSet {
        let squares = slots.iter().map(|&slot| layout.squares()[slot]);
        SquareSet::of(layout.n_squares(), squares)
    }

    /// Every set has a rank of its own, no rank is left out, and boxes come back.
    #[test]
    fn ranks_number_all_sets() {
        let (ranks, layout) = small();
        let n_slots = layout.squares().len();
        assert!(n_slots > 6 && n_slots < layout.n_squares() && layout.n_squares() > 16);
        let mut seen = vec![false; ranks.n_sets as usize];
        for a in 0..n_slots {
            for b in a + 1..n_slots {
                for c in b + 1..n_slots {
                    let boxes = set(&layout, &[a, b, c]);
                    let rank = ranks.rank(&boxes);
                    assert_eq!(crate::rank::rank(&[a, b, c]), Some(u128::from(rank)));
                    assert_eq!(ranks.boxes_of::<SquareSet, 1>([rank]), [boxes]);
                    assert!(!std::mem::replace(&mut seen[rank as usize], true));
                }
            }
        }
        assert!(seen.into_iter().all(|was_seen| was_seen));
    }

    /// A box that goes to any free slot changes the rank as ranking anew does.
    #[test]
    fn a_step_changes_a_few_terms() {
        let (ranks, layout) = small();
        for rank in 0..ranks.n_sets {
            let [boxes]: [SquareSet; 1] = ranks.boxes_of([rank]);
            for from in boxes.iter() {
                for &to in layout.squares().iter().filter(|&&to| !boxes.contains(to)) {
                    let mut after = boxes.clone();
                    after.shift(from, to);
                    let found = ranks.rank_after(rank, &boxes, &after, [from, to]);
                    assert_eq!(found, ranks.rank(&after));
                }
            }
        }
    }

    /// Sets of several words are ranked as those of one.
    #[test]
    fn later_words_count_the_boxes_of_those_before() {
        let row = "#".to_owned() + &" ".repeat(38) + "#\n";
        let walls = "#".repeat(40) + "\n";
        let text = walls.clone() + &row + &row.replacen("   ", "@$.", 1) + &row + &row + &walls;
        let level: Level = text.parse().unwrap();
        let layout = KeyLayout::with_dead_squares(&level);
        let ranks = Ranks::new(&layout, 4).unwrap();
        assert_eq!(layout.n_squares(), 152);
        for slots in [
            [0, 1, 2, 3],
            [62, 63, 64, 65],
            [5, 70, 127, 128],
            [148, 149, 150, 151],
        ] {
            let boxes = set(&layout, &slots);
            let rank = ranks.rank(&boxes);
            assert_eq!(crate::rank::rank(&slots), Some(u128::from(rank)));
            let [back]: [SquareSet; 1] = ranks.boxes_of([rank]);
            assert_eq!(back, boxes);
            // The first box goes everywhere.
            let from = layout.squares()[slots[0]];
            for &to in layout.squares().iter().filter(|&&to| !boxes.contains(to)) {
                let mut after = boxes.clone();
                after.shift(from, to);
                let found = ranks.rank_after(rank, &boxes, &after, [from, to]);
                assert_eq!(found, ranks.rank(&after));
            }
        }
    }
}
