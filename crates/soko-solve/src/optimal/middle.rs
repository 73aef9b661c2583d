//! Where the two ends of a level meet: layers of states from the start and from the solved
//! states, as a second way to raise the lower end: [`Meeting`] by pushes, [`Waves`] by moves.
//!
//! The proof goes by bounds, and where these are weak it looks at nearly everything. Layers
//! from both ends need no bound, and a state of theirs takes a fiftieth of the time; but
//! they grow, and where a solution is long they never meet. Their growth tells which it is:
//! layers that may be through before the memory is full have as much time as the proof, and
//! four times as much if they would be through by then; others next to none, in which more
//! is learned about their growth. Where expansions are limited there are no layers: theirs
//! are many and quick, and not what is meant.
//!
//! **Sound**: what the layers exclude is excluded, whatever the bounds say.
//!
//! Cost: the memory of the layers, a quarter of all at the most. Source: ours.

use super::interval::{Interval, Rest};
use crate::outcome::{Claimed, Plan};
use crate::solve_error::SolveError;
use crate::space::Placement;
use soko_core::{Level, Measure, Push, Squares};
use soko_graph::KeyLayout;
use soko_graph::count::{BothEnds, CountOptions, Layered, LevelSteps, Meeting, Waves};
use soko_search::{Control, Counters, Limits, Space, StopReason};

/// States of the layers that take as long as an expansion of the proof, where bounds are weak.
const fn as_quick(measure: Measure) -> u64 {
    match measure {
        Measure::Pushes => 50,
        Measure::Moves => 100,
    }
}

/// So many times as long as the proof they have where the end is near.
const NEAR: u64 = 4;
/// Layers grow less and less, so that they may be foretold to take so many times the memory
/// before there is no hope.
const TOO_MUCH: f64 = 1_000.0;
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
        if control.limits().expansions.is_some() {
            // Whoever counts expansions does not mean the layers' many quick ones.
            self.give_up(interval);
        }
        let limits = Limits {
            expansions: None,
            time: None,
            processor: None,
            memory: control.limits().memory.map(|n| n / SHARE_OF_MEMORY),
        };
        let alone = self.ends.as_ref().filter(|_| is_alone);
        let long = alone.map_or(0, |ends| LONG_TURN + ends.counters().expanded);
        while let Some(ends) = &mut self.ends {
            // 1. Whether it is their turn.
            let hope = hope(ends.as_ref(), interval, limits.memory);
            if is_alone && hope == Hope::None {
                self.give_up(interval);
                return Ok(None);
            }
            let share = share(hope, interval).max(long);
            if ends.counters().expanded + ends.next_expands() > share {
                return Ok(None);
            }
            // 2. A layer.
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

/// Whether layers will meet, by how they grow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hope {
    /// They fill the memory long before.
    None,
    /// Some time.
    Some,
    /// In a few times of what the proof has taken.
    Near,
}

fn hope<S: Squares, P: Space<State = Placement<S>, Action = Push>>(
    ends: &dyn BothEnds,
    interval: &Interval<'_, P, S>,
    memory: Option<usize>,
) -> Hope {
    let (foretold, held) = (ends.foretold(interval.aim()), ends.counters());
    let a_state = held.bytes as f64 / held.expanded.max(1) as f64;
    let room = TOO_MUCH * memory.unwrap_or(MOST_BYTES) as f64;
    if held.expanded > FEW && foretold * a_state > room {
        return Hope::None;
    }
    let near = NEAR * as_quick(interval.measure) * interval.proof_counters().expanded;
    if foretold < near as f64 {
        Hope::Near
    } else {
        Hope::Some
    }
}

/// How many states the layers may expand by now, by the expansions of the proof.
fn share<S: Squares, P: Space<State = Placement<S>, Action = Push>>(
    hope: Hope,
    interval: &Interval<'_, P, S>,
) -> u64 {
    let proof = interval.proof_counters().expanded;
    let as_quick = as_quick(interval.measure);
    match hope {
        Hope::None => proof,
        Hope::Some => as_quick * proof,
        Hope::Near => NEAR * as_quick * proof,
    }
}
