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
//! A node without moves that are alive or new is given up, and so is one that
//! contains a deadlock learned since, and with it the move that leads there.
//! Heuristic; proves nothing. Cost: a look at all moves of each node on the way.
//!
//! Source: the walk is that of Shoham and Elidan, "Solving Sokoban with
//! Forward-Backward Reinforcement Learning" (SoCS 2021). The weights are our own;
//! see [`crate::champion::features::weights`].

use crate::champion::features::style::Features;
use crate::champion::features::weights::Values;
use crate::champion::portfolio::strategy::Step;
use crate::champion::search::fess::{Fess, Node};
use crate::champion::search::macro_moves::Move;
use crate::deadlock::Detectors;
use soko_core::Squares;
use soko_search::Counters;
use soko_search::engine::NodeId;

/// Values the moves of a new node. What the way costs is known for the node only.
pub(crate) fn value_moves<S>(node: &Node<S>, moves: &mut [Move], values: &Values) {
    let (way, depth) = (node.features.way, node.depth + 1);
    for step in moves {
        let features = Features {
            way,
            ..step.features
        };
        step.value = values.of(features, step.cost == 0, depth);
    }
}

/// The best move of a node that is left, and the value that the others do not
/// exceed: as long as the best one stays above it, nobody need look at the others.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Favourite {
    index: Option<u32>,
    others: i32,
}

impl Favourite {
    /// Looks at all moves. The first of equals is the best.
    pub(crate) fn of(moves: &[Move]) -> Favourite {
        let mut favourite = Favourite {
            index: None,
            others: i32::MIN,
        };
        let mut best = i32::MIN;
        for (index, step) in moves.iter().enumerate().filter(|(_, m)| !m.dropped) {
            if favourite.index.is_none() || step.value > best {
                favourite.others = best;
                favourite.index = Some(index as u32);
                best = step.value;
            } else {
                favourite.others = favourite.others.max(step.value);
            }
        }
        favourite
    }

    /// Takes in that the value of a move has changed, or that it was dropped.
    fn note_change(&mut self, moves: &[Move], changed: usize) {
        let step = &moves[changed];
        if self.index == Some(changed as u32) {
            if step.dropped || step.value <= self.others {
                *self = Favourite::of(moves);
            }
        } else if !step.dropped && step.value > self.others {
            *self = Favourite::of(moves);
        }
    }
}

/// The next move in turn that is left; `next` is the one whose turn it is.
fn move_in_turn(moves: &[Move], next: &mut u32) -> Option<usize> {
    for _ in 0..moves.len() {
        let index = *next as usize % moves.len();
        *next += 1;
        if !moves[index].dropped {
            return Some(index);
        }
    }
    None
}

impl<S: Squares> Fess<'_, S> {
    /// One walk from the root to an untried move.
    pub(crate) fn walk(&mut self, detectors: &mut Detectors<S>, counters: &mut Counters) -> Step {
        let period = self.nodes[0].boxes.len() as u32 + 1;
        let mut path: Vec<(u32, usize)> = Vec::new();
        let mut id = 0;
        let end = loop {
            let node = &mut self.nodes[id as usize];
            node.visits += 1;
            let moves = self.moves.get(node.moves);
            let chosen = if node.visits.is_multiple_of(period) {
                move_in_turn(moves, &mut node.next_move)
            } else {
                node.favourite.index.map(|index| index as usize)
            };
            let Some(index) = chosen else {
                break if id == 0 {
                    Step::Exhausted
                } else {
                    Step::Going
                };
            };
            path.push((id, index));
            let child = moves[index].child;
            if child != u32::MAX {
                if self.nodes[child as usize].is_dead_by_now(detectors) {
                    self.move_mut(id, index).dropped = true;
                    break Step::Going;
                }
                id = child;
                continue;
            }
            let new = self.nodes.len();
            let end = self.try_move(NodeId::from_index(id as usize), index, detectors, counters);
            let is_new = self.nodes.len() > new;
            let step = self.move_mut(id, index);
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

    fn move_mut(&mut self, id: u32, index: usize) -> &mut Move {
        &mut self.moves.get_mut(self.nodes[id as usize].moves)[index]
    }

    /// Carries values up a path.
    fn back_up(&mut self, path: &[(u32, usize)]) {
        for &(id, index) in path.iter().rev() {
            let child = self.move_mut(id, index).child;
            if let Some(child) = self.nodes.get(child as usize) {
                let best = child.favourite.index;
                let below = self.moves.get(child.moves);
                let value = best.map(|best| below[best as usize].value);
                let step = self.move_mut(id, index);
                match value {
                    Some(value) => step.value = value,
                    None => step.dropped = true,
                }
            }
            let node = &mut self.nodes[id as usize];
            let moves = self.moves.get(node.moves);
            node.favourite.note_change(moves, index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::SplitMix;

    fn untried(value: i32) -> Move {
        Move {
            from: 0,
            to: 0,
            side: soko_core::Direction::Left,
            cost: 1,
            checked: false,
            dropped: false,
            divides: false,
            rank: 0,
            features: Features::default(),
            value,
            child: u32::MAX,
        }
    }

    #[test]
    fn the_favourite_is_a_best_move_whatever_changes() {
        let mut random = SplitMix(6);
        for _ in 0..100 {
            let mut value = || random.below(50) as i32 - 25;
            let mut moves: Vec<Move> = (0..12).map(|_| untried(value())).collect();
            let mut favourite = Favourite::of(&moves);
            for _ in 0..60 {
                let changed = random.below(moves.len());
                moves[changed].value = random.below(50) as i32 - 25;
                moves[changed].dropped |= random.below(5) == 0;
                favourite.note_change(&moves, changed);
                let left = moves.iter().filter(|m| !m.dropped);
                let best = left.map(|m| m.value).max();
                let chosen = favourite.index.map(|index| &moves[index as usize]);
                assert_eq!(chosen.map(|m| m.value), best);
                assert!(chosen.is_none_or(|m| !m.dropped));
            }
        }
    }
}
