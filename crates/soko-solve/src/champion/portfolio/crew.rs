//! What the threads of a run share: the schedule, what was found, what was learned.

use crate::champion::portfolio::ledger::Ledger;
use crate::champion::portfolio::schedule::Schedule;
use crate::champion::portfolio::strategy::Strategy;
use crate::champion::setting::Setting;
use crate::deadlock::{DeadSet, Detectors, KeptSet};
use crate::engine::{Task, astar};
use crate::options::Options;
use crate::outcome::{Claimed, RawOutcome};
use crate::solve_error::SolveError;
use soko_core::{Board, Level, Squares};
use soko_search::{Control, Counters, Limits, StopReason};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Locks a mutex. What it guards is whole even if another thread has panicked.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What was found, and by whom.
pub(crate) struct Answer {
    pub(crate) outcome: RawOutcome,
    pub(crate) how: String,
}

/// What the threads share.
pub(crate) struct Crew<'a, S> {
    pub(crate) level: &'a Level,
    pub(crate) options: &'a Options,
    pub(crate) setting: &'a Setting<S>,
    pub(crate) schedule: Mutex<Schedule<'a, S>>,
    pub(crate) ledger: Ledger,
    /// The most bytes that all may hold.
    pub(crate) memory: Option<usize>,
    /// Tells everybody to stop.
    pub(crate) halt: AtomicBool,
    pub(crate) answer: Mutex<Option<Answer>>,
    /// Whether a search was given up for want of memory.
    pub(crate) ran_short: AtomicBool,
    /// Dead sets that some thread has learned.
    learned: Mutex<Vec<DeadSet<S>>>,
}

impl<'a, S: Squares + Send + Sync> Crew<'a, S> {
    /// A crew that has yet to begin with these strategies.
    pub(crate) fn new(
        level: &'a Level,
        options: &'a Options,
        setting: &'a Setting<S>,
        strategies: &[&'static Strategy],
        memory: Option<usize>,
    ) -> Crew<'a, S> {
        Crew {
            level,
            options,
            setting,
            schedule: Mutex::new(Schedule::new(strategies, level.n_boxes())),
            ledger: Ledger::new(strategies.len(), options.threads.max(1)),
            memory,
            halt: AtomicBool::new(false),
            answer: Mutex::default(),
            ran_short: AtomicBool::new(false),
            learned: Mutex::default(),
        }
    }

    /// Bytes held by all.
    pub(crate) fn bytes(&self) -> usize {
        self.ledger.bytes() + self.setting.meeting_table.bytes()
    }

    /// The first answer stops everybody.
    pub(crate) fn set_answer(&self, outcome: RawOutcome, how: String) {
        lock(&self.answer).get_or_insert(Answer { outcome, how });
        self.halt.store(true, Ordering::Relaxed);
    }

    /// Hands out what a thread has learned and takes in for it what others have
    /// learned; `n_seen` is how many of the shared dead sets it has seen. With one
    /// thread there is nobody to tell.
    pub(crate) fn exchange_learned(&self, detectors: &mut Detectors<S>, n_seen: &mut usize) {
        if self.options.threads <= 1 {
            return;
        }
        let mut shared = lock(&self.learned);
        for set in &shared[*n_seen..] {
            detectors.teach(set);
        }
        shared.append(&mut detectors.take_news());
        *n_seen = shared.len();
    }

    /// Hands out what a thread has learned since, at its end.
    pub(crate) fn hand_out(&self, detectors: &mut Detectors<S>) {
        lock(&self.learned).append(&mut detectors.take_news());
    }

    /// What all threads have learned, to be kept.
    pub(crate) fn learned(&self, board: &Board) -> Vec<KeptSet> {
        let sets = lock(&self.learned);
        sets.iter()
            .filter_map(|set| KeptSet::of(board, set))
            .collect()
    }

    /// What is to be reported. If all strategies have run dry, A* has the rest of
    /// the time.
    pub(crate) fn end(
        &self,
        stop: Option<StopReason>,
        control: &mut Control<'_>,
        counters: &mut Counters,
    ) -> Result<RawOutcome, SolveError> {
        if let Some(answer) = &*lock(&self.answer) {
            return Ok(answer.outcome.clone());
        }
        if let Some(reason) = stop {
            return Ok(RawOutcome::Stopped(reason));
        }
        if self.ran_short.load(Ordering::Relaxed) {
            return Ok(RawOutcome::Stopped(StopReason::Memory));
        }
        let may_ask = self.options.strategies.is_empty()
            || self.options.strategies.iter().any(|name| name == "exact");
        if may_ask {
            let report = self.ask_astar(None, control, counters)?;
            if let Some(outcome) = report {
                self.set_answer(outcome.clone(), "ended by the strategy exact".into());
                return Ok(outcome);
            }
            if let Some(reason) = control.check(counters) {
                return Ok(RawOutcome::Stopped(reason));
            }
        }
        Ok(RawOutcome::Incomplete)
    }

    /// Asks A*: an outcome if it found a solution or proved that there is none.
    pub(crate) fn ask_astar(
        &self,
        expansions: Option<u64>,
        control: &mut Control<'_>,
        counters: &mut Counters,
    ) -> Result<Option<RawOutcome>, SolveError> {
        // 1. What is left of the limits.
        let limits = control.limits();
        let room = limits
            .expansions
            .map(|n| n.saturating_sub(counters.expanded));
        let mut part = Control::new(Limits {
            expansions: room.into_iter().chain(expansions).min(),
            time: control.time_left(),
            processor: control.processor_left(),
            memory: limits.memory.map(|n| n.saturating_sub(self.bytes())),
        });
        if let Some(flag) = control.stop_flag() {
            part = part.with_stop(flag);
        }
        // 2. A*, with the heuristic that it takes when nobody names one.
        let plain = Options {
            heuristic: None,
            ..self.options.clone()
        };
        let report = (astar::ASTAR.run)(Task {
            level: self.level,
            options: &plain,
            control: &mut part,
        })?;
        // 3. What it did counts as ours.
        counters.expanded += report.counters.expanded;
        counters.generated += report.counters.generated;
        let peak = self.bytes() + report.counters.peak_bytes;
        counters.peak_bytes = counters.peak_bytes.max(peak);
        // 4. Nobody asked for the fewest pushes, so nothing is claimed about that.
        Ok(match report.outcome {
            RawOutcome::Solved(claimed) => Some(RawOutcome::Solved(Claimed {
                optimal: None,
                ..claimed
            })),
            RawOutcome::Unsolvable => Some(RawOutcome::Unsolvable),
            RawOutcome::Incomplete | RawOutcome::Stopped(_) => None,
        })
    }
}
