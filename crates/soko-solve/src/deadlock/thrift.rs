//! Thrift: tests that search and do not pay are asked less often.
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

use super::{Tallies, Technique};

/// Positions that a test may search before it has found anything.
const CREDIT: u64 = 50_000;
/// Positions that a find is worth.
const CREDIT_A_FIND: u64 = 10_000;
/// A test without credit is asked once in so many times.
const SELDOM: u32 = 8;

/// How often each test was passed over since it was asked last.
#[derive(Clone, Debug, Default)]
pub(super) struct Thrift([u32; Technique::ALL.len()]);

impl Thrift {
    /// Whether a test should be asked now.
    pub fn allows(&mut self, technique: Technique, tallies: &Tallies) -> bool {
        if !technique.searches() {
            return true;
        }
        let tally = tallies.of(technique);
        if tally.work <= CREDIT + tally.caught * CREDIT_A_FIND {
            return true;
        }
        let waited = &mut self.0[technique as usize];
        *waited = (*waited + 1) % SELDOM;
        *waited == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_without_credit_is_asked_seldom_until_it_finds_something() {
        let mut thrift = Thrift::default();
        let mut tallies = Tallies::default();
        let mut allowed = |tallies: &Tallies| {
            (0..80)
                .filter(|_| thrift.allows(Technique::Room, tallies))
                .count()
        };
        assert_eq!(allowed(&tallies), 80);
        tallies.of_mut(Technique::Room).work = CREDIT + 1;
        assert_eq!(allowed(&tallies), 80 / SELDOM as usize);
        tallies.of_mut(Technique::Room).caught = 1;
        assert_eq!(allowed(&tallies), 80);
    }

    #[test]
    fn tests_that_do_not_search_are_always_asked() {
        let mut tallies = Tallies::default();
        tallies.of_mut(Technique::Matching).work = u64::MAX / 2;
        assert!(Thrift::default().allows(Technique::Matching, &tallies));
    }
}
