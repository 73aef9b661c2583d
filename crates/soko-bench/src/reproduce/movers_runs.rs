//! The engine of Movers and Packers on the board that they print: with our bound, with
//! theirs and with none, with other shares of the backward search, and with keys that
//! are trusted as theirs were.
//!
//! They print no times and no counts, so there is nothing to agree with but the number
//! of pushes, which A* proves as well. Runs end after so many expansions and not by the
//! clock, so the counts are the same everywhere.

use super::desk::{Desk, ReproduceError};
use super::findings::{Cell, Check, FindingsTable};
use crate::EngineSpec;
use crate::table::{grouped, seconds};
use soko_core::{Level, Measure};
use soko_search::{Control, Limits, StopReason};
use soko_solve::{Objective, Outcome, Report, solve};
use std::time::Instant;

/// What is run: in words, the engine as a benchmark names it, and the expansions that it
/// may make.
const RUNS: [(&str, &str, u64); 7] = [
    (
        "matching as a bound, half the work backward",
        "movers",
        2_000_000,
    ),
    (
        "the same, a tenth backward",
        "movers/backward-10",
        2_000_000,
    ),
    ("the same, nothing backward", "movers/backward-0", 2_000_000),
    (
        "64-bit keys trusted, tables of 64 MiB",
        "movers/backward-10/table-67108864",
        2_000_000,
    ),
    (
        "their bound: steps to the nearest goals",
        "movers:nearest-goal",
        30_000,
    ),
    ("no bound", "movers/no-bound", 30_000),
    ("A*, for comparison", "astar", 2_000_000),
];

/// Runs them all.
pub(super) fn table(desk: &mut Desk<'_>, level: &Level) -> Result<FindingsTable, ReproduceError> {
    let mut table = FindingsTable::new(
        "Section 2.2: the engine on this board",
        [
            "engine",
            "pushes",
            "seconds",
            "expanded forward",
            "backward",
            "stored forward",
            "backward",
            "collisions",
        ],
    );
    let mut proved = Vec::new();
    let mut trusted = None;
    for (words, engine, expansions) in RUNS {
        desk.say(&format!("the engine: {words}"))?;
        let (report, time) = run(desk, level, engine, expansions)?;
        if let Some(solution) = report.solution() {
            let is_proved = solution.optimal == Some(Measure::Pushes);
            let pushes = solution.metrics().pushes;
            if is_proved {
                proved.push(pushes);
            } else {
                trusted = Some(pushes);
            }
        }
        table.rows.push(row(words, &report, time));
    }
    table.checks = checks(&proved, trusted);
    table.notes.extend(NOTES.map(String::from));
    Ok(table)
}

const NOTES: [&str; 2] = [
    "Without a bound both sides go through all boards to half the depth of the solution, again \
     for each depth; their bound is too far below the truth to cut much off. So these runs end \
     at their limit of expansions.",
    "Their tables trust keys of 64 bits. Ours do so only where asked for, and then prove \
     nothing; the collisions are counted by comparing all keys in full.",
];

fn run(
    desk: &mut Desk<'_>,
    level: &Level,
    engine: &str,
    expansions: u64,
) -> Result<(Report, f64), ReproduceError> {
    let fault = |error: String| ReproduceError::Engine(error);
    let spec: EngineSpec = engine.parse().map_err(|e| fault(format!("{e}")))?;
    let limits = Limits {
        expansions: Some(expansions),
        ..Limits::default()
    };
    let mut control = Control::new(limits).with_stop(desk.stop_flag());
    let start = Instant::now();
    let options = spec.options(Objective::Any);
    let report = solve(&spec.engine, level, &options, &mut control)
        .map_err(|error| fault(error.to_string()))?;
    if control.stopped() == Some(StopReason::Cancelled) {
        return Err(ReproduceError::Cancelled);
    }
    Ok((report, start.elapsed().as_secs_f64()))
}

fn row(words: &str, report: &Report, time: f64) -> Vec<Cell> {
    let told = match &report.outcome {
        Outcome::Solved(solution) => {
            let pushes = solution.metrics().pushes;
            let is_proved = solution.optimal == Some(Measure::Pushes);
            let word = if is_proved { "proved" } else { "not proved" };
            format!("{pushes}, {word}")
        }
        other => match report.lower_bound {
            Some(bound) => format!("{}; at least {}", other.name(), bound.at_least),
            None => other.name().to_owned(),
        },
    };
    let figure = |name: &str| {
        let mut figures = report.figures.iter();
        let found = figures.find(|(known, _)| *known == name);
        found.map_or("–".to_owned(), |(_, n)| grouped(*n)).into()
    };
    let mut cells: Vec<Cell> = vec![words.into(), told.into(), seconds(time).into()];
    if report.figures.is_empty() {
        cells.push(grouped(report.counters.expanded).into());
        cells.push("–".into());
        cells.push(grouped(report.counters.stored).into());
        cells.push("–".into());
    } else {
        let names = [
            "expanded_forward",
            "expanded_backward",
            "stored_forward",
            "stored_backward",
        ];
        cells.extend(names.map(figure));
    }
    cells.push(figure("collisions"));
    cells
}

fn checks(proved: &[u64], trusted: Option<u64>) -> Vec<Check> {
    let same = proved
        .iter()
        .filter(|&&pushes| Some(pushes) == proved.last().copied());
    vec![
        Check::all(
            "runs with our bound that prove as many pushes as A*",
            same.count(),
            4,
        ),
        Check::that(
            "with trusted keys the same number is found, and nothing is proved",
            trusted.is_some() && trusted == proved.last().copied(),
        ),
    ]
}
