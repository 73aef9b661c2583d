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
use soko_rate::{MOST_STATES, Rating};
use soko_search::{Control, Counters, Limits};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::time::Duration;

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
    /// The time after which the run ends; none for no end.
    pub time: Option<Duration>,
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

/// How long the run waits for an attempt before it looks whether it is to end.
const LOOK_EVERY: Duration = Duration::from_millis(10);

impl Run<'_> {
    /// Makes levels until `take` breaks, the time is up or the run is stopped. Levels
    /// whose ids are in `known` are not handed over, and those that are join them.
    /// `take` hears of every attempt.
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
            for (attempt, made) in self.until_the_end(receiver) {
                waiting.insert(attempt, made);
                while let Some(made) = waiting.remove(&tally.attempts) {
                    tally.attempts += 1;
                    let fresh = made.filter(|made: &Made| {
                        let is_fresh = known.insert(made.level.canonical_id());
                        tally.repeated += u64::from(!is_fresh);
                        is_fresh
                    });
                    tally.made += u64::from(fresh.is_some());
                    if take(fresh, tally).is_break() {
                        is_over.store(true, Ordering::Relaxed);
                        return;
                    }
                }
            }
            is_over.store(true, Ordering::Relaxed);
        });
        tally
    }

    /// What comes of the attempts as they end, until the time is up or the run is stopped.
    fn until_the_end<T>(&self, receiver: Receiver<T>) -> impl Iterator<Item = T> {
        let limits = Limits {
            time: self.time,
            ..Limits::default()
        };
        let mut control = Control::new(limits).with_stop(self.stop);
        std::iter::from_fn(move || {
            while control.check_now(&mut Counters::default()).is_none() {
                match receiver.recv_timeout(LOOK_EVERY) {
                    Ok(ended) => return Some(ended),
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return None,
                }
            }
            None
        })
    }

    /// One thread: takes the next number until the run is over. What was broken off then
    /// is heard by nobody.
    fn work(
        &self,
        next: &AtomicU64,
        is_over: &AtomicBool,
        sender: SyncSender<(u64, Option<Made>)>,
    ) {
        let mut control = Control::default().with_stop(is_over);
        while !is_over.load(Ordering::Relaxed) {
            let attempt = next.fetch_add(1, Ordering::Relaxed);
            let made = self.attempt(attempt, &mut control);
            if sender.send((attempt, made)).is_err() {
                return;
            }
        }
    }

    /// What comes of one number: with the wish, the ways and the seed of an earlier run,
    /// the level that this attempt made there.
    pub fn attempt(&self, attempt: u64, control: &mut Control<'_>) -> Option<Made> {
        let mut random =
            SplitMix(SplitMix(self.seed).next() ^ attempt.wrapping_mul(0x2545_F491_4F6C_DD1D));
        let way = self.ways.get(random.below(self.ways.len()))?;
        let draft = (way.make)(self.wish, &mut random, control)?;
        let (level, solution) = finished(self.wish, &draft)?;
        let pushes = solution.metrics().pushes;
        if !self.wish.allows_pushes(pushes, draft.is_fewest) {
            return None;
        }
        let grade = match &self.wish.grade {
            Some(range) => {
                let grade = Rating::new(&level, MOST_STATES, control).ok()?.grade;
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
