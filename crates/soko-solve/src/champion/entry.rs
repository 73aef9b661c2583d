//! The champion's row in the catalogue. It looks for some solution, on small levels for
//! a short one; where the shortest is asked for, `optimal` does the work and asks the
//! champion for its first solution.

use super::portfolio::engine::find;
use crate::engine::{EngineEntry, Task};
use crate::objective::Objective;
use crate::optimal;
use crate::options::{Choice, Options, Reads};
use crate::outcome::RawReport;
use crate::solve_error::SolveError;
use crate::switches::{Switch, Switches};

/// The engine's entry in the catalogue.
pub const ENTRY: EngineEntry = EngineEntry {
    name: "champion",
    summary: "packing plans, macro moves and feature-space search in a portfolio",
    paper: "after Shoham and Schaeffer, The FESS Algorithm (2020)",
    complete: false,
    objectives: &[Objective::Any, Objective::PUSHES, Objective::MOVES],
    reads: |objective| match objective {
        Objective::Any => Reads {
            // All but those of other engines.
            switches: Switches::ALL
                .without(Switch::Visited)
                .without(Switch::Bound)
                .without(Switch::PairPenalties)
                .without(Switch::GroupPenalties)
                .without(Switch::Middle)
                .without(Switch::Symmetry)
                .without(Switch::Overtaken)
                .without(Switch::WalkFlow),
            choices: &[
                Choice::Strategies,
                Choice::Values,
                Choice::Patterns,
                Choice::DeadSets,
                Choice::Threads,
                Choice::Seed,
            ],
        },
        Objective::Fewest(_) => (optimal::ENTRY.reads)(objective),
    },
    cost: "thousands of positions a second, one or two kilobytes each",
    run,
};

fn run(task: Task<'_, '_>) -> Result<RawReport, SolveError> {
    match task.options.objective {
        Objective::Any if may_shorten(task.options) => optimal::find_short(task, find),
        Objective::Any => find(task),
        Objective::Fewest(_) => (optimal::ENTRY.run)(task),
    }
}

/// Who names strategies wants to see what they do, and who keeps dead sets wants them to
/// be learned.
fn may_shorten(options: &Options) -> bool {
    let is_on = options.switches.is_on(Switch::Shorter);
    is_on && options.strategies.is_empty() && options.dead_sets.is_none()
}
