//! The strategies at work, on one thread or several.
//!
//! All threads take their turns from one schedule and put every position into one
//! perimeter. Each has its own deadlock tests, and what one of them learns is
//! handed to the others between turns. The first solution stops them all.
//!
//! With one thread nothing depends on the clock: the same limit on expansions
//! gives the same run. With several, a thread that does nothing else watches the
//! limits.
//!
//! Memory is shared by all. When it runs short, the search that holds most of it
//! is given up and the others go on; the run stops only when none is left.

use crate::champion::portfolio::schedule::{Ledger, Schedule, Turn};
use crate::champion::portfolio::strategy::{Search, Setting, Step, Way, chosen};
use crate::deadlock::{DeadSet, Detectors, Tallies};
use crate::engine::astar;
use crate::ground::useless_squares::{restore, trimmed};
use crate::objective::Objective;
use crate::options::Options;
use crate::outcome::{Claimed, Plan, RawOutcome, RawReport};
use crate::solve_error::SolveError;
use soko_core::{Level, Squares, with_width};
use soko_search::{Control, Counters, Limits, StopReason};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// So many sixteenths of the memory may be counted before searches are given up; the
/// rest is for what the allocator cannot use again at once.
const FULL_SIXTEENTHS: usize = 11;
/// Levels with more boxes are not tried by A* before all else has failed.
const EXACT_BOXES: usize = 10;
/// Steps between two looks at the memory.
const LOOK_EVERY: u64 = 16;
/// How long a thread without work waits, and how often limits are watched.
const PAUSE: Duration = Duration::from_millis(2);

/// Runs the portfolio on a level.
pub(crate) fn run(
    level: &Level,
    options: &Options,
    control: &mut Control<'_>,
) -> Result<RawReport, SolveError> {
    if options.objective != Objective::Any {
        return (astar::ASTAR.run)(level, options, control);
    }
    let Some(trimmed) = trimmed(level) else {
        return run_in_any_width(level, options, control);
    };
    let mut report = run_in_any_width(&trimmed, options, control)?;
    restore(&mut report.outcome, &trimmed, level);
    Ok(report)
}

fn run_in_any_width(
    level: &Level,
    options: &Options,
    control: &mut Control<'_>,
) -> Result<RawReport, SolveError> {
    with_width!(level.board().n_squares(), S => run_in_width::<S>(level, options, control))
}

fn run_in_width<S: Squares + Send + Sync>(
    level: &Level,
    options: &Options,
    control: &mut Control<'_>,
) -> Result<RawReport, SolveError> {
    let strategies = chosen(options)?;
    if level.is_solved(level.boxes()) {
        return Ok(nothing_to_do());
    }
    let setting = Setting::<S>::new(level, options.values);
    let n_threads = options.threads.max(1);
    let crew = Crew {
        level,
        options,
        setting: &setting,
        schedule: Mutex::new(Schedule::new(&strategies, level.n_boxes())),
        ledger: Ledger::new(strategies.len(), n_threads),
        memory: control.limits().memory,
        halt: AtomicBool::new(false),
        answer: Mutex::default(),
        ran_short: AtomicBool::new(false),
        learned: Mutex::default(),
    };
    let detectors = Detectors::new(level.board(), options.switches.tests);
    let mut counters = Counters::default();
    let mut tallies = Tallies::default();
    let stop = if n_threads == 1 {
        let mut worker = Worker::new(&crew, 0, detectors);
        let stop = worker.work(control, &mut counters)?;
        tallies.add(worker.detectors.tallies());
        stop
    } else {
        crew.supervise(&detectors, control, &mut counters, &mut tallies)?
    };
    let outcome = crew.end(stop, control, &mut counters)?;
    let mut notes: Vec<String> = lock(&crew.answer)
        .take()
        .map(|a| a.how)
        .into_iter()
        .collect();
    notes.extend(lock(&crew.schedule).notes());
    notes.extend(told_deadlocks(&tallies));
    Ok(RawReport {
        outcome,
        lower_bound: None,
        counters,
        notes,
    })
}

fn nothing_to_do() -> RawReport {
    let plan = Plan::Pushes(Vec::new());
    let optimal = None;
    RawReport {
        outcome: RawOutcome::Solved(Claimed { plan, optimal }),
        lower_bound: None,
        counters: Counters::default(),
        notes: vec!["solved already".into()],
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What was found, and by whom.
struct Answer {
    outcome: RawOutcome,
    how: String,
}

/// What the threads share.
struct Crew<'a, S> {
    level: &'a Level,
    options: &'a Options,
    setting: &'a Setting<S>,
    schedule: Mutex<Schedule<'a, S>>,
    ledger: Ledger,
    memory: Option<usize>,
    halt: AtomicBool,
    answer: Mutex<Option<Answer>>,
    /// Whether a search was given up for want of memory.
    ran_short: AtomicBool,
    /// Dead sets that some thread has learned.
    learned: Mutex<Vec<DeadSet<S>>>,
}

impl<'a, S: Squares + Send + Sync> Crew<'a, S> {
    /// Bytes held by all.
    fn bytes(&self) -> usize {
        self.ledger.bytes() + self.setting.perimeter.bytes()
    }

    /// The first answer stops everybody.
    fn set_answer(&self, outcome: RawOutcome, how: String) {
        lock(&self.answer).get_or_insert(Answer { outcome, how });
        self.halt.store(true, Ordering::Relaxed);
    }

    /// Runs the threads and watches the limits.
    fn supervise(
        &self,
        detectors: &Detectors<S>,
        control: &mut Control<'_>,
        counters: &mut Counters,
        tallies: &mut Tallies,
    ) -> Result<Option<StopReason>, SolveError> {
        let n_threads = self.options.threads;
        let at_work = AtomicUsize::new(n_threads);
        let limits = Limits {
            expansions: None,
            ..control.limits()
        };
        std::thread::scope(|scope| {
            let start = |thread: usize| {
                let (detectors, at_work) = (detectors.clone(), &at_work);
                let time = control.time_left();
                scope.spawn(move || {
                    let mut own = Control::new(Limits { time, ..limits }).with_stop(&self.halt);
                    let mut worker = Worker::new(self, thread, detectors);
                    let stop = worker.work(&mut own, &mut Counters::default());
                    at_work.fetch_sub(1, Ordering::Release);
                    stop.map(|_| *worker.detectors.tallies())
                })
            };
            let threads: Vec<_> = (0..n_threads).map(start).collect();
            let mut stop = None;
            while at_work.load(Ordering::Acquire) > 0 {
                std::thread::sleep(PAUSE);
                (counters.expanded, counters.generated) = self.ledger.done();
                counters.bytes = self.bytes();
                control.set_phase(lock(&self.schedule).running().join(", "));
                stop = control.check_now(counters);
                if stop.is_some() {
                    self.halt.store(true, Ordering::Relaxed);
                }
            }
            (counters.expanded, counters.generated) = self.ledger.done();
            for thread in threads {
                match thread.join() {
                    Ok(told) => tallies.add(&told?),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            Ok(stop)
        })
    }

    /// What is to be reported. If all strategies have run dry, A* has the rest of
    /// the time.
    fn end(
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
    fn ask_astar(
        &self,
        expansions: Option<u64>,
        control: &mut Control<'_>,
        counters: &mut Counters,
    ) -> Result<Option<RawOutcome>, SolveError> {
        let limits = control.limits();
        let room = limits
            .expansions
            .map(|n| n.saturating_sub(counters.expanded));
        let mut part = Control::new(Limits {
            expansions: room.into_iter().chain(expansions).min(),
            time: control.time_left(),
            memory: limits.memory.map(|n| n.saturating_sub(self.bytes())),
        });
        if let Some(flag) = control.stop_flag() {
            part = part.with_stop(flag);
        }
        let plain = Options {
            heuristic: None,
            ..self.options.clone()
        };
        let report = (astar::ASTAR.run)(self.level, &plain, &mut part)?;
        counters.expanded += report.counters.expanded;
        counters.generated += report.counters.generated;
        let peak = self.bytes() + report.counters.peak_bytes;
        counters.peak_bytes = counters.peak_bytes.max(peak);
        let found = matches!(
            report.outcome,
            RawOutcome::Solved(_) | RawOutcome::Unsolvable
        );
        Ok(found.then_some(match report.outcome {
            RawOutcome::Solved(claimed) => RawOutcome::Solved(Claimed {
                optimal: None,
                ..claimed
            }),
            other => other,
        }))
    }
}

/// One thread.
struct Worker<'c, 'a, S> {
    crew: &'c Crew<'a, S>,
    thread: usize,
    detectors: Detectors<S>,
    /// How many of the shared dead sets it has seen.
    n_seen: usize,
}

impl<'c, 'a, S: Squares + Send + Sync> Worker<'c, 'a, S> {
    fn new(crew: &'c Crew<'a, S>, thread: usize, detectors: Detectors<S>) -> Self {
        Worker {
            crew,
            thread,
            detectors,
            n_seen: 0,
        }
    }

    /// Takes turns until there is an answer, a reason to stop, or nothing to do.
    fn work(
        &mut self,
        control: &mut Control<'_>,
        counters: &mut Counters,
    ) -> Result<Option<StopReason>, SolveError> {
        let crew = self.crew;
        while !crew.halt.load(Ordering::Relaxed) {
            let (turn, others_run) = {
                let mut schedule = lock(&crew.schedule);
                (schedule.next(), schedule.any_running())
            };
            let Some(turn) = turn else {
                if others_run {
                    std::thread::sleep(PAUSE);
                    continue;
                }
                break;
            };
            control.set_phase(turn.strategy.name);
            let stop = match turn.strategy.way {
                Way::Exact => self.take_exact_turn(&turn, control, counters)?,
                _ => self.take_turn(turn, control, counters),
            };
            self.write_ledger(counters);
            if stop.is_some() {
                return Ok(stop);
            }
            self.exchange_learned();
        }
        Ok(None)
    }

    fn write_ledger(&self, counters: &Counters) {
        let ledger = &self.crew.ledger;
        ledger.set_tables(self.thread, self.detectors.bytes());
        ledger.set_done(self.thread, counters.expanded, counters.generated);
    }

    /// A* takes its one turn, if the level is small.
    fn take_exact_turn(
        &self,
        turn: &Turn<'a, S>,
        control: &mut Control<'_>,
        counters: &mut Counters,
    ) -> Result<Option<StopReason>, SolveError> {
        let crew = self.crew;
        let mut stop = None;
        if crew.level.n_boxes() <= EXACT_BOXES {
            let before = counters.expanded;
            let outcome = crew.ask_astar(Some(turn.slice), control, counters)?;
            if let Some(outcome) = outcome {
                let n = counters.expanded - before;
                let how = format!("ended by the strategy exact after {n} positions");
                crew.set_answer(outcome, how);
            } else {
                stop = control.check(counters);
            }
        }
        lock(&crew.schedule).put_back(turn.slot, None);
        Ok(stop)
    }

    /// Runs a search for one turn.
    fn take_turn(
        &mut self,
        turn: Turn<'a, S>,
        control: &mut Control<'_>,
        counters: &mut Counters,
    ) -> Option<StopReason> {
        let crew = self.crew;
        let (slot, strategy) = (turn.slot, turn.strategy);
        let begun = turn.search.or_else(|| {
            let (setting, detectors) = (crew.setting, &mut self.detectors);
            let may_go_on = &mut || control.check_now(counters).is_none();
            Search::begin(strategy.way, setting, crew.options, detectors, may_go_on)
        });
        let mut search = begun?;
        let until = search.expanded() + turn.slice;
        let mut steps = 0u64;
        let mut stop = None;
        let mut goes_on = true;
        while search.expanded() < until {
            if steps.is_multiple_of(LOOK_EVERY) {
                crew.ledger.set_search(slot, search.bytes());
                self.write_ledger(counters);
                counters.bytes = crew.bytes();
                if self.is_too_large(&search) {
                    goes_on = false;
                    break;
                }
            }
            steps += 1;
            stop = control.check(counters);
            if stop.is_some() {
                break;
            }
            match search.step(&mut self.detectors, counters) {
                Step::Going => {}
                Step::Exhausted => {
                    goes_on = false;
                    break;
                }
                Step::Solved(pushes) => {
                    let how = format!("solved by the strategy {}", strategy.name);
                    let (plan, optimal) = (Plan::Pushes(pushes), None);
                    crew.set_answer(RawOutcome::Solved(Claimed { plan, optimal }), how);
                    break;
                }
            }
        }
        let mut schedule = lock(&crew.schedule);
        schedule.note(slot, &search);
        schedule.put_back(slot, goes_on.then_some(search));
        if !goes_on {
            crew.ledger.set_search(slot, 0);
        }
        stop
    }

    /// Whether a search must be given up because memory runs short and no
    /// waiting search holds more.
    fn is_too_large(&self, search: &Search<'a, S>) -> bool {
        let crew = self.crew;
        let Some(limit) = crew.memory else {
            return false;
        };
        let fills_table = search.fills_perimeter() && crew.setting.perimeter.bytes() > limit / 2;
        if !fills_table && crew.bytes() <= limit / 16 * FULL_SIXTEENTHS {
            return false;
        }
        crew.ran_short.store(true, Ordering::Relaxed);
        if fills_table {
            return true;
        }
        match lock(&crew.schedule).drop_larger_than(search.bytes()) {
            Some(slot) => {
                crew.ledger.set_search(slot, 0);
                false
            }
            None => true,
        }
    }

    /// Hands out what was learned and takes in what others have learned.
    fn exchange_learned(&mut self) {
        if self.crew.options.threads <= 1 {
            return;
        }
        let mut shared = lock(&self.crew.learned);
        for set in &shared[self.n_seen..] {
            self.detectors.teach(set);
        }
        shared.append(&mut self.detectors.take_news());
        self.n_seen = shared.len();
    }
}

/// What each deadlock test was asked, caught and cost.
fn told_deadlocks(tallies: &Tallies) -> Vec<String> {
    let asked = tallies.iter().filter(|(_, tally)| tally.asked > 0);
    let told = asked.map(|(technique, tally)| {
        format!(
            "deadlock test {}: asked {}, caught {}, work {}",
            technique.name(),
            tally.asked,
            tally.caught,
            tally.work
        )
    });
    told.collect()
}
