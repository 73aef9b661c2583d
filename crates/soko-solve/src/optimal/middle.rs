//! Where the two ends of a level meet: layers of states from the start and from the solved
//! states, as a second way to raise the lower end ([`Meeting`]).
//!
//! The proof goes by bounds, and where these are weak it looks at nearly everything. Layers
//! from both ends need no bound, and a state of theirs takes a twentieth of the time; but
//! they grow, and where a solution is long they never meet. Their growth tells which it is:
//! layers that would be through before the memory is full have as much time as the proof,
//! and four times as much if they would be through by then; others next to none, in which
//! more is learned about their growth. Layers are of pushes or of moves, as the measure asks.
//!
//! **Sound**: what the layers exclude is excluded, whatever the bounds say.
//!
//! Cost: the memory of the layers, a quarter of all at the most. Source: ours.

use super::interval::{Interval, Rest};
use crate::outcome::{Claimed, Plan};
use crate::solve_error::SolveError;
use crate::space::Placement;
use soko_core::{Push, Squares};
use soko_graph::count::{CountOptions, Layered, Meeting, Steps};
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
/// Bytes a state, its place in a layer among them, if all goes well.
const BYTES: f64 = 16.0;
/// States at the most where memory is not limited.
const MOST_STATES: f64 = 1e9;

/// The layers, as long as they may come to something.
#[derive(Default)]
pub(super) struct Middle<'t> {
    meeting: Option<Meeting<'t>>,
}

impl<'t> Middle<'t> {
    /// The layers of a level, if all its solved states are known.
    pub fn new(steps: &'t dyn Steps) -> Middle<'t> {
        Middle {
            meeting: Meeting::new(steps, &CountOptions::default()),
        }
    }

    /// Whether they have nothing more to do.
    pub fn is_over(&self) -> bool {
        self.meeting.is_none()
    }

    /// Goes on as far as the proof's expansions so far allow, or for a long turn if it is
    /// alone since the proof has filled its memory; says how that ends the run.
    pub fn turn<S: Squares, P: Space<State = Placement<S>, Action = Push>>(
        &mut self,
        interval: &mut Interval<'_, P, S>,
        is_alone: bool,
        control: &mut Control<'_>,
    ) -> Result<Option<Rest>, SolveError> {
        let alone = self.meeting.as_ref().filter(|_| is_alone);
        let long = alone.map_or(0, |meeting| LONG_TURN + meeting.counters().expanded);
        while let Some(meeting) = &mut self.meeting {
            let (held, whole) = (meeting.counters(), control.limits());
            let memory = whole.memory.map(|n| n / SHARE_OF_MEMORY);
            let next = meeting.next_expands();
            // 1. Whether it is their turn, and the whole is allowed so many.
            let room = memory.map_or(MOST_STATES, |bytes| bytes as f64 / BYTES);
            let foretold = meeting.foretold(interval.aim());
            if is_alone && foretold > room {
                self.give_up(interval);
                return Ok(None);
            }
            let proof = interval.proof_counters().expanded;
            let rate = match foretold {
                _ if foretold > room => WITHOUT_HOPE,
                _ if foretold > (TO_THE_END * proof) as f64 => AS_QUICK,
                _ => TO_THE_END,
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
            let layered = control.part(limits, before, |part| meeting.next_layer(part));
            interval.note_layers(meeting.counters());
            // 3. What it says.
            let rest = match layered {
                Ok(Layered::Apart) => interval.raise(meeting.at_least()),
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
        self.meeting = None;
        interval.note_layers(Counters {
            bytes: 0,
            ..interval.layers
        });
    }
}
