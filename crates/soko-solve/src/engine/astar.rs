//! A* over pushes or over walks and pushes, with minimum matching: proved
//! optimal answers.

use super::push_report;
use crate::heuristic::MinMatching;
use crate::space::WalkAndPushSpace;
use crate::{EngineEntry, Goal, Options, PushSpace, RawReport, SolveError};
use soko_core::{Level, Squares, with_width};
use soko_search::engine::{BestFirst, Weights};
use soko_search::{Buckets, Control, run};

/// The entry in the catalogue.
pub const ENTRY: EngineEntry = EngineEntry {
    name: "astar",
    summary: "A* over pushes (or walks and pushes) with minimum matching; proves what it finds",
    paper: "Rolling Stone's bound, Nash 2016 done right",
    complete: true,
    goals: &[Goal::Any, Goal::Pushes, Goal::Moves],
    cost: "time and memory grow with all states whose bound is below the optimum",
    run: |level, options, control| with_width!(level.board().n_squares(), S => search::<S>(level, options, control)),
};

fn search<S: Squares>(
    level: &Level,
    options: &Options,
    control: &mut Control<'_>,
) -> Result<RawReport, SolveError> {
    let heuristic = MinMatching::<S>::new(level.board());
    let report = if options.goal == Goal::Moves {
        let space = WalkAndPushSpace::<S>::new(level, &options.switches);
        let mut engine = BestFirst::<_, _, Buckets>::new(space, heuristic, Weights::A_STAR);
        run(&mut engine, control)
    } else {
        let space = PushSpace::<S>::new(level, &options.switches);
        let mut engine = BestFirst::<_, _, Buckets>::new(space, heuristic, Weights::A_STAR);
        run(&mut engine, control)
    };
    let measure = match options.goal {
        Goal::Moves => Goal::Moves,
        Goal::Any | Goal::Pushes => Goal::Pushes,
    };
    Ok(push_report(report, measure))
}
