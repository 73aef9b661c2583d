//! What one worker does: both sweeps, with what was counted before; then the components,
//! where they are wanted.
//!
//! Every worker builds both sweeps whatever happens, since each waits for all: one that
//! was stopped in the first takes part in the second with nothing to do.

use crate::books::{Backward, Books, Desk, Forward};
use crate::checkpoint::{CheckpointError, Reached, Survey};
use crate::components::fold;
use crate::part::Part;
use crate::sweep::{self, Begin, End};
use soko_graph::count::{Steps, Sweep as Direction};
use std::sync::Arc;
use timely::worker::Worker;

/// Counts with all other workers; none if this worker had to leave.
pub fn work(
    worker: &mut Worker,
    steps: &'static dyn Steps,
    desk: Desk,
    before: Survey,
    components: bool,
) -> Option<Part> {
    let reins = Arc::clone(&desk.reins);
    let well = |result: Result<Begin<u64>, CheckpointError>| {
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
    let (forward, end) = sweep::run(worker, Forward(books), &reins, begin)?;
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
    let (backward, end) = sweep::run(worker, Backward(books), &reins, begin)?;
    let mut books = backward.0;
    if end == End::Whole && before.backward != Reached::Done && books.part.cut.is_none() {
        books.keep_end(Direction::Backward);
    }
    if let End::Cut(_) = end {
        books.part.cut.get_or_insert(u64::MAX - 1);
    }
    // 3. What belongs together.
    let part = match components {
        true => fold(worker, books)?,
        false => books.part,
    };
    (!reins.is_aborted()).then_some(part)
}
