//! Many attempts on several threads, the same levels whatever their number.
//!
//! Attempts are numbered. Each draws its lots from the seed and its number alone, and
//! what came of them is taken in the order of the numbers, duplicates too. So the seed
//! says which levels come, and in which order; threads say only how soon.

use crate::Wish;
use crate::draft::{Made, finished};
use crate::way::Way;
use rustc_hash::FxHashSet;
use soko_core::{LevelId, SplitMix};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};

/// A run of the generator.
#[derive(Clone, Debug)]
pub struct Run<'a> {
    /// What is wanted.
    pub wish: &'a Wish,
    /// The ways, which take turns at random.
    pub ways: Vec<&'static Way>,
    /// The seed of all lots.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
    /// Raised when the run is to end.
    pub stop: &'a AtomicBool,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Attempts made.
    pub attempts: u64,
    /// Levels that were handed over.
    pub made: u64,
    /// Levels that were known already, or had come before.
    pub repeated: u64,
}

/// Attempts that may wait for an earlier one to end.
const AHEAD: usize = 256;

impl Run<'_> {
    /// Makes levels until `take` breaks, the run is stopped, or no number is left.
    /// Levels whose ids are in `known` are not handed over, and those that are join
    /// them. `take` hears of every attempt.
    pub fn go(
        &self,
        known: &mut FxHashSet<LevelId>,
        mut take: impl FnMut(Option<Made>, Tally) -> ControlFlow<()>,
    ) -> Tally {
        let next = AtomicU64::new(0);
        let is_over = AtomicBool::new(false);
        let mut tally = Tally::default();
        std::thread::scope(|scope| {
            let (sender, receiver) = sync_channel(AHEAD);
            for _ in 0..self.threads {
                let sender = sender.clone();
                scope.spawn(|| self.work(&next, &is_over, sender));
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            for (attempt, made) in receiver {
                waiting.insert(attempt, made);
                while let Some(made) = waiting.remove(&tally.attempts) {
                    tally.attempts += 1;
                    let fresh = made.filter(|made: &Made| {
                        let is_fresh = known.insert(made.level.canonical_id());
                        tally.repeated += u64::from(!is_fresh);
                        is_fresh
                    });
                    tally.made += u64::from(fresh.is_some());
                    if !is_over.load(Ordering::Relaxed) && take(fresh, tally).is_break() {
                        is_over.store(true, Ordering::Relaxed);
                    }
                    if is_over.load(Ordering::Relaxed) {
                        return;
                    }
                }
            }
        });
        tally
    }

    /// One thread: takes the next number until the run is over.
    fn work(
        &self,
        next: &AtomicU64,
        is_over: &AtomicBool,
        sender: SyncSender<(u64, Option<Made>)>,
    ) {
        loop {
            if is_over.load(Ordering::Relaxed) || self.stop.load(Ordering::Relaxed) {
                return;
            }
            let attempt = next.fetch_add(1, Ordering::Relaxed);
            // Nobody listens any more once the run is over.
            if sender.send((attempt, self.attempt(attempt))).is_err() {
                return;
            }
        }
    }

    /// What comes of one number.
    pub fn attempt(&self, attempt: u64) -> Option<Made> {
        let mut random =
            SplitMix(SplitMix(self.seed).next() ^ attempt.wrapping_mul(0x2545_F491_4F6C_DD1D));
        let way = self.ways.get(random.below(self.ways.len()))?;
        let draft = (way.make)(self.wish, &mut random)?;
        let (level, solution) = finished(self.wish, &draft)?;
        let pushes = solution.metrics().pushes;
        if !self.wish.allows_pushes(pushes, draft.is_fewest) {
            return None;
        }
        let grade = match &self.wish.grade {
            Some(range) => {
                let grade = soko_rate::quick_grade(&level)?;
                range.contains(&grade).then_some(grade).map(Some)?
            }
            None => None,
        };
        Some(Made {
            fewest_pushes: draft.is_fewest.then_some(pushes),
            level,
            solution,
            way: way.name,
            attempt,
            grade,
        })
    }
}
