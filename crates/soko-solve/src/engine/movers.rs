//! Movers and Packers' solver (2011): iterative deepening from both ends.
//!
//! The backward search from the solved boards goes first and does its share of the work
//! (`backward`, half if nothing is said); the forward search looks for boards in its
//! table. Built in is what their report leaves as future scope, each with a switch: the
//! man's area instead of his square (`areas`), freeze deadlocks (`freeze`), corral
//! deadlocks (`corral`), tunnels (`tunnels`), and the path out of the stored depths.
//! Their static deadlocks are `dead-squares`: forward those from which no goal can be
//! reached, backward those that no box can reach.
//!
//! Both searches leave out what cannot be part of a solution of the cost looked for
//! (the switch `bound`). Their bound, the sum of the steps to the nearest goals, is the
//! heuristic `nearest-goal`; backward it counts from the nearest starts. Ours is the
//! minimum matching, backward with the starts. Without any bound each side goes through
//! all states to half the depth of the solution, again for each depth: 48 pushes on
//! their own board, far beyond what a table holds.
//!
//! Their tables hold 64-bit Zobrist keys and trust them. Ours compare the packed
//! states, since a collision could pass for a proof; a packed state is rarely longer
//! than such a key. With `table` they are as theirs were, a fixed number of bytes for
//! each direction, and nothing is proved; the collisions are counted.
//!
//! With areas the first meeting is a solution with the fewest pushes; without,
//! the two searches can miss each other and nothing is proved.
//!
//! A level with very many choices of goals (more goals than boxes) is searched
//! forwards only.

use super::{EngineEntry, Task};
use crate::ground::level::LevelGround;
use crate::heuristic::{MinMatching, Named};
use crate::objective::Objective;
use crate::options::{Choice, Reads};
use crate::outcome::{Figures, Plan, RawOutcome, RawReport};
use crate::solve_error::SolveError;
use crate::space::{PUSH_SWITCHES, Placement, PullSpace, PushSpace};
use crate::switches::Switch;
use soko_core::{Level, Measure, Square, Squares, facts, with_few_widths};
use soko_search::engine::{Bidirectional, IdaStar, Trust, TwoSided};
use soko_search::{Claims, Counters, Heuristic, Space, StopReason, Successor, run};

/// The share of the backward search if nothing is said, in percent.
const BACKWARD_PERCENT: u8 = 50;
/// The bound if none is named.
const DEFAULT_BOUND: &str = "min-matching";

/// The entry in the catalogue.
pub const ENTRY: EngineEntry = EngineEntry {
    name: "movers",
    summary: "iterative deepening over pushes from both ends, meeting in the middle",
    paper: "Movers and Packers 2011, with its future scope",
    complete: true,
    objectives: &[Objective::Any, Objective::PUSHES],
    cost: "all states under the bound to half the depth from each end, once for each bound",
    reads: |objective| Reads {
        switches: PUSH_SWITCHES.with(Switch::Bound),
        // Trusted keys prove nothing.
        choices: match objective {
            Objective::Any => &[Choice::Heuristic, Choice::Backward, Choice::Table],
            Objective::Fewest(_) => &[Choice::Heuristic, Choice::Backward],
        },
    },
    run: |task| with_few_widths!(task.level.board().n_squares(), S => search::<S>(task)),
};

/// Chooses the bounds of both searches.
fn search<S: Squares>(task: Task<'_, '_>) -> Result<RawReport, SolveError> {
    let (level, options) = (task.level, task.options);
    if !options.switches.is_on(Switch::Bound) {
        return Ok(meet::<S>(task, Bound::Nothing, Bound::Nothing));
    }
    let name = options.heuristic.as_deref().unwrap_or(DEFAULT_BOUND);
    let to_goals = Named::<S>::new(name, level.board(), Measure::Pushes, ENTRY.name)?;
    let from_starts = match name {
        DEFAULT_BOUND => {
            let from_starts = LevelGround::<S>::new(level).start_distance;
            let n_squares = level.board().n_squares();
            Bound::Matching(Box::new(MinMatching::with_distances(
                n_squares,
                &from_starts,
            )))
        }
        _ => Bound::Nearest(NearestStart::new(level)),
    };
    Ok(meet(task, Bound::Named(to_goals), from_starts))
}

/// Whether the fixed tables alone are more than the run may use.
fn tables_are_too_large(task: &Task<'_, '_>) -> bool {
    let most = task.control.limits().memory.unwrap_or(usize::MAX);
    let table = task.options.table.unwrap_or(0);
    table.saturating_mul(2) > most
}

/// Searches from both ends, or forwards only.
fn meet<S: Squares>(task: Task<'_, '_>, to_goals: Bound<S>, from_starts: Bound<S>) -> RawReport {
    let (level, options) = (task.level, task.options);
    let forward = PushSpace::<S>::new(level, &options.switches);
    let Some(backward) = PullSpace::<S>::new(level, &options.switches) else {
        let report = run(&mut IdaStar::new(forward, to_goals), task.control);
        let mut report = RawReport::of_search(report, Measure::Pushes, Plan::Pushes);
        let note = "too many choices of goals for a backward search: forwards only";
        report.notes.push(note.into());
        return report;
    };
    if tables_are_too_large(&task) {
        return RawReport {
            outcome: RawOutcome::Stopped(StopReason::Memory),
            lower_bound: None,
            counters: Counters::default(),
            figures: Figures::new(),
            notes: vec!["the two tables are larger than the memory allowed".into()],
            dead_sets: Vec::new(),
        };
    }
    let how = TwoSided {
        backward_percent: u64::from(options.backward.unwrap_or(BACKWARD_PERCENT)),
        parity: parity_of_pushes(level),
        table_bytes: options.table,
    };
    let mut engine = Bidirectional::new((forward, to_goals), (backward, from_starts), how);
    let report = run(&mut engine, task.control);
    let mut report = RawReport::of_search(report, Measure::Pushes, Plan::Pushes);
    report.figures = figures(engine.sides(), engine.trust());
    report
}

/// What each direction did, and what came of trusted keys.
fn figures([forward, backward]: [Counters; 2], trust: Option<Trust>) -> Figures {
    let mut figures = vec![
        ("expanded_forward", forward.expanded),
        ("expanded_backward", backward.expanded),
        ("stored_forward", forward.stored),
        ("stored_backward", backward.stored),
    ];
    if let Some(trust) = trust {
        figures.extend([
            ("collisions", trust.collisions),
            ("replaced", trust.replaced),
            ("false_meetings", trust.false_meetings),
        ]);
    }
    figures
}

/// Whether the pushes of every solution are even (0) or odd (1). A push takes a box to a
/// square of the other colour of a chessboard; where every goal gets a box, the colours
/// at the end are known.
fn parity_of_pushes(level: &Level) -> Option<u32> {
    let board = level.board();
    let colour = |square: Square| {
        let at = board.coord(square);
        at.row + at.col
    };
    let sum = level.boxes().iter().chain(board.goals().iter()).map(colour);
    let is_settled = board.goals().len() == level.n_boxes();
    is_settled.then(|| sum.fold(0, |parity, colour| (parity + colour) % 2))
}

/// For every box the steps from the start square nearest to it: the bound of Movers and
/// Packers as seen from the other end, admissible and consistent for the same reasons.
struct NearestStart {
    steps: Vec<u16>,
}

impl NearestStart {
    fn new(level: &Level) -> NearestStart {
        let steps = facts::walking_distances_to(level.board(), level.boxes());
        NearestStart { steps }
    }

    fn sum<S: Squares>(&self, boxes: &S) -> u32 {
        let steps = |square: Square| u32::from(self.steps[square.index()]);
        boxes.iter().map(steps).sum()
    }
}

/// The bound of one side, chosen at run time: a type of its own for each pair would be the
/// whole search again.
enum Bound<S> {
    Nothing,
    Named(Named<S>),
    Matching(Box<MinMatching<S>>),
    Nearest(NearestStart),
}

impl<S: Squares, P: Space<State = Placement<S>>> Heuristic<P> for Bound<S> {
    fn claims(&self) -> Claims {
        match self {
            Bound::Named(named) => Heuristic::<P>::claims(named),
            Bound::Matching(matching) => Heuristic::<P>::claims(&**matching),
            Bound::Nothing | Bound::Nearest(_) => Claims::ALL,
        }
    }

    fn estimate(&mut self, state: &Placement<S>) -> Option<u32> {
        match self {
            Bound::Nothing => Some(0),
            Bound::Named(named) => Heuristic::<P>::estimate(named, state),
            Bound::Matching(matching) => Heuristic::<P>::estimate(&mut **matching, state),
            Bound::Nearest(nearest) => Some(nearest.sum(&state.boxes)),
        }
    }

    fn enter(&mut self, parent: &Placement<S>) {
        match self {
            Bound::Named(named) => Heuristic::<P>::enter(named, parent),
            Bound::Matching(matching) => Heuristic::<P>::enter(&mut **matching, parent),
            Bound::Nothing | Bound::Nearest(_) => {}
        }
    }

    fn estimate_successor(&mut self, next: &Successor<Placement<S>, P::Action>) -> Option<u32> {
        match self {
            Bound::Nothing => Some(0),
            Bound::Named(named) => Heuristic::<P>::estimate_successor(named, next),
            Bound::Matching(matching) => Heuristic::<P>::estimate_successor(&mut **matching, next),
            Bound::Nearest(nearest) => Some(nearest.sum(&next.state.boxes)),
        }
    }
}
