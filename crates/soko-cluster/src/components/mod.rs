//! The components of a graph that many workers share, and what follows from them.
//!
//! Nobody keeps edges: pushes and pulls are computed again, as in the count before, and
//! exchanged to the owners of the states by the same sweeps (`sweep.rs`). First every state
//! gets the number of its component's root (`colours.rs`); then every component gets an
//! account (`accounts.rs`), and these are settled from the last to the first (`factor.rs`).
//! Between two sweeps the workers tell each other how much is left (`vote.rs`).
//!
//! Nothing of it is kept on disk. A run that was killed has the counts from its
//! checkpoints and begins with the components anew.

mod accounts;
mod colours;
mod factor;
mod ledger;

use crate::books::{Books, Desk};
use crate::part::{Folded, Part};
use crate::sweep::{self, Begin, End, Sweep};
use crate::vote::{Vote, vote};
use accounts::{Borders, Openings};
use colours::{Colours, Paint, Trace};
use factor::Settle;
use ledger::Ledger;
use soko_search::StopReason;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use timely::worker::Worker;

/// Finds the components with all other workers, once the counts are whole, and what they
/// say; none if this worker had to leave.
pub fn fold(worker: &mut Worker, books: Books) -> Option<Part> {
    let Books {
        steps,
        set,
        desk,
        part,
        ..
    } = books;
    let mut turn = Turn {
        worker,
        desk: desk.clone(),
        is_cut: part.cut.is_some(),
    };
    if turn.vote(0)?.stopped.is_some() {
        return Some(part);
    }
    let Some(ledger) = Ledger::new(steps, set, desk, part.clone(), steps.start()) else {
        // As good as no room for them; the others hear of it.
        turn.desk.reins.stop(StopReason::Memory);
        turn.is_cut = true;
        let stopped = turn.vote(1)?.stopped;
        return Some(unknown(part, stopped.unwrap_or(StopReason::Memory)));
    };
    if let Some(reason) = turn.vote(ledger.left)?.stopped {
        return Some(unknown(part, reason));
    }
    let (ledger, found) = match find(&mut turn, ledger)? {
        Ok(found) => found,
        Err(reason) => return Some(unknown(part, reason)),
    };
    settle(&mut turn, ledger, found)
}

/// The counts without what the components say.
fn unknown(part: Part, reason: StopReason) -> Part {
    Part {
        folded: Some(Err(reason)),
        ..part
    }
}

/// A worker in its turn from sweep to sweep.
struct Turn<'a> {
    worker: &'a mut Worker,
    desk: Desk,
    /// Whether it has dropped work.
    is_cut: bool,
}

impl Turn<'_> {
    fn run<const N: usize, W: Sweep<N>>(&mut self, work: W, begin: Begin<W::Waits>) -> Option<W> {
        let reins = Arc::clone(&self.desk.reins);
        let (work, end) = sweep::run(self.worker, work, &reins, begin)?;
        self.is_cut |= end != End::Whole;
        Some(work)
    }

    fn vote(&mut self, own: u64) -> Option<Vote> {
        let reason = self.desk.reins.stopped().unwrap_or(StopReason::Cancelled);
        let stopped = self.is_cut.then_some(reason);
        vote(self.worker, &self.desk, own, stopped)
    }
}

/// Gives every state its component; says how many roots are this worker's. The inner
/// error says why all have stopped.
fn find(turn: &mut Turn<'_>, mut ledger: Ledger) -> Option<Result<(Ledger, u64), StopReason>> {
    let mut n_roots = 0;
    for round in 1.. {
        let tally = turn.desk.reins.tally(turn.desk.local);
        tally.left.store(ledger.left, Relaxed);
        tally.round.store(round, Relaxed);
        // In the first round all have the colour of the start.
        if round > 1 {
            let (colours, begin) = Colours::<Paint>::begin(ledger);
            ledger = turn.run(colours, begin)?.ledger;
        }
        let (colours, begin) = Colours::<Trace>::begin(ledger);
        n_roots += begin.waiting.len() as u64;
        ledger = turn.run(colours, begin)?.ledger;
        let vote = turn.vote(ledger.left)?;
        if let Some(reason) = vote.stopped {
            return Some(Err(reason));
        }
        if vote.sum == 0 {
            break;
        }
    }
    Some(Ok((ledger, n_roots)))
}

/// What the components say, of which so many roots are this worker's.
fn settle(turn: &mut Turn<'_>, ledger: Ledger, n_roots: u64) -> Option<Part> {
    let (borders, begin) = Borders::new(ledger);
    let borders = turn.run(borders, begin)?;
    let (openings, begin) = Openings::new(borders, n_roots);
    let openings = turn.run(openings, begin)?;
    let mut folded = told_by(&openings);
    let (settle, begin) = Settle::new(openings);
    let settle = turn.run(settle, begin)?;
    folded.start = settle.start;
    let stopped = turn.vote(0)?.stopped;
    Some(Part {
        folded: Some(stopped.map_or(Ok(folded), Err)),
        ..settle.ledger.part
    })
}

/// What the accounts of one worker say before anything is settled.
fn told_by(openings: &Openings) -> Folded {
    let mut folded = Folded::default();
    for root in openings.ledger.roots() {
        let account = openings.accounts.get(&root).copied().unwrap_or_default();
        folded.components += 1;
        folded.largest = folded.largest.max(account.size);
        folded.sinks += u64::from(account.n_out == 0 && !account.is_solved);
    }
    folded
}
