//! Test credit: tests that search and do not pay are asked less often.
//!
//! What a test brings depends on the level. A deadlock that is proved is learned
//! and spares hundreds of positions later; a test that never proves anything takes
//! half of the time of some searches. So each of the tests that search has a
//! credit of positions, which grows with every deadlock it proves. Once it has
//! used up its credit it is asked at every [`SELDOM`]th occasion only, until a
//! find restores it.
//!
//! Sound: asking less proves less and nothing wrong. The same every time, as it
//! depends on counts alone. Holds for searches that ask for a mix of tests;
//! whoever asks for one test by name gets it.

use crate::deadlock::tally::Tally;

/// Positions that a test may search before it has found anything.
const CREDIT: u64 = 50_000;
/// Positions that a find is worth.
const CREDIT_A_FIND: u64 = 10_000;
/// A test without credit is asked once in so many times.
const SELDOM: u32 = 8;

/// The credit of one test: how often it was passed over since it was asked last.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::deadlock) struct Credit(u32);

impl Credit {
    /// Whether the test should be asked now, given what it has done so far.
    pub fn allows(&mut self, tally: &Tally) -> bool {
        if tally.work <= CREDIT + tally.caught * CREDIT_A_FIND {
            return true;
        }
        self.0 = (self.0 + 1) % SELDOM;
        self.0 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_without_credit_is_asked_seldom_until_it_finds_something() {
        let mut credit = Credit::default();
        let mut tally = Tally::default();
        let mut allowed = |tally: &Tally| (0..80).filter(|_| credit.allows(tally)).count();
        assert_eq!(allowed(&tally), 80);
        tally.work = CREDIT;
        assert_eq!(allowed(&tally), 80, "all of the credit may be used");
        tally.work = CREDIT + 1;
        assert_eq!(allowed(&tally), 80 / SELDOM as usize);
        tally.caught = 1;
        assert_eq!(allowed(&tally), 80);
    }
}
