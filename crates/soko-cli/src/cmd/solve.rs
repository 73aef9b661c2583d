//! `soko solve`: an engine on levels, with what it found, proved or tried.

use crate::exit_code::{Exit, Failure};
use crate::goal::GoalArg;
use crate::level_lines::invalid_level;
use crate::limits::{LimitArgs, parse_threads, parse_time};
use crate::source::{LevelArgs, Loaded};
use crate::{interrupt, output, progress};
use anyhow::Context;
use indicatif::ProgressBar;
use serde_json::json;
use soko_bench::{Record, Verdict};
use soko_core::{Level, Measure, Verified};
use soko_format::Entry;
use soko_search::{Control, Limits, Progress};
use soko_solve::champion::STRATEGY_NAMES;
use soko_solve::heuristic::heuristic_named;
use soko_solve::optimise::{MetricOrder, optimise};
use soko_solve::{
    DEFAULT_ENGINE, Options, Outcome, SolveError, Switch, Switches, engine_named, solve,
};
use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const EXAMPLES: &str = "\
Examples:
  soko solve tutorial
  soko solve Microban_155 --level 1-20 --goal pushes
  soko solve my.xsb --engine astar --goal moves --time 5m --memory 8GiB
  soko solve XSokoban_90 --level 1 --json
  soko solve XSokoban_90 --level 1 --polish 5s --explain
  soko solve Microban_155 --engine movers --without freeze,corral --level 3
  soko solve Microban_155 --out found.jsonl ; soko check Microban_155 --solutions found.jsonl

Every solution is replayed by a referee before it is shown. Unsolvable and fewest
are said only where they are proved. Ctrl-C writes what there is.

Exit codes: 0 all solved, 1 some level has no answer within its limits, 3 some
level is proved unsolvable, 4 invalid level, 130 interrupted.";

/// Solve levels, or prove that they have no solution
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    levels: LevelArgs,

    /// The engine (see: soko engines)
    #[arg(long, value_name = "NAME", default_value = DEFAULT_ENGINE)]
    engine: String,

    #[command(flatten)]
    goal: GoalArg,

    /// The heuristic, for engines that take one (see: soko heuristics)
    #[arg(long, value_name = "NAME")]
    heuristic: Option<String>,

    /// Techniques to switch off
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help = without_help())]
    without: Vec<String>,

    /// Strategies of the champion that may run
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help = strategy_help())]
    strategy: Vec<String>,

    #[command(flatten)]
    limits: LimitArgs,

    /// After a solution, spend so much time on making it shorter: 5s, 1m
    #[arg(long, value_name = "D", value_parser = parse_time)]
    polish: Option<Duration>,

    /// Say how the engine came to its answer
    #[arg(long)]
    explain: bool,

    /// Threads, for engines that use more than one
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_threads)]
    threads: usize,

    /// The seed of engines that draw lots
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// One JSON object a line
    #[arg(long)]
    json: bool,

    /// Write the JSON lines to a file as well, each as its level ends
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// Solves the chosen levels one after another.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let options = options(args)?;
    let loaded = args.levels.load()?;
    let mut file = match &args.out {
        None => None,
        Some(path) => Some(File::create(path).with_context(|| path.display().to_string())?),
    };
    let bar = progress::bar(loaded.entries().len() as u64);
    let mut exit = loaded.exit();
    for entry in loaded.entries() {
        let record = match loaded.level(entry) {
            Err(problems) => {
                bar.suspend(|| invalid_level(&loaded, entry, &problems, args.json))?;
                exit = exit.and(Exit::Invalid);
                bar.inc(1);
                continue;
            }
            Ok(level) => solve_one(args, &options, &loaded, entry, &level, &bar)?,
        };
        // A record is written before it is shown, so that no answer is lost.
        let line = serde_json::to_string(&record)?;
        if let Some(file) = &mut file {
            writeln!(file, "{line}")?;
        }
        bar.suspend(|| show(args, &record, &line))?;
        bar.inc(1);
        exit = exit.and(Exit::from(record.outcome));
        if interrupt::is_set() {
            exit = Exit::Interrupted;
            break;
        }
    }
    bar.finish_and_clear();
    Ok(exit)
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

fn switch_names() -> String {
    let names: Vec<&str> = Switch::all().map(Switch::name).collect();
    names.join(", ")
}

fn without_help() -> String {
    let names = switch_names();
    format!("Techniques to switch off, where the engine has them (see: soko engines): {names}")
}

fn strategy_help() -> String {
    let names = STRATEGY_NAMES.join(", ");
    format!("Strategies of the champion that may run, else all may: {names}")
}

fn solve_one(
    args: &Args,
    options: &Options,
    loaded: &Loaded,
    entry: &Entry,
    level: &Level,
    bar: &ProgressBar,
) -> anyhow::Result<Record> {
    let start = Instant::now();
    let number = entry.number;
    let mut control = Control::new(args.limits.limits())
        .with_stop(interrupt::flag())
        .with_observer(move |now: &Progress<'_>| {
            let (states, mib) = (now.counters.expanded, now.counters.bytes >> 20);
            let phase = now.phase;
            bar.set_message(format!(
                "level {number}: {phase}, {states} expanded, {mib} MiB"
            ));
        });
    // A refused solution is a fault of ours; all else here is a wrong usage.
    let report =
        solve(&args.engine, level, options, &mut control).map_err(|error| match error {
            SolveError::BrokenPlan(_) | SolveError::Refused(_) => anyhow::Error::new(error),
            _ => Failure::usage(error.to_string()),
        })?;
    let mut record = Record::new(&loaded.name, number, entry.title(), report.engine);
    record.goal = options.objective;
    record.limits = args.limits.limits().into();
    record.set_report(&report, start.elapsed().as_secs_f64());
    if let (Outcome::Solved(solution), Some(time)) = (&report.outcome, args.polish) {
        polish(&mut record, level, &solution.verified, time, bar);
    }
    Ok(record)
}

/// Makes a solution shorter by the metric that was asked for, unless it is
/// proved the shortest. Time and expansions stay those of the solver.
fn polish(
    record: &mut Record,
    level: &Level,
    solution: &Verified,
    time: Duration,
    bar: &ProgressBar,
) {
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
    let mut control = Control::new(limits)
        .with_stop(interrupt::flag())
        .with_observer(move |now| bar.set_message(format!("level {number}: {}", now.phase)));
    let better = optimise(level, solution, order, &mut control);
    record.set_solution(&better.best);
    let before = json!({"moves": better.before.moves, "pushes": better.before.pushes});
    record.details.insert("before_polish".into(), before);
}

/// Writes a level's answer for people, or as JSON.
fn show(args: &Args, record: &Record, line: &str) -> anyhow::Result<()> {
    let mut out = anstream::stdout().lock();
    if args.json {
        writeln!(out, "{line}")?;
        out.flush()?;
        return Ok(());
    }
    let bold = output::BOLD;
    let title = record.title.as_deref().unwrap_or_default();
    let name = format!("{} {} {title}", record.collection, record.level);
    writeln!(out, "{bold}{}{bold:#}: {}", name.trim_end(), answer(record))?;
    if let Some(solution) = &record.solution {
        writeln!(out, "{solution}")?;
    }
    if args.explain {
        explain(&mut out, record)?;
    }
    out.flush()?;
    Ok(())
}

/// What the engine told of its run, a fact a line.
fn explain(out: &mut impl Write, record: &Record) -> anyhow::Result<()> {
    for (name, fact) in &record.details {
        match fact.as_array() {
            Some(facts) => {
                for fact in facts.iter().filter_map(|fact| fact.as_str()) {
                    writeln!(out, "  {fact}")?;
                }
            }
            None => writeln!(out, "  {}: {fact}", name.replace('_', " "))?,
        }
    }
    let (generated, mib) = (record.generated, record.peak_bytes >> 20);
    writeln!(
        out,
        "  {generated} states generated, at most {mib} MiB held"
    )?;
    Ok(())
}

/// The answer in a line.
fn answer(record: &Record) -> String {
    let work = format!(
        "{} states in {:.2} s, {}",
        record.expanded, record.seconds, record.engine
    );
    let bound = record.lower_bound;
    let bound = bound.map_or(String::new(), |bound| format!(", at least {bound}"));
    match record.outcome {
        Verdict::Solved => {
            let (moves, pushes) = (record.moves.unwrap_or(0), record.pushes.unwrap_or(0));
            let proof = record.optimal.map_or(String::new(), |measure| {
                format!(" (the fewest {measure}, proved)")
            });
            format!("{moves} moves, {pushes} pushes{proof}; {work}")
        }
        Verdict::Unsolvable => format!("proved to have no solution; {work}"),
        Verdict::Incomplete => format!("unknown: nothing found, parts left out; {work}"),
        Verdict::Stopped | Verdict::Invalid => {
            let reason = record.reason.as_deref().unwrap_or("no reason given");
            format!("unknown: stopped by {reason}{bound}; {work}")
        }
    }
}
