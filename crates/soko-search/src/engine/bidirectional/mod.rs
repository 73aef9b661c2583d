//! Bidirectional iterative deepening under a bound: depth-first searches from both
//! ends, each with a table of states and depths, until one meets the other's table.
//!
//! A round looks for a plan of one cost, the *bound*. It is divided into two depths,
//! one for each side. First the backward side, then the forward side searches depth
//! first to its depth, noting in its table the least depth at which each state was
//! reached, and leaves out every state whose depth and guess together exceed the
//! bound. A round that finds nothing raises the bound and gives what it grew by to one
//! side: to the backward side whenever it has done less than its share of all
//! expansions. A share of the *work*, not of the clock, keeps runs repeatable. A side
//! whose depth stays and that left nothing out has nothing to search again.
//!
//! **Optimal** when every edge costs 1, both guesses are admissible and both spaces
//! keep a cheapest plan. Let the bound be `f + b`, and let no plan be cheaper. The
//! state `f` steps along a plan of that cost is `b` steps from its end; no guess cuts
//! the plan off, so both sides come to that state, at depths that cannot be smaller.
//! So they meet; and a meeting in this round costs no more than the bound. Otherwise
//! every plan costs more: at least one more if some state was left at its depth, else
//! at least the least sum that exceeded the bound. Where all plans have the same parity
//! the next bound has it too. The space may leave out edges in one direction as long as
//! a cheapest plan stays whole in that direction.
//!
//! **The path** is read out of the depths: from the meeting state each side's table has
//! a neighbour with a smaller depth, down to 0. No side is searched again. Neighbours
//! towards the start are the backward space's edges.
//!
//! The tables compare keys in full, unless a fixed table of trusted keys is asked for
//! (`visits.rs`); then nothing is proved. Source: Movers and Packers (2011), whose
//! tables are of that kind, and whose future scope (3.5) is the path out of the depths.

mod side;
mod visits;

pub use visits::Trust;

use super::plan::actions_between;
use crate::{Claims, Counters, Engine, Heuristic, Space, Step, Successors};
use side::Side;

/// How a bidirectional search is to be done.
#[derive(Clone, Copy, Debug)]
pub struct TwoSided {
    /// The share of the backward side, in percent: of the first bound, and of the
    /// expansions.
    pub backward_percent: u64,
    /// The parity of the cost of every plan, if all have the same.
    pub parity: Option<u32>,
    /// Bytes of a fixed table of trusted keys for each side; none for full keys.
    pub table_bytes: Option<usize>,
}

impl TwoSided {
    /// The least bound that can be the cost of a plan and is no less than this.
    fn fitting(&self, bound: u32) -> u32 {
        match self.parity {
            Some(parity) if bound % 2 != parity => bound.saturating_add(1),
            _ => bound,
        }
    }
}

/// A bidirectional search; both spaces must write equal keys for equal states.
pub struct Bidirectional<F: Space, B: Space, G, H> {
    forward: Side<F, G>,
    backward: Side<B, H>,
    how: TwoSided,
    bound: u32,
    key: Vec<u8>,
    meeting: Option<Vec<u8>>,
    false_meetings: u64,
}

impl<F: Space, B: Space, G: Heuristic<F>, H: Heuristic<B>> Bidirectional<F, B, G, H> {
    /// A search from the starts of both spaces, each with its guess of what is left to
    /// the other end.
    pub fn new(forward: (F, G), backward: (B, H), how: TwoSided) -> Self {
        assert_eq!(forward.0.key_len(), backward.0.key_len());
        let mut search = Bidirectional {
            key: vec![0; forward.0.key_len()],
            forward: Side::new(forward, how.table_bytes),
            backward: Side::new(backward, how.table_bytes),
            how,
            bound: 0,
            meeting: None,
            false_meetings: 0,
        };
        let guesses = [search.forward.first_guess(), search.backward.first_guess()];
        search.bound = how.fitting(guesses[0].max(guesses[1]));
        let backward = u64::from(search.bound) * how.backward_percent / 100;
        search.backward.limit = backward as u32;
        search.forward.limit = search.bound - backward as u32;
        search.backward.begin_turn();
        search.forward.begin_turn();
        search
    }

    /// What each side has done: forward, backward.
    pub fn sides(&self) -> [Counters; 2] {
        [self.forward.counters(), self.backward.counters()]
    }

    /// What came of trusting keys, both tables together; none if keys are compared in
    /// full.
    pub fn trust(&self) -> Option<Trust> {
        let forward = self.forward.visits.trust()?;
        let backward = self.backward.visits.trust()?;
        Some(Trust {
            collisions: forward.collisions + backward.collisions,
            replaced: forward.replaced + backward.replaced,
            false_meetings: self.false_meetings,
        })
    }

    fn claims(&self) -> Claims {
        self.forward.claims().and(self.backward.claims())
    }

    /// Both sides have searched to their depths under the bound without meeting.
    fn next_round(&mut self) -> Step {
        // 1. A side with nothing left has shown all that there is from its end.
        if self.forward.is_exhausted() || self.backward.is_exhausted() {
            let safe = match self.forward.is_exhausted() {
                true => self.forward.claims().safe,
                false => self.backward.claims().safe,
            };
            return Step::Exhausted { proved: safe };
        }
        // 2. No plan costs less than either side says.
        let from_sides = [
            self.forward.next_bound(self.bound),
            self.backward.next_bound(self.bound),
        ];
        let next = self.how.fitting(from_sides[0].max(from_sides[1]));
        if next >= u32::from(u16::MAX) {
            return Step::Full;
        }
        // 3. What the bound grows by goes to one side.
        let grown = next - self.bound;
        let share = self.how.backward_percent * self.counters().expanded;
        if share > 0 && self.backward.expanded * 100 <= share {
            self.backward.limit += grown;
        } else {
            self.forward.limit += grown;
        }
        self.bound = next;
        self.backward.begin_turn();
        self.forward.begin_turn();
        Step::Continue
    }

    /// Whether the state whose key was written is in both tables. What the tables say
    /// is held against the full keys, so that no path is read out of a mistake.
    fn has_met(&mut self, seems_met: bool) -> bool {
        let key = &self.key;
        let is_met = seems_met
            && self.forward.visits.depth_of(key).is_some()
            && self.backward.visits.depth_of(key).is_some();
        self.false_meetings += u64::from(seems_met && !is_met);
        is_met
    }
}

impl<F: Space, B: Space, G: Heuristic<F>, H: Heuristic<B>> Engine for Bidirectional<F, B, G, H> {
    type Action = F::Action;

    fn step(&mut self) -> Step {
        if self.forward.visits.is_full() || self.backward.visits.is_full() {
            return Step::Full;
        }
        let key = &mut self.key;
        let seems_met = if self.backward.is_searching {
            let is_news = self.backward.advance(self.bound, key);
            is_news && self.forward.visits.seems_known(key)
        } else if self.forward.is_searching {
            let is_news = self.forward.advance(self.bound, key);
            is_news && self.backward.visits.seems_known(key)
        } else {
            return self.next_round();
        };
        if !self.has_met(seems_met) {
            return Step::Continue;
        }
        self.meeting = Some(self.key.clone());
        let claims = self.claims();
        let optimal = claims.admissible && claims.safe;
        Step::Solved { optimal }
    }

    #[inline]
    fn counters(&self) -> Counters {
        let [forward, backward] = self.sides();
        Counters {
            expanded: forward.expanded + backward.expanded,
            generated: forward.generated + backward.generated,
            stored: forward.stored + backward.stored,
            bytes: forward.bytes + backward.bytes,
            peak_bytes: 0,
        }
    }

    fn lower_bound(&self) -> u64 {
        let claims = self.claims();
        if claims.admissible && claims.safe {
            u64::from(self.bound)
        } else {
            0
        }
    }

    fn phase(&self) -> String {
        let (forward, backward) = (self.forward.limit, self.backward.limit);
        format!(
            "bound {}: depth {forward} forward, {backward} backward",
            self.bound
        )
    }

    fn plan(&mut self) -> Vec<F::Action> {
        let Some(meeting) = self.meeting.clone() else {
            return Vec::new();
        };
        let (forward, backward) = (&mut self.forward, &mut self.backward);
        let mut keys = chain_down(&mut backward.space, &meeting, |key| {
            forward.visits.depth_of(key)
        });
        keys.reverse();
        keys.pop();
        keys.extend(chain_down(&mut forward.space, &meeting, |key| {
            backward.visits.depth_of(key)
        }));
        let keys: Vec<&[u8]> = keys.iter().map(Vec::as_slice).collect();
        actions_between(&mut forward.space, &keys)
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
