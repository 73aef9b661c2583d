//! The one loop that every search runs in.
//!
//! An engine only steps: one expansion at a time. The loop owns the limits, the
//! stop flag and the progress, so every engine can be cancelled, paused and
//! watched in the same way.

use crate::{Control, Counters, Found, Outcome, Report, StopReason};

/// What a step of an engine has led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// There is more to do.
    Continue,
    /// A goal was reached; [`Engine::plan`] has the way.
    Solved {
        /// Whether the engine has proved that no cheaper plan exists.
        optimal: bool,
    },
    /// Nothing is left to expand.
    Exhausted {
        /// Whether everything left out was left out safely.
        proved: bool,
    },
    /// A table has reached the limit of what it can hold.
    Full,
}

/// A search that can be run a step at a time.
pub trait Engine {
    /// What a plan consists of.
    type Action;

    /// Does a small piece of work, one expansion as a rule.
    fn step(&mut self) -> Step;

    /// What has been done so far, with the bytes held now.
    fn counters(&self) -> Counters;

    /// No plan costs less than this.
    fn lower_bound(&self) -> u64;

    /// What the engine is at, in a few words.
    fn phase(&self) -> String;

    /// The plan, once a step has said that there is one.
    fn plan(&mut self) -> Vec<Self::Action>;
}

/// Steps between two updates of the phase shown to observers.
const PHASE_EVERY: u64 = 4096;

/// Runs an engine to its end or to its limits. A stopped engine can be run
/// again with another control and goes on where it was.
pub fn run<E: Engine>(engine: &mut E, control: &mut Control<'_>) -> Report<E::Action> {
    let mut counters = engine.counters();
    let mut steps = 0u64;
    let outcome = loop {
        if steps.is_multiple_of(PHASE_EVERY) {
            control.set_phase(engine.phase());
        }
        steps += 1;
        if let Some(reason) = control.check(&mut counters) {
            break Outcome::Stopped(reason);
        }
        let step = engine.step();
        // The engine counts what it holds now; the peak is kept here.
        let peak_bytes = counters.peak_bytes;
        counters = engine.counters();
        counters.peak_bytes = peak_bytes.max(counters.bytes);
        match step {
            Step::Continue => {}
            Step::Solved { optimal } => {
                let plan = engine.plan();
                break Outcome::Solved(Found { plan, optimal });
            }
            Step::Exhausted { proved: true } => break Outcome::Unsolvable,
            Step::Exhausted { proved: false } => break Outcome::Incomplete,
            Step::Full => break Outcome::Stopped(StopReason::Memory),
        }
    };
    Report {
        outcome,
        lower_bound: engine.lower_bound(),
        counters,
    }
}
