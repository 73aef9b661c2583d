//! The books of one worker: the states that it owns, and what it has counted.
//!
//! Two sweeps keep them. *Forward* goes from the start by pushes and finds all states,
//! their depths, the pushes and the solved states. *Backward* goes from the solved
//! states by pulls and marks what it meets: those states are alive, and all others are
//! dead. A pull may lead to a state that cannot be reached from the start; its owner
//! does not have it, and it is let go.

use crate::checkpoint::{CheckpointError, Folder, Reached};
use crate::owner::owner;
use crate::part::{Part, add_to};
use crate::reins::Reins;
use crate::sweep::{Begin, Sweep};
use soko_graph::count::{CompactSet, Steps, Sweep as Direction};
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
pub struct Books {
    /// The steps between states.
    pub steps: &'static dyn Steps,
    /// The states that it owns.
    pub set: CompactSet,
    solved: Vec<u64>,
    /// Where steps lead, before it is sent.
    found: Vec<u64>,
    /// Whose books they are.
    pub desk: Desk,
    /// Layers of this sweep that are kept on disk.
    n_kept: u64,
    /// What was counted.
    pub part: Part,
}

impl Books {
    /// Empty books.
    pub fn new(steps: &'static dyn Steps, desk: Desk) -> Books {
        Books {
            set: CompactSet::new(steps.space()),
            steps,
            solved: Vec::new(),
            found: Vec::new(),
            desk,
            n_kept: 0,
            part: Part::default(),
        }
    }

    /// Enters states, at this depth; appends those that are new.
    fn enter(&mut self, depth: u64, states: &[u64], new: &mut Vec<u64>) {
        let before = new.len();
        self.set.insert_all(states, new);
        let new = &new[before..];
        if new.is_empty() {
            return;
        }
        let counts = &mut self.part.counts;
        add_to(&mut counts.layers, depth, new.len() as u64);
        let n_solved = self.solved.len();
        let solved = new.iter().filter(|&&state| self.steps.is_solved(state));
        self.solved.extend(solved);
        let n_solved = self.solved.len() - n_solved;
        if n_solved > 0 {
            add_to(&mut counts.solved_layers, depth, n_solved as u64);
        }
    }

    /// Marks states as alive, so many pushes from a solved one; appends those that are
    /// there and were not marked before.
    fn revive(&mut self, to_go: u64, states: &[u64], new: &mut Vec<u64>) {
        let before = new.len();
        self.set.mark_all(states, new);
        if new.len() > before {
            let more = (new.len() - before) as u64;
            add_to(&mut self.part.counts.alive_layers, to_go, more);
        }
    }

    /// Fills the books with what was counted before, of both sweeps in turn: hands out
    /// the last layer.
    pub fn resume(
        &mut self,
        which: Direction,
        reached: Reached,
    ) -> Result<Begin<u64>, CheckpointError> {
        let Some(folder) = self.desk.folder.clone() else {
            return Ok(Begin::default());
        };
        let mut begin = Begin::default();
        let worker = self.desk.worker;
        let edges = folder.read(which, worker, reached, |layer, states| {
            let mut new = Vec::new();
            match which {
                Direction::Forward => self.enter(layer, &states, &mut new),
                Direction::Backward => self.revive(layer, &states, &mut new),
            }
            self.n_kept = layer + 1;
            begin = Begin {
                layer,
                waiting: states,
            };
        })?;
        if reached != Reached::Layer(begin.layer) {
            // The last layer of all has no states of ours.
            begin.waiting.clear();
        }
        if which == Direction::Forward {
            self.part.counts.edges = edges;
            let states = self.part.counts.states();
            self.part.expanded = states - begin.waiting.len() as u64;
        } else {
            self.solved = Vec::new();
        }
        if let Reached::Layer(last) = reached {
            begin.layer = last;
            for layer in self.n_kept..=last {
                self.keep(which, layer, &[]);
            }
        }
        self.tell(begin.layer, 0);
        Ok(begin)
    }

    /// Where the first sweep begins if nothing was counted before: only the owner of
    /// the start has something to do.
    pub fn begin_forward(&mut self) -> Begin<u64> {
        let start = self.steps.start();
        let mut begin = Begin::default();
        if owner(start, self.desk.workers) == self.desk.worker {
            self.enter(0, &[start], &mut begin.waiting);
        }
        self.keep(Direction::Forward, 0, &begin.waiting);
        begin
    }

    /// Where the second sweep begins if none of it was done before.
    pub fn begin_backward(&mut self) -> Begin<u64> {
        self.n_kept = 0;
        let solved = std::mem::take(&mut self.solved);
        let mut states = Vec::new();
        self.revive(0, &solved, &mut states);
        self.keep(Direction::Backward, 0, &states);
        Begin::with(states)
    }

    /// Keeps a layer on disk, if that is wanted; whether it worked.
    fn keep(&mut self, which: Direction, layer: u64, states: &[u64]) -> bool {
        self.n_kept = layer + 1;
        let Some(folder) = &self.desk.folder else {
            return true;
        };
        let (worker, edges) = (self.desk.worker, self.part.counts.edges);
        let written = folder.write(which, layer, worker, states, edges);
        self.is_well(written)
    }

    /// Keeps on disk that a sweep has ended; whether it worked.
    pub fn keep_end(&mut self, which: Direction) -> bool {
        let Some(folder) = &self.desk.folder else {
            return true;
        };
        let written =
            folder.write_done(which, self.desk.worker, self.n_kept, self.part.counts.edges);
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
        tally.generated.store(self.part.counts.edges, Relaxed);
        tally.alive.store(self.part.counts.alive(), Relaxed);
    }
}

/// The first sweep.
pub struct Forward(pub Books);

impl Sweep<1> for Forward {
    type Waits = u64;

    fn arrive(&mut self, layer: u64, rows: &[[u64; 1]], new: &mut Vec<u64>) {
        self.0.enter(layer, rows.as_flattened(), new);
    }

    fn expand(&mut self, states: &[u64], out: &mut Vec<[u64; 1]>) {
        let books = &mut self.0;
        books.steps.successors(states, &mut books.found);
        books.part.expanded += states.len() as u64;
        books.part.counts.edges += books.found.len() as u64;
        out.extend(books.found.drain(..).map(|state| [state]));
    }

    fn close(&mut self, layer: u64, states: &[u64]) -> bool {
        self.0.keep(Direction::Forward, layer, states)
    }

    fn tell(&mut self, layer: u64, waiting_bytes: usize) {
        self.0.tell(layer, waiting_bytes);
    }
}

/// The second sweep.
pub struct Backward(pub Books);

impl Sweep<1> for Backward {
    type Waits = u64;

    fn arrive(&mut self, layer: u64, rows: &[[u64; 1]], new: &mut Vec<u64>) {
        self.0.revive(layer, rows.as_flattened(), new);
    }

    fn expand(&mut self, states: &[u64], out: &mut Vec<[u64; 1]>) {
        let books = &mut self.0;
        books.steps.predecessors(states, &mut books.found);
        out.extend(books.found.drain(..).map(|state| [state]));
    }

    fn close(&mut self, layer: u64, states: &[u64]) -> bool {
        self.0.keep(Direction::Backward, layer, states)
    }

    fn tell(&mut self, layer: u64, waiting_bytes: usize) {
        self.0.tell(layer, waiting_bytes);
    }
}
