//! Feature-space search: many kinds of progress at once.
//!
//! A position is placed in a *cell* by its features: steps packed, connected
//! regions, broken joints between halls, boxes out of plan. Moves that an *advisor*
//! recommends cost nothing, others cost one. [`FeatureSpace`] goes round the cells
//! and says whose move is next (Shoham and Schaeffer, CoG 2020).
//!
//! Incomplete in practice, and it proves nothing.

use crate::champion::course::Course;
use crate::champion::features::style::Style;
use crate::champion::search::plan_tree::{PlanTree, Tried};
use crate::champion::search::stepwise::{Search, Step};
use crate::champion::setting::Setting;
use crate::deadlock::Detectors;
use soko_core::Squares;
use soko_search::Counters;
use soko_search::engine::{FeatureSpace, NodeId, Placing};

/// The search of one strategy.
pub(crate) struct Fess<'a, S> {
    tree: PlanTree<'a, S>,
    style: Style,
    space: FeatureSpace<u32>,
}

impl<'a, S: Squares> Fess<'a, S> {
    /// A search in cells, placed like this.
    pub(crate) fn new(
        setting: &'a Setting<S>,
        course: Course<S>,
        placing: Placing,
        detectors: &mut Detectors<S>,
    ) -> Fess<'a, S> {
        let style = course.style;
        let mut fess = Fess {
            tree: PlanTree::new(setting, course, detectors),
            style,
            space: FeatureSpace::new(placing),
        };
        let features = fess.tree.features(fess.tree.root());
        let root = fess
            .space
            .add_root(style.rank(features), style.cell(features));
        fess.enqueue(root);
        fess
    }

    /// Places the node to which a move of its parent has led.
    fn place(&mut self, node: NodeId, parent: NodeId, index: usize) {
        let cost = u32::from(self.tree.moves(parent)[index].cost);
        let features = self.tree.features(node);
        let (rank, cell) = (self.style.rank(features), self.style.cell(features));
        let placed = self.space.add_child(parent, cost, rank, cell);
        debug_assert_eq!(placed, node);
        self.enqueue(node);
    }

    /// Lets a node wait in its cell for its next move.
    fn enqueue(&mut self, node: NodeId) {
        let moves = self.tree.moves(node);
        if let Some(next) = moves.get(self.space.n_taken(node)) {
            self.space.wait(node, u32::from(next.cost), next.rank);
        }
    }
}

impl<S: Squares> Search<S> for Fess<'_, S> {
    fn step(&mut self, detectors: &mut Detectors<S>, counters: &mut Counters) -> Step {
        let (step, tree) = (self.tree.expanded(), &mut self.tree);
        let is_dead = |node: NodeId| tree.is_dead_by_now(node, detectors);
        let Some((parent, index)) = self.space.take(step, is_dead) else {
            return Step::Exhausted;
        };
        if self.tree.is_dead_by_now(parent, detectors) {
            self.space.give_up(parent);
            return Step::Going;
        }
        self.enqueue(parent);
        match self.tree.try_move(parent, index, detectors, counters) {
            Tried::Refused => Step::Going,
            Tried::Solved(pushes) => Step::Solved(pushes),
            Tried::Added(node) => {
                self.place(node, parent, index);
                Step::Going
            }
        }
    }

    fn expanded(&self) -> u64 {
        self.tree.expanded()
    }

    fn bytes(&self) -> usize {
        self.tree.bytes_with(self.space.bytes())
    }

    fn marks(&self) -> [u64; 2] {
        [self.tree.steps_left(), u64::MAX]
    }

    fn remark(&self) -> String {
        self.tree.remark()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::champion::plan::packing_plan::PackingPlan;
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
        let placing = Placing::WithBestAncestor;
        let mut fess = Fess::new(&setting, course, placing, &mut detectors);
        let root = fess.tree.root();
        assert!(!fess.tree.is_dead_by_now(root, &detectors));
        let (boxes, man) = setting.ground.roots(End::Start).remove(0);
        let query = Query {
            boxes: &boxes,
            area: &setting.ground.reach().area(&boxes, man),
            pushed: None,
        };
        assert!(detectors.ask(Technique::Corral, &query).is_dead());
        let end = fess.step(&mut detectors, &mut Counters::default());
        assert!(matches!(end, Step::Going));
        assert!(fess.tree.is_dead_by_now(root, &detectors));
        assert_eq!((fess.expanded(), fess.space.best()), (0, None));
        let end = fess.step(&mut detectors, &mut Counters::default());
        assert!(matches!(end, Step::Exhausted));
    }
}
