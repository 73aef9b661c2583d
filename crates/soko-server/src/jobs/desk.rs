//! What a job works with: its memory, and the stop and progress of its tab. It has
//! no part of the server, so it can work in a process of its own.

use crate::fault::Fault;
use crate::game_text::GameText;
use crate::levels::Known;
use serde_json::{Value, json};
use soko_core::Level;
use soko_search::{Control, Limits, Progress};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The place at which a job works.
pub(super) struct Desk<'a> {
    pub stop: &'a AtomicBool,
    /// What the job may hold, in bytes.
    pub memory: usize,
    pub report: &'a mut (dyn FnMut(Value) + Send),
}

impl<'a> Desk<'a> {
    /// What is known about the level of a game, and the position now as a level of
    /// its own.
    pub fn position(&self, game: &GameText) -> Result<(Known, Level), Fault> {
        let known = Known::read(&game.level)?;
        let here = game.level_here(&known)?;
        Ok((known, here))
    }

    /// The reins of a job of such a time.
    pub fn control_for(self, time: Duration) -> Control<'a> {
        self.control(time, None)
    }

    /// The same with a limit to the expansions.
    pub fn control(self, time: Duration, expansions: Option<u64>) -> Control<'a> {
        let limits = Limits {
            time: Some(time),
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
