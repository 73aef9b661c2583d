//! What the catalogue says of an engine.

use crate::heuristic::heuristic_named;
use crate::objective::Objective;
use crate::options::{Choice, Options, Reads};
use crate::outcome::RawReport;
use crate::solve_error::SolveError;
use soko_core::Level;
use soko_search::Control;
use std::fmt;

/// What an engine is given.
pub struct Task<'t, 'c> {
    /// The level.
    pub level: &'t Level,
    /// What is asked of the engine.
    pub options: &'t Options,
    /// Limits, cancellation and progress.
    pub control: &'t mut Control<'c>,
}

/// An engine in the catalogue.
pub struct EngineEntry {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one line.
    pub summary: &'static str,
    /// Where it comes from.
    pub paper: &'static str,
    /// Whether a run that ends without a solution proves that there is none.
    pub complete: bool,
    /// What it can be asked for.
    pub objectives: &'static [Objective],
    /// What it reads of its options, by what it is asked for.
    pub reads: fn(Objective) -> Reads,
    /// What it costs in time and memory, in words.
    pub cost: &'static str,
    /// Runs it.
    pub run: fn(Task<'_, '_>) -> Result<RawReport, SolveError>,
}

impl fmt::Debug for Task<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task")
            .field("options", &self.options)
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for EngineEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineEntry")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

impl EngineEntry {
    /// Whether it reads this choice when it is asked for this.
    pub fn takes(&self, choice: Choice, objective: Objective) -> bool {
        (self.reads)(objective).choices.contains(&choice)
    }

    /// Whether it can be asked for this, and reads all that is set.
    ///
    /// # Errors
    ///
    /// If not; the error says what it takes.
    pub fn check(&self, options: &Options) -> Result<(), SolveError> {
        let (engine, objective) = (self.name, options.objective);
        if !self.objectives.contains(&objective) {
            return Err(SolveError::Objective { engine, objective });
        }
        let reads = (self.reads)(objective);
        if let Some(option) = reads.unread(options) {
            let reads = reads.told();
            return Err(SolveError::Unread {
                engine,
                option,
                reads,
            });
        }
        options.own.check_names()?;
        options.own.check_proof(engine, objective.measure())?;
        self.check_heuristic(options)
    }

    /// A solution that is to be proved the shortest needs an admissible heuristic.
    fn check_heuristic(&self, options: &Options) -> Result<(), SolveError> {
        let (Some(measure), Some(name)) = (options.objective.measure(), &options.heuristic) else {
            return Ok(());
        };
        let claims = match options.own_heuristic() {
            Some(own) => own.claims_in(measure),
            None => heuristic_named(name)?.claims(measure),
        };
        match claims {
            Some(claims) if !claims.admissible => Err(SolveError::Unfit {
                engine: self.name,
                kind: "heuristic",
                name: name.clone(),
                why: "it is not admissible, so nothing would be proved; ask for any solution",
            }),
            _ => Ok(()),
        }
    }
}
