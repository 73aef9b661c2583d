//! Through a whole graph layer by layer, counting.
//!
//! Forward: the states of a layer are expanded, and those of their successors that the
//! set did not have are the next layer. Backward, when all states are known: from the
//! solved ones by pulls, marking in the set what is there and not yet marked. What is
//! never marked is dead: from it no solved state can be reached.
//!
//! A layer is done in rounds. In each, some of its states are expanded, in parts that any
//! thread may take, and what comes out is laid aside by the shard that it belongs to;
//! then every shard is asked once. No step depends on the number of threads, nor do the
//! counts on the order of anything.
//!
//! Cost: a flood a state and a line of the cache a push, forward and backward alike. In
//! memory the set, and eight bytes for each state of two neighbouring layers.

use super::components::count_components;
use super::{CompactSet, Counts, Spread, Steps};
use crate::share::share_out;
use soko_search::{Control, Counters, StopReason};

/// States expanded by one thread before it looks for other work.
const PART: usize = 2_048;
/// Parts in a round.
const PARTS: usize = 32;

/// Which way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sweep {
    /// By pushes from the start.
    Forward,
    /// By pulls from the solved states.
    Backward,
}

/// A count under way.
pub struct Census<'a> {
    steps: &'a dyn Steps,
    threads: usize,
    sweep: Sweep,
    /// Whether states are entered when they are met, or marked among those that are known.
    enters: bool,
    set: CompactSet,
    /// The states of the last layer, by shard and as they go there.
    layer: Vec<Vec<u64>>,
    solved: Vec<u64>,
    counts: Counts,
    counters: Counters,
    parts: Vec<Part>,
}

/// What came out of some states.
#[derive(Default)]
struct Part {
    /// The states,
    opened: Vec<u64>,
    /// and where their steps lead.
    states: Vec<u64>,
    /// By shard, as they go there.
    by_shard: Vec<Vec<u64>>,
    n_steps: u64,
}

impl<'a> Census<'a> {
    /// The start is known and nothing else.
    pub fn new(steps: &'a dyn Steps, options: &CountOptions) -> Census<'a> {
        Census::entering(steps, options, Sweep::Forward, &[steps.start()])
    }

    /// The solved states are known and nothing else; layers are pushes from them. None where
    /// there are more goals than boxes.
    pub fn from_end(steps: &'a dyn Steps, options: &CountOptions) -> Option<Census<'a>> {
        let solved = steps.solved()?;
        Some(Census::entering(steps, options, Sweep::Backward, &solved))
    }

    fn entering(
        steps: &'a dyn Steps,
        options: &CountOptions,
        sweep: Sweep,
        first: &[u64],
    ) -> Census<'a> {
        let mut census = Census {
            steps,
            threads: options.threads.max(1),
            sweep,
            enters: true,
            set: CompactSet::with_spread(steps.space(), options.spread),
            layer: Vec::new(),
            solved: Vec::new(),
            counts: Counts::default(),
            counters: Counters::default(),
            parts: Vec::new(),
        };
        census.enter(first);
        census
    }

    /// What was counted so far.
    pub fn counts(&self) -> &Counts {
        &self.counts
    }

    /// What it took so far.
    pub fn counters(&self) -> &Counters {
        &self.counters
    }

    /// States met so far, also those of a layer that is not done.
    pub fn n_known(&self) -> usize {
        self.set.len()
    }

    /// Whether a state was met.
    pub fn knows(&self, state: u64) -> bool {
        self.set.contains(state)
    }

    /// How many states the last layer has.
    pub fn layer_len(&self) -> u64 {
        self.layer.iter().map(Vec::len).sum::<usize>() as u64
    }

    /// The states of the last layer.
    pub fn layer(&self) -> impl Iterator<Item = u64> {
        let shards = self.layer.iter().enumerate();
        shards.flat_map(move |(shard, states)| {
            states
                .iter()
                .map(move |&local| self.set.number(shard, local))
        })
    }

    /// Enters states that are known to be the next layer.
    pub fn enter(&mut self, states: &[u64]) {
        let mut next = vec![Vec::new(); self.set.n_shards()];
        for &state in states {
            let (shard, local) = self.set.place(state);
            next[shard].push(local);
        }
        let shards = self.set.shards_mut().iter_mut().zip(&mut next);
        for (shard, locals) in shards {
            let asked = std::mem::take(locals);
            ask(self.enters, shard, &asked, locals);
        }
        self.end_layer(next);
    }

    /// Adds pushes that were counted before.
    pub fn add_edges(&mut self, edges: u64) {
        self.counts.edges += edges;
    }

    /// All states are known: goes back from the solved ones.
    pub fn turn_back(&mut self) {
        self.sweep = Sweep::Backward;
        self.enters = false;
        let solved = std::mem::take(&mut self.solved);
        self.enter(&solved);
    }

    /// Goes one layer further; the number of its states, none when all is done. Stopped
    /// within a layer, it cannot go on.
    pub fn next_layer(&mut self, control: &mut Control<'_>) -> Result<u64, StopReason> {
        control.set_phase(match self.sweep {
            Sweep::Forward => format!("{} pushes from the start", self.counts.layers.len()),
            Sweep::Backward => format!("{} pushes to go", self.backward_layers().len()),
        });
        let layer = std::mem::take(&mut self.layer);
        let mut next = vec![Vec::new(); self.set.n_shards()];
        let shards = layer.iter().enumerate();
        let mut rest = shards
            .flat_map(|(shard, states)| states.chunks(PART).map(move |states| (shard, states)));
        loop {
            let round: Vec<(usize, &[u64])> = rest.by_ref().take(PARTS).collect();
            if round.is_empty() {
                break;
            }
            self.round(&round, &mut next);
            let lists = [&layer, &next].into_iter().flatten();
            let held: usize = lists.map(|list| 8 * list.capacity()).sum();
            if let Some(reason) = self.look(held, control) {
                return Err(reason);
            }
        }
        drop(layer);
        Ok(self.end_layer(next))
    }

    /// Ends a count that was stopped or is whole, in which case the components follow where
    /// they are wanted.
    pub fn end(
        mut self,
        options: &CountOptions,
        stopped: Option<StopReason>,
        control: &mut Control<'_>,
    ) -> Counted {
        let is_whole = stopped.is_none() && !self.enters;
        let components = (options.components && is_whole)
            .then(|| count_components(self.steps, &self.set, &mut self.counters, control));
        self.counters.stored = self.set.len() as u64;
        Counted {
            counts: self.counts,
            counters: self.counters,
            stopped,
            components,
        }
    }

    /// Expands some states and asks the shards for what comes out.
    fn round(&mut self, round: &[(usize, &[u64])], next: &mut [Vec<u64>]) {
        let (steps, set, sweep, enters) = (self.steps, &self.set, self.sweep, self.enters);
        self.parts.resize_with(round.len(), Part::default);
        let work = self.parts.iter_mut().zip(round);
        share_out(self.threads, work, |(part, &(shard, locals))| {
            part.fill(steps, set, sweep, shard, locals);
        });
        let n_states: usize = round.iter().map(|(_, states)| states.len()).sum();
        let n_steps: u64 = self.parts.iter().map(|part| part.n_steps).sum();
        self.counters.expanded += n_states as u64;
        self.counters.generated += n_steps;
        if sweep == Sweep::Forward {
            self.counts.edges += n_steps;
        }
        let parts = &self.parts;
        let shards = self.set.shards_mut().iter_mut().zip(next).enumerate();
        share_out(self.threads, shards, |(own, (shard, next))| {
            for part in parts {
                ask(enters, shard, &part.by_shard[own], next);
            }
        });
    }

    /// Where layers of a backward sweep are counted: those of states that have entered the
    /// set are layers of their own.
    fn backward_layers(&mut self) -> &mut Vec<u64> {
        match self.enters {
            true => &mut self.counts.layers,
            false => &mut self.counts.alive_layers,
        }
    }

    fn look(&mut self, held: usize, control: &mut Control<'_>) -> Option<StopReason> {
        let parts: usize = self.parts.iter().map(Part::bytes).sum();
        self.counters.stored = self.set.len() as u64;
        self.counters.bytes = self.set.bytes() + 8 * self.solved.capacity() + held + parts;
        control.check_now(&mut self.counters)
    }

    /// A layer is complete: its states are counted, the solved ones of a first sweep
    /// remembered.
    fn end_layer(&mut self, mut next: Vec<Vec<u64>>) -> u64 {
        // Lists have doubled as they grew, all at about the same time.
        next.iter_mut().for_each(Vec::shrink_to_fit);
        self.layer = next;
        let n_states = self.layer_len();
        if n_states == 0 {
            return 0;
        }
        match self.sweep {
            Sweep::Backward => self.backward_layers().push(n_states),
            Sweep::Forward => {
                let is_solved = |&state: &u64| self.steps.is_solved(state);
                let solved: Vec<u64> = self.layer().filter(is_solved).collect();
                self.counts.layers.push(n_states);
                self.counts.solved_layers.push(solved.len() as u64);
                self.solved.extend(solved);
            }
        }
        n_states
    }
}

/// Enters or marks states of a shard; those that are new are the next layer's.
fn ask(enters: bool, shard: &mut super::compact_set::Shard, locals: &[u64], next: &mut Vec<u64>) {
    match enters {
        true => shard.insert_all(locals, |local| next.push(local)),
        false => shard.mark_all(locals, |local| next.push(local)),
    }
}

impl Part {
    fn fill(
        &mut self,
        steps: &dyn Steps,
        set: &CompactSet,
        sweep: Sweep,
        shard: usize,
        locals: &[u64],
    ) {
        self.by_shard.resize_with(set.n_shards(), Vec::new);
        self.by_shard.iter_mut().for_each(Vec::clear);
        self.states.clear();
        self.opened.clear();
        let numbers = locals.iter().map(|&local| set.number(shard, local));
        self.opened.extend(numbers);
        match sweep {
            Sweep::Forward => steps.successors(&self.opened, &mut self.states),
            Sweep::Backward => steps.predecessors(&self.opened, &mut self.states),
        }
        self.n_steps = self.states.len() as u64;
        for &state in &self.states {
            let (shard, local) = set.place(state);
            self.by_shard[shard].push(local);
        }
    }

    fn bytes(&self) -> usize {
        let sharded: usize = self.by_shard.iter().map(Vec::capacity).sum();
        8 * (self.opened.capacity() + self.states.capacity() + sharded)
    }
}

/// How to count, and what besides states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountOptions {
    /// Threads; the counts do not depend on it.
    pub threads: usize,
    /// Whether to count the components as well.
    pub components: bool,
    /// How the states are spread over the set; the counts do not depend on it.
    pub spread: Spread,
}

impl Default for CountOptions {
    fn default() -> CountOptions {
        CountOptions {
            threads: 1,
            components: false,
            spread: Spread::default(),
        }
    }
}

/// What a count has come to.
#[derive(Clone, Debug)]
pub struct Counted {
    /// The counts; of whole layers, where it was stopped.
    pub counts: Counts,
    /// What it took.
    pub counters: Counters,
    /// Why it is not whole, if it is not.
    pub stopped: Option<StopReason>,
    /// How many components there are, or why that is not known; none where nobody asked or
    /// the count is not whole.
    pub components: Option<Result<u64, StopReason>>,
}

/// Counts a whole graph, or as much of it as the limits allow.
///
/// ```
/// use soko_core::Level;
/// use soko_graph::Rules;
/// use soko_graph::count::{CountOptions, count};
/// use soko_search::Control;
///
/// let level: Level = "#######\n## .  #\n##$$  #\n##.#@ #\n#######".parse().unwrap();
/// let options = CountOptions { components: true, ..CountOptions::default() };
/// let counted = soko_graph::with_steps!(&level, &Rules::default(), steps => {
///     count(&steps, &options, &mut Control::default())
/// })
/// .unwrap();
/// let counts = counted.counts;
/// assert_eq!((counts.states(), counts.solved(), counts.dead()), (6, 1, 1));
/// assert_eq!(counted.components, Some(Ok(4)));
/// ```
pub fn count(steps: &dyn Steps, options: &CountOptions, control: &mut Control<'_>) -> Counted {
    let mut census = Census::new(steps, options);
    let mut stopped = None;
    for sweep in [Sweep::Forward, Sweep::Backward] {
        if stopped.is_none() && sweep == Sweep::Backward {
            census.turn_back();
        }
        while stopped.is_none() {
            match census.next_layer(control) {
                Ok(0) => break,
                Ok(_) => {}
                Err(reason) => stopped = Some(reason),
            }
        }
    }
    census.end(options, stopped, control)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use soko_core::Level;

    /// Two layers are held at a time, so what lists hold in vain counts.
    #[test]
    fn a_layer_takes_no_more_than_its_states() {
        let level: Level = "#########\n#       #\n# $ $ $ #\n#@      #\n# . . . #\n#########"
            .parse()
            .unwrap();
        let options = CountOptions::default();
        let n_layers = crate::with_steps!(&level, &Rules::default(), steps => {
            let mut census = Census::new(&steps, &options);
            let control = &mut Control::default();
            while census.next_layer(control).unwrap() > 0 {
                let room: usize = census.layer.iter().map(Vec::capacity).sum();
                assert_eq!(room as u64, census.layer_len());
            }
            census.counts().layers.len()
        })
        .unwrap();
        assert!(n_layers > 10, "{n_layers}");
    }
}
