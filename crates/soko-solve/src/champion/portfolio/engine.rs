//! The strategies at work, on one thread or several.
//!
//! All threads take their turns from one schedule and put every position into one
//! meeting table. Each has its own deadlock tests, and what one of them learns is
//! handed to the others between turns. The first solution stops them all.
//!
//! With one thread nothing depends on the clock: the same limit on expansions
//! gives the same run. With several, a thread that does nothing else watches the
//! limits.
//!
//! Memory is shared by all. When it runs short, the search that holds most of it
//! is given up and the others go on; the run stops only when none is left.

use crate::champion::portfolio::crew::{Crew, lock};
use crate::champion::portfolio::strategy::chosen;
use crate::champion::portfolio::worker::Worker;
use crate::champion::setting::Setting;
use crate::deadlock::{Detectors, TakenUp, Tallies};
use crate::engine::Task;
use crate::ground::useless_squares::{restore, trimmed};
use crate::options::Options;
use crate::outcome::{Claimed, Figures, Plan, RawOutcome, RawReport};
use crate::solve_error::SolveError;
use soko_core::{Level, Squares, with_width};
use soko_search::{Control, Counters, Limits, StopReason};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// How often limits are watched.
const PAUSE: Duration = Duration::from_millis(2);

/// Runs the portfolio on a level until it has some solution.
pub fn find(task: Task<'_, '_>) -> Result<RawReport, SolveError> {
    let Task {
        level,
        options,
        control,
    } = task;
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
    // 1. What all share.
    let setting = Setting::<S>::new(level, options.values);
    let memory = control.limits().memory;
    let crew = Crew::new(level, options, &setting, &strategies, memory);
    let detectors = Detectors::new(level.board(), options.switches.tests());
    let mut detectors = detectors.with_patterns(&options.patterns);
    let taken_up = options
        .dead_sets
        .as_ref()
        .map(|sets| detectors.take_up(sets));
    let mut counters = Counters::default();
    let mut tallies = Tallies::default();
    // 2. The strategies take turns, on this thread or on several.
    let stop = if options.threads <= 1 {
        let mut worker = Worker::new(&crew, 0, detectors);
        let stop = worker.work(control, &mut counters)?;
        tallies.add(worker.detectors.tallies());
        crew.hand_out(&mut worker.detectors);
        stop
    } else {
        supervise(&crew, &detectors, control, &mut counters, &mut tallies)?
    };
    // 3. What came of it, and who did what.
    let outcome = crew.end(stop, control, &mut counters)?;
    let mut notes: Vec<String> = lock(&crew.answer)
        .take()
        .map(|a| a.how)
        .into_iter()
        .collect();
    notes.extend(lock(&crew.schedule).notes());
    notes.extend(told_deadlocks(&tallies));
    let dead_sets = taken_up.map_or_else(Vec::new, |taken_up| {
        let learned = crew.learned(level.board());
        notes.push(told_dead_sets(&taken_up, learned.len()));
        [taken_up.proved, taken_up.untried, learned].concat()
    });
    Ok(RawReport {
        outcome,
        lower_bound: None,
        counters,
        figures: Figures::new(),
        notes,
        dead_sets,
    })
}

fn nothing_to_do() -> RawReport {
    let plan = Plan::Pushes(Vec::new());
    let optimal = None;
    RawReport {
        outcome: RawOutcome::Solved(Claimed { plan, optimal }),
        lower_bound: None,
        counters: Counters::default(),
        figures: Figures::new(),
        notes: vec!["solved already".into()],
        dead_sets: Vec::new(),
    }
}

/// Runs the threads and watches the limits.
fn supervise<S: Squares + Send + Sync>(
    crew: &Crew<'_, S>,
    detectors: &Detectors<S>,
    control: &mut Control<'_>,
    counters: &mut Counters,
    tallies: &mut Tallies,
) -> Result<Option<StopReason>, SolveError> {
    let n_threads = crew.options.threads;
    let at_work = AtomicUsize::new(n_threads);
    let limits = Limits {
        expansions: None,
        ..control.limits()
    };
    std::thread::scope(|scope| {
        // 1. Every thread has its own control, which minds time, memory and the halt;
        //    the limit on expansions is for all together.
        let start = |thread: usize| {
            let (detectors, at_work) = (detectors.clone(), &at_work);
            let time = control.time_left();
            scope.spawn(move || {
                let mut own = Control::new(Limits { time, ..limits }).with_stop(&crew.halt);
                let mut worker = Worker::new(crew, thread, detectors);
                let stop = worker.work(&mut own, &mut Counters::default());
                crew.hand_out(&mut worker.detectors);
                at_work.fetch_sub(1, Ordering::Release);
                stop.map(|_| *worker.detectors.tallies())
            })
        };
        let threads: Vec<_> = (0..n_threads).map(start).collect();
        // 2. Watch the limits until nobody is at work.
        let mut stop = None;
        while at_work.load(Ordering::Acquire) > 0 {
            std::thread::sleep(PAUSE);
            (counters.expanded, counters.generated) = crew.ledger.done();
            counters.bytes = crew.bytes();
            control.set_phase(lock(&crew.schedule).running().join(", "));
            stop = control.check_now(counters);
            if stop.is_some() {
                crew.halt.store(true, Ordering::Relaxed);
            }
        }
        // 3. Gather what was done.
        (counters.expanded, counters.generated) = crew.ledger.done();
        for thread in threads {
            match thread.join() {
                Ok(told) => tallies.add(&told?),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok(stop)
    })
}

/// What became of the dead sets of earlier runs.
fn told_dead_sets(taken_up: &TakenUp, n_learned: usize) -> String {
    let (proved, untried) = (taken_up.proved.len(), taken_up.untried.len());
    let (dropped, positions) = (taken_up.n_dropped, taken_up.positions);
    format!(
        "dead sets: {proved} proved again in {positions} positions, {dropped} dropped, \
         {untried} not tried, {n_learned} learned"
    )
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
