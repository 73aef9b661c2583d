//! The engines of the catalogue, one file each.

pub mod astar;
pub mod bfs;
pub mod greco;
pub mod movers;
pub mod nash;

use crate::{Goal, Plan, RawOutcome, RawReport};
use soko_core::Push;
use soko_search::{Outcome, Report};

/// The report of a search over pushes; a plan proved cheapest is best in the
/// given measure.
pub(crate) fn push_report(report: Report<Push>, measure: Goal) -> RawReport {
    raw_report(report, measure, Plan::Pushes)
}

/// The report of a search whose actions make a plan in the given way.
pub(crate) fn raw_report<A>(
    report: Report<A>,
    measure: Goal,
    to_plan: impl FnOnce(Vec<A>) -> Plan,
) -> RawReport {
    let outcome = match report.outcome {
        Outcome::Solved { plan, optimal } => RawOutcome::Solved {
            plan: to_plan(plan),
            optimal: optimal.then_some(measure),
        },
        Outcome::Unsolvable => RawOutcome::Unsolvable,
        Outcome::Incomplete => RawOutcome::Incomplete,
        Outcome::Stopped(reason) => RawOutcome::Stopped(reason),
    };
    RawReport {
        outcome,
        lower_bound: report.lower_bound,
        counters: report.counters,
        notes: Vec::new(),
    }
}
