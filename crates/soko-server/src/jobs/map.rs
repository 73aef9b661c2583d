//! Mapping the whole state graph of a level.

use super::desk::Desk;
use crate::fault::Fault;
use crate::maps::{Atlas, MOST_STATES, view_of};
use serde::Deserialize;
use serde_json::{Value, json};
use soko_graph::{Rules, explore};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Map {
    level: String,
}

/// Exploring takes far less on graphs that are small enough to be mapped.
const SECONDS: u64 = 30;

impl Map {
    /// Explores the level, draws the graph, and keeps it if it is whole.
    pub fn run(self, desk: Desk<'_>) -> Result<Value, Fault> {
        let server = desk.server;
        let known = server.levels.know(&self.level)?;
        let mut control = desk.control(SECONDS, Some(MOST_STATES));
        control.set_phase("exploring");
        let graph = explore(&known.level, &Rules::default(), 1, &mut control)
            .map_err(|error| Fault::bad(error.to_string()))?;
        let stopped = graph.stopped();
        let view = view_of(&graph, stopped);
        if stopped.is_none() {
            server.maps.keep(&known.key, Atlas::new(graph));
        }
        Ok(json!(view))
    }
}
