//! `soko graph --estimate`: how many states a graph is likely to have, and what it
//! would take, before it is explored.

use super::explored::show;
use crate::exit_code::Exit;
use crate::level_lines::{Keys, each_level, level_object, whole_line};
use crate::limits::LimitArgs;
use crate::source::Loaded;
use crate::{interrupt, output, progress};
use serde_json::{Map, Value, json};
use soko_bench::grouped;
use soko_core::Level;
use soko_format::Entry;
use soko_graph::TooWide;
use soko_graph::estimate::{Cost, Effort, Estimate, estimate};
use soko_search::{Control, Limits, StopReason};
use std::io::Write;
use std::time::Instant;

/// The keys of every line.
const KEYS: Keys = "outcome reason diagnostics states states_low states_high exact edges_per_state \
    known_states samples_reached samples_unreached samples_open graph_bytes graph_seconds seconds";

/// Estimates the chosen levels one by one.
pub fn run(loaded: &Loaded, limits: &LimitArgs, as_json: bool) -> anyhow::Result<Exit> {
    each_level(loaded, as_json.then_some(KEYS), |entry, level| {
        let begin = Instant::now();
        let guess = within(level, limits.limits());
        let seconds = begin.elapsed().as_secs_f64();
        if as_json {
            whole_line(line(loaded, entry, &guess, seconds), KEYS)?;
        } else {
            print(entry, &guess, seconds)?;
        }
        Ok(match guess.map(|guess| guess.stopped) {
            Ok(None) => Exit::Ok,
            Ok(Some(StopReason::Cancelled)) => Exit::Interrupted,
            Ok(Some(_)) | Err(_) => Exit::NoAnswer,
        })
    })
}

/// Estimates a level, with progress.
pub fn within(level: &Level, limits: Limits) -> Result<Estimate, TooWide> {
    let _job = interrupt::Job::listen();
    let mut progress = None;
    let mut control = Control::new(limits)
        .with_stop(interrupt::flag())
        .with_observer(|now| show(&mut progress, now));
    let guess = estimate(level, &Effort::default(), &mut control);
    drop(control);
    if let Some(line) = progress {
        line.finish_and_clear();
    }
    guess
}

fn line(
    loaded: &Loaded,
    entry: &Entry,
    guess: &Result<Estimate, TooWide>,
    seconds: f64,
) -> Map<String, Value> {
    let mut object = level_object(loaded, entry);
    let mut put = |name: &str, value: Value| {
        object.insert(name.into(), value);
    };
    match guess {
        Ok(guess) => {
            let outcome = match (guess.stopped, guess.is_exact) {
                (Some(_), _) => "stopped",
                (None, true) => "counted",
                (None, false) => "estimated",
            };
            put("outcome", json!(outcome));
            put("reason", json!(guess.stopped.map(StopReason::name)));
            put("states", json!(guess.states.round()));
            put("states_low", json!(guess.low.round()));
            put("states_high", json!(guess.high.round()));
            put("exact", json!(guess.is_exact));
            put("edges_per_state", json!(guess.edges_a_state));
            put("known_states", json!(guess.known));
            let [reached, unreached, open] = guess.samples;
            put("samples_reached", json!(reached));
            put("samples_unreached", json!(unreached));
            put("samples_open", json!(open));
            let cost = guess.cost();
            put("graph_bytes", json!(cost.bytes.min(f64::MAX).round()));
            put("graph_seconds", json!(cost.seconds.min(f64::MAX)));
        }
        Err(error) => {
            put("outcome", json!("stopped"));
            put("reason", json!(error.to_string()));
        }
    }
    put("seconds", json!(seconds));
    object
}

fn print(entry: &Entry, guess: &Result<Estimate, TooWide>, seconds: f64) -> anyhow::Result<()> {
    let title = entry.title().unwrap_or("untitled");
    let guess = match guess {
        Ok(guess) => guess,
        Err(error) => {
            output::error(&format!("level {} ({title}): {error}", entry.number));
            return Ok(());
        }
    };
    let mut out = output::screen();
    let bold = output::BOLD;
    writeln!(out, "{bold}{}. {title}{bold:#}", entry.number)?;
    let certainty = match (guess.stopped, guess.is_exact) {
        (Some(_), _) => ", less certain than it could be: a limit came first",
        (None, true) => ", counted",
        (None, false) => "; the bar holds 19 times of 20",
    };
    writeln!(out, "  {guess}{certainty}")?;
    let Cost {
        bytes,
        seconds: time,
    } = guess.cost();
    writeln!(
        out,
        "  the whole graph takes about {} and {} with one thread",
        size(bytes),
        progress::duration(time)
    )?;
    let known = grouped(guess.known as u64);
    match guess.is_exact {
        true => writeln!(out, "  {seconds:.1} s\n")?,
        false => {
            let [reached, unreached, open] = guess.samples;
            writeln!(
                out,
                "  samples: {reached} reached, {unreached} not, {open} open; {known} states known, {seconds:.1} s\n"
            )?;
        }
    }
    Ok(())
}

/// Bytes for people.
fn size(bytes: f64) -> String {
    let units = ["KiB", "MiB", "GiB", "TiB", "PiB"];
    let mut many = bytes / 1024.0;
    for unit in units {
        if many < 1000.0 {
            return format!("{many:.0} {unit}");
        }
        many /= 1024.0;
    }
    "more memory than there is".into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_told_in_units_that_fit() {
        assert_eq!(size(2.5e6), "2 MiB");
        assert_eq!(size(1023.9 * 1024.0 * 1024.0), "1 GiB");
        assert_eq!(size(1e30), "more memory than there is");
    }
}
