//! Mapping the whole state graph of a level.

use super::{control, limited};
use crate::Server;
use crate::fault::Fault;
use crate::maps::{MOST_STATES, draw};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::atomic::AtomicBool;

#[derive(Deserialize)]
pub(in crate::jobs) struct MapJob {
    level: String,
}

/// Exploring takes far less on graphs that are small enough to be mapped.
const SECONDS: u64 = 30;

impl MapJob {
    pub fn run(
        self,
        server: &Server,
        stop: &AtomicBool,
        report: &mut (dyn FnMut(Value) + Send),
    ) -> Result<Value, Fault> {
        let known = server.levels.know(&self.level)?;
        let limits = limited(SECONDS, Some(MOST_STATES));
        let mut control = control(limits, stop, report);
        let view = draw(server, &known, &mut control)?;
        Ok(json!(view))
    }
}
