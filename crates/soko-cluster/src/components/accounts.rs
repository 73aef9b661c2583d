//! An account of every component, with the owner of its root: how many states it has,
//! whether one of them is solved, and how many pushes lead out of it.
//!
//! Two sweeps of one layer each. In the first every state tells its component to all its
//! predecessors, and whoever is of another one has found a push that leads out of its own
//! ([`Borders`]). In the second every state tells that to the owner of its root
//! ([`Openings`]).
//!
//! Cost: a look back from every state, two bytes for each node while it lasts, and an
//! account of 48 bytes for each component in a table that is a quarter empty or more.

use super::ledger::Ledger;
use crate::sweep::{Begin, Sweep};
use rustc_hash::FxHashMap;

/// What is known of a component.
#[derive(Clone, Copy, Debug, Default)]
pub struct Account {
    /// Its states.
    pub size: u64,
    /// Whether one of them is solved.
    pub is_solved: bool,
    /// Pushes that lead to components of which it has not heard.
    pub n_out: u64,
    /// Components that it has heard of.
    pub n_children: u64,
    /// The sum of their solution factors.
    pub factors: f64,
    /// The logarithm of that to base 2.
    pub factors_log2: f64,
}

/// The accounts of one worker, by the number of the root.
pub type Accounts = FxHashMap<u64, Account>;

/// Bytes that accounts take: an entry and a byte beside it.
pub fn bytes(accounts: &Accounts) -> usize {
    // A table is never more than seven eighths full.
    accounts.capacity() * 8 / 7 * (size_of::<(u64, Account)>() + 1)
}

/// The first sweep: how many pushes lead from each state out of its component.
pub struct Borders {
    /// The states.
    pub ledger: Ledger,
    /// By node.
    pub n_out: Vec<u16>,
}

impl Borders {
    /// Nothing is known.
    pub fn new(ledger: Ledger) -> (Borders, Begin<u32>) {
        let nodes: Vec<u32> = ledger.nodes().collect();
        let n_out = vec![0; nodes.last().map_or(0, |&last| last as usize + 1)];
        (Borders { ledger, n_out }, Begin::with(nodes))
    }
}

impl Sweep<2> for Borders {
    type Waits = u32;

    fn arrive(&mut self, _: u64, rows: &[[u64; 2]], _: &mut Vec<u32>) {
        for &[state, component] in rows {
            let Some(node) = self.ledger.node(state) else {
                continue;
            };
            if self.ledger.colour(node) != component {
                self.n_out[node as usize] += 1;
            }
        }
    }

    fn expand(&mut self, nodes: &[u32], out: &mut Vec<[u64; 2]>) {
        for &node in nodes {
            let component = self.ledger.colour(node);
            let before = self.ledger.predecessors(node);
            out.extend(before.map(|state| [state, component]));
        }
    }

    fn tell(&mut self, layer: u64, waiting_bytes: usize) {
        let own = 2 * self.n_out.capacity();
        self.ledger.tell(layer, waiting_bytes + own);
    }
}

/// The second sweep: every state is entered into the account of its component.
pub struct Openings {
    /// The states.
    pub ledger: Ledger,
    /// The accounts.
    pub accounts: Accounts,
    n_out: Vec<u16>,
}

impl Openings {
    /// Empty accounts of so many components.
    pub fn new(borders: Borders, n_components: u64) -> (Openings, Begin<u32>) {
        let nodes = borders.ledger.nodes().collect();
        let mut accounts = Accounts::default();
        accounts.reserve(n_components as usize);
        let openings = Openings {
            ledger: borders.ledger,
            accounts,
            n_out: borders.n_out,
        };
        (openings, Begin::with(nodes))
    }
}

impl Sweep<2> for Openings {
    type Waits = u32;

    fn arrive(&mut self, _: u64, rows: &[[u64; 2]], _: &mut Vec<u32>) {
        for &[component, told] in rows {
            let account = self.accounts.entry(component).or_insert(Account {
                factors_log2: f64::NEG_INFINITY,
                ..Account::default()
            });
            account.size += 1;
            account.n_out += told >> 1;
            account.is_solved |= told & 1 != 0;
        }
    }

    fn expand(&mut self, nodes: &[u32], out: &mut Vec<[u64; 2]>) {
        for &node in nodes {
            let is_solved = self.ledger.steps.is_solved(self.ledger.state(node));
            let told = u64::from(self.n_out[node as usize]) << 1 | u64::from(is_solved);
            out.push([self.ledger.colour(node), told]);
        }
    }

    fn tell(&mut self, layer: u64, waiting_bytes: usize) {
        let own = 2 * self.n_out.capacity() + bytes(&self.accounts);
        self.ledger.tell(layer, waiting_bytes + own);
    }
}
