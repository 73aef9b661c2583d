//! Solving a level of any tile game, with the referee at the door.

use crate::{TileBound, TileLevel, TileSpace, VerifiedSteps, verify_tiles};
use soko_search::engine::{BestFirst, BreadthFirst, Weights};
use soko_search::{Buckets, Control, Counters, Found, Outcome, run};

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

/// A solution that the referee has replayed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileSolution {
    /// The steps.
    pub steps: VerifiedSteps,
    /// Whether no solution has fewer: proved.
    pub is_fewest: bool,
}

/// What a search has to say.
#[derive(Clone, Debug)]
pub struct TileReport {
    /// How it ended.
    pub outcome: Outcome<TileSolution>,
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
    let outcome = report.outcome.map(|Found { plan, optimal }| TileSolution {
        steps: verify_tiles(level, &plan).expect("the referee agrees"),
        is_fewest: optimal,
    });
    TileReport {
        outcome,
        lower_bound: report.lower_bound,
        counters: report.counters,
    }
}
