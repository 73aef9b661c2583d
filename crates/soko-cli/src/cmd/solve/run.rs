//! Solves levels one after the other, each in a process of its own.
//!
//! So time, memory and Ctrl-C are obeyed whatever the engine is at, and an engine
//! that comes to grief is one level without an answer. What comes back passes the
//! referee once more.

use super::answers::Answers;
use super::args::{Args, switch_names};
use super::certificate;
use crate::dead_sets::DeadSets;
use crate::exit_code::{Exit, Failure};
use crate::source::Loaded;
use crate::{files, interrupt, output, progress, values_arg};
use indicatif::ProgressBar;
use serde_json::json;
use soko_bench::{
    EngineSpec, Executor, Job, JobProgress, Knowledge, ProcessExecutor, Record, Verdict,
};
use soko_core::{Direction, Level, Measure, Verified, verify};
use soko_format::{Diagnostic, Entry};
use soko_search::{Control, Limits, StopReason};
use soko_solve::champion::check_strategy;
use soko_solve::heuristic::heuristic_named;
use soko_solve::optimise::{MetricOrder, optimise};
use soko_solve::own::Registry;
use soko_solve::{Options, SolveError, Switch, Switches, engine_named, root_bound};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How long an engine may take to hand over what it has when it is told to stop.
const PATIENCE: Duration = Duration::from_millis(40);

/// Solves the chosen levels one after another.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    // 1. What can be refused is refused before anything is read or written.
    let options = options(args)?;
    if let Some(out) = &args.out {
        files::refuse_input(&args.levels.levels, out, "choose another file for --out")?;
    }
    if let Some(file) = &args.dead_sets {
        files::refuse_input(
            &args.levels.levels,
            file,
            "choose another file for --dead-sets",
        )?;
    }
    let dead_sets = args.dead_sets.as_deref().map(DeadSets::open).transpose()?;
    let loaded = args.levels.load()?;
    certificate::refuse_in_vain(args, &loaded)?;
    let run = Run {
        args,
        options,
        workers: ProcessExecutor::this_program(&["bench", "worker"])?.with_patience(PATIENCE),
        answers: Arc::new(Mutex::new(Answers::open(args, &loaded.file)?)),
        bar: progress::bar(loaded.entries().len() as u64),
        loaded: &loaded,
        dead_sets: dead_sets.map(Mutex::new),
    };
    let mut exit = loaded.exit();
    // 2. Level by level; whatever is known of one is out before the next begins.
    for entry in loaded.entries() {
        let (record, problems) = match loaded.level(entry) {
            Ok(level) => {
                let mut record = run.solve_one(entry, &level)?;
                exit = exit.and(run.certify(&mut record, &level)?);
                (record, Vec::new())
            }
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
    for name in &args.strategy {
        check_strategy(name).map_err(usage)?;
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
    let values = args.values.as_deref().map(values_arg::load).transpose()?;
    let options = Options {
        objective: args.goal.goal,
        heuristic: args.heuristic.clone(),
        own: Registry::default(),
        switches,
        strategies: args.strategy.clone(),
        values: values.unwrap_or_default(),
        patterns: args.patterns.load()?,
        dead_sets: args.dead_sets.as_ref().map(|_| Vec::new()),
        backward: args.backward,
        table: args.table,
        gap: args.gap,
        threads: args.threads,
        seed: args.seed,
    };
    entry.check(&options).map_err(usage)?;
    Ok(options)
}

/// What all levels of a run share.
struct Run<'a> {
    args: &'a Args,
    options: Options,
    workers: ProcessExecutor,
    answers: Arc<Mutex<Answers>>,
    bar: ProgressBar,
    loaded: &'a Loaded,
    dead_sets: Option<Mutex<DeadSets>>,
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
        let mut draft = self.blank(entry);
        draft.set_stopped(StopReason::Cancelled);
        let draft = Arc::new(Mutex::new(draft));
        let listening = interrupt::Job::listen();
        listening.last_words(self.last_words(&draft));
        // 2. The engine.
        let mut record = self.ask(entry, level, &draft);
        if record.outcome == Verdict::Invalid {
            let why = record.reason.unwrap_or_default();
            return Err(Failure::usage(why));
        }
        let Some(solution) = &record.solution else {
            return Ok(record);
        };
        // 3. Its solution, which is safe before it is made shorter.
        let moves = solution.chars().filter_map(Direction::from_letter);
        let solution = verify(level.setup(), moves)?;
        if let Some(time) = self.args.polish {
            lock(&draft).clone_from(&record);
            self.polish(&mut record, level, &solution, time);
        }
        Ok(record)
    }

    /// Writes the certificate of what was proved, if one is asked for.
    fn certify(&self, record: &mut Record, level: &Level) -> anyhow::Result<Exit> {
        let Some(path) = &self.args.certificate else {
            return Ok(Exit::Ok);
        };
        let listening = interrupt::Job::listen();
        let answered = Arc::new(Mutex::new(record.clone()));
        listening.last_words(self.last_words(&answered));
        certificate::write(self.args, path, level, record, &self.bar)
    }

    /// Has the level answered by a worker; the draft gets what is known meanwhile.
    fn ask(&self, entry: &Entry, level: &Level, draft: &Mutex<Record>) -> Record {
        let blank = self.blank(entry);
        let job = Job {
            collection: blank.collection,
            level: blank.level,
            title: blank.title,
            board: level.setup().to_string(),
            engine: EngineSpec::of(&self.args.engine, &self.options).to_string(),
            goal: blank.goal,
            limits: blank.limits,
            knowledge: Knowledge {
                dead_sets: self.dead_sets.as_ref().map(|sets| lock(sets).of(level)),
                ..Knowledge::of(&self.options)
            },
            part: None,
        };
        let mut hear = |now: JobProgress| {
            let mut draft = lock(draft);
            (draft.expanded, draft.generated) = (now.expanded, now.generated);
            draft.peak_bytes = draft.peak_bytes.max(now.bytes);
            draft.seconds = now.seconds;
            self.tell(entry.number, &now);
        };
        let mut record = self.workers.execute(&job, interrupt::flag(), &mut hear);
        record.engine.clone_from(&self.args.engine);
        if let (Some(file), Some(sets)) = (&self.dead_sets, record.dead_sets.take())
            && let Err(error) = lock(file).keep(level, sets)
        {
            // The answer is worth more than what was learned.
            self.bar.suspend(|| output::error(&error.to_string()));
        }
        record
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

    fn tell(&self, number: usize, now: &JobProgress) {
        let (states, mib, phase) = (now.expanded, now.bytes >> 20, &now.phase);
        self.bar.set_message(format!(
            "level {number}: {phase}, {states} expanded, {mib} MiB"
        ));
    }

    /// Makes a solution shorter by the metric that was asked for, unless it is
    /// proved the shortest; it is, if the bound at the start says so. Time and
    /// expansions stay those of the solver.
    fn polish(&self, record: &mut Record, level: &Level, solution: &Verified, time: Duration) {
        if record.optimal.is_some() {
            return;
        }
        let order = MetricOrder::by(record.goal.measure().unwrap_or(Measure::Pushes));
        let limits = Limits {
            time: Some(time),
            processor: None,
            memory: record.limits.bytes.map(|bytes| bytes as usize),
            expansions: None,
        };
        let number = record.level;
        let bar = &self.bar;
        let mut control = Control::new(limits)
            .with_stop(interrupt::flag())
            .with_observer(move |now| bar.set_message(format!("level {number}: {}", now.phase)));
        if record.lower_bound.is_none() {
            record.lower_bound = root_bound(level, &mut control);
        }
        let better = optimise(level, solution, order, &mut control);
        record.set_solution(&better.best);
        record.note_proof();
        let before = json!({"moves": better.before.moves, "pushes": better.before.pushes});
        record.details.insert("before_polish".into(), before);
    }
}
