//! How long each test of deadlocks takes on a level, learned from its runs.

use soko_solve::deadlock::Technique;
use std::time::Duration;

/// What each technique takes on this level: a mean in which recent runs count more,
/// so that one interruption by other programs is soon forgotten.
#[derive(Clone, Debug, Default)]
pub(crate) struct Experience(Vec<(Technique, Duration)>);

impl Experience {
    pub(crate) fn of(&self, technique: Technique) -> Option<Duration> {
        let mut known = self.0.iter();
        let (_, mean) = known.find(|(known, _)| *known == technique)?;
        Some(*mean)
    }

    pub(crate) fn learn(&mut self, technique: Technique, took: Duration) {
        match self.0.iter_mut().find(|(known, _)| *known == technique) {
            Some((_, mean)) => *mean = (*mean * 7 + took) / 8,
            None => self.0.push((technique, took)),
        }
    }
}
