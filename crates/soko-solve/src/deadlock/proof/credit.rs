//! Test credit: tests that search and do not pay are asked less often.
//!
//! What a test brings depends on the level. A deadlock that is proved is learned
//! and spares hundreds of positions later; a test that never proves anything takes
//! half of the time of some searches. So each of the tests that search has a
//! credit of positions, which grows with every deadlock it proves. Once it has
//! used up its credit it is asked at every [`SELDOM`]th occasion only, until a
//! find restores it; and the more seldom the deeper it is in debt. A position takes
//! the longer the more boxes there are, so that many boxes have less credit to begin
//! with.
//!
//! Sound: asking less proves less and nothing wrong. The same every time, as it
//! depends on counts alone. Holds for searches that ask for a mix of tests;
//! whoever asks for one test by name gets it.

use crate::deadlock::tally::Tally;

/// Positions that a test may search before it has found anything, on levels with up to
/// so many boxes.
pub(in crate::deadlock) const CREDIT: u64 = 50_000;
const FEW_BOXES: u64 = 16;
/// Positions that a find is worth.
const CREDIT_A_FIND: u64 = 10_000;
/// A test without credit is asked once in so many times; so many times more seldom
/// as its work is of its credit.
const SELDOM: u64 = 8;

/// The credit of one test: how often it was passed over since it was asked last.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::deadlock) struct Credit(u64);

impl Credit {
    /// Whether the test should be asked now about so many boxes, given what it has done
    /// so far.
    pub fn allows(&mut self, tally: &Tally, n_boxes: usize) -> bool {
        let at_first = CREDIT * FEW_BOXES / FEW_BOXES.max(n_boxes as u64);
        let credit = at_first + tally.caught * CREDIT_A_FIND;
        if tally.work <= credit {
            return true;
        }
        self.0 += 1;
        let is_its_turn = self.0 >= SELDOM * (tally.work / credit);
        if is_its_turn {
            self.0 = 0;
        }
        is_its_turn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_without_credit_is_asked_seldom_until_it_finds_something() {
        let mut credit = Credit::default();
        let mut tally = Tally::default();
        let n_boxes = FEW_BOXES as usize;
        let mut allowed = |tally: &Tally| (0..80).filter(|_| credit.allows(tally, n_boxes)).count();
        assert_eq!(allowed(&tally), 80);
        tally.work = CREDIT;
        assert_eq!(allowed(&tally), 80, "all of the credit may be used");
        tally.work = CREDIT + 1;
        assert_eq!(allowed(&tally), 80 / SELDOM as usize);
        tally.work = 5 * CREDIT;
        assert_eq!(allowed(&tally), 80 / (5 * SELDOM as usize));
        tally.caught = 5 * CREDIT / CREDIT_A_FIND;
        assert_eq!(allowed(&tally), 80);
        // Ten times as many boxes have a tenth of the credit.
        let (caught, mut of_many) = (0, Credit::default());
        let mut allows = |work| {
            let tally = Tally {
                work,
                caught,
                asked: 1,
            };
            of_many.allows(&tally, 10 * n_boxes)
        };
        assert!(allows(CREDIT / 10) && !allows(CREDIT / 10 + 1));
    }
}
