//! Where the champion fails: an engine on all levels of the public collections, a record
//! a level, and tables of what is unsolved by collection and by kind.
//!
//! ```text
//! cargo run --release -p soko-bench --example survey -- RUN.jsonl
//!     --time 10          seconds a level (10 unless something else is given)
//!     --processor 10     seconds of processor time a level instead, for busy machines
//!     --expansions N     positions a level instead: the same run on every machine
//!     --memory 2         gibibytes a level
//!     --engine NAME      champion, or one with its techniques and seed: champion/seed-7
//!     --every 20         every 20th level only
//!     --shard 2/8        the second of eight parts, for many machines
//!     --threads 2        levels at a time
//! cargo run --release -p soko-bench --example survey -- report RUN.jsonl ...
//! ```
//!
//! It can be killed at any moment: the same command goes on from there. Each level runs
//! in a process of its own. The parts of a run are reported together, or made one run by
//! `soko bench merge`. Tables go to stdout, all else to stderr.

use soko_bench::survey::{Sorting, by_collection, by_kind};
use soko_bench::{
    EngineSpec, Job, Knowledge, LevelKey, ProcessExecutor, Record, RecordLimits, RunEvent, RunFile,
    Shard, answer, deal, read_run, run, serve_one, suite,
};
use soko_core::Level;
use soko_solve::Objective;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

/// Seconds a level, unless something else is said.
const SECONDS: f64 = 10.0;

/// What is to be done.
struct Survey {
    out: PathBuf,
    engine: String,
    limits: RecordLimits,
    every: usize,
    shard: Option<Shard>,
    threads: usize,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.first().map(String::as_str) {
        Some("worker") => serve_one(answer).map_err(|error| error.to_string()),
        Some("report") => report(&arguments[1..]),
        _ => Survey::from_arguments(&arguments).and_then(|survey| survey.run()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("survey: {why}");
            ExitCode::from(2)
        }
    }
}

impl Survey {
    fn from_arguments(arguments: &[String]) -> Result<Survey, String> {
        let (out, rest) = arguments.split_first().ok_or("where do the records go?")?;
        let mut survey = Survey {
            out: out.into(),
            engine: "champion".to_owned(),
            limits: RecordLimits {
                bytes: Some(2 << 30),
                ..RecordLimits::default()
            },
            every: 1,
            shard: None,
            threads: 1,
        };
        for pair in rest.chunks(2) {
            let [name, value] = pair else {
                return Err(format!("{} needs a value", pair[0]));
            };
            let number = || value.parse::<f64>().map_err(|e| format!("{name}: {e}"));
            match name.as_str() {
                "--time" => survey.limits.seconds = Some(number()?),
                "--processor" => survey.limits.processor_seconds = Some(number()?),
                "--expansions" => survey.limits.expansions = Some(number()? as u64),
                "--memory" => survey.limits.bytes = Some((number()? * f64::from(1 << 30)) as u64),
                "--engine" => survey.engine = value.clone(),
                "--every" => survey.every = (number()? as usize).max(1),
                "--shard" => survey.shard = Some(value.parse()?),
                "--threads" => survey.threads = number()? as usize,
                _ => return Err(format!("unknown option {name}")),
            }
        }
        let limits = &mut survey.limits;
        let others = [limits.seconds, limits.processor_seconds];
        if limits.expansions.is_none() && others == [None; 2] {
            limits.seconds = Some(SECONDS);
        }
        let spec: EngineSpec = survey
            .engine
            .parse()
            .map_err(|e| format!("--engine: {e}"))?;
        spec.check(Objective::Any)
            .map_err(|e| format!("--engine: {e}"))?;
        Ok(survey)
    }

    /// Every level of every public collection, as far as it was asked for.
    fn jobs(&self) -> Result<Vec<Job>, String> {
        let mut jobs = Vec::new();
        for collection in suite::names().map_err(|error| error.to_string())? {
            let entries = suite::collection(&collection).map_err(|error| error.to_string())?;
            jobs.extend(entries.iter().map(|entry| Job {
                collection: collection.clone(),
                level: entry.number,
                title: entry.title().map(str::to_owned),
                board: entry.setup.to_string(),
                engine: self.engine.clone(),
                goal: Objective::Any,
                limits: self.limits,
                knowledge: Knowledge::default(),
                part: None,
            }));
        }
        let jobs: Vec<Job> = jobs.into_iter().step_by(self.every).collect();
        Ok(match self.shard {
            Some(shard) => deal(jobs, 1, shard),
            None => jobs,
        })
    }

    fn run(&self) -> Result<(), String> {
        let wrong = |error: soko_bench::RunFileError| format!("{}: {error}", self.out.display());
        let jobs = self.jobs()?;
        let mut file = RunFile::open(&self.out).map_err(wrong)?;
        let n_all = jobs.len();
        let jobs = file.missing(jobs).map_err(wrong)?;
        let mut n_done = n_all - jobs.len();
        eprintln!("{n_all} levels, {n_done} of them done before");
        let executor = ProcessExecutor::this_program(&["worker"]).map_err(|e| e.to_string())?;
        let mut watch = |event: RunEvent<'_>| {
            if let RunEvent::Finished(record) = event {
                n_done += 1;
                let (name, level) = (&record.collection, record.level);
                let (outcome, time) = (record.outcome.name(), record.seconds_of_work());
                eprintln!("{n_done}/{n_all} {name} {level}: {outcome} in {time:.2} s");
            }
        };
        let stop = AtomicBool::new(false);
        run(jobs, self.threads, &executor, &mut file, &stop, &mut watch).map_err(wrong)?;
        tables(file.records())
    }
}

/// The tables of all runs together.
fn report(files: &[String]) -> Result<(), String> {
    let mut records = Vec::new();
    for file in files {
        let run = read_run(Path::new(file)).map_err(|error| format!("{file}: {error}"))?;
        records.extend(run);
    }
    if records.is_empty() {
        return Err("there is no record in these files".to_owned());
    }
    tables(&records)
}

fn tables(records: &[Record]) -> Result<(), String> {
    println!("{}", by_collection(records));
    let levels = levels(records)?;
    let known = |record| Some((levels.get(&key(record))?, record));
    for sorting in Sorting::ALL {
        println!("{}", by_kind(sorting, records.iter().filter_map(known)));
    }
    Ok(())
}

fn key(record: &Record) -> LevelKey {
    (record.collection.clone(), record.level)
}

/// The levels that the records are about; those that break the rules are left out.
fn levels(records: &[Record]) -> Result<BTreeMap<LevelKey, Level>, String> {
    let names: BTreeSet<&str> = records.iter().map(|r| r.collection.as_str()).collect();
    let wanted: BTreeSet<LevelKey> = records.iter().map(key).collect();
    let mut levels = BTreeMap::new();
    for name in names {
        let entries = suite::collection(name).map_err(|error| error.to_string())?;
        for entry in entries {
            let key = (name.to_owned(), entry.number);
            if wanted.contains(&key)
                && let Ok(level) = Level::from_setup(entry.setup)
            {
                levels.insert(key, level);
            }
        }
    }
    Ok(levels)
}
