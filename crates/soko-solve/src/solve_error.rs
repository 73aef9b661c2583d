//! Why a run cannot be made, or its result not be believed.

use crate::objective::Objective;
use soko_core::{BrokenPlan, Foul};
use std::fmt;

/// Why a run could not be made, or its result not be believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SolveError {
    /// Nothing of this kind has this name.
    Unknown {
        /// What it should have been: an engine, a heuristic, a strategy.
        kind: &'static str,
        /// The name.
        name: String,
        /// The names that there are.
        known: Vec<&'static str>,
    },
    /// The engine cannot be asked for this.
    Objective {
        /// The engine.
        engine: &'static str,
        /// What it was asked for.
        objective: Objective,
    },
    /// An option was set that the engine does not read.
    Unread {
        /// The engine.
        engine: &'static str,
        /// The option.
        option: String,
        /// What it does read.
        reads: String,
    },
    /// The engine cannot keep its promises with this.
    Unfit {
        /// The engine.
        engine: &'static str,
        /// What it is: a heuristic, a deadlock test.
        kind: &'static str,
        /// Its name.
        name: String,
        /// What is wrong.
        why: &'static str,
    },
    /// Two things of this kind have this name.
    Taken {
        /// What they are: heuristics, deadlock tests.
        kind: &'static str,
        /// The name.
        name: String,
    },
    /// The engine gave a plan that cannot be done: a fault of ours.
    BrokenPlan(BrokenPlan),
    /// The referee refused the solution: a fault of ours.
    Refused(Foul),
}

impl SolveError {
    /// A heuristic says nothing about pushes.
    pub(crate) fn counts_steps(engine: &'static str, heuristic: &str) -> SolveError {
        SolveError::Unfit {
            engine,
            kind: "heuristic",
            name: heuristic.into(),
            why: "it counts steps of the man, and here walking is free",
        }
    }
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Unknown { kind, name, known } => {
                let known = known.join(", ");
                write!(f, "no {kind} is called {name:?}; there are {known}")
            }
            SolveError::Objective { engine, objective } => {
                write!(f, "the engine {engine} cannot be asked for {objective}")
            }
            SolveError::Unread {
                engine,
                option,
                reads,
            } => {
                write!(
                    f,
                    "the engine {engine} does not use the {option}; it takes {reads}"
                )
            }
            SolveError::Unfit {
                engine,
                kind,
                name,
                why,
            } => {
                write!(f, "the engine {engine} cannot use the {kind} {name}: {why}")
            }
            SolveError::Taken { kind, name } => {
                write!(f, "there are two of the name {name:?}, each a {kind}")
            }
            SolveError::BrokenPlan(broken) => write!(f, "the engine gave a false plan: {broken}"),
            SolveError::Refused(foul) => write!(f, "the referee refused the solution: {foul}"),
        }
    }
}

impl std::error::Error for SolveError {}
