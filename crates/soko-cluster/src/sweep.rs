//! One sweep over states that many workers share: layer by layer, each state to its
//! owner, until nothing is new.
//!
//! The dataflow is one operator in a loop. What it sends is exchanged to the owners
//! and comes back to it as states that *arrive*.
//!
//! * A state is looked up when it arrives, not when its layer is complete. This is
//!   right because nothing of layer `d + 1` is sent by anybody before everything of
//!   layer `d` was taken in by everybody: that is what the frontier says, which counts
//!   what was sent and what was taken in over all workers. So a state that is new when
//!   it arrives belongs to the layer that it arrives in, and repeats take no room.
//! * The new states of a layer are expanded when the frontier has passed it.
//! * They are expanded slice by slice, and nobody is more than [`AHEAD`] slices ahead
//!   of the slowest, so what is under way stays small however large a layer is. The
//!   frontier tells that, too (`clock.rs`).
//!
//! Cost: beyond the work itself, some ten nanoseconds for each state sent, and a round
//! of small messages between all workers for each slice.

use crate::clock::{HALF, arriving, expanding, layer_of};
use crate::numbers::Numbers;
use crate::owner::owner;
use crate::reins::Reins;
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use timely::communication::Pull;
use timely::container::CapacityContainerBuilder;
use timely::dataflow::channels::Message;
use timely::dataflow::channels::pact::ExchangeCore;
use timely::dataflow::operators::generic::builder_rc::OperatorBuilder;
use timely::dataflow::operators::generic::{InputHandleCore, OutputBuilder, OutputBuilderSession};
use timely::dataflow::operators::{Capability, ConnectLoop, Feedback};
use timely::scheduling::Activator;
use timely::worker::Worker;

/// States expanded in a slice.
const SLICE: usize = 1 << 14;
/// States expanded between two looks at the reins.
const LOOK_EVERY: usize = 1 << 10;
/// Slices that a worker may be ahead of the slowest.
const AHEAD: u64 = 2;
/// How long a worker without work sleeps between two looks at the reins.
const NAP: Duration = Duration::from_millis(5);

/// What is done with states, at their owner.
pub trait Sweep: 'static {
    /// States have come, in this layer; appends those that are new.
    fn arrive(&mut self, layer: u64, states: &[u64], new: &mut Vec<u64>);
    /// Appends the states that follow from these.
    fn expand(&mut self, states: &[u64], out: &mut Vec<u64>);
    /// All states of a layer have come; these are the new ones. No says that the sweep
    /// cannot go on.
    fn close(&mut self, layer: u64, states: &[u64]) -> bool;
    /// Called now and then, with the bytes that waiting states take.
    fn tell(&mut self, layer: u64, waiting_bytes: usize);
}

/// Where a sweep begins: a layer that is closed, and the states in it that are this
/// worker's.
#[derive(Debug, Default)]
pub struct Begin {
    /// The layer.
    pub layer: u64,
    /// Its states.
    pub states: Vec<u64>,
}

/// How a sweep ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Nothing is new any more, as far as this worker knows.
    Whole,
    /// This worker dropped work because it was asked to stop. All layers before this
    /// one are whole.
    Cut(u64),
    /// Left at once.
    Aborted,
}

/// Runs a sweep on this worker; all workers must do the same.
pub fn run<W: Sweep>(
    worker: &mut Worker,
    work: Rc<RefCell<W>>,
    reins: &Arc<Reins>,
    begin: Begin,
) -> End {
    let cut = Rc::new(Cell::new(None));
    let activator = build(worker, work, reins, begin, &cut);
    while worker.has_dataflows() {
        if reins.is_aborted() {
            return End::Aborted;
        }
        if reins.stopped().is_some() {
            activator.activate();
        }
        worker.step_or_park(Some(NAP));
    }
    if reins.is_aborted() {
        return End::Aborted;
    }
    cut.get().map_or(End::Whole, End::Cut)
}

/// Builds the loop; hands out what wakes the operator.
///
/// Whenever an operator opens its output, timely wakes all whom it could have sent
/// something. So the output is opened only when there is something to send: else workers
/// without work would keep each other awake.
fn build<W: Sweep>(
    worker: &mut Worker,
    work: Rc<RefCell<W>>,
    reins: &Arc<Reins>,
    begin: Begin,
    cut: &Rc<Cell<Option<u64>>>,
) -> Activator {
    let peers = worker.peers();
    worker.dataflow::<u64, _, _>(|scope| {
        let (handle, arrivals) = scope.feedback::<Numbers>(HALF);
        let to_owner: ExchangeCore<CapacityContainerBuilder<Numbers>, _> =
            ExchangeCore::new(move |state: &u64| owner(*state, peers) as u64);
        let mut builder = OperatorBuilder::new("Sweep".to_owned(), scope);
        let address = builder.operator_info().address;
        let waker = scope.activator_for(Rc::clone(&address));
        let activator = scope.activator_for(address);
        let mut input = builder.new_input(arrivals, to_owner);
        let (output, found) = builder.new_output();
        let mut output = OutputBuilder::from(output);
        builder.build(move |mut rights| {
            let right = rights.pop().expect("there is one output");
            let mut station = Station::new(work, reins, right, begin, cut);
            move |frontiers| {
                let frontier = frontiers[0].frontier().first().copied();
                station.take_in(&mut input);
                station.close_layers(frontier);
                station.tell();
                if station.may_expand(frontier) && station.expand_slice(&mut output.activate()) {
                    activator.activate();
                }
            }
        });
        found.connect_loop(handle);
        waker
    })
}

/// New states of a layer, and the right to send what follows from them.
struct Waiting {
    right: Capability<u64>,
    layer: u64,
    states: Vec<u64>,
    done: usize,
    slice: u64,
}

/// The operator of one worker.
struct Station<W> {
    work: Rc<RefCell<W>>,
    reins: Arc<Reins>,
    cut: Rc<Cell<Option<u64>>>,
    /// The first layer that is not closed.
    open: u64,
    arrived: BTreeMap<u64, Waiting>,
    expanding: Option<Waiting>,
    found: Vec<u64>,
}

impl<W: Sweep> Station<W> {
    fn new(
        work: Rc<RefCell<W>>,
        reins: &Arc<Reins>,
        right: Capability<u64>,
        begin: Begin,
        cut: &Rc<Cell<Option<u64>>>,
    ) -> Station<W> {
        let layer = begin.layer;
        // Whoever has nothing to expand gives up the right to send.
        let expanding = (!begin.states.is_empty()).then(|| Waiting {
            right: right.delayed(&expanding(layer, 0)),
            layer,
            states: begin.states,
            done: 0,
            slice: 0,
        });
        Station {
            work,
            reins: Arc::clone(reins),
            cut: Rc::clone(cut),
            open: layer + 1,
            arrived: BTreeMap::new(),
            expanding,
            found: Vec::new(),
        }
    }

    fn take_in<P: Pull<Message<u64, Numbers>>>(
        &mut self,
        input: &mut InputHandleCore<u64, Numbers, P>,
    ) {
        if self.reins.stopped().is_some() || self.reins.is_aborted() {
            self.drop_all();
        }
        let mut work = self.work.borrow_mut();
        let is_cut = self.cut.get().is_some();
        input.for_each(|right, batch| {
            if is_cut {
                return;
            }
            let layer = layer_of(*right.time());
            let waiting = self.arrived.entry(layer).or_insert_with(|| Waiting {
                right: right.delayed(&expanding(layer, 0), 0),
                layer,
                states: Vec::new(),
                done: 0,
                slice: 0,
            });
            work.arrive(layer, batch.as_slice(), &mut waiting.states);
        });
    }

    /// Closes the layers that the frontier has passed, those without a state of ours too.
    fn close_layers(&mut self, frontier: Option<u64>) {
        let Some(first) = frontier else {
            return;
        };
        while self.cut.get().is_none() && first >= arriving(self.open + 1, 0) {
            let mut waiting = self.arrived.remove(&self.open);
            let states = waiting.as_mut().map(|w| std::mem::take(&mut w.states));
            let states = states.unwrap_or_default();
            if !self.work.borrow_mut().close(self.open, &states) {
                self.drop_all();
                return;
            }
            self.open += 1;
            if let Some(waiting) = waiting.filter(|_| !states.is_empty()) {
                self.expanding = Some(Waiting { states, ..waiting });
            }
        }
    }

    /// Whether there is a slice to be expanded, and it is its turn.
    fn may_expand(&self, frontier: Option<u64>) -> bool {
        self.expanding.as_ref().is_some_and(|now| {
            let needed = arriving(now.layer + 1, now.slice.saturating_sub(AHEAD));
            frontier.is_none_or(|first| first >= needed)
        })
    }

    /// Expands the next slice; whether there is another.
    fn expand_slice(
        &mut self,
        output: &mut OutputBuilderSession<'_, u64, CapacityContainerBuilder<Numbers>>,
    ) -> bool {
        let Some(now) = &mut self.expanding else {
            return false;
        };
        let mut work = self.work.borrow_mut();
        let end = now.states.len().min(now.done + SLICE);
        let mut session = output.session(&now.right);
        for states in now.states[now.done..end].chunks(LOOK_EVERY) {
            if self.reins.stopped().is_some() || self.reins.is_aborted() {
                break;
            }
            work.expand(states, &mut self.found);
            session.give_iterator(self.found.drain(..));
            now.done += states.len();
        }
        drop((session, work));
        if now.done == now.states.len() {
            self.expanding = None;
            return false;
        }
        now.slice += 1;
        now.right.downgrade(&expanding(now.layer, now.slice));
        true
    }

    /// Gives up all work and all rights to send.
    fn drop_all(&mut self) {
        let had_work = self.expanding.is_some() || !self.arrived.is_empty();
        self.expanding = None;
        self.arrived.clear();
        if had_work && self.cut.get().is_none() {
            self.cut.set(Some(self.open));
        }
    }

    /// Lets others know how far this worker is.
    fn tell(&mut self) {
        let bytes = |waiting: &Waiting| waiting.states.capacity() * 8;
        let arrived: usize = self.arrived.values().map(bytes).sum();
        let expanding = self.expanding.as_ref();
        let layer = expanding.map_or(self.open, |now| now.layer);
        let bytes = arrived + expanding.map_or(0, bytes);
        self.work.borrow_mut().tell(layer, bytes);
    }
}
