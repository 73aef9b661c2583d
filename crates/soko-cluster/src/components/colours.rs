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

/// Colours go along the pushes: the greatest wins.
pub struct Paint(pub Ledger);

impl Paint {
    /// All states that are left have their own colour.
    pub fn begin(ledger: &mut Ledger) -> Begin<u32> {
        let open: Vec<u32> = ledger.open().collect();
        for &node in &open {
            ledger.paint(node, ledger.state(node));
            ledger.put_on_list(node);
        }
        Begin::with(open)
    }
}

impl Sweep<2> for Paint {
    type Waits = u32;

    fn arrive(&mut self, _: u64, rows: &[[u64; 2]], new: &mut Vec<u32>) {
        let ledger = &mut self.0;
        for &[state, colour] in rows {
            let Some(node) = ledger.node(state) else {
                continue;
            };
            let is_greater = shuffled(colour) > shuffled(ledger.colour(node));
            if is_greater && !ledger.is_done(node) {
                ledger.paint(node, colour);
                // Who waits still will send the new colour.
                if ledger.put_on_list(node) {
                    new.push(node);
                }
            }
        }
    }

    fn expand(&mut self, nodes: &[u32], out: &mut Vec<[u64; 2]>) {
        let ledger = &mut self.0;
        for &node in nodes {
            let colour = ledger.colour(node);
            out.extend(ledger.successors(node).map(|state| [state, colour]));
        }
    }

    fn tell(&mut self, layer: u64, waiting_bytes: usize) {
        self.0.tell(layer, waiting_bytes);
    }
}

/// From the roots by pulls, within their colours.
pub struct Trace(pub Ledger);

impl Trace {
    /// The roots: they are done, and each is a component.
    pub fn begin(ledger: &mut Ledger) -> Begin<u32> {
        let roots = ledger.open();
        let roots: Vec<u32> = roots
            .filter(|&node| ledger.colour(node) == ledger.state(node))
            .collect();
        roots.iter().for_each(|&node| ledger.finish(node));
        Begin::with(roots)
    }
}

impl Sweep<2> for Trace {
    type Waits = u32;

    fn arrive(&mut self, _: u64, rows: &[[u64; 2]], new: &mut Vec<u32>) {
        let ledger = &mut self.0;
        for &[state, colour] in rows {
            let Some(node) = ledger.node(state) else {
                continue;
            };
            if ledger.colour(node) == colour && !ledger.is_done(node) {
                ledger.finish(node);
                new.push(node);
            }
        }
    }

    fn expand(&mut self, nodes: &[u32], out: &mut Vec<[u64; 2]>) {
        let ledger = &mut self.0;
        for &node in nodes {
            let colour = ledger.colour(node);
            out.extend(ledger.predecessors(node).map(|state| [state, colour]));
        }
    }

    fn tell(&mut self, layer: u64, waiting_bytes: usize) {
        self.0.tell(layer, waiting_bytes);
    }
}
