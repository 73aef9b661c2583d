//! Solving a level of any tile game, with the referee at the door.

use crate::{TileBound, TileLevel, TileSpace, VerifiedSteps, verify_tiles};
use soko_search::engine::{BestFirst, BreadthFirst, Weights};
use soko_search::{Buckets, Control, Counters, Outcome, Report, StopReason, run};

/// How a level is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TileEngine {
    /// All states at one distance before any further away.
    BreadthFirst,
    /// The least sum of steps done and steps left first; see [`TileBound`].
    AStar,
}

impl TileEngine {
    /// All engines.
    pub const ALL: [TileEngine; 2] = [TileEngine::AStar, TileEngine::BreadthFirst];

    /// The word used on the command line and in records.
    pub const fn name(self) -> &'static str {
        match self {
            TileEngine::BreadthFirst => "bfs",
            TileEngine::AStar => "astar",
        }
    }
}

/// How a search ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TileOutcome {
    /// Solved, and the referee agrees.
    Solved {
        /// The steps.
        solution: VerifiedSteps,
        /// Whether no solution has fewer steps: proved.
        is_fewest: bool,
    },
    /// Proved to have no solution.
    Unsolvable,
    /// Stopped before the end.
    Stopped(StopReason),
}

/// What a search has to say.
#[derive(Clone, Debug)]
pub struct TileReport {
    /// How it ended.
    pub outcome: TileOutcome,
    /// No solution has fewer steps.
    pub lower_bound: u64,
    /// What was done.
    pub counters: Counters,
}

/// Searches a level for the fewest steps.
///
/// # Panics
///
/// If the referee refuses what the search has found: a fault of ours that nobody must
/// mistake for a solution.
pub fn solve_tiles(level: &TileLevel, engine: TileEngine, control: &mut Control<'_>) -> TileReport {
    let space = TileSpace::new(level);
    let report = match engine {
        TileEngine::BreadthFirst => run(&mut BreadthFirst::new(space), control),
        TileEngine::AStar => {
            let bound = TileBound::new(&space);
            let mut search = BestFirst::<_, _, Buckets>::new(space, bound, Weights::A_STAR);
            run(&mut search, control)
        }
    };
    let Report {
        outcome,
        lower_bound,
        counters,
    } = report;
    let outcome = match outcome {
        Outcome::Solved { plan, optimal } => {
            let solution = verify_tiles(level, &plan);
            TileOutcome::Solved {
                solution: solution.expect("the referee agrees"),
                is_fewest: optimal,
            }
        }
        Outcome::Unsolvable | Outcome::Incomplete => TileOutcome::Unsolvable,
        Outcome::Stopped(reason) => TileOutcome::Stopped(reason),
    };
    TileReport {
        outcome,
        lower_bound,
        counters,
    }
}
