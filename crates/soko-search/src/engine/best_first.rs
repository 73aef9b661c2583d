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
//! A heuristic may have a second, dearer guess ([`Heuristic::refine`]). It is asked when
//! a state is taken from the open list; a state that turns out to be farther from the goal
//! goes back and waits for its turn, when it is asked again.
//!
//! Whoever has a plan already may have the search look for cheaper ones alone
//! ([`BestFirst::cut_at`]). States that cannot lead to one are not even stored.
//!
//! Where a space knows rivals of a state ([`Space::rivals`]), a state that has a rival at
//! so much less cost can be passed over ([`BestFirst::passing_over_the_overtaken`]). The
//! rival is open or was expanded, or has one in turn; costs fall along rivals, so the
//! last of them has all the plans, and none dearer.
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
    asks_rivals: bool,
    rivals: Vec<(S::State, u32)>,
    store: Store,
    parent: SideTable<u32>,
    /// The cost so far, and in the highest bits whether the state is expanded and
    /// whether its guess is refined.
    cost: SideTable<u32>,
    /// The guess; [`DEAD`] for dead ends.
    guess: SideTable<u16>,
    open: O,
    successors: Successors<S>,
    key: Vec<u8>,
    counters: Counters,
    bound: u32,
    start_bound: u32,
    /// Only cheaper plans are looked for.
    cut: u32,
    goal: Option<StateId>,
}

const EXPANDED: u32 = 1 << 31;
const REFINED: u32 = 1 << 30;
const COST: u32 = REFINED - 1;
const DEAD: u16 = u16::MAX;

/// A guess as the table holds it.
#[inline]
fn stored(guess: Option<u32>) -> u16 {
    guess.map_or(DEAD, |guess| guess.min(u32::from(DEAD - 1)) as u16)
}

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
            cut: u32::MAX,
            goal: None,
            accepts_any: false,
            asks_rivals: false,
            rivals: Vec::new(),
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

    /// Passes states over that have a rival at less cost.
    pub fn passing_over_the_overtaken(mut self) -> Self {
        self.asks_rivals = true;
        self
    }

    /// From now on only plans that cost less than this are looked for. A search that
    /// ends without one has proved that there is none.
    pub fn cut_at(&mut self, cost: u32) {
        self.cut = self.cut.min(cost);
    }

    /// The space, with whatever it has counted.
    pub fn space(&self) -> &S {
        &self.space
    }

    /// The heuristic, to be made better on the way. States that were refined before keep
    /// their guesses.
    pub fn heuristic_mut(&mut self) -> &mut H {
        &mut self.heuristic
    }

    fn add_tables(&mut self, id: StateId, parent: u32, cost: u32, guess: Option<u32>) {
        let guess = stored(guess);
        self.parent.push(parent);
        self.cost.push(cost);
        self.guess.push(guess);
        self.enqueue(id, cost, guess);
    }

    /// Whether nothing cheaper than the cut can lead through here.
    #[inline]
    fn is_cut(&self, cost: u32, guess: Option<u32>) -> bool {
        guess.is_none_or(|guess| cost + guess >= self.cut)
    }

    #[inline]
    fn enqueue(&mut self, id: StateId, cost: u32, guess: u16) {
        if guess != DEAD && cost + u32::from(guess) < self.cut {
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
            let cost = self.cost[id] & COST;
            let is_stale = self.cost[id] & EXPANDED != 0
                || guess != u32::from(self.guess[id])
                || self.weights.g * cost + self.weights.h * guess != priority;
            if !is_stale && cost + guess < self.cut {
                return Some((id, cost));
            }
        }
        None
    }

    /// Whether some rival of a state has been had for so much less.
    fn is_overtaken(&mut self, id: StateId, cost: u32) -> bool {
        if !self.asks_rivals {
            return false;
        }
        let state = self.space.unpack(self.store.key(id));
        let mut rivals = std::mem::take(&mut self.rivals);
        rivals.clear();
        self.space.rivals(&state, &mut rivals);
        let is_overtaken = rivals.iter().any(|(rival, beyond)| {
            self.space.pack(rival, &mut self.key);
            let known = self.store.find(&self.key);
            known.is_some_and(|rival| (self.cost[rival] & COST) + beyond <= cost)
        });
        self.rivals = rivals;
        is_overtaken
    }

    /// Asks for the dearer guess of a state unless it is known to be the same; says
    /// whether it is.
    fn is_as_guessed(&mut self, id: StateId, cost: u32) -> bool {
        if !H::REFINES || self.cost[id] & REFINED != 0 {
            return true;
        }
        let state = self.space.unpack(self.store.key(id));
        let before = self.guess[id];
        let refined = stored(self.heuristic.refine(&state, u32::from(before)));
        if refined <= before {
            self.cost[id] |= REFINED;
            return true;
        }
        self.guess[id] = refined;
        self.enqueue(id, cost, refined);
        false
    }

    fn expand(&mut self, id: StateId, cost: u32) {
        self.cost[id] = cost | EXPANDED | REFINED;
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
            let next_cost = cost + next.cost;
            if let Some(known) = self.store.find(&self.key) {
                self.take_cheaper(known, id, next_cost);
                continue;
            }
            if !has_entered {
                self.heuristic.enter(&state);
                has_entered = true;
            }
            let guess = self.heuristic.estimate_successor(next);
            if self.cut != u32::MAX && self.is_cut(next_cost, guess) {
                continue;
            }
            let (next_id, _) = self.store.insert(&self.key);
            self.add_tables(next_id, id.0, next_cost, guess);
            if self.accepts_any && self.goal.is_none() && self.space.is_goal(&next.state) {
                self.goal = Some(next_id);
            }
        }
        self.successors = successors;
    }

    /// Opens a known state again if this way to it is cheaper.
    #[inline]
    fn take_cheaper(&mut self, known: StateId, from: StateId, cost: u32) {
        if cost < self.cost[known] & COST {
            self.parent[known] = from.0;
            self.cost[known] = cost | self.cost[known] & REFINED;
            self.enqueue(known, cost, self.guess[known]);
        }
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
            if self.cut != u32::MAX {
                self.bound = self.cut;
            }
            return Step::Exhausted { proved };
        };
        self.bound = self.bound.max(cost + u32::from(self.guess[id]));
        if self.is_overtaken(id, cost) {
            self.cost[id] |= EXPANDED;
            return Step::Continue;
        }
        if !self.is_as_guessed(id, cost) {
            return Step::Continue;
        }
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
            bytes: self.store.bytes()
                + tables
                + self.open.bytes()
                + self.space.bytes()
                + self.heuristic.bytes(),
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
