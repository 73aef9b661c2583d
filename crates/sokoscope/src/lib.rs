#![doc = include_str!("../README.md")]
//!
//! # Where things are
//!
//! Levels, files, searches and what they answer stand here at the root. [`graph`] has
//! whole state graphs, [`layers`] what can be shown of a position, [`draw`] pictures,
//! [`facts`] what walls and goals say by themselves, and [`testing`] the kit for
//! heuristics and deadlock tests. Whoever needs more takes the crates that these come
//! from: soko-core, soko-format, soko-search, soko-solve, soko-graph, soko-assist.

pub mod draw;

// Levels and positions.
pub use soko_core::{
    Board, CanonicalState, Cell, Coord, Direction, Fault, Game, Level, LevelError, LevelId,
    MAX_SQUARES, NoLevel, Pull, Push, Reach, Setup, SplitMix, Square, SquareSet, Squares, State,
    Symmetry, UnknownCell, Walks, facts, pulls, pushes, random_level,
};
// Moves, their measures, and the referee.
pub use soko_core::{
    Bound, BrokenPlan, Foul, Measure, Metrics, Step, Verified, lurd, pushes_of_steps,
    steps_of_pushes, verify,
};
// Files.
pub use soko_format::{
    Collection, Diagnostic, Entry, Format, MoveText, Problems, Severity, builtin, read_collection,
};
// Searches: limits, progress, and how they end.
pub use soko_search::{Claims, Control, Counters, Limits, Progress, StopReason};
pub use soko_solve::optimise::{Metric, MetricOrder, Optimised, optimise};
pub use soko_solve::{
    Choice, DEFAULT_ENGINE, ENGINES, EngineEntry, Gap, Objective, Options, Outcome, Report,
    Solution, SolveError, Switch, Switches, engine_named, solve,
};
// Heuristics and deadlock tests: those of the tables, and one's own.
pub use soko_solve::deadlock::{Detectors, Query, Technique, Techniques, Verdict};
pub use soko_solve::heuristic::{HEURISTICS, HeuristicEntry, heuristic_named};
pub use soko_solve::own::{DeadTest, Guess, OwnDeadlock, OwnHeuristic, Registry};
pub use soko_solve::testing;

/// Whole state graphs: every position that pushes lead to, and what can be read off them.
pub mod graph {
    pub use soko_graph::estimate::{Effort, Estimate, estimate};
    pub use soko_graph::{
        Components, Difficulty, Folding, Kind, Predecessors, PushesToGo, Rules, ShortestPushes,
        Solvable, StateGraph, Successors, TooWide, components, explore, fewest_box_changes, layers,
        shortest_moves, shortest_pushes,
    };
}

/// What can be shown of a position: squares, arrows and sentences, as plain data.
pub mod layers {
    pub use soko_assist::layer::named;
    pub use soko_assist::{
        Arrow, ArrowKind, Assistant, Certainty, Focus, Hint, LAYERS, Label, Layer, LayerKind,
        Overlay, Question, Rung, Tint, TintKind, hint, marked_board, marks,
    };
}
