//! The engines by name, and the one door through which they are called.
//!
//! [`ENGINES`] is an explicit table. [`solve`] looks an engine up, runs it, turns
//! its plan into steps and hands them to the referee: nothing leaves this module
//! as a solution that the referee has not replayed.

use crate::champion;
use crate::engine::{EngineEntry, Task, astar, bfs, greco, movers, nash};
use crate::optimal;
use crate::options::Options;
use crate::outcome::{Claimed, RawReport, Report, Solution};
use crate::solve_error::SolveError;
use soko_core::Level;
use soko_search::Control;

/// All engines.
pub const ENGINES: &[EngineEntry] = &[
    champion::ENTRY,
    optimal::ENTRY,
    astar::ASTAR,
    astar::IDA,
    astar::GREEDY,
    bfs::ENTRY,
    greco::MOVES,
    greco::MOVES_DEADLOCK,
    greco::PUSHES,
    greco::PUSHES_DEADLOCK,
    movers::ENTRY,
    nash::ENTRY,
];

/// The engine that `soko solve` takes when none is named.
pub const DEFAULT_ENGINE: &str = "champion";

/// The engine with this name.
///
/// # Errors
///
/// If no engine has it.
pub fn engine_named(name: &str) -> Result<&'static EngineEntry, SolveError> {
    let found = ENGINES.iter().find(|entry| entry.name == name);
    found.ok_or_else(|| SolveError::Unknown {
        kind: "engine",
        name: name.into(),
        known: ENGINES.iter().map(|entry| entry.name).collect(),
    })
}

/// Runs an engine by name and checks what it says.
///
/// ```
/// use soko_core::Level;
/// use soko_search::Control;
/// use soko_solve::{Options, solve};
///
/// let level: Level = "######\n#@ $.#\n######".parse().unwrap();
/// let report = solve("bfs", &level, &Options::default(), &mut Control::default()).unwrap();
/// assert_eq!(report.solution().unwrap().metrics().moves, 2);
/// ```
pub fn solve(
    name: &str,
    level: &Level,
    options: &Options,
    control: &mut Control<'_>,
) -> Result<Report, SolveError> {
    let entry = engine_named(name)?;
    entry.check(options)?;
    let raw = (entry.run)(Task {
        level,
        options,
        control,
    })?;
    referee(entry.name, level, raw)
}

/// Turns what an engine says into what may be reported: the plan becomes steps,
/// and the referee replays them.
fn referee(engine: &'static str, level: &Level, raw: RawReport) -> Result<Report, SolveError> {
    let outcome = raw.outcome.map(|claimed| verified(level, claimed));
    Ok(Report {
        engine,
        outcome: outcome.transpose()?,
        lower_bound: raw.lower_bound,
        counters: raw.counters,
        figures: raw.figures,
        notes: raw.notes,
        dead_sets: raw.dead_sets,
    })
}

fn verified(level: &Level, claimed: Claimed) -> Result<Solution, SolveError> {
    let optimal = claimed.optimal;
    let verified = claimed.verified(level)?;
    Ok(Solution { verified, optimal })
}
