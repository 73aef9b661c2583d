//! How many pushes are left from any position of a level, looked up.
//!
//! The whole state graph is explored once, pushes to go are counted backwards through it
//! ([`soko_graph::pushes_to_go`]), and positions are found by their packed form. Exact,
//! and so is "lost": a position that is not in the graph has a box on a square from which
//! none reaches a goal, as games begin where the graph does. Only for levels whose graph
//! is within a limit; tables of a list of levels are kept up to a number of bytes, those
//! that were made first being dropped first.

use crate::Arena;
use soko_core::CanonicalState;
use soko_graph::{KeyLayout, NEVER, Rules, explore, pushes_to_go};
use soko_search::{Control, Limits, Store};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

/// The positions of a level with the pushes that are left.
#[derive(Debug)]
pub(crate) struct ToGo {
    layout: KeyLayout,
    store: Store,
    to_go: Vec<u32>,
}

impl ToGo {
    /// Explores a level; none if it has more states than this.
    pub fn of(arena: &Arena, most_states: u64) -> Option<ToGo> {
        let limits = Limits {
            expansions: Some(most_states),
            ..Limits::default()
        };
        let mut control = Control::new(limits);
        let graph = explore(arena.level(), &Rules::default(), 1, &mut control).ok()?;
        if graph.stopped().is_some() {
            return None;
        }
        let layout = graph.key_layout().clone();
        let mut store = Store::new(8 * layout.n_words());
        for state in 0..graph.n_states() as u32 {
            store.insert(&bytes(graph.key(state)));
        }
        Some(ToGo {
            layout,
            store,
            to_go: pushes_to_go(&graph),
        })
    }

    /// The fewest pushes from a position; none if it is lost.
    pub fn from(&self, state: &CanonicalState) -> Option<u32> {
        use soko_core::Squares;
        if !state.boxes.iter().all(|s| self.layout.slot(s).is_some()) {
            return None;
        }
        let id = self.store.find(&bytes(&self.layout.pack(state)))?;
        let to_go = self.to_go[id.index()];
        (to_go != NEVER).then_some(to_go)
    }

    fn bytes(&self) -> usize {
        self.store.bytes() + 4 * self.to_go.len()
    }
}

fn bytes(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// The tables of a list of levels, as far as they are kept.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    /// By the level's number; none for a level whose graph is too large.
    known: BTreeMap<usize, Option<Arc<ToGo>>>,
    /// Those that have a table, the oldest first.
    kept: VecDeque<usize>,
    bytes: usize,
}

/// Bytes of tables that are kept.
const MOST_BYTES: usize = 1 << 30;

impl Tables {
    /// The table of a level, made if it is not there.
    pub fn of(
        &mut self,
        arena: &Arena,
        number: Option<usize>,
        most_states: u64,
    ) -> Option<Arc<ToGo>> {
        let Some(number) = number else {
            return ToGo::of(arena, most_states).map(Arc::new);
        };
        if let Some(known) = self.known.get(&number) {
            return known.clone();
        }
        let table = ToGo::of(arena, most_states).map(Arc::new);
        self.known.insert(number, table.clone());
        if let Some(table) = &table {
            self.kept.push_back(number);
            self.bytes += table.bytes();
        }
        while self.bytes > MOST_BYTES && self.kept.len() > 1 {
            let oldest = self.kept.pop_front();
            let dropped = oldest
                .and_then(|number| self.known.remove(&number))
                .flatten();
            self.bytes -= dropped.map_or(0, |table| table.bytes());
        }
        table
    }
}
