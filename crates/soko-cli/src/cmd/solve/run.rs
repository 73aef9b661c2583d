//! Solves levels one after the other.

use super::answers::Answers;
use super::args::{Args, switch_names};
use crate::exit_code::{Exit, Failure};
use crate::source::Loaded;
use crate::{files, interrupt, progress};
use indicatif::ProgressBar;
use serde_json::json;
use soko_bench::{Record, Verdict};
use soko_core::{Level, Measure, Verified};
use soko_format::{Diagnostic, Entry};
use soko_search::{Control, Limits, Progress, StopReason};
use soko_solve::heuristic::heuristic_named;
use soko_solve::optimise::{MetricOrder, optimise};
use soko_solve::{Options, Outcome, SolveError, Switch, Switches, engine_named, solve};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Solves the chosen levels one after another.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let options = options(args)?;
    if let Some(out) = &args.out {
        files::refuse_input(&args.levels.levels, out, "choose another file for --out")?;
    }
    let loaded = args.levels.load()?;
    let run = Run {
        args,
        options,
        answers: Arc::new(Mutex::new(Answers::open(args, &loaded.file)?)),
        bar: progress::bar(loaded.entries().len() as u64),
        loaded: &loaded,
    };
    let mut exit = loaded.exit();
    for entry in loaded.entries() {
        let (record, problems) = match loaded.level(entry) {
            Ok(level) => (run.solve_one(entry, &level)?, Vec::new()),
            Err(problems) => (run.invalid(entry, &problems), problems),
        };
        let taken = run
            .bar
            .suspend(|| lock(&run.answers).take(&record, &problems));
        exit = exit.and(taken?);
        run.bar.inc(1);
        if interrupt::is_set() {
            exit = Exit::Interrupted;
            break;
        }
    }
    run.bar.finish_and_clear();
    Ok(exit)
}

fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The options of the run; a name that nobody knows is a wrong usage.
fn options(args: &Args) -> anyhow::Result<Options> {
    let usage = |error: SolveError| Failure::usage(error.to_string());
    let entry = engine_named(&args.engine).map_err(usage)?;
    if let Some(name) = &args.heuristic {
        heuristic_named(name).map_err(usage)?;
    }
    let mut switches = Switches::ALL;
    for name in &args.without {
        let Some(switch) = Switch::from_name(name) else {
            let names = switch_names();
            let message = format!("--without: no technique is called {name:?}; there are {names}");
            return Err(Failure::usage(message));
        };
        switches = switches.without(switch);
    }
    let options = Options {
        objective: args.goal.goal,
        heuristic: args.heuristic.clone(),
        switches,
        strategies: args.strategy.clone(),
        threads: args.threads,
        seed: args.seed,
        ..Options::default()
    };
    entry.check(&options).map_err(usage)?;
    Ok(options)
}

/// What all levels of a run share.
struct Run<'a> {
    args: &'a Args,
    options: Options,
    answers: Arc<Mutex<Answers>>,
    bar: ProgressBar,
    loaded: &'a Loaded,
}

impl Run<'_> {
    /// A record about a level of which nothing is known yet.
    fn blank(&self, entry: &Entry) -> Record {
        let mut record = Record::new(
            &self.loaded.name,
            entry.number,
            entry.title(),
            &self.args.engine,
        );
        record.goal = self.options.objective;
        record.limits = self.args.limits.limits().into();
        record
    }

    fn invalid(&self, entry: &Entry, problems: &[Diagnostic]) -> Record {
        let mut record = self.blank(entry);
        record.outcome = Verdict::Invalid;
        record.reason = problems.first().map(ToString::to_string);
        record
    }

    fn solve_one(&self, entry: &Entry, level: &Level) -> anyhow::Result<Record> {
        // 1. What is handed over should the engine not stop when it is told to.
        let mut record = self.blank(entry);
        record.set_stopped(StopReason::Cancelled);
        let draft = Arc::new(Mutex::new(record.clone()));
        let job = interrupt::Job::listen();
        job.last_words(self.last_words(&draft));
        // 2. The engine. A refused solution is a fault of ours; all else here is a
        // wrong usage.
        let start = Instant::now();
        let mut control = Control::new(self.args.limits.limits())
            .with_stop(interrupt::flag())
            .with_observer(|now: &Progress<'_>| {
                self.tell(entry.number, now);
                lock(&draft).set_counters(&now.counters, now.elapsed.as_secs_f64());
            });
        let report = solve(&self.args.engine, level, &self.options, &mut control);
        let report = report.map_err(|error| match error {
            SolveError::BrokenPlan(_) | SolveError::Refused(_) => anyhow::Error::new(error),
            _ => Failure::usage(error.to_string()),
        })?;
        record.engine = report.engine.to_owned();
        record.set_report(&report, start.elapsed().as_secs_f64());
        // 3. The solution that it found is safe before it is made shorter.
        if let (Outcome::Solved(solution), Some(time)) = (&report.outcome, self.args.polish) {
            lock(&draft).clone_from(&record);
            self.polish(&mut record, level, &solution.verified, time);
        }
        Ok(record)
    }

    fn last_words(&self, draft: &Arc<Mutex<Record>>) -> impl FnOnce() + Send + 'static {
        let (draft, answers) = (Arc::clone(draft), Arc::clone(&self.answers));
        let bar = self.bar.clone();
        move || {
            bar.finish_and_clear();
            // The process ends after this, and cannot end otherwise.
            let _ = lock(&answers).take(&lock(&draft), &[]);
        }
    }

    fn tell(&self, number: usize, now: &Progress<'_>) {
        let (states, mib) = (now.counters.expanded, now.counters.bytes >> 20);
        let phase = now.phase;
        self.bar.set_message(format!(
            "level {number}: {phase}, {states} expanded, {mib} MiB"
        ));
    }

    /// Makes a solution shorter by the metric that was asked for, unless it is
    /// proved the shortest. Time and expansions stay those of the solver.
    fn polish(&self, record: &mut Record, level: &Level, solution: &Verified, time: Duration) {
        if record.optimal.is_some() {
            return;
        }
        let order = MetricOrder::by(record.goal.measure().unwrap_or(Measure::Pushes));
        let limits = Limits {
            time: Some(time),
            memory: record.limits.bytes.map(|bytes| bytes as usize),
            expansions: None,
        };
        let number = record.level;
        let bar = &self.bar;
        let mut control = Control::new(limits)
            .with_stop(interrupt::flag())
            .with_observer(move |now| bar.set_message(format!("level {number}: {}", now.phase)));
        let better = optimise(level, solution, order, &mut control);
        record.set_solution(&better.best);
        let before = json!({"moves": better.before.moves, "pushes": better.before.pushes});
        record.details.insert("before_polish".into(), before);
    }
}
