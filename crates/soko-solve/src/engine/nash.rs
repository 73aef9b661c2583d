//! Nash, Vasick and Zaerpoor's solver (2016): IDA* over single moves, with a table
//! of visited states and dead squares.
//!
//! Theirs hashes states and trusts the hash; ours compares the states, so that a
//! solution called shortest is one. Their five heuristics can be named; the one
//! of their table of results, closest switch, is the default. With the stable
//! pairing (`gale-shapley`) and the modified heuristic as it is printed
//! (`on-switches-near-printed`), which are not admissible, nothing is proved. Without
//! the table (the switch `visited`) it is the plain IDA* of their pseudocode.

use super::{EngineEntry, Task};
use crate::deadlock::Technique;
use crate::heuristic::Named;
use crate::objective::Objective;
use crate::options::{Choice, Reads};
use crate::outcome::{Plan, RawReport};
use crate::solve_error::SolveError;
use crate::space::StepSpace;
use crate::switches::{Switch, Switches};
use soko_core::{Measure, Squares, with_few_widths};
use soko_search::{engine::IdaStar, run};

/// The entry in the catalogue.
pub const ENTRY: EngineEntry = EngineEntry {
    name: "nash",
    summary: "IDA* over single moves with visited states and dead squares",
    paper: "Nash et al. 2016",
    complete: true,
    objectives: &[Objective::Any, Objective::MOVES],
    cost: "all states of single moves under each bound; small levels only",
    // Dead squares and visited states are all that the paper has.
    reads: |_| Reads {
        switches: Switches::only(&[Switch::Test(Technique::DeadSquares), Switch::Visited]),
        choices: &[Choice::Heuristic],
    },
    run: |task| with_few_widths!(task.level.board().n_squares(), S => search::<S>(task)),
};

fn search<S: Squares>(task: Task<'_, '_>) -> Result<RawReport, SolveError> {
    let switches = task.options.switches;
    let switches = switches.without(Switch::Test(Technique::Freeze));
    let space = StepSpace::<S>::new(task.level, &switches);
    let name = task.options.heuristic.as_deref();
    let name = name.unwrap_or("closest-switch");
    let guess = Named::<S>::new(name, task.level.board(), Measure::Moves, ENTRY.name)?;
    let mut search = IdaStar::new(space, guess);
    if !switches.is_on(Switch::Visited) {
        search = search.without_table();
    }
    let report = run(&mut search, task.control);
    Ok(RawReport::of_search(report, Measure::Moves, Plan::Moves))
}
