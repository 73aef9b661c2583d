//! A*, weighted and greedy best-first search, and IDA*, over pushes or over walks
//! and pushes: the same ideas as in the papers, done right.
//!
//! With pushes as the goal the space is that of pushes, with moves that of walks
//! and pushes; each has its own state, so each proves what it finds. The guess is
//! the minimum matching unless another is named; with a guess that is not
//! admissible a solution is found but nothing is proved. Greedy search looks only
//! ahead: it finds some solution soon, and proves only that there is none.
//!
//! Heuristics and deadlock tests of one's own are asked here too ([`crate::own`]).

use super::{EngineEntry, Task};
use crate::heuristic::Named;
use crate::objective::Objective;
use crate::options::{Choice, Options, Reads};
use crate::outcome::{Plan, RawReport};
use crate::own::{OwnGuess, Pruned};
use crate::solve_error::SolveError;
use crate::space::{PUSH_SWITCHES, Placement, PushSpace, WALK_SWITCHES, WalkAndPushSpace};
use soko_core::{Level, Measure, Push, SquareSet, Squares, with_width};
use soko_search::engine::{BestFirst, IdaStar, Weights};
use soko_search::{Buckets, Control, Heuristic, Report, Space, run};

/// A*.
pub const ASTAR: EngineEntry = EngineEntry {
    name: "astar",
    summary: "A* over pushes, or walks and pushes, with minimum matching; proves what it finds",
    paper: "Nash et al. 2016, done right",
    complete: true,
    objectives: &[Objective::Any, Objective::PUSHES, Objective::MOVES],
    reads: |objective| Reads {
        switches: match objective.measure() {
            Some(Measure::Moves) => WALK_SWITCHES,
            Some(Measure::Pushes) | None => PUSH_SWITCHES,
        },
        choices: &[Choice::Heuristic, Choice::OwnHeuristic, Choice::OwnDeadlock],
    },
    cost: "time and memory grow with all states whose bound is below the optimum",
    run: |task| solve(task, Method::Star),
};

/// Greedy best-first.
pub const GREEDY: EngineEntry = EngineEntry {
    name: "greedy",
    summary: "greedy best-first over pushes with minimum matching: some solution, soon",
    paper: "the usual baseline",
    objectives: &[Objective::Any],
    cost: "often far fewer states than astar; no promise",
    run: |task| solve(task, Method::Greedy),
    ..ASTAR
};

/// IDA*.
pub const IDA: EngineEntry = EngineEntry {
    name: "ida",
    summary: "IDA* over pushes, or walks and pushes, with minimum matching and a table",
    cost: "like astar, once for each bound; fewer bytes a state",
    run: |task| solve(task, Method::Deepening),
    ..ASTAR
};

/// What guesses if nothing is named.
const DEFAULT_GUESS: &str = "min-matching";

#[derive(Clone, Copy, Debug)]
enum Method {
    Star,
    Greedy,
    Deepening,
}

impl Method {
    const fn name(self) -> &'static str {
        match self {
            Method::Star => ASTAR.name,
            Method::Greedy => GREEDY.name,
            Method::Deepening => IDA.name,
        }
    }
}

fn solve(task: Task<'_, '_>, method: Method) -> Result<RawReport, SolveError> {
    if task.options.ask_own() {
        return with_own(task, method);
    }
    with_width!(task.level.board().n_squares(), S => in_space::<S>(task, method))
}

/// The same with what is one's own.
fn with_own(task: Task<'_, '_>, method: Method) -> Result<RawReport, SolveError> {
    let (level, options, control) = (task.level, task.options, task.control);
    let (switches, tests) = (&options.switches, options.own.deadlocks());
    let measure = options.objective.measure().unwrap_or(Measure::Pushes);
    let guess = own_guess(level, options, measure, method)?;
    let report = match measure {
        Measure::Moves => {
            let space = WalkAndPushSpace::<SquareSet>::new(level, switches);
            search(Pruned::new(space, level, tests), guess, control, method)
        }
        Measure::Pushes => {
            let space = PushSpace::<SquareSet>::new(level, switches);
            search(Pruned::new(space, level, tests), guess, control, method)
        }
    };
    Ok(RawReport::of_search(report, measure, Plan::Pushes).resting_on(options))
}

/// One's own heuristic, or the one of the table that is asked beside own deadlock tests.
fn own_guess(
    level: &Level,
    options: &Options,
    measure: Measure,
    method: Method,
) -> Result<OwnGuess, SolveError> {
    let engine = method.name();
    if let Some(own) = options.own_heuristic() {
        let claims = own.claims_in(measure);
        let claims = claims.ok_or_else(|| SolveError::counts_steps(engine, own.name()))?;
        return Ok(OwnGuess::new(own, claims, level));
    }
    let name = options.heuristic.as_deref().unwrap_or(DEFAULT_GUESS);
    let named = Named::new(name, level.board(), measure, engine)?;
    Ok(OwnGuess::Named(Box::new(named)))
}

fn in_space<S: Squares>(task: Task<'_, '_>, method: Method) -> Result<RawReport, SolveError> {
    let (level, switches) = (task.level, &task.options.switches);
    let measure = task.options.objective.measure();
    let measure = measure.unwrap_or(Measure::Pushes);
    let report = match measure {
        Measure::Moves => {
            let space = WalkAndPushSpace::<S>::new(level, switches);
            with_guess(space, task, measure, method)?
        }
        Measure::Pushes => {
            let space = PushSpace::<S>::new(level, switches);
            with_guess(space, task, measure, method)?
        }
    };
    Ok(RawReport::of_search(report, measure, Plan::Pushes))
}

fn with_guess<S: Squares, P: Space<State = Placement<S>, Action = Push>>(
    space: P,
    task: Task<'_, '_>,
    measure: Measure,
    method: Method,
) -> Result<Report<Push>, SolveError> {
    let name = task.options.heuristic.as_deref().unwrap_or(DEFAULT_GUESS);
    let guess = Named::new(name, task.level.board(), measure, method.name())?;
    Ok(search(space, guess, task.control, method))
}

fn search<P: Space<Action = Push>, H: Heuristic<P>>(
    space: P,
    guess: H,
    control: &mut Control<'_>,
    method: Method,
) -> Report<Push> {
    type Best<P, H> = BestFirst<P, H, Buckets>;
    match method {
        Method::Star => run(&mut Best::new(space, guess, Weights::A_STAR), control),
        Method::Greedy => {
            let search = Best::new(space, guess, Weights::GREEDY);
            run(&mut search.accepting_any(), control)
        }
        Method::Deepening => run(&mut IdaStar::new(space, guess), control),
    }
}
