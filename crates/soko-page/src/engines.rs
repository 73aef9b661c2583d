//! What can solve, and what it can be asked for.

use serde::Serialize;

/// An engine for the list.
#[derive(Serialize)]
pub struct EngineView {
    name: &'static str,
    summary: &'static str,
    goals: Vec<&'static str>,
    is_default: bool,
}

/// The engines there are.
pub fn engines() -> Vec<EngineView> {
    let entries = soko_solve::ENGINES.iter().map(|entry| EngineView {
        name: entry.name,
        summary: entry.summary,
        goals: entry.objectives.iter().map(|o| o.name()).collect(),
        is_default: entry.name == soko_solve::DEFAULT_ENGINE,
    });
    entries.collect()
}
