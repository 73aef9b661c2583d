//! What each technique was asked, caught and cost.

use super::table::Technique;

/// What a technique was asked, caught and cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// States it was asked about.
    pub asked: u64,
    /// States it proved dead.
    pub caught: u64,
    /// Work in steps of the technique's own kind: boxes looked at, or positions
    /// searched.
    pub work: u64,
}

/// The tallies of all techniques.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tallies([Tally; Technique::ALL.len()]);

impl Tallies {
    /// The tally of one technique.
    pub fn of(&self, technique: Technique) -> Tally {
        self.0[technique as usize]
    }

    pub(super) fn of_mut(&mut self, technique: Technique) -> &mut Tally {
        &mut self.0[technique as usize]
    }

    /// Every technique with its tally.
    pub fn iter(&self) -> impl Iterator<Item = (Technique, Tally)> + '_ {
        Technique::ALL.into_iter().map(|t| (t, self.of(t)))
    }

    /// Adds the tallies of another search.
    pub fn add(&mut self, other: &Tallies) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            mine.asked += theirs.asked;
            mine.caught += theirs.caught;
            mine.work += theirs.work;
        }
    }
}
