//! Movers and Packers' solver (2011): iterative deepening from both ends.
//!
//! The backward search from the solved boards goes first and does half of the
//! work; the forward search looks for boards in its table. Built in is what their
//! report leaves as future scope, each with a switch: the man's area instead of
//! his square (`areas`), freeze deadlocks (`freeze`), corral deadlocks (`corral`),
//! tunnels (`tunnels`), and the path out of the stored depths. Their static
//! deadlocks are `dead-squares`: forward those from which no goal can be reached,
//! backward those that no box can reach.
//!
//! Their tables hold 64-bit Zobrist keys and trust them. Ours compare the packed
//! states, since a collision could pass for a proof; a packed state is rarely
//! longer than such a key.
//!
//! With areas the first meeting is a solution with the fewest pushes; without,
//! the two searches can miss each other and nothing is proved.
//!
//! A level with very many choices of goals (more goals than boxes) is searched
//! forwards only.

use super::{EngineEntry, Task};
use crate::objective::Objective;
use crate::options::Reads;
use crate::outcome::{Plan, RawReport};
use crate::solve_error::SolveError;
use crate::space::{PUSH_SWITCHES, PullSpace, PushSpace};
use soko_core::{Measure, Squares, with_width};
use soko_search::engine::{Bidirectional, depth_first_deepening};
use soko_search::run;

/// The share of the backward search in all expansions, in percent.
const BACKWARD_PERCENT: u64 = 50;

/// The entry in the catalogue.
pub const ENTRY: EngineEntry = EngineEntry {
    name: "movers",
    summary: "iterative deepening over pushes from both ends, meeting in the middle",
    paper: "Movers and Packers 2011, with its future scope",
    complete: true,
    objectives: &[Objective::Any, Objective::PUSHES],
    cost: "all states to half the depth from each end, once for each depth",
    reads: |_| Reads {
        switches: PUSH_SWITCHES,
        ..Reads::NOTHING
    },
    run: |task| with_width!(task.level.board().n_squares(), S => search::<S>(task)),
};

fn search<S: Squares>(task: Task<'_, '_>) -> Result<RawReport, SolveError> {
    let (level, switches) = (task.level, &task.options.switches);
    let forward = PushSpace::<S>::new(level, switches);
    let Some(backward) = PullSpace::<S>::new(level, switches) else {
        let report = run(&mut depth_first_deepening(forward), task.control);
        let mut report = RawReport::of_search(report, Measure::Pushes, Plan::Pushes);
        let note = "too many choices of goals for a backward search: forwards only";
        report.notes.push(note.into());
        return Ok(report);
    };
    let mut engine = Bidirectional::new(forward, backward, BACKWARD_PERCENT);
    let report = run(&mut engine, task.control);
    Ok(RawReport::of_search(report, Measure::Pushes, Plan::Pushes))
}
