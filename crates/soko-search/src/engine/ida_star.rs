//! IDA*: depth-first searches under a rising bound, with a table of states seen.
//!
//! A path is given up when its cost so far plus the guess exceeds the bound; the
//! next bound is the least sum that exceeded it. The table keeps, for every state
//! and the current round, the cost at which it was expanded: a second visit that
//! is not cheaper is given up at once. Keys are compared in full, so no state is
//! ever taken for another.
//!
//! **Optimal** when the guess is admissible and the space keeps a cheapest plan.
//! A visit that is not cheaper than an earlier one in the same round leads to
//! nothing that the earlier one did not lead to under the same bound, or will
//! when the search comes back to it further down its own path, in which case a
//! cycle was cut. With a guess of 0 this is plain iterative deepening
//! ([`depth_first_deepening`]).
//!
//! Without the table ([`IdaStar::without_table`]) nothing is remembered but the path:
//! plain IDA*, which sees a state as often as there are ways to it and goes round in
//! circles up to the bound. It needs next to no memory, and on a level without a
//! solution it never ends.
//!
//! The stack is explicit: a step is one expansion, and the depth is not limited
//! by the machine. Edges that lead to less remaining work are tried first.

use crate::{Blind, Counters, Engine, Heuristic, SideTable, Space, Step, Store, Successors};

/// An edge that waits on the stack.
struct Waiting<S: Space> {
    action: Option<S::Action>,
    state: S::State,
    cost: u32,
    guess: u32,
}

/// One level of the path: where its waiting edges start, and how it was reached.
#[derive(Clone, Copy)]
struct Frame<A> {
    first: usize,
    action: Option<A>,
}

/// An IDA* search of a space.
pub struct IdaStar<S: Space, H> {
    space: S,
    heuristic: H,
    store: Store,
    /// The cost at which a state was expanded last, and in which round.
    seen: SideTable<(u32, u32)>,
    round: u32,
    bound: u32,
    next_bound: u32,
    waiting: Vec<Waiting<S>>,
    path: Vec<Frame<S::Action>>,
    successors: Successors<S>,
    key: Vec<u8>,
    counters: Counters,
    has_table: bool,
    is_solved: bool,
}

/// Iterative deepening without a guess.
pub fn depth_first_deepening<S: Space>(space: S) -> IdaStar<S, Blind> {
    IdaStar::new(space, Blind)
}

impl<S: Space, H: Heuristic<S>> IdaStar<S, H> {
    /// A search from the starts of the space.
    pub fn new(space: S, mut heuristic: H) -> Self {
        let starts = space.starts();
        let guesses = starts.iter().filter_map(|s| heuristic.estimate(s));
        let bound = guesses.min().unwrap_or(u32::MAX);
        IdaStar {
            key: vec![0; space.key_len()],
            store: Store::new(space.key_len()),
            seen: SideTable::default(),
            round: 0,
            bound: 0,
            next_bound: bound,
            waiting: Vec::new(),
            path: Vec::new(),
            successors: Vec::new(),
            counters: Counters::default(),
            has_table: true,
            is_solved: false,
            space,
            heuristic,
        }
    }

    /// The same search without the table of states seen.
    #[must_use]
    pub fn without_table(self) -> Self {
        IdaStar {
            has_table: false,
            ..self
        }
    }

    /// The space, with whatever it has counted.
    pub fn space(&self) -> &S {
        &self.space
    }

    /// Whether a visit at this cost is worth while, and a note that it is made.
    fn is_news(&mut self, state: &S::State, cost: u32) -> bool {
        if !self.has_table {
            return true;
        }
        self.space.pack(state, &mut self.key);
        let (id, is_new) = self.store.insert(&self.key);
        if is_new {
            self.seen.push((cost, self.round));
            return true;
        }
        let (seen_cost, seen_round) = self.seen[id];
        let is_news = seen_round != self.round || cost < seen_cost;
        if is_news {
            self.seen[id] = (cost, self.round);
        }
        is_news
    }

    /// Expands a state and puts its edges on the stack, the best one on top.
    fn visit(&mut self, state: &S::State, cost: u32, action: Option<S::Action>) {
        let first = self.waiting.len();
        self.path.push(Frame { first, action });
        let mut successors = std::mem::take(&mut self.successors);
        successors.clear();
        self.space.expand(state, &mut successors);
        self.counters.expanded += 1;
        self.counters.generated += successors.len() as u64;
        self.heuristic.enter(state);
        for next in successors.drain(..) {
            let Some(guess) = self.heuristic.estimate_successor(&next) else {
                continue;
            };
            let next_cost = cost + next.cost;
            if next_cost + guess > self.bound {
                self.next_bound = self.next_bound.min(next_cost + guess);
                continue;
            }
            self.waiting.push(Waiting {
                action: Some(next.action),
                state: next.state,
                cost: next_cost,
                guess,
            });
        }
        self.successors = successors;
        // Stable, so equal edges keep the order of the space; keys are sorted apart, by code
        // that all searches share.
        self.waiting[first..].reverse();
        let key = |edge: &Waiting<S>| std::cmp::Reverse(edge.cost + edge.guess);
        self.waiting[first..].sort_by_cached_key(key);
    }

    fn claims_proof(&self) -> (bool, bool) {
        let claims = self.space.claims().and(self.heuristic.claims());
        (claims.admissible && claims.safe, claims.safe)
    }

    /// Puts the starts on the stack under the next bound, or ends the search if
    /// there is none.
    fn next_round(&mut self) -> Step {
        if self.next_bound == u32::MAX {
            let (_, proved) = self.claims_proof();
            return Step::Exhausted { proved };
        }
        self.bound = self.next_bound;
        self.next_bound = u32::MAX;
        self.round += 1;
        let (first, action) = (0, None);
        self.path.push(Frame { first, action });
        for state in self.space.starts() {
            match self.heuristic.estimate(&state) {
                None => {}
                Some(guess) if guess > self.bound => {
                    self.next_bound = self.next_bound.min(guess);
                }
                Some(guess) => self.waiting.push(Waiting {
                    action: None,
                    state,
                    cost: 0,
                    guess,
                }),
            }
        }
        Step::Continue
    }

    fn solved(&mut self) -> Step {
        self.is_solved = true;
        let (optimal, _) = self.claims_proof();
        Step::Solved { optimal }
    }
}

impl<S: Space, H: Heuristic<S>> Engine for IdaStar<S, H> {
    type Action = S::Action;

    fn step(&mut self) -> Step {
        if self.store.is_full() {
            return Step::Full;
        }
        loop {
            let Some(frame) = self.path.last() else {
                return self.next_round();
            };
            if self.waiting.len() == frame.first {
                self.path.pop();
                continue;
            }
            let edge = self.waiting.pop().expect("the frame has edges");
            if self.space.is_goal(&edge.state) {
                self.path.push(Frame {
                    first: self.waiting.len(),
                    action: edge.action,
                });
                return self.solved();
            }
            if self.is_news(&edge.state, edge.cost) {
                self.visit(&edge.state, edge.cost, edge.action);
                return Step::Continue;
            }
        }
    }

    #[inline]
    fn counters(&self) -> Counters {
        let stack = self.waiting.capacity() * size_of::<Waiting<S>>();
        Counters {
            stored: self.store.len() as u64,
            bytes: self.store.bytes() + self.seen.bytes() + stack + self.space.bytes(),
            ..self.counters
        }
    }

    fn lower_bound(&self) -> u64 {
        let (optimal, _) = self.claims_proof();
        if optimal { u64::from(self.bound) } else { 0 }
    }

    fn phase(&self) -> String {
        format!("bound {}, round {}", self.bound, self.round)
    }

    fn plan(&mut self) -> Vec<S::Action> {
        self.path.iter().filter_map(|frame| frame.action).collect()
    }
}
