//! Lists every position that can be reached and is not ruled out, by cost: what A* with
//! the checker's own bound would expand before it is sure.
//!
//! Positions wait in buckets by cost. In pushes a position is met at its least cost
//! first; in moves it may be met again at less, and then waits once more.

use crate::part::Part;
use crate::rules::{Rules, Successor};
use crate::{Claim, Progress};
use soko_core::{Level, State};
use std::collections::BTreeSet;

/// How a search ended.
pub(super) enum Found {
    /// Everything is listed.
    All,
    /// There are more positions than wanted.
    TooMany,
    /// A solution that costs less than is claimed.
    Solution,
    /// Whoever watched has asked to stop.
    Stopped,
}

/// A search, with what it has listed.
pub(super) struct Search {
    claim: Claim,
    pub(super) positions: Part,
    /// The dead sets that ruled something out, by part and number.
    pub(super) used: BTreeSet<(usize, usize)>,
    buckets: Vec<Vec<u32>>,
    expanded: u64,
}

impl Search {
    pub(super) fn new(level: &Level, claim: Claim) -> Search {
        Search {
            claim,
            positions: Part::new(level.board(), level.n_boxes()),
            used: BTreeSet::new(),
            buckets: Vec::new(),
            expanded: 0,
        }
    }

    /// Lists everything, unless it is too much.
    pub(super) fn run(
        &mut self,
        rules: &Rules<'_>,
        most_states: usize,
        watch: &mut dyn FnMut(Progress) -> bool,
    ) -> Found {
        let start = rules.level.start();
        let start = rules.named(start.boxes, start.man, self.claim.measure());
        if rules.is_solved(&start) && self.claim.limit() != Some(0) {
            return Found::Solution;
        }
        match rules.reason(&start, None, self.claim.limit()) {
            Some(reason) => self.used.extend(reason.dead_set()),
            None => self.list(&start, 0),
        }
        let mut cost = 0;
        while cost < self.buckets.len() {
            let Some(index) = self.buckets[cost].pop() else {
                cost += 1;
                continue;
            };
            if self.positions.depth(index as usize) as usize != cost {
                continue;
            }
            let state = self.positions.state(index as usize);
            for successor in rules.successors(&state, self.claim.measure()) {
                if !self.take(rules, cost as u64 + successor.cost, &successor) {
                    return Found::Solution;
                }
            }
            if self.positions.len() > most_states {
                return Found::TooMany;
            }
            self.expanded += 1;
            if self.expanded.is_multiple_of(256) && !watch(self.progress()) {
                return Found::Stopped;
            }
        }
        Found::All
    }

    fn progress(&self) -> Progress {
        Progress {
            phase: "certificate",
            states: self.expanded,
            bytes: self.positions.bytes() + 4 * self.positions.len(),
        }
    }

    /// Takes what a push leads to; false if that is a solution which costs too little.
    fn take(&mut self, rules: &Rules<'_>, cost: u64, successor: &Successor) -> bool {
        let state = &successor.state;
        let cost32 = u32::try_from(cost).unwrap_or(u32::MAX);
        if let Some(index) = self.positions.find(state) {
            if self.positions.depth(index) > cost32 {
                self.positions.set_depth(index, cost32);
                self.wait(index, cost32);
            }
            return true;
        }
        let left = self.claim.limit().map(|limit| limit.saturating_sub(cost));
        let moved = successor.push.to(rules.level.board());
        match rules.reason(state, moved, left) {
            Some(reason) => self.used.extend(reason.dead_set()),
            None if rules.is_solved(state) => return false,
            None => self.list(state, cost32),
        }
        true
    }

    fn list(&mut self, state: &State, cost: u32) {
        self.positions.insert(state, cost);
        self.wait(self.positions.len() - 1, cost);
    }

    fn wait(&mut self, index: usize, cost: u32) {
        let cost = cost as usize;
        if self.buckets.len() <= cost {
            self.buckets.resize_with(cost + 1, Vec::new);
        }
        self.buckets[cost].push(index as u32);
    }
}
