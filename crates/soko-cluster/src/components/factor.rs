//! The solution factor, from the components that lead nowhere back to the start.
//!
//! Veger's factor is 1 for a component that holds a solved state, 0 for another one that
//! leads nowhere, and else the mean over its distinct children (`soko-graph`'s
//! `factor.rs`). A component is *settled* when the last push that leads out of it is
//! accounted for. Then three layers follow:
//!
//! 1. the owner of its root tells all workers, and each finds the states that it has of it;
//! 2. those tell their predecessors, whose owners know of which component they are;
//! 3. these tell the root of that component: one push less, and what it leads to.
//!
//! All that lead to one component hear of it in the same layer. So repeats are known by a
//! list that is empty again after each layer, no pair of components is kept, and the mean
//! is over distinct children. Components have no cycles, so all are settled in the end; the
//! start's after as many rounds as the longest way from it has steps.
//!
//! Exact but for rounding: sums are formed in another order than over a whole graph, and
//! there are no fractions of whole numbers. Cost: a look back from every state; four bytes
//! for each state of a list by component; and within a layer 40 bytes for each push into
//! components that are settled at the same time, and 17 for each pair of components.

use super::accounts::{self, Account, Accounts, Openings};
use super::ledger::Ledger;
use crate::owner::addresses;
use crate::part::FromStart;
use crate::sweep::{Begin, Sweep};
use rustc_hash::FxHashSet;

/// A factor on its way: itself and its logarithm to base 2, as bits.
type Factor = [u64; 2];

/// What waits to be told.
pub enum Word {
    /// A component is settled.
    Settled(u64),
    /// This state is of one that is.
    State(u32, Factor),
    /// A push from the first component leads to the second.
    Push(u64, u64, Factor),
}

/// The sweep from the last components to the first.
pub struct Settle {
    /// The states.
    pub ledger: Ledger,
    /// What follows for the start, with its owner.
    pub start: Option<FromStart>,
    accounts: Accounts,
    /// Nodes by component.
    members: Vec<u32>,
    /// Pairs of components of which was told in this layer.
    told: FxHashSet<(u64, u64)>,
    addresses: Vec<u64>,
    round: u64,
}

impl Settle {
    /// Begins with the components that lead nowhere.
    pub fn new(openings: Openings) -> (Settle, Begin<Word>) {
        let Openings {
            ledger, accounts, ..
        } = openings;
        let mut members: Vec<u32> = ledger.nodes().collect();
        members.sort_unstable_by_key(|&node| ledger.colour(node));
        let leads_nowhere = |root: &u64| accounts.get(root).is_some_and(|a| a.n_out == 0);
        let last = ledger.roots().filter(leads_nowhere);
        let begin = last.map(Word::Settled).collect();
        let settle = Settle {
            addresses: addresses(ledger.desk.workers),
            ledger,
            start: None,
            accounts,
            members,
            told: FxHashSet::default(),
            round: 0,
        };
        (settle, Begin::with(begin))
    }

    /// States of a component that are here.
    fn members(&self, component: u64) -> &[u32] {
        let colour = |&node: &u32| self.ledger.colour(node);
        let first = self.members.partition_point(|n| colour(n) < component);
        let rest = &self.members[first..];
        &rest[..rest.partition_point(|n| colour(n) == component)]
    }

    /// One push less leads out of a component to others of which it has not heard.
    fn account_for(&mut self, row: [u64; 4], new: &mut Vec<Word>) {
        let [component, child, factor, log2] = row;
        let is_new = self.told.insert((component, child));
        let Some(account) = self.accounts.get_mut(&component) else {
            return;
        };
        if is_new {
            account.add(f64::from_bits(factor), f64::from_bits(log2));
        }
        account.n_out -= 1;
        if account.n_out == 0 {
            new.push(Word::Settled(component));
        }
    }

    /// Tells all workers that may have states of a component that it is settled.
    fn announce(&mut self, component: u64, out: &mut Vec<[u64; 4]>) {
        let Some(account) = self.accounts.get(&component) else {
            return;
        };
        let (factor, log2) = account.factor();
        if component == self.ledger.steps.start() {
            // Nothing leads to it from outside.
            self.start = Some(FromStart {
                longest_way: self.round,
                factor,
                factor_log2: log2,
            });
            return;
        }
        let row = |&address: &u64| [address, component, factor.to_bits(), log2.to_bits()];
        match account.size {
            1 => out.push(row(&self.addresses[self.ledger.desk.worker])),
            _ => out.extend(self.addresses.iter().map(row)),
        }
    }
}

impl Account {
    /// A child more, with this factor.
    fn add(&mut self, factor: f64, log2: f64) {
        self.n_children += 1;
        self.factors += factor;
        let (small, large) = match self.factors_log2 < log2 {
            true => (self.factors_log2, log2),
            false => (log2, self.factors_log2),
        };
        if small > f64::NEG_INFINITY {
            self.factors_log2 = large + (small - large).exp2().ln_1p() / std::f64::consts::LN_2;
        } else {
            self.factors_log2 = large;
        }
    }

    /// The factor and its logarithm to base 2, once all children are known.
    fn factor(&self) -> (f64, f64) {
        let n = self.n_children as f64;
        match (self.is_solved, self.n_children) {
            (true, _) => (1.0, 0.0),
            (false, 0) => (0.0, f64::NEG_INFINITY),
            _ => (self.factors / n, self.factors_log2 - n.log2()),
        }
    }
}

impl Sweep<4> for Settle {
    type Waits = Word;

    fn arrive(&mut self, layer: u64, rows: &[[u64; 4]], new: &mut Vec<Word>) {
        for &[to, child, factor, log2] in rows {
            match layer % 3 {
                1 => {
                    let states = self.members(child).iter();
                    new.extend(states.map(|&node| Word::State(node, [factor, log2])));
                }
                2 => {
                    let node = self.ledger.node(to);
                    let component = node.map(|node| self.ledger.colour(node));
                    if let Some(component) = component.filter(|&c| c != child) {
                        new.push(Word::Push(component, child, [factor, log2]));
                    }
                }
                _ => self.account_for([to, child, factor, log2], new),
            }
        }
    }

    fn expand(&mut self, words: &[Word], out: &mut Vec<[u64; 4]>) {
        for word in words {
            match *word {
                Word::Settled(component) => self.announce(component, out),
                Word::State(node, [factor, log2]) => {
                    let own = self.ledger.colour(node);
                    let before = self.ledger.predecessors(node);
                    out.extend(before.map(|state| [state, own, factor, log2]));
                }
                Word::Push(from, to, [factor, log2]) => out.push([from, to, factor, log2]),
            }
        }
    }

    fn close(&mut self, layer: u64, _: &[Word]) -> bool {
        if layer.is_multiple_of(3) {
            self.told.clear();
            self.round = layer / 3;
        }
        true
    }

    fn tell(&mut self, layer: u64, waiting_bytes: usize) {
        let pairs = self.told.capacity() * 8 / 7 * 17;
        let own = 4 * self.members.capacity() + pairs + accounts::bytes(&self.accounts);
        self.ledger.tell(layer, waiting_bytes + own);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The mean is over children, also where their factors are too small for a number.
    #[test]
    fn a_factor_is_the_mean_of_the_children() {
        let mut account = Account {
            factors_log2: f64::NEG_INFINITY,
            ..Account::default()
        };
        assert_eq!(account.factor(), (0.0, f64::NEG_INFINITY));
        for log2 in [f64::NEG_INFINITY, -1.0, -2.0, f64::NEG_INFINITY] {
            account.add(log2.exp2(), log2);
        }
        let (factor, log2) = account.factor();
        assert!((factor - 0.1875).abs() < 1e-15 && (log2 - 0.1875f64.log2()).abs() < 1e-12);
        let mut tiny = Account {
            factors_log2: f64::NEG_INFINITY,
            ..Account::default()
        };
        (0..4).for_each(|_| tiny.add(0.0, -5000.0));
        let (factor, log2) = tiny.factor();
        assert!(factor == 0.0 && (log2 + 5000.0).abs() < 1e-9, "{log2}");
        tiny.is_solved = true;
        assert_eq!(tiny.factor(), (1.0, 0.0));
    }
}
