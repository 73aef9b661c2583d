//! What an engine says, and what may be reported after the referee has looked.

use crate::deadlock::KeptSet;
use crate::options::Options;
use crate::solve_error::SolveError;
use soko_core::{
    Bound, Direction, Level, Measure, Metrics, Push, Verified, steps_of_pushes, verify,
};
use soko_search::{Claims, Counters, Found};

/// The way to the goal as an engine gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Pushes, the walks between them left open.
    Pushes(Vec<Push>),
    /// Every step of the man.
    Moves(Vec<Direction>),
}

/// A solution as an engine claims it, before the referee has looked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claimed {
    /// The plan.
    pub plan: Plan,
    /// The measure in which the plan is proved best.
    pub optimal: Option<Measure>,
}

impl Claimed {
    /// Turns the plan into steps and has the referee replay them.
    ///
    /// # Errors
    ///
    /// If the plan cannot be followed, or the referee refuses it.
    pub fn verified(self, level: &Level) -> Result<Verified, SolveError> {
        let moves = match self.plan {
            Plan::Pushes(pushes) => {
                let steps = steps_of_pushes(level, &pushes).map_err(SolveError::BrokenPlan)?;
                steps.into_iter().map(|step| step.direction).collect()
            }
            Plan::Moves(moves) => moves,
        };
        verify(level.setup(), moves).map_err(SolveError::Refused)
    }
}

/// How an engine says its run ended.
pub type RawOutcome = soko_search::Outcome<Claimed>;

/// Counts that only some engines have, by name.
pub type Figures = Vec<(&'static str, u64)>;

/// What an engine hands back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawReport {
    /// How the run ended.
    pub outcome: RawOutcome,
    /// No solution is shorter; none where nothing is known.
    pub lower_bound: Option<Bound>,
    /// What was done.
    pub counters: Counters,
    /// Counts that only some engines have, by name.
    pub figures: Figures,
    /// What the engine chose to do and why, a line each.
    pub notes: Vec<String>,
    /// Dead sets to be kept for another run, where that was asked for.
    pub dead_sets: Vec<KeptSet>,
}

impl RawReport {
    /// The report of a search whose costs are counted in a measure and whose
    /// actions make a plan in the given way.
    pub(crate) fn of_search<A>(
        report: soko_search::Report<A>,
        measure: Measure,
        to_plan: impl FnOnce(Vec<A>) -> Plan,
    ) -> RawReport {
        let outcome = report.outcome.map(|Found { plan, optimal }| Claimed {
            plan: to_plan(plan),
            optimal: optimal.then_some(measure),
        });
        // A bound of 0 says nothing, and an unsolvable level has none.
        let says_something = report.lower_bound > 0 && outcome != RawOutcome::Unsolvable;
        RawReport {
            outcome,
            lower_bound: says_something.then_some(Bound {
                at_least: report.lower_bound,
                measure,
            }),
            counters: report.counters,
            figures: Figures::new(),
            notes: Vec::new(),
            dead_sets: Vec::new(),
        }
    }
}

impl RawReport {
    /// The same with a note of what is one's own, and on whose word proofs rest.
    pub(crate) fn resting_on(mut self, options: &Options) -> RawReport {
        let tests = options.own.deadlocks().iter();
        let words = tests.map(|test| (test.name(), test.is_sound()));
        let guess = options.own_heuristic();
        let guess = guess.map(|own| (own.name(), own.claims() != Claims::NONE));
        self.notes.extend(
            guess
                .into_iter()
                .chain(words)
                .map(|(name, promises)| match promises {
                    true => format!("what is proved rests on the promises of {name}"),
                    false => format!("{name} promises nothing"),
                }),
        );
        self
    }
}

/// A solution, and what is proved of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// What the referee has replayed.
    pub verified: Verified,
    /// The measure in which no better solution exists, if that is proved.
    pub optimal: Option<Measure>,
}

impl Solution {
    /// The referee's count.
    pub fn metrics(&self) -> &Metrics {
        self.verified.metrics()
    }
}

/// How a run ended.
pub type Outcome = soko_search::Outcome<Solution>;

/// What a run has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The engine's name.
    pub engine: &'static str,
    /// How the run ended.
    pub outcome: Outcome,
    /// No solution is shorter; none where nothing is known.
    pub lower_bound: Option<Bound>,
    /// What was done.
    pub counters: Counters,
    /// Counts that only some engines have, by name.
    pub figures: Figures,
    /// What the engine chose to do and why, a line each.
    pub notes: Vec<String>,
    /// Dead sets to be kept for another run, where that was asked for.
    pub dead_sets: Vec<KeptSet>,
}

impl Report {
    /// The solution, if there is one.
    pub fn solution(&self) -> Option<&Solution> {
        self.outcome.solution()
    }
}
