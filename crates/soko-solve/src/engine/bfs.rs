//! Breadth-first search over pushes: the honest baseline.
//!
//! It leaves out dead squares, frozen boxes and what tunnels make needless, but
//! not what corrals make needless: their tables would cost more than the states.
//! It proves the fewest pushes, or that there is no solution, as long as memory
//! lasts. A state costs at most 32 bytes on levels of ordinary size.

use super::{EngineEntry, Task};
use crate::deadlock::Technique;
use crate::objective::Objective;
use crate::options::{Choice, Reads};
use crate::outcome::{Plan, RawReport};
use crate::own::Pruned;
use crate::solve_error::SolveError;
use crate::space::PushSpace;
use crate::switches::{Switch, Switches};
use soko_core::{Measure, Squares, with_width};
use soko_search::{engine::BreadthFirst, run};

/// The entry in the catalogue.
pub const ENTRY: EngineEntry = EngineEntry {
    name: "bfs",
    summary: "breadth-first over pushes, states told apart by the man's area",
    paper: "Greco 2010, done right",
    complete: true,
    objectives: &[Objective::Any, Objective::PUSHES],
    cost: "time and memory grow with all states nearer than the goal; at most 32 bytes a state",
    reads: |_| Reads {
        switches: Switches::only(&[
            Switch::Test(Technique::DeadSquares),
            Switch::Test(Technique::Freeze),
            Switch::Tunnels,
            Switch::Areas,
        ]),
        choices: &[Choice::OwnDeadlock],
    },
    run: |task| match task.options.ask_own() {
        true => with_own(task),
        false => with_width!(task.level.board().n_squares(), S => search::<S>(task)),
    },
};

/// The space of the search.
fn space<S: Squares>(task: &Task<'_, '_>) -> PushSpace<S> {
    let switches = task.options.switches;
    let switches = switches.without(Switch::Test(Technique::Corral));
    PushSpace::new(task.level, &switches)
}

fn search<S: Squares>(task: Task<'_, '_>) -> Result<RawReport, SolveError> {
    let report = run(&mut BreadthFirst::new(space::<S>(&task)), task.control);
    Ok(RawReport::of_search(report, Measure::Pushes, Plan::Pushes))
}

/// The same with deadlock tests of one's own.
fn with_own(task: Task<'_, '_>) -> Result<RawReport, SolveError> {
    let tests = task.options.own.deadlocks();
    let space = Pruned::new(space(&task), task.level, tests);
    let report = run(&mut BreadthFirst::new(space), task.control);
    let report = RawReport::of_search(report, Measure::Pushes, Plan::Pushes);
    Ok(report.resting_on(task.options))
}
