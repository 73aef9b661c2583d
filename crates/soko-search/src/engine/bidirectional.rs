//! Bidirectional iterative deepening: depth-first searches from both ends, each
//! with a table of states and depths, until one meets the other's table.
//!
//! The two sides take turns. A turn deepens one side by one: it searches depth
//! first to its depth limit, noting in its table the least depth at which each
//! state was reached. The backward side goes first, and gets a turn whenever it
//! has done less than its share of all expansions; backward trees are often
//! narrower, so it reaches further for the same work. A share of the *work*, not
//! of the clock, keeps runs repeatable.
//!
//! **Optimal** when every edge costs 1 and both spaces keep a cheapest plan. When
//! a side has finished limit `d`, it has in its table every state within `d` of
//! its end at its true distance. Let the sides have finished `f` and `b` without
//! meeting: then no plan is as short as `f + b`, as its state `f` steps from the
//! start would be in both tables. So the first meeting while the limit is `f + 1`
//! has a sum of exactly `f + 1 + b`. The space may leave out edges in one
//! direction as long as a cheapest plan stays whole in that direction.
//!
//! **The path** is read out of the depths: from the meeting state each side's
//! table has a neighbour with a smaller depth, down to 0. No side is searched
//! again. Neighbours towards the start are the backward space's edges.
//!
//! The tables compare keys in full. Source: Movers and Packers (2011), who store
//! 64-bit hashes, and whose future scope (3.5) is the path out of the depths.

use super::plan::actions_between;
use crate::{Counters, Engine, SideTable, Space, Step, Store, Successors};

/// One of the two searches.
struct Side<S: Space> {
    space: S,
    store: Store,
    /// The least depth at which a state was reached, and the last turn in which
    /// it was expanded, plus the depth of that.
    depth: SideTable<u16>,
    turn: SideTable<(u16, u16)>,
    limit: u16,
    /// States on the stack with their depths.
    stack: Vec<(S::State, u16)>,
    successors: Successors<S>,
    expanded: u64,
    generated: u64,
    /// Whether the last turn came to a state at its limit.
    has_more: bool,
    is_searching: bool,
}

/// A bidirectional search; both spaces must write equal keys for equal states.
pub struct Bidirectional<F: Space, B: Space> {
    forward: Side<F>,
    backward: Side<B>,
    backward_percent: u64,
    is_backward_turn: bool,
    key: Vec<u8>,
    meeting: Option<Vec<u8>>,
    bound: u64,
}

impl<S: Space> Side<S> {
    fn new(space: S) -> Self {
        Side {
            store: Store::new(space.key_len()),
            depth: SideTable::default(),
            turn: SideTable::default(),
            limit: 0,
            stack: Vec::new(),
            successors: Vec::new(),
            expanded: 0,
            generated: 0,
            has_more: true,
            is_searching: false,
            space,
        }
    }

    /// Puts the starts on the stack for a search to the next limit.
    fn begin_turn(&mut self, is_first: bool) {
        if !is_first {
            self.limit += 1;
        }
        self.has_more = false;
        self.is_searching = true;
        self.stack
            .extend(self.space.starts().into_iter().map(|s| (s, 0)).rev());
    }

    /// Notes a visit of the state whose key is given; says whether the state is
    /// new or reached at a smaller depth, and whether it needs expanding.
    fn note(&mut self, key: &[u8], depth: u16) -> (bool, bool) {
        let turn = self.limit;
        let (id, is_new) = self.store.insert(key);
        if is_new {
            self.depth.push(depth);
            self.turn.push((turn, depth));
            return (true, true);
        }
        let is_nearer = depth < self.depth[id];
        if is_nearer {
            self.depth[id] = depth;
        }
        let (last_turn, last_depth) = self.turn[id];
        let is_due = last_turn != turn || depth < last_depth;
        if is_due {
            self.turn[id] = (turn, depth);
        }
        (is_nearer, is_due)
    }

    fn expand(&mut self, state: &S::State, depth: u16) {
        let mut successors = std::mem::take(&mut self.successors);
        successors.clear();
        self.space.expand(state, &mut successors);
        self.expanded += 1;
        self.generated += successors.len() as u64;
        let next = successors.drain(..).rev();
        self.stack.extend(next.map(|s| (s.state, depth + 1)));
        self.successors = successors;
    }

    fn depth_of(&self, key: &[u8]) -> Option<u16> {
        Some(self.depth[self.store.find(key)?])
    }

    fn bytes(&self) -> usize {
        let stack = self.stack.capacity() * size_of::<(S::State, u16)>();
        self.store.bytes() + self.depth.bytes() + self.turn.bytes() + stack + self.space.bytes()
    }

    /// Visits the next state on the stack. Says whether its key is to be looked
    /// up on the other side.
    fn advance(&mut self, key: &mut [u8]) -> bool {
        let Some((state, depth)) = self.stack.pop() else {
            self.is_searching = false;
            return false;
        };
        self.space.pack(&state, key);
        let (is_news, is_due) = self.note(key, depth);
        if is_due {
            if depth < self.limit {
                self.expand(&state, depth);
            } else {
                self.has_more = true;
            }
        }
        is_news
    }
}

impl<F: Space, B: Space> Bidirectional<F, B> {
    /// A search from the starts of both spaces. The backward side does about
    /// this share of the work, in percent.
    pub fn new(forward: F, backward: B, backward_percent: u64) -> Self {
        assert_eq!(forward.key_len(), backward.key_len());
        let mut search = Bidirectional {
            key: vec![0; forward.key_len()],
            forward: Side::new(forward),
            backward: Side::new(backward),
            backward_percent,
            is_backward_turn: true,
            meeting: None,
            bound: 0,
        };
        search.forward.begin_turn(true);
        search.backward.begin_turn(true);
        search
    }

    fn expanded(&self) -> u64 {
        self.forward.expanded + self.backward.expanded
    }

    /// Both sides have finished their limits without meeting.
    fn next_turn(&mut self) -> Step {
        if self.forward.is_searching {
            self.is_backward_turn = false;
            return Step::Continue;
        }
        self.bound = u64::from(self.forward.limit) + u64::from(self.backward.limit) + 1;
        if !self.forward.has_more || !self.backward.has_more {
            let safe = if self.forward.has_more {
                self.backward.space.claims().safe
            } else {
                self.forward.space.claims().safe
            };
            return Step::Exhausted { proved: safe };
        }
        if self.forward.limit == u16::MAX - 1 || self.backward.limit == u16::MAX - 1 {
            return Step::Full;
        }
        let share = self.backward_percent * self.expanded();
        self.is_backward_turn = self.backward.expanded * 100 <= share;
        if self.is_backward_turn {
            self.backward.begin_turn(false);
        } else {
            self.forward.begin_turn(false);
        }
        Step::Continue
    }
}

impl<F: Space, B: Space> Engine for Bidirectional<F, B> {
    type Action = F::Action;

    fn step(&mut self) -> Step {
        if self.forward.store.is_full() || self.backward.store.is_full() {
            return Step::Full;
        }
        let is_searching = if self.is_backward_turn {
            self.backward.is_searching
        } else {
            self.forward.is_searching
        };
        if !is_searching {
            return self.next_turn();
        }
        let has_met = if self.is_backward_turn {
            self.backward.advance(&mut self.key) && self.forward.store.find(&self.key).is_some()
        } else {
            self.forward.advance(&mut self.key) && self.backward.store.find(&self.key).is_some()
        };
        if !has_met {
            return Step::Continue;
        }
        self.meeting = Some(self.key.clone());
        let claims = self
            .forward
            .space
            .claims()
            .and(self.backward.space.claims());
        let optimal = claims.admissible && claims.safe;
        Step::Solved { optimal }
    }

    #[inline]
    fn counters(&self) -> Counters {
        let bytes = self.forward.bytes() + self.backward.bytes();
        Counters {
            expanded: self.expanded(),
            generated: self.forward.generated + self.backward.generated,
            stored: (self.forward.store.len() + self.backward.store.len()) as u64,
            bytes,
            peak_bytes: 0,
        }
    }

    fn lower_bound(&self) -> u64 {
        let claims = self
            .forward
            .space
            .claims()
            .and(self.backward.space.claims());
        if claims.admissible && claims.safe {
            self.bound
        } else {
            0
        }
    }

    fn phase(&self) -> String {
        let (forward, backward) = (self.forward.limit, self.backward.limit);
        format!("depth {forward} forward, {backward} backward")
    }

    fn plan(&mut self) -> Vec<F::Action> {
        let Some(meeting) = self.meeting.clone() else {
            return Vec::new();
        };
        let mut keys = chain_down(&mut self.backward.space, &meeting, |key| {
            let id = self.forward.store.find(key)?;
            Some(self.forward.depth[id])
        });
        keys.reverse();
        keys.pop();
        keys.extend(chain_down(&mut self.forward.space, &meeting, |key| {
            self.backward.depth_of(key)
        }));
        let keys: Vec<&[u8]> = keys.iter().map(Vec::as_slice).collect();
        actions_between(&mut self.forward.space, &keys)
    }
}

/// The keys from a state down to depth 0, each a neighbour of the one before.
fn chain_down<S: Space>(
    space: &mut S,
    from: &[u8],
    depth_of: impl Fn(&[u8]) -> Option<u16>,
) -> Vec<Vec<u8>> {
    let mut chain = vec![from.to_vec()];
    let mut depth = depth_of(from).expect("the meeting is in both tables");
    let mut out: Successors<S> = Vec::new();
    let mut key = vec![0; space.key_len()];
    while depth > 0 {
        let state = space.unpack(chain.last().expect("not empty"));
        out.clear();
        space.expand_all(&state, &mut out);
        let mut best: Option<(u16, Vec<u8>)> = None;
        for next in &out {
            space.pack(&next.state, &mut key);
            if let Some(found) = depth_of(&key)
                && found < depth
                && best.as_ref().is_none_or(|(least, _)| found < *least)
            {
                best = Some((found, key.clone()));
            }
        }
        let (found, key) = best.expect("every depth has a smaller neighbour");
        depth = found;
        chain.push(key);
    }
    chain
}
