//! What the catalogue says of an engine.

use crate::objective::Objective;
use crate::options::Options;
use crate::outcome::RawReport;
use crate::solve_error::SolveError;
use soko_core::Level;
use soko_search::Control;
use std::fmt;

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
    /// What it costs in time and memory, in words.
    pub cost: &'static str,
    /// Runs it.
    pub run: fn(&Level, &Options, &mut Control<'_>) -> Result<RawReport, SolveError>,
}

impl fmt::Debug for EngineEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EngineEntry")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}
