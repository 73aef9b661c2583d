//! The fewest pushes from both ends at once: layers from the start by pushes, layers from
//! the solved states by pulls, the smaller one next, until a state is known from both.
//!
//! **Exact.** After `a` layers from the start and `b` from the end every state at most `a`
//! pushes from the start is known, and every one at most `b` pushes from a solved state. A
//! solution of `a + b` pushes or fewer passes through a state that is both. So as long as
//! none is known from both ends there is no such solution, and the first that is lies on a
//! shortest one. An end that finds nothing new has found all: without a state in common there
//! is no solution.
//!
//! No bound and no deadlock is looked for: a state costs a microsecond and, with its layer,
//! some fourteen bytes. Where layers grow by a factor, half the way takes the square root of
//! the states of the whole; so this pays where solutions are short and bounds are weak, and
//! hardly ever elsewhere. The layers are kept, to find the way back. For moves there are
//! [`Waves`](super::Waves).
//!
//! Source: Pohl, Bi-directional search (Machine Intelligence 6, 1971), in the sets of
//! [`Census`].

use super::growth::foretold;
use super::{Census, CountOptions, Steps};
use soko_core::Direction;
use soko_search::{Control, Counters, Limits, StopReason};

/// The start, and the solved states.
pub(super) const START: usize = 0;
pub(super) const END: usize = 1;

/// A search from both ends, a layer at a time.
pub trait BothEnds {
    /// Every solution has at least so many steps, unless this has found one.
    fn at_least(&self) -> u64;
    /// How many states the next layer expands.
    fn next_expands(&self) -> u64;
    /// About how many states are expanded before solutions of so many steps are excluded, if
    /// layers grow as the last few have.
    fn foretold(&self, n_steps: u64) -> f64;
    /// What it took, and what it holds.
    fn counters(&self) -> Counters;
    /// One layer more at the end where the last one is smaller. Stopped, it cannot go on.
    ///
    /// # Errors
    ///
    /// If the control says stop.
    fn next_layer(&mut self, control: &mut Control<'_>) -> Result<Layered, StopReason>;
}

/// What a layer has brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Layered {
    /// No state in common yet.
    Apart,
    /// A solution with the fewest steps.
    Met(Vec<Direction>),
    /// There is no solution.
    Unsolvable,
}

/// Two searches by pushes that are to meet.
pub struct Meeting<'a> {
    steps: &'a dyn Steps,
    ends: [Census<'a>; 2],
    /// The states of every layer of both.
    layers: [Vec<Vec<u64>>; 2],
}

impl<'a> Meeting<'a> {
    /// Nothing is known but the ends; none where there are more goals than boxes.
    ///
    /// ```
    /// use soko_core::Level;
    /// use soko_graph::Rules;
    /// use soko_graph::count::{BothEnds, CountOptions, Layered, Meeting};
    /// use soko_search::Control;
    ///
    /// let level: Level = "#######\n#@$  .#\n#######".parse().unwrap();
    /// let moves = soko_graph::with_steps!(&level, &Rules::default(), steps => {
    ///     let mut meeting = Meeting::new(&steps, &CountOptions::default()).unwrap();
    ///     loop {
    ///         match meeting.next_layer(&mut Control::default()).unwrap() {
    ///             Layered::Met(moves) => break moves,
    ///             _ => assert!(meeting.at_least() <= 3),
    ///         }
    ///     }
    /// })
    /// .unwrap();
    /// assert_eq!(moves.len(), 3);
    /// ```
    pub fn new(steps: &'a dyn Steps, options: &CountOptions) -> Option<Meeting<'a>> {
        let ends = [
            Census::new(steps, options),
            Census::from_end(steps, options)?,
        ];
        let layers = [START, END].map(|end| vec![ends[end].layer().collect()]);
        Some(Meeting {
            steps,
            ends,
            layers,
        })
    }

    /// The pushes of both ends together.
    fn n_steps(&self) -> u64 {
        let n = self.layers.iter().map(|layers| layers.len() as u64 - 1);
        n.sum()
    }

    fn smaller(&self) -> usize {
        usize::from(self.ends[END].layer_len() < self.ends[START].layer_len())
    }

    /// A shortest solution through a state of both last layers.
    fn way_through(&self, middle: u64) -> Vec<Direction> {
        let steps = self.steps;
        let back = self.way(START, middle, |state, out| {
            steps.predecessors(&[state], out)
        });
        let forth = self.way(END, middle, |state, out| steps.successors(&[state], out));
        let way = back.into_iter().rev().chain([middle]).chain(forth);
        let way: Vec<u64> = way.collect();
        (steps.moves(&way)).expect("a push leads from each of them to the next")
    }

    /// The states from the last layer of an end, without the given one, to its first.
    fn way(&self, end: usize, from: u64, beside: impl Fn(u64, &mut Vec<u64>)) -> Vec<u64> {
        let (mut way, mut at, mut next) = (Vec::new(), from, Vec::new());
        for layer in self.layers[end].iter().rev().skip(1) {
            next.clear();
            beside(at, &mut next);
            let found = layer.iter().copied().find(|state| next.contains(state));
            at = found.expect("a state of a layer has one beside it in the layer before");
            way.push(at);
        }
        way
    }
}

impl BothEnds for Meeting<'_> {
    fn at_least(&self) -> u64 {
        self.n_steps() + 1
    }

    fn next_expands(&self) -> u64 {
        self.ends[self.smaller()].layer_len()
    }

    fn foretold(&self, n_steps: u64) -> f64 {
        let sizes = [START, END].map(|end| {
            let layers = &self.layers[end];
            layers.iter().map(|layer| layer.len() as u64).collect()
        });
        self.counters().expanded as f64 + foretold(&sizes, n_steps.saturating_sub(self.at_least()))
    }

    fn counters(&self) -> Counters {
        let [start, end] = [START, END].map(|end| {
            let census = &self.ends[end];
            Counters {
                stored: census.n_known() as u64,
                ..*census.counters()
            }
        });
        let both = start.plus(&end);
        let layers = self.layers.iter().flatten();
        let layers: usize = layers.map(|layer| 8 * layer.capacity()).sum();
        let bytes = both.bytes + layers;
        Counters {
            bytes,
            peak_bytes: both.peak_bytes.max(bytes),
            ..both
        }
    }

    fn next_layer(&mut self, control: &mut Control<'_>) -> Result<Layered, StopReason> {
        if self.n_steps() == 0 && self.ends[END].knows(self.steps.start()) {
            return Ok(Layered::Met(Vec::new()));
        }
        let end = self.smaller();
        // The memory is for both ends and all layers.
        let (all, own) = (self.counters(), *self.ends[end].counters());
        let others = all.bytes - own.bytes;
        let limits = Limits {
            memory: control.limits().memory.map(|n| n.saturating_sub(others)),
            ..control.limits()
        };
        let census = &mut self.ends[end];
        if control.part(limits, all, |part| census.next_layer(part))? == 0 {
            return Ok(Layered::Unsolvable);
        }
        let layer: Vec<u64> = self.ends[end].layer().collect();
        let other = &self.ends[1 - end];
        let common = layer.iter().copied().find(|&state| other.knows(state));
        self.layers[end].push(layer);
        Ok(common.map_or(Layered::Apart, |state| {
            Layered::Met(self.way_through(state))
        }))
    }
}
