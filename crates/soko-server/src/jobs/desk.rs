//! What a job works with: the server, and the stop and progress of its tab.

use crate::Server;
use crate::fault::Fault;
use crate::game_text::GameText;
use crate::levels::Known;
use serde_json::{Value, json};
use soko_core::Level;
use soko_search::{Control, Limits, Progress};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// The longest that a job may take, in seconds.
const MAX_SECONDS: u64 = 600;

/// What a job may hold, in bytes.
const MEMORY: usize = 1 << 30;

/// The place at which a job works.
pub(super) struct Desk<'a> {
    pub server: &'a Server,
    pub stop: &'a AtomicBool,
    pub report: &'a mut (dyn FnMut(Value) + Send),
}

impl<'a> Desk<'a> {
    /// What is known about the level of a game, and the position now as a level of
    /// its own.
    pub fn position(&self, game: &GameText) -> Result<(Arc<Known>, Level), Fault> {
        let known = self.server.levels.know(&game.level)?;
        let here = game.level_here(&known)?;
        Ok((known, here))
    }

    /// The reins of a job of so many seconds.
    pub fn control_for(self, seconds: u64) -> Control<'a> {
        self.control(seconds, None)
    }

    /// The same with a limit to the expansions.
    pub fn control(self, seconds: u64, expansions: Option<u64>) -> Control<'a> {
        let limits = Limits {
            time: Some(Duration::from_secs(seconds.clamp(1, MAX_SECONDS))),
            memory: Some(MEMORY),
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
