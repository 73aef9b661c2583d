//! How far a run is, level by level.
//!
//! Parts weigh what [`Parts::weights`](crate::Parts::weights) says, and the levels of one
//! part all the same, so the share that is done needs no file to be read before its turn.
//! What earlier runs have done counts as done, and not for the pace of this one.

use crate::done::Part;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::Duration;

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Progress {
    /// Levels that are labelled or left out, those of earlier runs and of parts under way
    /// among them.
    pub levels: u64,
    /// Positions of them.
    pub positions: u64,
    /// The share of the whole dataset that is done, up to 1.
    pub share: f64,
    /// The share that was done before this run.
    pub before: f64,
}

impl Progress {
    /// The time that is left if the rest goes as this run has gone so far; none if that
    /// cannot be said yet.
    pub fn time_left(&self, elapsed: Duration) -> Option<Duration> {
        let of_this_run = self.share - self.before;
        let rest = (1.0 - self.share).max(0.0) / of_this_run;
        (of_this_run > 0.0)
            .then(|| Duration::try_from_secs_f64(elapsed.as_secs_f64() * rest).ok())
            .flatten()
    }
}

/// A part as far as this run has come with it.
#[derive(Clone, Copy)]
struct Begun {
    levels: usize,
    of: usize,
    positions: u64,
}

/// Adds up what the threads of a run do, and tells it.
pub(crate) struct Tracker<'a> {
    weights: Vec<u64>,
    /// All of them together.
    whole: u64,
    earlier: Progress,
    begun: Mutex<BTreeMap<usize, Begun>>,
    tell: &'a (dyn Fn(&Progress) + Sync),
}

impl<'a> Tracker<'a> {
    /// Begins with the parts of earlier runs, and tells that.
    pub fn new(
        weights: Vec<u64>,
        done: &BTreeMap<usize, Part>,
        tell: &'a (dyn Fn(&Progress) + Sync),
    ) -> Tracker<'a> {
        let mut tracker = Tracker {
            whole: weights.iter().sum::<u64>().max(1),
            weights,
            earlier: Progress::default(),
            begun: Mutex::default(),
            tell,
        };
        for (part, Part { summary, .. }) in done {
            tracker.earlier.levels += summary.levels;
            tracker.earlier.positions += summary.positions;
            tracker.earlier.share += tracker.share_of(*part);
        }
        tracker.earlier.before = tracker.earlier.share;
        tell(&tracker.earlier);
        tracker
    }

    fn share_of(&self, part: usize) -> f64 {
        self.weights.get(part).copied().unwrap_or(0) as f64 / self.whole as f64
    }

    /// Notes that so many of a part's levels are done, with so many positions.
    pub fn note(&self, part: usize, (levels, of): (usize, usize), positions: u64) {
        let Ok(mut begun) = self.begun.lock() else {
            return;
        };
        let now = Begun {
            levels,
            of,
            positions,
        };
        begun.insert(part, now);
        let mut sum = self.earlier;
        for (part, now) in &*begun {
            sum.levels += now.levels as u64;
            sum.positions += now.positions;
            sum.share += self.share_of(*part) * now.levels as f64 / now.of as f64;
        }
        (self.tell)(&sum);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Summary;

    #[test]
    fn the_rest_is_reckoned_by_this_run_alone() {
        let heard = Mutex::new(Vec::new());
        let tell = |now: &Progress| heard.lock().unwrap().push(*now);
        let earlier = Summary {
            parts: 1,
            levels: 50,
            positions: 700,
            ..Summary::default()
        };
        // Half of it was there; this run does the last part, then the one between.
        let earlier = Part {
            content: 0,
            summary: earlier,
        };
        let done = BTreeMap::from([(0, earlier)]);
        let tracker = Tracker::new(vec![50, 20, 30], &done, &tell);
        for level in 1..=3 {
            tracker.note(2, (level, 3), 10 * level as u64);
        }
        tracker.note(1, (1, 2), 5);
        tracker.note(1, (2, 2), 9);
        let heard = heard.into_inner().unwrap();
        let shares: Vec<u32> = heard
            .iter()
            .map(|now| (now.share * 100.0).round() as u32)
            .collect();
        assert_eq!(shares, [50, 60, 70, 80, 90, 100]);
        assert!(heard.iter().all(|now| now.before == 0.5));
        let last = heard[5];
        assert_eq!((last.levels, last.positions), (55, 739));
        // Two tenths took a minute: the other three take one and a half.
        let left = heard[2].time_left(Duration::from_secs(60)).unwrap();
        assert!((left.as_secs_f64() - 90.0).abs() < 1e-6, "{left:?}");
        assert_eq!(heard[0].time_left(Duration::from_secs(60)), None);
        assert_eq!(
            last.time_left(Duration::from_secs(60)).unwrap().as_secs(),
            0
        );
    }
}
