//! Best-first search: one engine, of which A*, weighted A* and greedy search are
//! presets.
//!
//! The state with the least `g_weight * g + h_weight * h` comes next, where `g` is
//! the cost of the cheapest way found so far and `h` the guess of what is left;
//! among equals the one with less left to do. When a cheaper way to a state is
//! found, the state is opened again, so a guess needs not be consistent.
//!
//! **Optimal** when both weights are 1, the guess is admissible and the space
//! keeps a cheapest plan: a goal is accepted only when it is taken from the open
//! list, and by then nothing cheaper can be left. The least `g + h` seen there
//! is a lower bound all the time.
//!
//! A state costs its key and slot, ten bytes in side tables and four in the open
//! list.

use super::plan::{NO_PARENT, actions_along, chain_to};
use crate::{
    Counters, Engine, Heuristic, OpenList, SideTable, Space, StateId, Step, Store, Successors,
};

/// What counts how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The weight of the way behind.
    pub g: u32,
    /// The weight of the way ahead.
    pub h: u32,
}

impl Weights {
    /// A*: both count the same.
    pub const A_STAR: Weights = Weights { g: 1, h: 1 };
    /// Greedy: only the way ahead counts.
    pub const GREEDY: Weights = Weights { g: 0, h: 1 };
}

/// A best-first search of a space.
pub struct BestFirst<S: Space, H, O> {
    space: S,
    heuristic: H,
    weights: Weights,
    accepts_any: bool,
    store: Store,
    parent: SideTable<u32>,
    /// The cost so far, and in the highest bit whether the state is expanded.
    cost: SideTable<u32>,
    /// The guess; [`DEAD`] for dead ends.
    guess: SideTable<u16>,
    open: O,
    successors: Successors<S>,
    key: Vec<u8>,
    counters: Counters,
    bound: u32,
    start_bound: u32,
    goal: Option<StateId>,
}

const EXPANDED: u32 = 1 << 31;
const DEAD: u16 = u16::MAX;

impl<S: Space, H: Heuristic<S>, O: OpenList> BestFirst<S, H, O> {
    /// A search from the starts of the space.
    pub fn new(space: S, heuristic: H, weights: Weights) -> Self {
        let mut search = BestFirst {
            key: vec![0; space.key_len()],
            store: Store::new(space.key_len()),
            parent: SideTable::default(),
            cost: SideTable::default(),
            guess: SideTable::default(),
            open: O::default(),
            successors: Vec::new(),
            counters: Counters::default(),
            bound: 0,
            start_bound: u32::MAX,
            goal: None,
            accepts_any: false,
            space,
            heuristic,
            weights,
        };
        for start in search.space.starts() {
            let guess = search.heuristic.estimate(&start);
            search.start_bound = search.start_bound.min(guess.unwrap_or(u32::MAX));
            search.space.pack(&start, &mut search.key);
            let (id, is_new) = search.store.insert(&search.key);
            if is_new {
                search.add_tables(id, NO_PARENT, 0, guess);
            }
        }
        search
    }

    /// Ends with the first goal that is generated, for searches that need no
    /// cheapest plan.
    pub fn accepting_any(mut self) -> Self {
        self.accepts_any = true;
        self
    }

    /// The space, with whatever it has counted.
    pub fn space(&self) -> &S {
        &self.space
    }

    fn add_tables(&mut self, id: StateId, parent: u32, cost: u32, guess: Option<u32>) {
        let guess = guess.map_or(DEAD, |guess| guess.min(u32::from(DEAD - 1)) as u16);
        self.parent.push(parent);
        self.cost.push(cost);
        self.guess.push(guess);
        self.enqueue(id, cost, guess);
    }

    #[inline]
    fn enqueue(&mut self, id: StateId, cost: u32, guess: u16) {
        if guess != DEAD {
            let priority = self.weights.g * cost + self.weights.h * u32::from(guess);
            self.open.push(priority, u32::from(guess), id);
        }
    }

    fn is_optimal(&self) -> bool {
        let space = self.space.claims();
        let claims = space.and(self.heuristic.claims());
        self.weights == Weights::A_STAR && claims.admissible && claims.safe
    }

    /// Takes the next state that is not stale from the open list.
    #[inline]
    fn next_open(&mut self) -> Option<(StateId, u32)> {
        while let Some((priority, guess, id)) = self.open.pop() {
            let cost = self.cost[id];
            let is_stale =
                cost & EXPANDED != 0 || self.weights.g * cost + self.weights.h * guess != priority;
            if !is_stale {
                return Some((id, cost));
            }
        }
        None
    }

    fn expand(&mut self, id: StateId, cost: u32) {
        self.cost[id] = cost | EXPANDED;
        let state = self.space.unpack(self.store.key(id));
        let mut successors = std::mem::take(&mut self.successors);
        successors.clear();
        self.space.expand(&state, &mut successors);
        self.counters.expanded += 1;
        self.counters.generated += successors.len() as u64;
        // The heuristic prepares itself for a state only when one of its successors
        // is new; the others are compared by their costs.
        let mut has_entered = false;
        for next in &successors {
            self.space.pack(&next.state, &mut self.key);
            let (next_id, is_new) = self.store.insert(&self.key);
            let next_cost = cost + next.cost;
            if is_new {
                if !has_entered {
                    self.heuristic.enter(&state);
                    has_entered = true;
                }
                let guess = self.heuristic.estimate_successor(next);
                self.add_tables(next_id, id.0, next_cost, guess);
                if self.accepts_any && self.goal.is_none() && self.space.is_goal(&next.state) {
                    self.goal = Some(next_id);
                }
            } else if next_cost < self.cost[next_id] & !EXPANDED {
                self.parent[next_id] = id.0;
                self.cost[next_id] = next_cost;
                self.enqueue(next_id, next_cost, self.guess[next_id]);
            }
        }
        self.successors = successors;
    }
}

impl<S: Space, H: Heuristic<S>, O: OpenList> Engine for BestFirst<S, H, O> {
    type Action = S::Action;

    fn step(&mut self) -> Step {
        if self.goal.is_some() {
            let optimal = false;
            return Step::Solved { optimal };
        }
        if self.store.is_full() {
            return Step::Full;
        }
        let Some((id, cost)) = self.next_open() else {
            let proved = self.space.claims().safe && self.heuristic.claims().safe;
            return Step::Exhausted { proved };
        };
        self.bound = self.bound.max(cost + u32::from(self.guess[id]));
        if self.guess[id] == 0 || !self.heuristic.claims().admissible {
            let state = self.space.unpack(self.store.key(id));
            if self.space.is_goal(&state) {
                self.goal = Some(id);
                let optimal = self.is_optimal();
                return Step::Solved { optimal };
            }
        }
        self.expand(id, cost);
        Step::Continue
    }

    #[inline]
    fn counters(&self) -> Counters {
        let tables = self.parent.bytes() + self.cost.bytes() + self.guess.bytes();
        Counters {
            stored: self.store.len() as u64,
            bytes: self.store.bytes() + tables + self.open.bytes() + self.space.bytes(),
            ..self.counters
        }
    }

    fn lower_bound(&self) -> u64 {
        let is_bound = self.heuristic.claims().admissible && self.start_bound != u32::MAX;
        match (self.is_optimal(), is_bound) {
            (true, _) => u64::from(self.bound),
            (false, true) => u64::from(self.start_bound),
            (false, false) => 0,
        }
    }

    fn phase(&self) -> String {
        format!("bound {}, {} states", self.bound, self.store.len())
    }

    fn plan(&mut self) -> Vec<S::Action> {
        let chain = chain_to(self.goal, &self.parent);
        actions_along(&mut self.space, &self.store, &chain)
    }
}
