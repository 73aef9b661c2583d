//! Walks down the tree by value, with a turn aside now and then.
//!
//! Every walk begins at the root and takes the move of the highest value at each
//! node until it comes to one that was never tried, which is expanded. The value
//! of an untried move is a weighted sum of its features ([`Values`]); that of a tried one is
//! the best value below it, so that a branch whose promise fades is left. At every
//! so many visits a node hands out its next move in turn instead of its best one:
//! thus each depth of the tree is explored a little, and deep lines are followed
//! as readily as short ones. The search in cells, by contrast, tries all lines
//! with few discrepancies first.
//!
//! A node without moves that are alive or new is given up, and so is the move that
//! leads to it. Heuristic; proves nothing. Cost: a look at all moves of each node
//! on the way.
//!
//! Source: the walk is that of Shoham and Elidan, "Solving Sokoban with
//! Forward-Backward Reinforcement Learning" (SoCS 2021). The weights are our own;
//! see [`super::values`].

use super::fess::{Fess, Node};
use super::strategy::Step;
use super::style::Features;
use super::values::Values;
use crate::deadlock::Detectors;
use soko_core::Squares;
use soko_search::Counters;

/// Values the moves of a new node. What the way costs is known for the node only.
pub(super) fn value_moves<S>(node: &mut Node<S>, values: &Values) {
    let (way, depth) = (node.features.way, node.depth + 1);
    for step in node.moves.iter_mut() {
        let features = Features {
            way,
            ..step.features
        };
        step.value = values.of(features, step.cost == 0, depth);
    }
}

impl<S: Squares> Node<S> {
    /// The best move that is left.
    fn best_move(&self) -> Option<usize> {
        let left = self.moves.iter().enumerate().filter(|(_, m)| !m.dropped);
        left.max_by_key(|&(index, m)| (m.value, usize::MAX - index))
            .map(|(index, _)| index)
    }

    /// The next move in turn that is left.
    fn move_in_turn(&mut self) -> Option<usize> {
        for _ in 0..self.moves.len() {
            let index = self.next_move as usize % self.moves.len();
            self.next_move += 1;
            if !self.moves[index].dropped {
                return Some(index);
            }
        }
        None
    }
}

impl<S: Squares> Fess<'_, S> {
    /// One walk from the root to an untried move.
    pub(super) fn walk(&mut self, detectors: &mut Detectors<S>, counters: &mut Counters) -> Step {
        let period = self.nodes[0].boxes.len() as u32 + 1;
        let mut path: Vec<(u32, usize)> = Vec::new();
        let mut id = 0;
        let end = loop {
            let node = &mut self.nodes[id as usize];
            node.visits += 1;
            let chosen = if node.visits.is_multiple_of(period) {
                node.move_in_turn()
            } else {
                node.best_move()
            };
            let Some(index) = chosen else {
                break if id == 0 {
                    Step::Exhausted
                } else {
                    Step::Going
                };
            };
            path.push((id, index));
            let child = node.moves[index].child;
            if child != u32::MAX {
                id = child;
                continue;
            }
            let new = self.nodes.len();
            let end = self.try_move(id, index, detectors, counters);
            let is_new = self.nodes.len() > new;
            let step = &mut self.nodes[id as usize].moves[index];
            if is_new {
                step.child = new as u32;
            } else {
                step.dropped = true;
            }
            break end;
        };
        self.back_up(&path);
        end
    }

    /// Carries values up a path.
    fn back_up(&mut self, path: &[(u32, usize)]) {
        for &(id, index) in path.iter().rev() {
            let child = self.nodes[id as usize].moves[index].child;
            if child == u32::MAX {
                continue;
            }
            let below = &self.nodes[child as usize];
            let value = below.best_move().map(|best| below.moves[best].value);
            let step = &mut self.nodes[id as usize].moves[index];
            match value {
                Some(value) => step.value = value,
                None => step.dropped = true,
            }
        }
    }
}
