//! One sweep over states that many workers share: layer by layer, each state to its
//! owner, until nothing is new.
//!
//! The dataflow is one operator in a loop. What it sends is exchanged to the owners
//! and comes back to it as states that *arrive*, with a few numbers beside them if the
//! sweep has something to say of them.
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

/// What is done with states, at their owner. A row of `N` numbers is sent: a state, and
/// what is said of it.
pub trait Sweep<const N: usize>: 'static {
    /// What waits to be expanded: a state, or whatever stands for one.
    type Waits;
    /// Whether the sweep is given up when all are asked to stop.
    const STOPS: bool = true;
    /// Rows have come, in this layer; appends what is new.
    fn arrive(&mut self, layer: u64, rows: &[[u64; N]], new: &mut Vec<Self::Waits>);
    /// Appends what follows from these.
    fn expand(&mut self, waiting: &[Self::Waits], out: &mut Vec<[u64; N]>);
    /// All of a layer has come; this is what was new. No says that the sweep cannot go on.
    fn close(&mut self, _layer: u64, _new: &[Self::Waits]) -> bool {
        true
    }
    /// Called now and then, with the bytes that all that waits takes.
    fn tell(&mut self, layer: u64, waiting_bytes: usize);
}

/// Where a sweep begins: a layer that is closed, and what of it waits at this worker.
#[derive(Debug)]
pub struct Begin<T> {
    /// The layer.
    pub layer: u64,
    /// What is to be expanded.
    pub waiting: Vec<T>,
}

impl<T> Default for Begin<T> {
    fn default() -> Self {
        Begin::with(Vec::new())
    }
}

impl<T> Begin<T> {
    /// At layer 0, with this.
    pub fn with(waiting: Vec<T>) -> Begin<T> {
        Begin { layer: 0, waiting }
    }
}

/// How a sweep ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Nothing is new any more, as far as this worker knows.
    Whole,
    /// This worker dropped work because it was asked to stop. All layers before this
    /// one are whole.
    Cut(u64),
}

/// Runs a sweep on this worker and hands its work back; none if the worker must leave at
/// once. All workers must do the same.
pub fn run<const N: usize, W: Sweep<N>>(
    worker: &mut Worker,
    work: W,
    reins: &Arc<Reins>,
    begin: Begin<W::Waits>,
) -> Option<(W, End)> {
    let work = Rc::new(RefCell::new(work));
    let cut = Rc::new(Cell::new(None));
    let activator = build(worker, Rc::clone(&work), reins, begin, &cut);
    while worker.has_dataflows() {
        if reins.is_aborted() {
            return None;
        }
        if reins.stopped().is_some() {
            activator.activate();
        }
        worker.step_or_park(Some(NAP));
    }
    if reins.is_aborted() {
        return None;
    }
    let end = cut.get().map_or(End::Whole, End::Cut);
    // The loop is gone, so nobody else holds the work.
    Some((Rc::into_inner(work)?.into_inner(), end))
}

/// Builds the loop; hands out what wakes the operator.
///
/// Whenever an operator opens its output, timely wakes all whom it could have sent
/// something. So the output is opened only when there is something to send: else workers
/// without work would keep each other awake.
fn build<const N: usize, W: Sweep<N>>(
    worker: &mut Worker,
    work: Rc<RefCell<W>>,
    reins: &Arc<Reins>,
    begin: Begin<W::Waits>,
    cut: &Rc<Cell<Option<u64>>>,
) -> Activator {
    let peers = worker.peers();
    worker.dataflow::<u64, _, _>(|scope| {
        let (handle, arrivals) = scope.feedback::<Numbers<N>>(HALF);
        let to_owner: ExchangeCore<CapacityContainerBuilder<Numbers<N>>, _> =
            ExchangeCore::new(move |row: &[u64; N]| owner(row[0], peers) as u64);
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

/// Whether all work of a sweep is to be given up.
fn must_end<const N: usize, W: Sweep<N>>(reins: &Reins) -> bool {
    reins.is_aborted() || (W::STOPS && reins.stopped().is_some())
}

/// What is new in a layer, and the right to send what follows from it.
struct Waiting<T> {
    right: Capability<u64>,
    layer: u64,
    new: Vec<T>,
    done: usize,
    slice: u64,
}

/// The operator of one worker.
struct Station<const N: usize, W: Sweep<N>> {
    work: Rc<RefCell<W>>,
    reins: Arc<Reins>,
    cut: Rc<Cell<Option<u64>>>,
    /// The first layer that is not closed.
    open: u64,
    arrived: BTreeMap<u64, Waiting<W::Waits>>,
    expanding: Option<Waiting<W::Waits>>,
    found: Vec<[u64; N]>,
}

impl<const N: usize, W: Sweep<N>> Station<N, W> {
    fn new(
        work: Rc<RefCell<W>>,
        reins: &Arc<Reins>,
        right: Capability<u64>,
        begin: Begin<W::Waits>,
        cut: &Rc<Cell<Option<u64>>>,
    ) -> Station<N, W> {
        let layer = begin.layer;
        // Whoever has nothing to expand gives up the right to send.
        let expanding = (!begin.waiting.is_empty()).then(|| Waiting {
            right: right.delayed(&expanding(layer, 0)),
            layer,
            new: begin.waiting,
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

    fn take_in<P: Pull<Message<u64, Numbers<N>>>>(
        &mut self,
        input: &mut InputHandleCore<u64, Numbers<N>, P>,
    ) {
        if must_end::<N, W>(&self.reins) {
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
                new: Vec::new(),
                done: 0,
                slice: 0,
            });
            work.arrive(layer, batch.as_slice(), &mut waiting.new);
        });
    }

    /// Closes the layers that the frontier has passed, those without a state of ours too.
    fn close_layers(&mut self, frontier: Option<u64>) {
        let Some(first) = frontier else {
            return;
        };
        while self.cut.get().is_none() && first >= arriving(self.open + 1, 0) {
            let mut waiting = self.arrived.remove(&self.open);
            let new = waiting.as_mut().map(|w| std::mem::take(&mut w.new));
            let new = new.unwrap_or_default();
            if !self.work.borrow_mut().close(self.open, &new) {
                self.drop_all();
                return;
            }
            self.open += 1;
            if let Some(waiting) = waiting.filter(|_| !new.is_empty()) {
                self.expanding = Some(Waiting { new, ..waiting });
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
        output: &mut OutputBuilderSession<'_, u64, CapacityContainerBuilder<Numbers<N>>>,
    ) -> bool {
        let Some(now) = &mut self.expanding else {
            return false;
        };
        let mut work = self.work.borrow_mut();
        let end = now.new.len().min(now.done + SLICE);
        let mut session = output.session(&now.right);
        for some in now.new[now.done..end].chunks(LOOK_EVERY) {
            if must_end::<N, W>(&self.reins) {
                break;
            }
            work.expand(some, &mut self.found);
            session.give_iterator(self.found.drain(..));
            now.done += some.len();
        }
        drop((session, work));
        if now.done == now.new.len() {
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
        let bytes = |waiting: &Waiting<W::Waits>| waiting.new.capacity() * size_of::<W::Waits>();
        let arrived: usize = self.arrived.values().map(bytes).sum();
        let expanding = self.expanding.as_ref();
        let layer = expanding.map_or(self.open, |now| now.layer);
        let bytes = arrived + expanding.map_or(0, bytes);
        self.work.borrow_mut().tell(layer, bytes);
    }
}
