//! Walks down the tree by value, with a turn aside now and then.
//!
//! Every walk begins at the root and takes the move of the highest value at each
//! node until it comes to one that was never tried, which is expanded. The value
//! of an untried move is a weighted sum of its features ([`Weights`]); that of a tried
//! one is the best value below it, so that a branch whose promise fades is left. At
//! every so many visits a node hands out its next move in turn instead of its best
//! one: thus each depth of the tree is explored a little, and deep lines are followed
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
use crate::champion::features::weights::Weights;
use crate::champion::search::along_plan::{Choice, Tour};
use crate::champion::search::macro_moves::Move;
use crate::champion::search::plan_tree::{Branch, PlanTree};
use crate::deadlock::Detectors;
use soko_core::Squares;
use soko_search::engine::NodeId;

/// A tour of walks.
pub(crate) struct Walk {
    weights: Weights,
    /// What is known of each node.
    waypoints: Vec<Waypoint>,
    /// At every so many visits a node hands out a move in turn.
    period: u32,
    /// The moves of the last walk.
    path: Vec<Branch>,
}

/// What a walk keeps of a node.
#[derive(Clone, Copy, Debug)]
struct Waypoint {
    /// How many moves it took to get here.
    depth: u32,
    n_visits: u32,
    /// The next move in turn.
    next_move: u32,
    favourite: Favourite,
}

impl Waypoint {
    /// The move that a visit goes on with, if one is left.
    fn choose(&mut self, moves: &[Move], period: u32) -> Option<usize> {
        self.n_visits += 1;
        if self.n_visits.is_multiple_of(period) {
            move_in_turn(moves, &mut self.next_move)
        } else {
            self.favourite.index()
        }
    }
}

/// The best move of a node that is left, and the value that the others do not
/// exceed: as long as the best one stays above it, nobody need look at the others.
#[derive(Clone, Copy, Debug)]
struct Favourite {
    index: Option<u32>,
    others: i32,
}

impl Favourite {
    /// Looks at all moves. The first of equals is the best.
    fn of(moves: &[Move]) -> Favourite {
        let mut favourite = Favourite {
            index: None,
            others: i32::MIN,
        };
        let mut best = i32::MIN;
        for (index, step) in (0..).zip(moves).filter(|(_, m)| !m.dropped) {
            if favourite.index.is_none() || step.value > best {
                favourite.others = best;
                favourite.index = Some(index);
                best = step.value;
            } else {
                favourite.others = favourite.others.max(step.value);
            }
        }
        favourite
    }

    fn index(&self) -> Option<usize> {
        self.index.map(|index| index as usize)
    }

    /// Takes in that the value of a move has changed, or that it was dropped.
    fn note_change(&mut self, moves: &[Move], changed: usize) {
        let step = &moves[changed];
        if self.index() == Some(changed) {
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

impl Walk {
    /// A tour, by these weights, of a tree that has its root only.
    pub(crate) fn new<S: Squares>(tree: &mut PlanTree<'_, S>, weights: Weights) -> Walk {
        let mut walk = Walk {
            period: tree.n_boxes() as u32 + 1,
            weights,
            waypoints: Vec::new(),
            path: Vec::new(),
        };
        walk.add_waypoint(tree, tree.root(), 0);
        walk
    }

    /// Values the moves of a new node. What the way costs is known for the node only.
    fn add_waypoint<S: Squares>(&mut self, tree: &mut PlanTree<'_, S>, node: NodeId, depth: u32) {
        let way = tree.features(node).way;
        let moves = tree.moves_mut(node);
        for step in moves.iter_mut() {
            let features = Features {
                way,
                ..step.features
            };
            step.value = self.weights.worth(features, step.cost == 0, depth + 1);
        }
        self.waypoints.push(Waypoint {
            depth,
            n_visits: 0,
            next_move: 0,
            favourite: Favourite::of(moves),
        });
    }

    /// Carries values up the last walk.
    fn back_up<S: Squares>(&mut self, tree: &mut PlanTree<'_, S>) {
        for &branch in self.path.iter().rev() {
            if let Some(child) = tree.branch(branch).child {
                let best = self.waypoints[child.index()].favourite.index();
                let value = best.map(|best| tree.moves(child)[best].value);
                let step = tree.branch_mut(branch);
                match value {
                    Some(value) => step.value = value,
                    None => step.dropped = true,
                }
            }
            let favourite = &mut self.waypoints[branch.node.index()].favourite;
            favourite.note_change(tree.moves(branch.node), branch.index);
        }
    }
}

impl<S: Squares> Tour<S> for Walk {
    /// One walk from the root to an untried move.
    fn choose(&mut self, tree: &mut PlanTree<'_, S>, detectors: &Detectors<S>) -> Choice {
        self.path.clear();
        let mut node = tree.root();
        loop {
            // 1. Choose a move of the node. Without any it is given up: the move that
            //    leads here is dropped on the way back.
            let moves = tree.moves(node);
            let Some(index) = self.waypoints[node.index()].choose(moves, self.period) else {
                break;
            };
            let branch = Branch { node, index };
            self.path.push(branch);
            // 2. One that was never tried is the end of the walk.
            let Some(child) = moves[index].child else {
                return Choice::Try(branch);
            };
            // 3. Go on below one that was tried, unless it has turned out to be dead.
            if tree.is_dead_by_now(child, detectors) {
                tree.branch_mut(branch).dropped = true;
                break;
            }
            node = child;
        }
        self.back_up(tree);
        if self.path.is_empty() {
            Choice::Stop
        } else {
            Choice::Wait
        }
    }

    fn note(&mut self, tree: &mut PlanTree<'_, S>, branch: Branch, child: Option<NodeId>) {
        let step = tree.branch_mut(branch);
        match child {
            Some(child) => {
                step.child = Some(child);
                let depth = self.waypoints[branch.node.index()].depth + 1;
                self.add_waypoint(tree, child, depth);
            }
            None => step.dropped = true,
        }
        self.back_up(tree);
    }

    fn bytes(&self) -> usize {
        self.waypoints.capacity() * size_of::<Waypoint>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::champion::course::Course;
    use crate::champion::features::style::Style;
    use crate::champion::plan::packing_plan::PackingPlan;
    use crate::champion::position::MacroMove;
    use crate::champion::search::along_plan::AlongPlan;
    use crate::champion::search::stepwise::{Search, Step};
    use crate::champion::setting::Setting;
    use crate::deadlock::Techniques;
    use crate::switches::Switches;
    use soko_core::{Level, SplitMix, SquareSet};
    use soko_search::Counters;

    fn untried(value: i32) -> Move {
        Move {
            value,
            ..Move::new(MacroMove::NONE, 0, Features::default(), false)
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
                let chosen = favourite.index().map(|index| &moves[index]);
                assert_eq!(chosen.map(|m| m.value), best);
                assert!(chosen.is_none_or(|m| !m.dropped));
            }
        }
    }

    #[test]
    fn at_every_so_many_visits_a_move_in_turn_is_chosen() {
        let mut moves: Vec<Move> = [3, 9, 5, 7].map(untried).into();
        let mut waypoint = Waypoint {
            depth: 0,
            n_visits: 0,
            next_move: 0,
            favourite: Favourite::of(&moves),
        };
        let mut visits = |moves: &[Move]| [0; 6].map(|_| waypoint.choose(moves, 3).unwrap());
        assert_eq!(visits(&moves), [1, 1, 0, 1, 1, 1]);
        moves[3].dropped = true;
        assert_eq!(visits(&moves), [1, 1, 2, 1, 1, 0], "but for a dropped one");
    }

    #[test]
    fn a_walk_visits_each_node_on_its_way() {
        let level: Level = "########\n#      #\n# $@$  #\n#  ..  #\n########"
            .parse()
            .unwrap();
        let setting = Setting::<SquareSet>::new(&level, Weights::default());
        let mut detectors = Detectors::new(level.board(), Techniques::ALL);
        let course = Course {
            plan: PackingPlan::none(&setting.ground),
            style: Style::STROLL,
            switches: Switches::default(),
        };
        let mut tree = PlanTree::new(&setting, course, &mut detectors);
        let tour = Walk::new(&mut tree, Weights::ROUND);
        let mut search = AlongPlan { tree, tour };
        for n_walks in 1..=5 {
            let step = search.step(&mut detectors, &mut Counters::default());
            assert!(matches!(step, Step::Going));
            assert_eq!(search.tour.waypoints[0].n_visits, n_walks);
        }
        let AlongPlan { tree, tour: walk } = &search;
        // A node is visited once for each try of a move of its own or below it.
        let tried = |node: NodeId| {
            let moves = tree.moves(node).iter();
            let tried = moves.map(|m| match m.child {
                Some(child) => 1 + walk.waypoints[child.index()].n_visits,
                None => u32::from(m.dropped),
            });
            tried.sum::<u32>()
        };
        for (index, waypoint) in walk.waypoints.iter().enumerate() {
            let node = NodeId::from_index(index);
            assert_eq!(waypoint.n_visits, tried(node));
            for step in tree.moves(node) {
                let Some(child) = step.child else { continue };
                let below = &walk.waypoints[child.index()];
                assert_eq!(below.depth, waypoint.depth + 1);
                // A tried move is worth the best below it.
                let left = tree.moves(child).iter().filter(|m| !m.dropped);
                assert_eq!(Some(step.value), left.map(|m| m.value).max());
            }
        }
        assert!(walk.waypoints.len() > 3);
    }
}
