//! One of the two searches: depth first, to a depth, under a bound.

use super::visits::Visits;
use crate::{Claims, Counters, Heuristic, Space, Successors};

/// A state that waits on the stack, and how deep it lies.
struct Waiting<S> {
    state: S,
    depth: u16,
    guess: u32,
}

/// One side.
pub(super) struct Side<S: Space, H> {
    pub(super) space: S,
    heuristic: H,
    pub(super) visits: Visits,
    /// How deep it searches.
    pub(super) limit: u32,
    /// The depth to which it searched last; none before the first time.
    searched: Option<u32>,
    stack: Vec<Waiting<S::State>>,
    successors: Successors<S>,
    pub(super) expanded: u64,
    generated: u64,
    /// Whether the last search came to a state at its depth.
    has_more: bool,
    /// The least sum of depth and guess that exceeded the bound.
    over: u32,
    pub(super) is_searching: bool,
}

impl<S: Space, H: Heuristic<S>> Side<S, H> {
    pub(super) fn new((space, heuristic): (S, H), table_bytes: Option<usize>) -> Self {
        Side {
            visits: Visits::new(space.key_len(), table_bytes),
            limit: 0,
            searched: None,
            stack: Vec::new(),
            successors: Vec::new(),
            expanded: 0,
            generated: 0,
            has_more: true,
            over: u32::MAX,
            is_searching: false,
            heuristic,
            space,
        }
    }

    /// The least guess at a start; 0 where all starts are dead, so that a search shows
    /// it.
    pub(super) fn first_guess(&mut self) -> u32 {
        let starts = self.space.starts();
        let guesses = starts.iter().filter_map(|s| self.heuristic.estimate(s));
        guesses.min().unwrap_or(0)
    }

    /// What its space and its guess keep, and what trusted keys leave of that.
    pub(super) fn claims(&self) -> Claims {
        let claims = self.space.claims().and(self.heuristic.claims());
        match self.visits.trust() {
            None => claims,
            Some(_) => Claims {
                admissible: false,
                consistent: false,
                safe: false,
            },
        }
    }

    /// Puts the starts on the stack, unless the last search was as deep as this one
    /// will be and left nothing out.
    pub(super) fn begin_turn(&mut self) {
        if self.searched == Some(self.limit) && self.over == u32::MAX {
            return;
        }
        self.searched = Some(self.limit);
        self.visits.begin_turn();
        self.has_more = false;
        self.over = u32::MAX;
        self.is_searching = true;
        for state in self.space.starts().into_iter().rev() {
            if let Some(guess) = self.heuristic.estimate(&state) {
                let depth = 0;
                self.stack.push(Waiting {
                    state,
                    depth,
                    guess,
                });
            }
        }
    }

    /// Whether nothing is left to be found from this end.
    pub(super) fn is_exhausted(&self) -> bool {
        !self.has_more && self.over == u32::MAX
    }

    /// No plan is cheaper than this, after a search under this bound.
    pub(super) fn next_bound(&self, bound: u32) -> u32 {
        if self.has_more { bound + 1 } else { self.over }
    }

    /// Visits the next state on the stack. Says whether its key is to be looked up on
    /// the other side.
    pub(super) fn advance(&mut self, bound: u32, key: &mut [u8]) -> bool {
        let Some(next) = self.stack.pop() else {
            self.is_searching = false;
            return false;
        };
        let sum = u32::from(next.depth) + next.guess;
        if sum > bound {
            self.over = self.over.min(sum);
            return false;
        }
        self.space.pack(&next.state, key);
        let visit = self.visits.note(key, next.depth);
        if visit.is_due {
            if u32::from(next.depth) < self.limit {
                self.expand(&next.state, next.depth, bound);
            } else {
                self.has_more = true;
            }
        }
        visit.is_news
    }

    /// Puts the successors on the stack, those with the least left to do on top.
    fn expand(&mut self, state: &S::State, depth: u16, bound: u32) {
        let first = self.stack.len();
        let mut successors = std::mem::take(&mut self.successors);
        successors.clear();
        self.space.expand(state, &mut successors);
        self.expanded += 1;
        self.generated += successors.len() as u64;
        self.heuristic.enter(state);
        let depth = depth + 1;
        for next in successors.drain(..) {
            let Some(guess) = self.heuristic.estimate_successor(&next) else {
                continue;
            };
            let sum = u32::from(depth) + guess;
            if sum > bound {
                self.over = self.over.min(sum);
                continue;
            }
            let state = next.state;
            self.stack.push(Waiting {
                state,
                depth,
                guess,
            });
        }
        self.successors = successors;
        // Stable, so equal states keep the order of the space; keys are sorted apart, by code
        // that all searches share.
        self.stack[first..].reverse();
        self.stack[first..].sort_by_cached_key(|next| std::cmp::Reverse(next.guess));
    }

    pub(super) fn counters(&self) -> Counters {
        let stack = self.stack.capacity() * size_of::<Waiting<S::State>>();
        Counters {
            expanded: self.expanded,
            generated: self.generated,
            stored: self.visits.len() as u64,
            bytes: self.visits.bytes() + stack + self.space.bytes(),
            peak_bytes: 0,
        }
    }
}
