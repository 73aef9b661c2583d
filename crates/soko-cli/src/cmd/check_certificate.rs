//! `soko check --certificate`: what a certificate proves of a level, or why it proves
//! nothing.

use crate::exit_code::{Exit, Failure};
use crate::level_lines::{Keys, level_object, whole_line};
use crate::source::Loaded;
use crate::{interrupt, output, progress};
use serde_json::{Value, json};
use soko_bench::grouped;
use soko_certificate::{Claim, Proved, Refusal, check};
use soko_core::Level;
use soko_format::Entry;
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

/// Checks a certificate of the one chosen level; JSON lines have these keys.
pub fn run(
    loaded: &Loaded,
    entry: &Entry,
    level: &Level,
    path: &Path,
    json: Option<Keys>,
) -> anyhow::Result<Exit> {
    let name = path.display();
    let unreadable = |error| Failure::invalid(format!("cannot read {name}: {error}"));
    let file = File::open(path).map_err(unreadable)?;
    let begin = Instant::now();
    let _job = interrupt::Job::listen();
    let line = progress::line();
    let result = check(level, file, &mut |now| {
        line.set_message(format!("{}, {} positions", now.phase, grouped(now.states)));
        !interrupt::is_set()
    });
    line.finish_and_clear();
    let seconds = begin.elapsed().as_secs_f64();
    match result {
        Err(Refusal::Io(error)) => Err(unreadable(error)),
        Err(Refusal::Stopped) => Ok(Exit::Interrupted),
        result => report(loaded, entry, &result, seconds, json),
    }
}

fn report(
    loaded: &Loaded,
    entry: &Entry,
    result: &Result<Proved, Refusal>,
    seconds: f64,
    json: Option<Keys>,
) -> anyhow::Result<Exit> {
    let exit = match result {
        Ok(_) => Exit::Ok,
        Err(_) => Exit::Invalid,
    };
    if let Some(keys) = json {
        let mut object = level_object(loaded, entry);
        let (outcome, reason) = match result {
            Ok(_) => ("proved", None),
            Err(refusal) => ("invalid", Some(refusal.to_string())),
        };
        object.insert("outcome".into(), json!(outcome));
        object.insert("reason".into(), json!(reason));
        let certificate = result.as_ref().ok().map(|proved| to_json(proved, seconds));
        object.insert("certificate".into(), json!(certificate));
        whole_line(object, keys)?;
        return Ok(exit);
    }
    let title = entry.title().map_or(String::new(), |t| format!(" ({t})"));
    let name = format!("{} {}{title}", loaded.name, entry.number);
    let mut out = output::screen();
    match result {
        Ok(proved) => {
            writeln!(out, "{name}: proved: {proved}")?;
            let (states, bytes) = (grouped(proved.states), grouped(proved.bytes));
            writeln!(out, "  {states} positions, {bytes} bytes, {seconds:.2} s")?;
        }
        Err(refusal) => writeln!(out, "{name}: nothing is proved: {refusal}")?,
    }
    Ok(exit)
}

fn to_json(proved: &Proved, seconds: f64) -> Value {
    let bound = match proved.claim {
        Claim::AtLeast(bound) => Some(bound),
        Claim::NoSolution => None,
    };
    json!({
        "proved": proved.to_string(),
        "lower_bound": bound.map(|bound| bound.at_least),
        "bound_measure": bound.map(|bound| bound.measure.name()),
        "optimal": proved.is_optimal(),
        "positions": proved.states,
        "bytes": proved.bytes,
        "seconds": seconds,
    })
}
