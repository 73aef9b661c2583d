//! `soko optimise`: makes solutions shorter.

use crate::exit_code::Exit;
use crate::level_lines::{Keys, NO_SOLUTION, each_level, level_object, missing_line, whole_line};
use crate::limits::LimitArgs;
use crate::solutions::{self, Claim, REVERSE, Unreadable};
use crate::source::{LevelArgs, Loaded};
use crate::{interrupt, output, progress};
use serde_json::json;
use soko_core::{Level, Metrics, Verified, verify};
use soko_format::Entry;
use soko_search::Control;
use soko_solve::optimise::{MetricOrder, Optimised, optimise};
use std::io::Write;
use std::time::Instant;

const EXAMPLES: &str = "\
Examples:
  soko optimise tutorial                           the stored solutions
  soko optimise my.xsb --solutions solved.jsonl --time 10s
  soko optimise my.sok --level 3 --metric moves,pushes
  soko solve my.xsb --json | soko optimise my.xsb --solutions - --json

The metrics are compared one after the other: moves, pushes, box-lines,
box-changes, pushing-sessions; the first must be moves or pushes. The result is
never worse than what was given and is not said to be optimal. A level without a
solution to work on is exit code 1.";

/// Make solutions shorter
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    levels: LevelArgs,

    /// A file of solutions; the stored ones if there is none
    #[arg(long, value_name = "FILE")]
    solutions: Option<String>,

    /// What counts, the most important first
    #[arg(long, value_name = "METRICS", default_value = "pushes,moves")]
    metric: MetricOrder,

    #[command(flatten)]
    limits: LimitArgs,

    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

/// The keys of every line.
const KEYS: Keys = "outcome reason diagnostics solution moves pushes box_lines box_changes \
    pushing_sessions player_lines before metric expanded seconds peak_bytes";

/// Optimises every solution of the chosen levels.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let loaded = args.levels.load()?;
    let claims = match &args.solutions {
        Some(file) => Some(solutions::read(file, &loaded)?),
        None => None,
    };
    each_level(&loaded, args.json.then_some(KEYS), |entry, level| {
        let claimed = match &claims {
            Some(claims) => solutions::of_level(claims, entry),
            None => solutions::stored(entry),
        };
        if claimed.is_empty() {
            tell_missing(&loaded, entry, args)?;
            return Ok(Exit::NoAnswer);
        }
        let mut exit = Exit::Ok;
        for claim in claimed {
            exit = exit.and(one(&loaded, entry, level, &claim, args)?);
        }
        Ok(exit)
    })
}

fn one(
    loaded: &Loaded,
    entry: &Entry,
    level: &Level,
    claim: &Claim,
    args: &Args,
) -> anyhow::Result<Exit> {
    let directions = match claim.directions() {
        Ok(directions) => directions,
        Err(Unreadable::Text(problem)) => {
            output::diagnostic(&claim.file, &problem);
            return tell_invalid(loaded, entry, &problem.to_string(), args);
        }
        Err(Unreadable::Reverse) => {
            output::error(&format!("{}: {REVERSE}", claim.title));
            return tell_invalid(loaded, entry, REVERSE, args);
        }
    };
    // What is no solution cannot be made shorter: the referee has the first word.
    let start = Instant::now();
    match verify(level.setup(), directions) {
        Ok(solution) => {
            let better = improve(level, &solution, args);
            report(loaded, entry, &better, start.elapsed().as_secs_f64(), args)?;
            Ok(Exit::Ok)
        }
        Err(foul) => {
            output::error(&format!("level {}: no solution: {foul}", entry.number));
            tell_invalid(loaded, entry, &foul.to_string(), args)
        }
    }
}

fn tell_missing(loaded: &Loaded, entry: &Entry, args: &Args) -> anyhow::Result<()> {
    if args.json {
        return missing_line(loaded, entry, KEYS);
    }
    output::error(&format!("level {}: {NO_SOLUTION}", entry.number));
    Ok(())
}

/// Writes a line about what is no solution, where lines are asked for; people have
/// been told.
fn tell_invalid(loaded: &Loaded, entry: &Entry, why: &str, args: &Args) -> anyhow::Result<Exit> {
    if args.json {
        let mut object = level_object(loaded, entry);
        object.insert("outcome".into(), json!("invalid"));
        object.insert("reason".into(), json!(why));
        whole_line(object, KEYS)?;
    }
    Ok(Exit::Invalid)
}

fn improve(level: &Level, solution: &Verified, args: &Args) -> Optimised {
    let _job = interrupt::Job::listen();
    let line = progress::line();
    let mut control = Control::new(args.limits.limits())
        .with_stop(interrupt::flag())
        .with_observer(|now| line.set_message(now.phase.to_string()));
    let better = optimise(level, solution, args.metric, &mut control);
    line.finish_and_clear();
    better
}

fn report(
    loaded: &Loaded,
    entry: &Entry,
    better: &Optimised,
    seconds: f64,
    args: &Args,
) -> anyhow::Result<()> {
    let solution = better.best.lurd();
    // The line has the fields of a solved level, with those of before beside them.
    if args.json {
        let mut object = level_object(loaded, entry);
        object.insert("outcome".into(), json!("solved"));
        object.insert("reason".into(), json!(better.stopped.map(|s| s.name())));
        object.insert("solution".into(), json!(solution));
        object.extend(output::metrics_fields(better.best.metrics()));
        object.insert(
            "before".into(),
            json!(output::metrics_fields(&better.before)),
        );
        object.insert("metric".into(), json!(args.metric.to_string()));
        object.insert("expanded".into(), json!(better.counters.expanded));
        object.insert("seconds".into(), json!(seconds));
        object.insert("peak_bytes".into(), json!(better.counters.peak_bytes));
        return whole_line(object, KEYS);
    }
    let mut out = output::screen();
    let title = entry.title().map(|t| format!(" ({t})")).unwrap_or_default();
    writeln!(
        out,
        "level {}{title}: {}",
        entry.number,
        change(&better.before, better.best.metrics())
    )?;
    writeln!(out, "{solution}")?;
    Ok(())
}

fn change(before: &Metrics, after: &Metrics) -> String {
    if before == after {
        return format!(
            "{} moves and {} pushes, nothing gained",
            after.moves, after.pushes
        );
    }
    format!(
        "{} -> {} moves, {} -> {} pushes",
        before.moves, after.moves, before.pushes, after.pushes
    )
}
