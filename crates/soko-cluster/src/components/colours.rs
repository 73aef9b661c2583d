//! Which states can reach each other, by colours that many workers spread.
//!
//! Every state that is left has its own number for a colour. Colours go along the pushes,
//! and a state takes that of the greatest ([`shuffled`]) that comes. When nothing changes
//! any more, a state has the colour of the greatest among all that lead to it. Who has
//! kept its own is a *root*: no greater one leads to it. So all states of its component
//! have its colour, and they are those of its colour from which it can be reached, which a
//! sweep by pulls from all roots at once finds. They are done, and the rest begins anew.
//!
//! Sound: a component is never torn, since all its states are led to by the same states
//! and so have one colour. It ends: the greatest state that is left is always a root.
//!
//! In the first round the start is taken for the greatest. All states can be reached from
//! it, so all have its colour without a word, and what the pulls find is its component,
//! often the largest of all.
//!
//! Cost: a state is expanded once for each colour that it takes, as many as there are
//! records in a shuffled row of those that lead to it, so about the logarithm of their
//! number, in each round until it is done. In a trial on the whole graphs of Microban 78,
//! 135 and 111, with colours in the first round too, that was 13, 17 and 25 expansions a
//! state in 10 to 18 rounds, up to half of them in the first; leaving out states without
//! successors or predecessors before each round cost more than it saved there.
//! Source: Orzan 2004, On distributed verification and verified distribution.

use super::ledger::Ledger;
use crate::owner::shuffled;
use crate::sweep::{Begin, Sweep};
use std::marker::PhantomData;

/// How colours spread from state to state.
pub trait Spreading: 'static {
    /// The states that begin.
    fn begin(ledger: &mut Ledger) -> Vec<u32>;
    /// A colour has come to a state; whether that is to send it on.
    fn take(ledger: &mut Ledger, node: u32, colour: u64) -> bool;
    /// The states that it sends its colour to.
    fn next(ledger: &mut Ledger, node: u32) -> impl Iterator<Item = u64>;
}

/// Colours go along the pushes: the greatest wins.
pub struct Paint;

impl Spreading for Paint {
    /// All states that are left have their own colour.
    fn begin(ledger: &mut Ledger) -> Vec<u32> {
        let open: Vec<u32> = ledger.open().collect();
        for &node in &open {
            ledger.paint(node, ledger.state(node));
            ledger.put_on_list(node);
        }
        open
    }

    fn take(ledger: &mut Ledger, node: u32, colour: u64) -> bool {
        let is_greater = shuffled(colour) > shuffled(ledger.colour(node));
        if !is_greater || ledger.is_done(node) {
            return false;
        }
        ledger.paint(node, colour);
        // Who waits still will send the new colour.
        ledger.put_on_list(node)
    }

    fn next(ledger: &mut Ledger, node: u32) -> impl Iterator<Item = u64> {
        ledger.successors(node)
    }
}

/// From the roots by pulls, within their colours.
pub struct Trace;

impl Spreading for Trace {
    /// The roots: they are done, and each is a component.
    fn begin(ledger: &mut Ledger) -> Vec<u32> {
        let roots = ledger.open();
        let roots: Vec<u32> = roots
            .filter(|&node| ledger.colour(node) == ledger.state(node))
            .collect();
        roots.iter().for_each(|&node| ledger.finish(node));
        roots
    }

    fn take(ledger: &mut Ledger, node: u32, colour: u64) -> bool {
        let is_new = ledger.colour(node) == colour && !ledger.is_done(node);
        if is_new {
            ledger.finish(node);
        }
        is_new
    }

    fn next(ledger: &mut Ledger, node: u32) -> impl Iterator<Item = u64> {
        ledger.predecessors(node)
    }
}

/// The sweep that spreads colours.
pub struct Colours<S> {
    /// The states and their colours.
    pub ledger: Ledger,
    spreading: PhantomData<S>,
}

impl<S: Spreading> Colours<S> {
    /// The sweep, and where it begins.
    pub fn begin(mut ledger: Ledger) -> (Colours<S>, Begin<u32>) {
        let begin = Begin::with(S::begin(&mut ledger));
        let spreading = PhantomData;
        (Colours { ledger, spreading }, begin)
    }
}

impl<S: Spreading> Sweep<2> for Colours<S> {
    type Waits = u32;

    fn arrive(&mut self, _: u64, rows: &[[u64; 2]], new: &mut Vec<u32>) {
        for &[state, colour] in rows {
            if let Some(node) = self.ledger.node(state)
                && S::take(&mut self.ledger, node, colour)
            {
                new.push(node);
            }
        }
    }

    fn expand(&mut self, nodes: &[u32], out: &mut Vec<[u64; 2]>) {
        for &node in nodes {
            let colour = self.ledger.colour(node);
            out.extend(S::next(&mut self.ledger, node).map(|state| [state, colour]));
        }
    }

    fn tell(&mut self, layer: u64, waiting_bytes: usize) {
        self.ledger.tell(layer, waiting_bytes);
    }
}
