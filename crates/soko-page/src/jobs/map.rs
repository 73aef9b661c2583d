//! Mapping the whole state graph of a level.
//!
//! The graph is explored in the job's own process, where no level can do harm, and
//! drawn there. Only if it is whole and small is it explored again where questions
//! are answered, to be kept: exploring is a matter of tenths of a second then, its numbers are the
//! same every time, and what it takes is known beforehand. How large a graph is that is
//! too large is estimated from there on, which takes about a second.

use super::desk::Desk;
use crate::fault::Fault;
use crate::maps::{MOST_BYTES, MOST_STATES, view_of};
use crate::memory::Memory;
use serde::Deserialize;
use serde_json::{Value, json};
use soko_core::Level;
use soko_graph::estimate::{Effort, estimate_beyond};
use soko_graph::{Rules, StateGraph, explore};
use soko_search::{Control, Counters, Limits, StopReason};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Map {
    level: String,
}

/// Exploring takes far less on graphs that are small enough to be mapped.
pub(super) const SECONDS: u64 = 30;

impl Map {
    /// Explores the level and draws the graph.
    pub(super) fn work(self, time: Duration, desk: Desk<'_>) -> Result<Value, Fault> {
        let level = crate::levels::read_board(&self.level)?;
        let mut control = desk.control_for(time);
        let limits = Limits {
            expansions: Some(MOST_STATES),
            ..control.limits()
        };
        let graph = control.part(limits, Counters::default(), |part| {
            part.set_phase("exploring");
            graph_of(&level, part)
        })?;
        let too_large = (graph.bytes() > MOST_BYTES).then_some(StopReason::Memory);
        let stopped = graph.stopped().or(too_large);
        let mut view = view_of(&graph, stopped);
        if graph.stopped() == Some(StopReason::Expansions) {
            let guess = estimate_beyond(&graph, &Effort::quick(), &mut control);
            view.likely = guess.stopped.is_none().then(|| guess.to_string());
        }
        Ok(json!(view))
    }

    /// Keeps the graph if the job found it to be whole.
    pub(super) fn settle(
        &self,
        memory: &Memory,
        result: &Value,
        stop: &AtomicBool,
    ) -> Result<(), Fault> {
        let is_whole = result.get("stopped").is_some_and(Value::is_null);
        if !is_whole {
            return Ok(());
        }
        let known = memory.levels.know(&self.level)?;
        let limits = Limits {
            time: Some(Duration::from_secs(SECONDS)),
            processor: None,
            memory: None,
            expansions: Some(MOST_STATES),
        };
        let mut control = Control::new(limits).with_stop(stop);
        let explore = || graph_of(&known.level, &mut control);
        memory.maps.make(&known.key, explore)
    }
}

fn graph_of(level: &Level, control: &mut Control<'_>) -> Result<StateGraph, Fault> {
    explore(level, &Rules::default(), 1, control).map_err(|error| Fault::bad(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_solve::deadlock::Patterns;

    fn mapped(level: &str) -> Value {
        let desk = Desk {
            stop: &AtomicBool::new(false),
            memory: 1 << 30,
            patterns: Patterns::default(),
            report: &mut |_| (),
        };
        let level = level.to_string();
        let time = Duration::from_secs(600);
        Map { level }.work(time, desk).expect("the level is valid")
    }

    #[test]
    fn a_map_that_is_too_large_says_how_large_it_is_likely_to_be() {
        // 6 boxes on 32 valid squares: more than 900,000 placements.
        let hall = "\
############
#@         #
#  $ $ $   #
#  ......  #
#  $ $ $   #
#          #
#          #
############
";
        let map = mapped(hall);
        assert_eq!(map["stopped"], "expansions");
        let likely = map["likely"].as_str().unwrap();
        assert!(
            likely.starts_with("about ") && likely.contains(" states ("),
            "{likely}"
        );
        assert!(mapped("######\n#@ $.#\n######")["likely"].is_null());
    }
}
