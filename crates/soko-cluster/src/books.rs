//! The books of one worker: the states that it owns, and what it has counted.
//!
//! Two sweeps keep them. *Forward* goes from the start by pushes and finds all states,
//! their depths, the pushes and the solved states. *Backward* goes from the solved
//! states by pulls and marks what it meets: those states are alive, and all others are
//! dead. A pull may lead to a state that cannot be reached from the start; its owner
//! does not have it, and it is let go.

use crate::checkpoint::{Folder, Reached, Sweep as Which};
use crate::reins::Reins;
use crate::stand_in::{CompactSet, Steps};
use crate::sweep::{Begin, Sweep};
use crate::{CheckpointError, Part};
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

/// What a worker knows of itself.
#[derive(Clone, Debug)]
pub struct Desk {
    /// Its number among all.
    pub worker: usize,
    /// Its number in this process.
    pub local: usize,
    /// How many there are in all.
    pub workers: usize,
    /// Where its layers are kept.
    pub folder: Option<Arc<Folder>>,
    /// The reins of its process.
    pub reins: Arc<Reins>,
}

/// The books of one worker.
pub struct Books<S> {
    steps: Arc<S>,
    set: CompactSet,
    solved: Vec<u64>,
    desk: Desk,
    /// What was counted.
    pub part: Part,
}

impl<S: Steps> Books<S> {
    /// Empty books.
    pub fn new(steps: Arc<S>, desk: Desk) -> Books<S> {
        Books {
            set: CompactSet::new(steps.space()),
            steps,
            solved: Vec::new(),
            desk,
            part: Part::default(),
        }
    }

    /// Enters a state, at this depth; whether it is new.
    fn enter(&mut self, depth: u64, state: u64) -> bool {
        let is_new = self.set.insert(state);
        if is_new {
            self.part.add_state(depth);
            if self.steps.is_solved(state) {
                self.solved.push(state);
                self.part.solved += 1;
                self.part.first_solved.get_or_insert(depth);
            }
        }
        is_new
    }

    /// Marks a state as alive; whether it is there and was not marked before.
    fn revive(&mut self, state: u64) -> bool {
        let is_new = self.set.mark(state) == Some(true);
        self.part.alive += u64::from(is_new);
        is_new
    }

    /// Fills the books with what was counted before, of both sweeps in turn: hands out
    /// the last layer.
    pub fn resume(&mut self, which: Which, reached: Reached) -> Result<Begin, CheckpointError> {
        let Some(folder) = self.desk.folder.clone() else {
            return Ok(Begin::default());
        };
        let mut begin = Begin::default();
        let worker = self.desk.worker;
        let mut n_before = 0;
        let edges = folder.read(which, worker, reached, |layer, state| {
            if layer > begin.layer {
                n_before += begin.states.len() as u64;
                begin.states.clear();
                begin.layer = layer;
            }
            match which {
                Which::Forward => self.enter(layer, state),
                Which::Backward => self.revive(state),
            };
            begin.states.push(state);
        })?;
        if let Reached::Layer(last) = reached {
            // The last layer of all is not always the last that has a state of ours.
            if begin.layer < last {
                n_before += begin.states.len() as u64;
                begin.states.clear();
            }
            begin.layer = last;
        } else {
            n_before += begin.states.len() as u64;
            begin.states.clear();
        }
        if which == Which::Forward {
            self.part.edges = edges;
            self.part.expanded = n_before;
        }
        self.tell(begin.layer, 0);
        Ok(begin)
    }

    /// Where the first sweep begins if nothing was counted before: only the owner of
    /// the start has something to do.
    pub fn begin_forward(&mut self) -> Begin {
        let start = self.steps.start();
        let mut begin = Begin::default();
        if crate::owner::owner(start, self.desk.workers) == self.desk.worker {
            self.enter(0, start);
            begin.states.push(start);
        }
        self.keep(Which::Forward, 0, &begin.states);
        begin
    }

    /// Where the second sweep begins if none of it was done before.
    pub fn begin_backward(&mut self) -> Begin {
        let states = std::mem::take(&mut self.solved);
        for &state in &states {
            self.revive(state);
        }
        self.keep(Which::Backward, 0, &states);
        Begin { layer: 0, states }
    }

    /// Keeps a layer on disk, if that is wanted; whether it worked.
    fn keep(&mut self, which: Which, layer: u64, states: &[u64]) -> bool {
        let Some(folder) = &self.desk.folder else {
            return true;
        };
        let (worker, edges) = (self.desk.worker, self.part.edges);
        let written = folder.write(which, layer, worker, states, edges);
        self.is_well(written)
    }

    /// Keeps on disk that a sweep has ended; whether it worked.
    pub fn keep_end(&mut self, which: Which) -> bool {
        let Some(folder) = &self.desk.folder else {
            return true;
        };
        let written = folder.write_done(which, self.desk.worker, self.part.edges);
        self.is_well(written)
    }

    fn is_well(&self, written: Result<(), CheckpointError>) -> bool {
        match written {
            Ok(()) => true,
            Err(error) => {
                self.desk.reins.fail(error.to_string());
                false
            }
        }
    }

    fn tell(&mut self, layer: u64, waiting_bytes: usize) {
        let bytes = (self.set.bytes() + self.solved.capacity() * 8 + waiting_bytes) as u64;
        self.part.bytes = self.part.bytes.max(bytes);
        let tally = self.desk.reins.tally(self.desk.local);
        tally.bytes.store(bytes, Relaxed);
        tally.layer.store(layer, Relaxed);
        tally.stored.store(self.set.len() as u64, Relaxed);
        tally.expanded.store(self.part.expanded, Relaxed);
        tally.generated.store(self.part.edges, Relaxed);
        tally.alive.store(self.part.alive, Relaxed);
    }
}

/// The first sweep.
pub struct Forward<S>(pub Books<S>);

impl<S: Steps + 'static> Sweep for Forward<S> {
    fn arrive(&mut self, layer: u64, state: u64) -> bool {
        self.0.enter(layer, state)
    }

    fn expand(&mut self, state: u64, out: &mut Vec<u64>) {
        let books = &mut self.0;
        books.steps.successors(state, out);
        books.part.expanded += 1;
        books.part.edges += out.len() as u64;
    }

    fn close(&mut self, layer: u64, states: &[u64]) -> bool {
        self.0.keep(Which::Forward, layer, states)
    }

    fn tell(&mut self, layer: u64, waiting_bytes: usize) {
        self.0.tell(layer, waiting_bytes);
    }
}

/// The second sweep.
pub struct Backward<S>(pub Books<S>);

impl<S: Steps + 'static> Sweep for Backward<S> {
    fn arrive(&mut self, _layer: u64, state: u64) -> bool {
        self.0.revive(state)
    }

    fn expand(&mut self, state: u64, out: &mut Vec<u64>) {
        self.0.steps.predecessors(state, out);
    }

    fn close(&mut self, layer: u64, states: &[u64]) -> bool {
        self.0.keep(Which::Backward, layer, states)
    }

    fn tell(&mut self, layer: u64, waiting_bytes: usize) {
        self.0.tell(layer, waiting_bytes);
    }
}
