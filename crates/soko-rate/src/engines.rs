//! How hard a level is for machines: what engines do until they have solved it.
//!
//! Each engine gets the level's canonical form, so that a level has the same numbers
//! however it is turned or mirrored, and a number of expansions, which is the same on
//! every machine. An engine that does not solve the level within it counts as if it had
//! needed [`BEYOND`] times as many. One that anything else ends, a clock for instance,
//! says nothing of the level, and then there are no numbers.

use crate::not_measured::NotMeasured;
use soko_core::{Level, Metrics};
use soko_search::{Control, Counters, Limits, StopReason};
use soko_solve::{Objective, Options, Outcome, Switch, solve};

/// Expansions that each engine may do.
const EXPANSIONS: u64 = 5_000;

/// How many limits an engine that failed is counted with.
const BEYOND: f64 = 10.0;

/// What engines say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Engines {
    /// Expansions of the champion.
    pub champion: f64,
    /// Expansions of its walk along a packing plan.
    pub plan: f64,
    /// Expansions of greedy search.
    pub greedy: f64,
    /// Expansions of A*, which looks for the fewest pushes.
    pub astar: f64,
    /// The numbers of the best solution found, A*'s if it has one.
    pub best: Metrics,
}

/// One run.
struct Asked {
    expanded: f64,
    metrics: Option<Metrics>,
}

impl Engines {
    /// Asks the engines; none if not one of them solves the level.
    pub(crate) fn ask(
        level: &Level,
        control: &mut Control<'_>,
    ) -> Result<Option<Engines>, NotMeasured> {
        let turned = Level::from_setup(level.canonical_form());
        let level = turned.as_ref().unwrap_or(level);
        let champion = ask(level, control, "champion", Objective::Any, "")?;
        let plan = ask(level, control, "champion", Objective::Any, "plan-walk")?;
        let greedy = ask(level, control, "greedy", Objective::Any, "")?;
        let astar = ask(level, control, "astar", Objective::PUSHES, "")?;
        let all = [&astar, &champion, &plan, &greedy];
        let best = all.iter().find_map(|asked| asked.metrics);
        Ok(best.map(|best| Engines {
            champion: champion.expanded,
            plan: plan.expanded,
            greedy: greedy.expanded,
            astar: astar.expanded,
            best,
        }))
    }
}

fn ask(
    level: &Level,
    control: &mut Control<'_>,
    engine: &str,
    objective: Objective,
    strategy: &str,
) -> Result<Asked, NotMeasured> {
    let mut options = Options {
        objective,
        ..Options::default()
    };
    if !strategy.is_empty() {
        options.strategies = vec![strategy.to_string()];
    }
    if engine == "champion" {
        // The weights were fitted to what its strategies expand.
        options.switches = options.switches.without(Switch::Shorter);
    }
    let limits = Limits {
        expansions: Some(EXPANSIONS),
        ..Limits::default()
    };
    let report = control.part(limits, Counters::default(), |part| {
        solve(engine, level, &options, part)
    });
    let report = report.ok();
    let outcome = report.as_ref().map(|report| &report.outcome);
    if matches!(outcome, Some(Outcome::Stopped(why)) if *why != StopReason::Expansions) {
        return Err(NotMeasured::Stopped);
    }
    let solved = report.and_then(|report| {
        let metrics = *report.solution()?.metrics();
        Some((report.counters.expanded, metrics))
    });
    Ok(match solved {
        Some((expanded, metrics)) => Asked {
            expanded: expanded as f64,
            metrics: Some(metrics),
        },
        None => Asked {
            expanded: BEYOND * EXPANSIONS as f64,
            metrics: None,
        },
    })
}
