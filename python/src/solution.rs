//! A solution that the referee has replayed.

use pyo3::prelude::*;
use soko_core::{Measure, Verified};

/// A solution that the referee has replayed, with its numbers.
#[pyclass(frozen, get_all, module = "sokoscope")]
pub struct Solution {
    /// Every step as a letter, capitals for pushes.
    lurd: String,
    /// Steps of the man.
    moves: u64,
    /// Pushes among them.
    pushes: u64,
    /// Runs of pushes of one box in one direction.
    box_lines: u64,
    /// Runs of pushes of one box.
    box_changes: u64,
    /// Runs of pushes without a step between them.
    pushing_sessions: u64,
    /// "moves" or "pushes" if no solution is shorter in that, proved; else None.
    optimal: Option<&'static str>,
}

impl Solution {
    /// What the referee has replayed.
    pub(crate) fn new(verified: Verified, optimal: Option<Measure>) -> Solution {
        let metrics = verified.metrics();
        Solution {
            lurd: verified.lurd(),
            moves: metrics.moves,
            pushes: metrics.pushes,
            box_lines: metrics.box_lines,
            box_changes: metrics.box_changes,
            pushing_sessions: metrics.pushing_sessions,
            optimal: optimal.map(Measure::name),
        }
    }
}

#[pymethods]
impl Solution {
    fn __str__(&self) -> &str {
        &self.lurd
    }

    fn __repr__(&self) -> String {
        let proved = self
            .optimal
            .map_or(String::new(), |m| format!(", fewest {m}"));
        format!(
            "<Solution {} moves, {} pushes{proved}>",
            self.moves, self.pushes
        )
    }
}
