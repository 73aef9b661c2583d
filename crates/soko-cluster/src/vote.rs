//! All workers say a number and hear the sum: how they agree on what comes next.
//!
//! Every worker sends its word to all, itself among them, as a sweep of one layer. It is
//! the only sweep that goes on when all are asked to stop: afterwards all workers know
//! whether one of them has dropped work, so that all leave at the same place.

use crate::books::Desk;
use crate::owner::addresses;
use crate::reins::{number_of, reason_of};
use crate::sweep::{self, Begin, Sweep};
use soko_search::StopReason;
use timely::worker::Worker;

/// What all workers have said together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Vote {
    /// The sum of all numbers.
    pub sum: u64,
    /// Why somebody has dropped work, if somebody has.
    pub stopped: Option<StopReason>,
}

/// Says a number, and why this worker has dropped work if it has; what all have said. None
/// if this worker must leave.
pub fn vote(
    worker: &mut Worker,
    desk: &Desk,
    own: u64,
    stopped: Option<StopReason>,
) -> Option<Vote> {
    let words = [own, stopped.map_or(0, number_of).into()];
    let ballot = Ballot {
        workers: desk.workers,
        words,
        sum: Vote::default(),
    };
    let begin = Begin::with(vec![()]);
    let (ballot, _) = sweep::run(worker, ballot, &desk.reins, begin)?;
    Some(ballot.sum)
}

struct Ballot {
    workers: usize,
    words: [u64; 2],
    sum: Vote,
}

impl Sweep<3> for Ballot {
    type Waits = ();
    const STOPS: bool = false;

    fn arrive(&mut self, _: u64, rows: &[[u64; 3]], _: &mut Vec<()>) {
        for &[_, own, reason] in rows {
            self.sum.sum += own;
            self.sum.stopped = self.sum.stopped.or(reason_of(reason as u8));
        }
    }

    fn expand(&mut self, _: &[()], out: &mut Vec<[u64; 3]>) {
        let [own, reason] = self.words;
        let to = addresses(self.workers).into_iter();
        out.extend(to.map(|address| [address, own, reason]));
    }

    fn tell(&mut self, _: u64, _: usize) {}
}
