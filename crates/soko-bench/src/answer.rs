//! From a job to its record: runs the engine and writes down what it says.

use crate::{EngineSpec, Job, JobProgress, Record, Verdict, stored};
use soko_core::Level;
use soko_search::{Control, Limits, processor_time};
use soko_solve::{Outcome, Report, SolveError, solve};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

impl Record {
    /// Takes over everything that an engine says of a level. The limits, the goal
    /// and the level's name are the caller's to set.
    pub fn set_report(&mut self, report: &Report, seconds: f64) {
        self.lower_bound = report.lower_bound;
        self.set_counters(&report.counters, seconds);
        match &report.outcome {
            Outcome::Solved(solution) => {
                self.set_solution(&solution.verified);
                self.optimal = solution.optimal;
            }
            Outcome::Unsolvable => self.outcome = Verdict::Unsolvable,
            Outcome::Incomplete => self.outcome = Verdict::Incomplete,
            Outcome::Stopped(reason) => self.set_stopped(*reason),
        }
        if !report.figures.is_empty() {
            let figures = report.figures.iter();
            let figures = figures.map(|&(name, n)| (name.to_owned(), n.into()));
            let figures = serde_json::Value::Object(figures.collect());
            self.details.insert("figures".to_owned(), figures);
        }
        if !report.notes.is_empty() {
            let notes = report.notes.clone().into();
            self.details.insert("notes".to_owned(), notes);
        }
    }
}

/// Answers a job on this thread. An engine or level that cannot be used gives an
/// invalid record with the reason; a solution that the referee refuses is a fault of
/// ours, and the engine counts as crashed.
pub fn answer(
    job: &Job,
    stop: &AtomicBool,
    progress: &mut (dyn FnMut(JobProgress) + Send),
) -> Record {
    let mut record = job.blank_record();
    if let Err(reason) = try_answer(job, stop, progress, &mut record) {
        record.outcome = Verdict::Invalid;
        record.reason = Some(reason);
    }
    record
}

fn try_answer(
    job: &Job,
    stop: &AtomicBool,
    progress: &mut (dyn FnMut(JobProgress) + Send),
    record: &mut Record,
) -> Result<(), String> {
    // 1. What is asked for.
    let level: Level = job.board.parse().map_err(|error| format!("{error}"))?;
    let spec: EngineSpec = job.engine.parse().map_err(|error| format!("{error}"))?;
    // 2. The search, watched.
    let (start, processor_start) = (Instant::now(), processor_time());
    let mut control = Control::new(Limits::from(job.limits))
        .with_stop(stop)
        .with_observer(|now| {
            progress(JobProgress {
                expanded: now.counters.expanded,
                generated: now.counters.generated,
                bytes: now.counters.bytes as u64,
                seconds: now.elapsed.as_secs_f64(),
                phase: now.phase.to_owned(),
            });
        });
    let options = job.knowledge.clone();
    let options = options.into_options(spec.options(job.goal), &level);
    let report = solve(&spec.engine, &level, &options, &mut control);
    let seconds = start.elapsed().as_secs_f64();
    let used = processor_time().zip(processor_start);
    record.processor_seconds = used.map(|(now, start)| (now - start).as_secs_f64());
    // 3. What came of it. A broken engine is a record; a wrong question is an error.
    match report {
        Ok(report) => {
            record.set_report(&report, seconds);
            let is_wanted = job.knowledge.dead_sets.is_some();
            record.dead_sets = is_wanted.then(|| stored(&report.dead_sets, &level));
        }
        Err(error @ (SolveError::BrokenPlan(_) | SolveError::Refused(_))) => {
            record.reason = Some(format!("crashed: {error}"));
        }
        Err(error) => return Err(error.to_string()),
    }
    Ok(())
}
