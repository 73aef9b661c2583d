//! What one worker does: both sweeps, with what was counted before.
//!
//! Every worker builds both sweeps whatever happens, since each waits for all: one that
//! was stopped in the first takes part in the second with nothing to do.

use crate::books::{Backward, Books, Desk, Forward};
use crate::checkpoint::{CheckpointError, Reached, Survey};
use crate::part::Part;
use crate::reins::Reins;
use crate::sweep::{self, Begin, End, Sweep};
use soko_graph::count::{Steps, Sweep as Direction};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use timely::worker::Worker;

/// Counts with all other workers; none if this worker had to leave.
pub fn work(
    worker: &mut Worker,
    steps: &'static dyn Steps,
    desk: Desk,
    before: Survey,
) -> Option<Part> {
    let reins = Arc::clone(&desk.reins);
    let well = |result: Result<Begin, CheckpointError>| {
        result
            .map_err(|error| reins.fail(error.to_string()))
            .unwrap_or_default()
    };
    let mut books = Books::new(steps, desk);
    // 1. From the start.
    let begin = match before.forward {
        Reached::Nothing => books.begin_forward(),
        reached => well(books.resume(Direction::Forward, reached)),
    };
    let (forward, end) = run(worker, Forward(books), &reins, begin)?;
    let mut books = forward.0;
    if end == End::Whole && before.forward != Reached::Done {
        books.keep_end(Direction::Forward);
    }
    if let End::Cut(layer) = end {
        books.part.cut = Some(layer);
    }
    // 2. From the solved states.
    let begin = match before.backward {
        _ if books.part.cut.is_some() => Begin::default(),
        Reached::Nothing => books.begin_backward(),
        reached => well(books.resume(Direction::Backward, reached)),
    };
    let (backward, end) = run(worker, Backward(books), &reins, begin)?;
    let mut books = backward.0;
    if end == End::Whole && before.backward != Reached::Done && books.part.cut.is_none() {
        books.keep_end(Direction::Backward);
    }
    if let End::Cut(_) = end {
        books.part.cut.get_or_insert(u64::MAX - 1);
    }
    (!reins.is_aborted()).then_some(books.part)
}

/// Runs one sweep and hands its work back.
fn run<W: Sweep>(
    worker: &mut Worker,
    work: W,
    reins: &Arc<Reins>,
    begin: Begin,
) -> Option<(W, End)> {
    let work = Rc::new(RefCell::new(work));
    match sweep::run(worker, Rc::clone(&work), reins, begin) {
        End::Aborted => None,
        // The loop is gone, so nobody else holds the work.
        end => Some((Rc::into_inner(work)?.into_inner(), end)),
    }
}
