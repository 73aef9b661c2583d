//! Gale and Shapley: boxes and goals paired so that no box and goal would both
//! rather have each other, and the sum of the distances in these pairs.
//!
//! Boxes propose to goals, nearest first; a goal keeps the nearest box that has
//! proposed. Ties go to the first in reading order. **Not admissible**: a stable
//! pairing is not a cheapest one, since a box that takes the goal nearest to it
//! may send another far away. **Not consistent** either.
//!
//! Distances are counted as if there were no walls. Cost: the square of the
//! boxes. Source: Nash et al. (2016).

use super::entry::{Guess, HeuristicEntry, NEITHER};
use super::no_walls::distance;
use crate::space::Placement;
use soko_core::{Board, Squares};

pub(super) const ENTRY: HeuristicEntry = HeuristicEntry {
    name: "gale-shapley",
    summary: "distances in a stable pairing of boxes and goals",
    paper: "Nash et al. 2016",
    pushes: Some(NEITHER),
    moves: NEITHER,
    cost: "the square of the boxes",
};

/// The distances of one board.
#[derive(Clone, Debug)]
pub(super) struct GaleShapley {
    n_goals: usize,
    /// For each square the distance to each goal.
    distances: Vec<u32>,
    /// For each square the goals, nearest first.
    preferences: Vec<u32>,
    boxes: Vec<usize>,
    proposals: Vec<usize>,
    kept: Vec<usize>,
}

const NOBODY: usize = usize::MAX;

impl<S: Squares> Guess<S> for GaleShapley {
    fn new(board: &Board) -> GaleShapley {
        let goals: Vec<_> = board.goals().iter().map(|g| board.coord(g)).collect();
        let mut distances = Vec::new();
        let mut preferences = Vec::new();
        for square in board.squares() {
            let at = board.coord(square);
            let mut order: Vec<u32> = (0..goals.len() as u32).collect();
            order.sort_by_cached_key(|&g| distance(at, goals[g as usize]));
            preferences.extend(order);
            distances.extend(goals.iter().map(|&g| distance(at, g)));
        }
        GaleShapley {
            n_goals: goals.len(),
            distances,
            preferences,
            boxes: Vec::new(),
            proposals: Vec::new(),
            kept: Vec::new(),
        }
    }

    fn of(&mut self, state: &Placement<S>) -> Option<u32> {
        self.boxes.clear();
        self.boxes.extend(state.boxes.iter().map(|s| s.index()));
        self.proposals.clear();
        self.proposals.resize(self.boxes.len(), 0);
        self.kept.clear();
        self.kept.resize(self.n_goals, NOBODY);
        for first in 0..self.boxes.len() {
            let mut free = first;
            while free != NOBODY {
                free = self.propose(free);
            }
        }
        let pairs = self.kept.iter().enumerate();
        let matched = pairs.filter(|(_, row)| **row != NOBODY);
        Some(matched.map(|(goal, &row)| self.distance(row, goal)).sum())
    }
}

impl GaleShapley {
    /// A free box proposes to its next goal; who is left free by that.
    fn propose(&mut self, row: usize) -> usize {
        let place = self.boxes[row] * self.n_goals + self.proposals[row];
        let goal = self.preferences[place] as usize;
        self.proposals[row] += 1;
        let rival = self.kept[goal];
        if rival != NOBODY && self.distance(rival, goal) <= self.distance(row, goal) {
            return row;
        }
        self.kept[goal] = row;
        rival
    }

    fn distance(&self, row: usize, goal: usize) -> u32 {
        self.distances[self.boxes[row] * self.n_goals + goal]
    }
}
