//! Something whose promises can be held against the truth.

use super::checked::Promise;
use super::whole_graph::WholeGraph;
use soko_core::{Level, Measure};

/// A broken promise in one graph.
pub(super) struct Breach {
    pub promise: Promise,
    /// The number of the state.
    pub state: usize,
    /// The number of the state after a push, where two are compared.
    pub after: Option<usize>,
    /// What was said, and what is true.
    pub what: String,
}

/// What came of all states of a graph.
pub(super) struct Answers {
    /// The breaches, for each promise the one with the least left to do.
    pub breaches: Vec<Breach>,
    /// How many dead states were called dead.
    pub caught: usize,
}

/// Something whose promises can be held against the truth.
pub(super) trait Subject {
    fn name(&self) -> &str;

    /// The promises that it can give, each with whether it does.
    fn promises(&self) -> Vec<(Promise, bool)>;

    /// What is counted.
    fn measure(&self) -> Measure;

    /// Asks about all states of the graph of a level.
    fn ask(&self, level: &Level, graph: &WholeGraph) -> Answers;
}
