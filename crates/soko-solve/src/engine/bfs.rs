//! Breadth-first search over pushes: the honest baseline.
//!
//! It leaves out dead squares, frozen boxes and what tunnels make needless, but
//! not what corrals make needless: their tables would cost more than the states.
//! It proves the fewest pushes, or that there is no solution, as long as memory
//! lasts. A state costs at most 32 bytes on levels of ordinary size.

use super::EngineEntry;
use crate::objective::Objective;
use crate::options::{Options, Switches};
use crate::outcome::{Plan, RawReport};
use crate::solve_error::SolveError;
use crate::space::PushSpace;
use soko_core::{Level, Measure, Squares, with_width};
use soko_search::{Control, engine::BreadthFirst, run};

/// The entry in the catalogue.
pub const ENTRY: EngineEntry = EngineEntry {
    name: "bfs",
    summary: "breadth-first over pushes, states told apart by the man's area",
    paper: "Greco 2010, done right",
    complete: true,
    objectives: &[Objective::Any, Objective::PUSHES],
    cost: "time and memory grow with all states nearer than the goal; at most 32 bytes a state",
    run: |level, options, control| with_width!(level.board().n_squares(), S => search::<S>(level, options, control)),
};

fn search<S: Squares>(
    level: &Level,
    options: &Options,
    control: &mut Control<'_>,
) -> Result<RawReport, SolveError> {
    let switches = Switches {
        corral: false,
        ..options.switches
    };
    let space = PushSpace::<S>::new(level, &switches);
    let report = run(&mut BreadthFirst::new(space), control);
    Ok(RawReport::of_search(report, Measure::Pushes, Plan::Pushes))
}
