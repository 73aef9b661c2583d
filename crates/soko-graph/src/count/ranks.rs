//! States as numbers, without gaps among the boxes.
//!
//! The boxes of a state are a set of `k` slots ([`KeyLayout`]), and such sets are
//! numbered by their combinatorial rank (`rank.rs`; Knuth, The Art of Computer
//! Programming 4A, 7.2.1.3). The lowest square of the man's
//! area stands in the bits below. So a state of 50 slots and 8 boxes takes 35 bits where
//! a bit a slot takes 56, and what a table has to keep of it shrinks with it.
//!
//! A push changes the rank by a few terms: that of the box itself and those of the boxes
//! between its old and its new slot, which move up or down by one place in the order.
//! Ranking all boxes anew is a sum over them. The boxes of a rank are found from the last
//! one: it stands on the largest slot whose term is not above the rank. Terms grow with the
//! slot, so counting those among the next few that are too large tells the slot without a
//! branch for each.

use crate::KeyLayout;
use crate::rank::binomial;
use soko_core::Square;

/// More boxes than this are not numbered: with so many, lists on the stack would have to
/// be longer for everybody.
pub(super) const MAX_BOXES: usize = 96;

/// The numbers of one level's states.
#[derive(Clone, Debug)]
pub(super) struct Ranks {
    n_boxes: usize,
    n_slots: usize,
    area_bits: u32,
    n_sets: u64,
    /// `C(slot, i + 1)` for the i-th box, a row for each, after [`LOOK`] zeros.
    terms: Vec<u64>,
}

/// Slots looked at together.
const LOOK: usize = 8;

/// The occupied slots of a state, in order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slots {
    slots: [u16; MAX_BOXES],
    n: usize,
}

impl std::ops::Deref for Slots {
    type Target = [u16];

    #[inline]
    fn deref(&self) -> &[u16] {
        &self.slots[..self.n]
    }
}

impl Ranks {
    /// The numbers for boxes on these slots; none if they have more than 63 bits or
    /// there are too many boxes.
    pub fn new(layout: &KeyLayout, n_boxes: usize) -> Option<Ranks> {
        let n_slots = layout.squares().len();
        if n_boxes > MAX_BOXES {
            return None;
        }
        let mut terms = Vec::with_capacity(n_boxes * (LOOK + n_slots));
        for i in 0..n_boxes {
            terms.extend([0; LOOK]);
            for slot in 0..n_slots {
                terms.push(small(binomial(slot, i + 1))?);
            }
        }
        let area_bits = 64 - layout.area_shift();
        let n_sets = small(binomial(n_slots, n_boxes))?;
        small(u128::from(n_sets).checked_shl(area_bits))?;
        Some(Ranks {
            n_boxes,
            n_slots,
            area_bits,
            n_sets,
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

    /// The terms of the i-th box by slot.
    #[inline]
    fn row(&self, i: usize) -> &[u64] {
        &self.padded_row(i)[LOOK..]
    }

    #[inline]
    fn padded_row(&self, i: usize) -> &[u64] {
        let length = LOOK + self.n_slots;
        &self.terms[i * length..][..length]
    }

    /// The number of a packed state.
    pub fn of_key(&self, layout: &KeyLayout, key: &[u64]) -> u64 {
        let slots: Vec<u16> = layout.slots(key).map(|slot| slot as u16).collect();
        self.number(self.rank(&slots), layout.area(key))
    }

    /// The rank of slots in order.
    pub fn rank(&self, slots: &[u16]) -> u64 {
        let terms = slots.iter().enumerate();
        terms.map(|(i, &slot)| self.row(i)[slot as usize]).sum()
    }

    /// The slots of a rank.
    pub fn slots(&self, rank: u64) -> Slots {
        let [slots] = self.slots_of([rank]);
        slots
    }

    /// The slots of several ranks. Each box waits for the one before, so those of several
    /// states are found side by side.
    #[inline]
    pub fn slots_of<const N: usize>(&self, ranks: [u64; N]) -> [Slots; N] {
        let none = Slots {
            slots: [0; MAX_BOXES],
            n: self.n_boxes,
        };
        let mut found = [none; N];
        let (mut left, mut below) = (ranks, [self.n_slots; N]);
        for i in (0..self.n_boxes).rev() {
            let row = self.padded_row(i);
            for state in 0..N {
                let slot = last_fitting(row, left[state], below[state]);
                left[state] -= row[LOOK + slot];
                below[state] = slot;
                found[state].slots[i] = slot as u16;
            }
        }
        found
    }

    /// The rank after the i-th box has gone to another slot, a free one.
    #[inline]
    pub fn after(&self, rank: u64, slots: &[u16], i: usize, to: u16) -> u64 {
        let mut place = i;
        let mut rank = rank.wrapping_sub(self.row(i)[slots[i] as usize]);
        // Boxes between the two slots change places with it, one by one.
        while place + 1 < slots.len() && slots[place + 1] < to {
            let other = slots[place + 1] as usize;
            rank = rank.wrapping_sub(self.row(place + 1)[other]);
            rank = rank.wrapping_add(self.row(place)[other]);
            place += 1;
        }
        while place > 0 && slots[place - 1] > to {
            let other = slots[place - 1] as usize;
            rank = rank.wrapping_sub(self.row(place - 1)[other]);
            rank = rank.wrapping_add(self.row(place)[other]);
            place -= 1;
        }
        rank.wrapping_add(self.row(place)[to as usize])
    }
}

/// The last slot before `below` whose term is not above `left`, in a padded row.
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

/// A number if it has at most 63 bits.
fn small(number: Option<u128>) -> Option<u64> {
    number.filter(|n| n >> 63 == 0)?.try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::Level;

    fn small() -> (Ranks, usize) {
        let level: Level = "#######\n#.    #\n#.$ $ #\n#. @$ #\n#######"
            .parse()
            .unwrap();
        let layout = KeyLayout::new(&level);
        let n_slots = layout.squares().len();
        (Ranks::new(&layout, 3).unwrap(), n_slots)
    }

    /// Every set has a rank of its own, no rank is left out, and slots come back.
    #[test]
    fn ranks_number_all_sets() {
        let (ranks, n_slots) = small();
        let mut seen = vec![false; ranks.n_sets as usize];
        for a in 0..n_slots as u16 {
            for b in a + 1..n_slots as u16 {
                for c in b + 1..n_slots as u16 {
                    let rank = ranks.rank(&[a, b, c]);
                    let plain = crate::rank::rank(&[a, b, c].map(usize::from));
                    assert_eq!(plain, Some(u128::from(rank)));
                    assert_eq!(&*ranks.slots(rank), [a, b, c]);
                    assert!(!std::mem::replace(&mut seen[rank as usize], true));
                }
            }
        }
        assert!(n_slots > 6 && seen.into_iter().all(|was_seen| was_seen));
    }

    /// A box that goes to any free slot changes the rank as ranking anew does.
    #[test]
    fn a_step_changes_a_few_terms() {
        let (ranks, n_slots) = small();
        for rank in 0..ranks.n_sets {
            let slots = ranks.slots(rank);
            for i in 0..3 {
                for to in (0..n_slots as u16).filter(|to| !slots.contains(to)) {
                    let mut after = slots.to_vec();
                    after[i] = to;
                    after.sort_unstable();
                    assert_eq!(ranks.after(rank, &slots, i, to), ranks.rank(&after));
                }
            }
        }
    }
}
