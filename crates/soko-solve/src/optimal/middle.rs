//! Where the two ends of a level meet: layers of states from the start and from the solved
//! states, as a second way to raise the lower end: [`Meeting`] by pushes, [`Waves`] by moves.
//!
//! The proof goes by bounds, and where these are weak it looks at nearly everything. Layers
//! from both ends need no bound, and a state of theirs takes a twentieth of the time; but
//! they grow, and where a solution is long they never meet. Their growth tells which it is:
//! layers that would be through before the memory is full have as much time as the proof,
//! and four times as much if they would be through by then; others next to none, in which
//! more is learned about their growth.
//!
//! **Sound**: what the layers exclude is excluded, whatever the bounds say.
//!
//! Cost: the memory of the layers, a quarter of all at the most. Source: ours.

use super::interval::{Interval, Rest};
use crate::outcome::{Claimed, Plan};
use crate::solve_error::SolveError;
use crate::space::Placement;
use soko_core::{Level, Push, Squares};
use soko_graph::KeyLayout;
use soko_graph::count::{BothEnds, CountOptions, Layered, LevelSteps, Meeting, Waves};
use soko_search::{Control, Counters, Limits, Space, StopReason};

/// States of the layers for an expansion of the proof: as many as take as long; where the
/// end is in sight; and where it is not.
const AS_QUICK: u64 = 16;
const TO_THE_END: u64 = 64;
const WITHOUT_HOPE: u64 = 1;
/// More states than before in a turn that is not measured by the proof.
const LONG_TURN: u64 = 1_000_000;
/// The layers may hold this part of the memory.
const SHARE_OF_MEMORY: usize = 4;
/// Bytes that they may come to where memory is not limited.
const MOST_BYTES: usize = 16 << 30;
/// Fewer states say nothing about what one takes.
const FEW: u64 = 10_000;

/// The layers, as long as they may come to something.
#[derive(Default)]
pub(super) struct Middle<'t> {
    ends: Option<Box<dyn BothEnds + 't>>,
}

impl<'t> Middle<'t> {
    /// Layers by pushes, if all solved states are known.
    pub fn by_pushes<S: Squares + Send + Sync>(steps: &'t LevelSteps<'_, S>) -> Middle<'t> {
        let meeting = Meeting::new(steps, &CountOptions::default());
        Middle {
            ends: meeting.map(|ends| Box::new(ends) as _),
        }
    }

    /// Layers by moves, if all solved states are known and have numbers.
    pub fn by_moves<S: Squares + 't>(level: &'t Level, layout: &KeyLayout) -> Middle<'t> {
        let waves = Waves::<S>::new(level, layout).ok().flatten();
        Middle {
            ends: waves.map(|ends| Box::new(ends) as _),
        }
    }

    /// Whether they have nothing more to do.
    pub fn is_over(&self) -> bool {
        self.ends.is_none()
    }

    /// Goes on as far as the proof's expansions so far allow, or for a long turn if it is
    /// alone since the proof has filled its memory; says how that ends the run.
    pub fn turn<S: Squares, P: Space<State = Placement<S>, Action = Push>>(
        &mut self,
        interval: &mut Interval<'_, P, S>,
        is_alone: bool,
        control: &mut Control<'_>,
    ) -> Result<Option<Rest>, SolveError> {
        let alone = self.ends.as_ref().filter(|_| is_alone);
        let long = alone.map_or(0, |ends| LONG_TURN + ends.counters().expanded);
        while let Some(ends) = &mut self.ends {
            let (held, whole) = (ends.counters(), control.limits());
            let memory = whole.memory.map(|n| n / SHARE_OF_MEMORY);
            let next = ends.next_expands();
            // 1. Whether it is their turn, and the whole is allowed so many.
            let foretold = ends.foretold(interval.aim());
            let a_state = held.bytes as f64 / held.expanded.max(1) as f64;
            let has_room =
                held.expanded < FEW || foretold * a_state < memory.unwrap_or(MOST_BYTES) as f64;
            if is_alone && !has_room {
                self.give_up(interval);
                return Ok(None);
            }
            let proof = interval.proof_counters().expanded;
            let is_near = foretold < (TO_THE_END * proof) as f64;
            let rate = match (has_room, is_near) {
                (false, _) => WITHOUT_HOPE,
                (true, false) => AS_QUICK,
                (true, true) => TO_THE_END,
            };
            let share = long.max(rate * proof);
            let left = whole
                .expansions
                .map(|n| n.saturating_sub(interval.counters().expanded));
            if held.expanded + next > share || left.is_some_and(|left| next > left) {
                return Ok(None);
            }
            // 2. A layer.
            let limits = Limits {
                expansions: None,
                time: None,
                processor: None,
                memory,
            };
            let before = interval.counters();
            let layered = control.part(limits, before, |part| ends.next_layer(part));
            interval.note_layers(ends.counters());
            // 3. What it says.
            let rest = match layered {
                Ok(Layered::Apart) => interval.raise(ends.at_least()),
                Ok(Layered::Unsolvable) => Some(Rest::Unsolvable),
                Ok(Layered::Met(moves)) => {
                    let claimed = Claimed {
                        plan: Plan::Moves(moves),
                        optimal: None,
                    };
                    interval.best.take(claimed.verified(interval.level)?);
                    Some(Rest::Met)
                }
                Err(StopReason::Memory) => {
                    self.give_up(interval);
                    None
                }
                Err(reason) => Some(Rest::Stopped(reason)),
            };
            if rest.is_some() {
                return Ok(rest);
            }
        }
        Ok(None)
    }

    fn give_up<S: Squares, P: Space<State = Placement<S>, Action = Push>>(
        &mut self,
        interval: &mut Interval<'_, P, S>,
    ) {
        self.ends = None;
        interval.note_layers(Counters {
            bytes: 0,
            ..interval.layers
        });
    }
}
