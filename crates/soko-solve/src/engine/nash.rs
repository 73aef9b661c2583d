//! Nash, Vasick and Zaerpoor's solver (2016): IDA* over single moves, with a table
//! of visited states and dead squares.
//!
//! Theirs hashes states and trusts the hash; ours compares the states, so that a
//! solution called shortest is one. Their five heuristics can be named; the one
//! of their table of results, closest switch, is the default. With the stable
//! pairing (`gale-shapley`), which is not admissible, nothing is proved.

use super::EngineEntry;
use crate::heuristic::Named;
use crate::objective::Objective;
use crate::options::{Options, Switches};
use crate::outcome::{Plan, RawReport};
use crate::solve_error::SolveError;
use crate::space::StepSpace;
use soko_core::{Level, Measure, Squares, with_width};
use soko_search::{Control, engine::IdaStar, run};

/// The entry in the catalogue.
pub const ENTRY: EngineEntry = EngineEntry {
    name: "nash",
    summary: "IDA* over single moves with visited states and dead squares",
    paper: "Nash et al. 2016",
    complete: true,
    objectives: &[Objective::Any, Objective::MOVES],
    cost: "all states of single moves under each bound; small levels only",
    run: |level, options, control| with_width!(level.board().n_squares(), S => search::<S>(level, options, control)),
};

fn search<S: Squares>(
    level: &Level,
    options: &Options,
    control: &mut Control<'_>,
) -> Result<RawReport, SolveError> {
    // Dead squares are all that the paper has.
    let switches = Switches {
        freeze: false,
        ..options.switches
    };
    let space = StepSpace::<S>::new(level, &switches);
    let name = options.heuristic.as_deref().unwrap_or("closest-switch");
    let guess = Named::<S>::new(name, level.board(), Measure::Moves, ENTRY.name)?;
    let report = run(&mut IdaStar::new(space, guess), control);
    Ok(RawReport::of_search(report, Measure::Moves, Plan::Moves))
}
