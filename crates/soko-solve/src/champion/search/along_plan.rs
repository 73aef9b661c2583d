//! A search along a packing plan: a tree, and a tour that says which move is next.

use crate::champion::search::plan_tree::{Branch, PlanTree, Tried};
use crate::champion::search::stepwise::{Search, Step};
use crate::deadlock::Detectors;
use soko_core::Squares;
use soko_search::Counters;
use soko_search::engine::NodeId;

/// What a tour would do next.
pub(crate) enum Choice {
    /// Try a move.
    Try(Branch),
    /// Nothing: it has met with a dead end.
    Wait,
    /// Nothing is left.
    Stop,
}

/// A way to go about a tree. Each has its own file.
pub(crate) trait Tour<S> {
    /// Chooses a move.
    fn choose(&mut self, tree: &mut PlanTree<'_, S>, detectors: &Detectors<S>) -> Choice;

    /// Takes in what came of the move that was chosen: a new node, or nothing.
    fn note(&mut self, tree: &mut PlanTree<'_, S>, branch: Branch, child: Option<NodeId>);

    /// Bytes held, the tree aside.
    fn bytes(&self) -> usize;
}

/// The search of one strategy.
pub(crate) struct AlongPlan<'a, S, T> {
    pub(crate) tree: PlanTree<'a, S>,
    pub(crate) tour: T,
}

impl<S: Squares, T: Tour<S>> Search<S> for AlongPlan<'_, S, T> {
    fn step(&mut self, detectors: &mut Detectors<S>, counters: &mut Counters) -> Step {
        let AlongPlan { tree, tour } = self;
        let branch = match tour.choose(tree, detectors) {
            Choice::Try(branch) => branch,
            Choice::Wait => return Step::Going,
            Choice::Stop => return Step::Exhausted,
        };
        match tree.try_move(branch, detectors, counters) {
            Tried::Solved(pushes) => return Step::Solved(pushes),
            Tried::Added(child) => tour.note(tree, branch, Some(child)),
            Tried::Refused => tour.note(tree, branch, None),
        }
        Step::Going
    }

    fn expanded(&self) -> u64 {
        self.tree.expanded()
    }

    fn bytes(&self) -> usize {
        self.tree.bytes_with(self.tour.bytes())
    }

    fn marks(&self) -> [u64; 2] {
        [self.tree.steps_left(), u64::MAX]
    }

    fn remark(&self) -> String {
        self.tree.remark()
    }
}
