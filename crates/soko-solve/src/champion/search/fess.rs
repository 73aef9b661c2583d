//! Feature-space search: many kinds of progress at once.
//!
//! A position is placed in a *cell* by its features: steps packed, connected
//! regions, broken joints between halls, boxes out of plan. Moves that an *advisor*
//! recommends cost nothing, others cost one. [`FeatureSpace`] goes round the cells
//! and says whose move is next (Shoham and Schaeffer, CoG 2020).
//!
//! Incomplete in practice, and it proves nothing.

use crate::champion::features::style::Style;
use crate::champion::search::along_plan::{Choice, Tour};
use crate::champion::search::plan_tree::{Branch, PlanTree};
use crate::deadlock::Detectors;
use soko_core::Squares;
use soko_search::engine::{FeatureSpace, NodeId, Placing};

/// A tour round the cells.
pub(crate) struct Fess {
    style: Style,
    space: FeatureSpace<u32>,
}

impl Fess {
    /// A tour of a tree that has its root only.
    pub(crate) fn new<S: Squares>(tree: &PlanTree<'_, S>, style: Style, placing: Placing) -> Fess {
        let mut space = FeatureSpace::new(placing);
        let features = tree.features(tree.root());
        let root = space.add_root(style.rank(features), style.cell(features));
        let mut fess = Fess { style, space };
        fess.enqueue(tree, root);
        fess
    }

    /// Lets a node wait in its cell for its next move.
    fn enqueue<S: Squares>(&mut self, tree: &PlanTree<'_, S>, node: NodeId) {
        let moves = tree.moves(node);
        if let Some(next) = moves.get(self.space.n_taken(node)) {
            self.space.wait(node, u32::from(next.cost), next.rank);
        }
    }
}

impl<S: Squares> Tour<S> for Fess {
    fn choose(&mut self, tree: &mut PlanTree<'_, S>, detectors: &Detectors<S>) -> Choice {
        let expanded = tree.expanded();
        let is_dead = |node: NodeId| tree.is_dead_by_now(node, detectors);
        let Some((node, index)) = self.space.take(expanded, is_dead) else {
            return Choice::Stop;
        };
        if tree.is_dead_by_now(node, detectors) {
            self.space.give_up(node);
            return Choice::Wait;
        }
        self.enqueue(tree, node);
        Choice::Try(Branch { node, index })
    }

    fn note(&mut self, tree: &mut PlanTree<'_, S>, branch: Branch, child: Option<NodeId>) {
        let Some(child) = child else { return };
        let cost = u32::from(tree.branch(branch).cost);
        let features = tree.features(child);
        let (rank, cell) = (self.style.rank(features), self.style.cell(features));
        let placed = self.space.add_child(branch.node, cost, rank, cell);
        debug_assert_eq!(placed, child);
        self.enqueue(tree, child);
    }

    fn bytes(&self) -> usize {
        self.space.bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::champion::course::Course;
    use crate::champion::plan::packing_plan::PackingPlan;
    use crate::champion::setting::Setting;
    use crate::deadlock::{Query, Technique, Techniques};
    use crate::ground::end::End;
    use crate::{Options, Switch};
    use soko_core::{Level, SquareSet};

    /// Two boxes lock a corner that opens from inside only; a third can move.
    const LOCKED_CORNER: &str = "#######\n# $  .#\n#$    #\n# @$  #\n#. .  #\n#######";

    #[test]
    fn a_position_is_given_up_when_its_deadlock_is_learned() {
        let level: Level = LOCKED_CORNER.parse().unwrap();
        let options = Options::default();
        let setting = Setting::<SquareSet>::new(&level, options.values);
        // Nothing is known and nothing is tested while the root is made.
        let mut detectors = Detectors::new(level.board(), Techniques::ALL);
        let course = Course {
            plan: PackingPlan::find(&setting.ground, 0, &mut || true),
            style: Style::WAY,
            switches: options.switches.without(Switch::Advisors),
        };
        let mut tree = PlanTree::new(&setting, course, &mut detectors);
        let mut fess = Fess::new(&tree, Style::WAY, Placing::WithBestAncestor);
        let root = tree.root();
        assert!(!tree.is_dead_by_now(root, &detectors));
        let (boxes, man) = setting.ground.roots(End::Start).remove(0);
        let query = Query {
            boxes: &boxes,
            area: &setting.ground.reach().area(&boxes, man),
            pushed: None,
        };
        assert!(detectors.ask(Technique::Corral, &query).is_dead());
        assert!(matches!(fess.choose(&mut tree, &detectors), Choice::Wait));
        assert!(tree.is_dead_by_now(root, &detectors));
        assert_eq!((tree.expanded(), fess.space.best()), (0, None));
        assert!(matches!(fess.choose(&mut tree, &detectors), Choice::Stop));
    }
}
