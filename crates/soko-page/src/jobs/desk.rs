//! What a job works with: its memory, and the stop and progress of its tab. It has
//! nothing else, so it can work in a process or a worker of its own.

use crate::fault::Fault;
use crate::game_text::GameText;
use crate::levels::Known;
use serde_json::{Value, json};
use soko_core::Level;
use soko_search::{Control, Limits, Progress};
use soko_solve::deadlock::Patterns;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The place at which a job works.
pub struct Desk<'a> {
    /// Ends the job when it is raised.
    pub stop: &'a AtomicBool,
    /// What the job may hold, in bytes.
    pub memory: usize,
    /// The deadlock patterns to look for.
    pub patterns: Patterns,
    /// Hears how far the job is.
    pub report: &'a mut (dyn FnMut(Value) + Send),
}

impl<'a> Desk<'a> {
    /// What is known about the level of a game, and the position now as a level of
    /// its own.
    pub(super) fn position(&self, game: &GameText) -> Result<(Known, Level), Fault> {
        let known = Known::read(&game.level, &self.patterns)?;
        let here = game.level_here(&known)?;
        Ok((known, here))
    }

    /// The reins of a job of such a time.
    pub(super) fn control_for(self, time: Duration) -> Control<'a> {
        self.control(time, None)
    }

    /// The same with a limit to the expansions.
    pub(super) fn control(self, time: Duration, expansions: Option<u64>) -> Control<'a> {
        let limits = Limits {
            time: Some(time),
            processor: None,
            memory: Some(self.memory),
            expansions,
        };
        let report = self.report;
        let tell = move |progress: &Progress<'_>| {
            report(json!({
                "phase": progress.phase,
                "seconds": progress.elapsed.as_secs_f64(),
                "expanded": progress.counters.expanded,
                "generated": progress.counters.generated,
                "stored": progress.counters.stored,
                "bytes": progress.counters.bytes,
            }));
        };
        Control::new(limits)
            .with_stop(self.stop)
            .with_observer(tell)
    }
}
