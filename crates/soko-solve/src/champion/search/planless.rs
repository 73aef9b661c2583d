//! Feature-space search without a plan, from either end.
//!
//! The same frame as [`crate::champion::search::fess`], with macro moves, cells and
//! advisors, but the features fit levels that have no goal room: connected regions,
//! broken joints between halls, and how far the boxes are. With a target board the
//! boxes that stand on its squares count as well. What is sought is said by an
//! [`Aim`]; [`crate::champion::two_ends::meet`] puts two of these searches together.
//!
//! Sound in what it leaves out; proves nothing.

use crate::champion::features::aim::{Aim, AimFeatures};
use crate::champion::memory::{hash_table_bytes, with_room_to_grow};
use crate::champion::position::Position;
use crate::champion::search::planless_moves::{PlanlessMove, PlanlessMoves};
use crate::champion::search::prospects::{is_dead, worth_pushing};
use crate::champion::search::stepwise::Step;
use crate::champion::setting::Setting;
use crate::champion::two_ends::meeting_table::Entry;
use crate::deadlock::Detectors;
use crate::ground::end::End;
use rustc_hash::FxHashSet;
use soko_core::{Square, Squares};
use soko_search::engine::{FeatureSpace, NodeId, Placing};
use soko_search::{Arena, Counters, Span};

struct Node<S> {
    boxes: S,
    key: u64,
    features: AimFeatures,
    moves: Span,
}

/// The search.
pub(crate) struct PlanlessSearch<'a, S> {
    setting: &'a Setting<S>,
    end: End,
    aim: Aim<S>,
    nodes: Vec<Node<S>>,
    /// Keys of positions that are nodes, or dead.
    known: FxHashSet<u64>,
    space: FeatureSpace<u32>,
    moves: Arena<PlanlessMove>,
    expanded: u64,
    generator: PlanlessMoves<'a, S>,
}

impl<'a, S: Squares> PlanlessSearch<'a, S> {
    /// A search from this end.
    pub(crate) fn new(setting: &'a Setting<S>, end: End, aim: Aim<S>) -> PlanlessSearch<'a, S> {
        let mut search = PlanlessSearch {
            setting,
            end,
            nodes: Vec::new(),
            known: FxHashSet::default(),
            space: FeatureSpace::new(Placing::WithBestAncestor),
            moves: Arena::default(),
            expanded: 0,
            generator: PlanlessMoves::new(setting, end, &aim),
            aim,
        };
        let worst = AimFeatures::WORST;
        let (rank, cell) = (search.aim.rank(worst), search.aim.cell(worst));
        for (boxes, man) in setting.ground.roots(end) {
            let root = Position::new(&setting.ground, boxes, man);
            search.known.insert(root.key);
            let movable = root.boxes.clone();
            search.add_node(root, worst, &movable);
            let id = search.space.add_root(rank, cell);
            search.enqueue(id);
        }
        search
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        let nodes = self.nodes.capacity() * size_of::<Node<S>>();
        let known = hash_table_bytes::<u64>(self.known.capacity());
        with_room_to_grow(nodes + known + self.space.bytes()) + self.moves.bytes()
    }

    /// The first feature that it goes by, in the best position so far.
    pub(crate) fn mark(&self) -> u64 {
        let best = self.best();
        best.map_or(u64::MAX, |node| self.aim.first(node.features))
    }

    /// Positions expanded.
    pub(crate) fn expanded(&self) -> u64 {
        self.expanded
    }

    /// The boxes of the best position so far.
    pub(crate) fn best_board(&self) -> Option<&S> {
        self.best().map(|node| &node.boxes)
    }

    fn best(&self) -> Option<&Node<S>> {
        self.space.best().map(|id| &self.nodes[id.index()])
    }

    /// Takes up one move.
    pub(crate) fn step(&mut self, detectors: &mut Detectors<S>, counters: &mut Counters) -> Step {
        // 1. Whose turn it is, and where the move leads.
        let Some((parent, index)) = self.space.take(self.expanded, |_| false) else {
            return Step::Exhausted;
        };
        self.enqueue(parent);
        let ground = &self.setting.ground;
        let node = &self.nodes[parent.index()];
        let step = self.moves.get(node.moves)[index];
        let position = Position::after(ground, &node.boxes, step.by);
        if !self.known.insert(position.key) {
            return Step::Going;
        }
        self.expanded += 1;
        counters.expanded += 1;
        // 2. Deadlock tests, which are for pushes.
        let Some(movable) = self.movable(&position, step.by.to, detectors) else {
            return Step::Going;
        };
        // 3. The searches from the other end may know it.
        let entry = Entry {
            parent: node.key,
            from: step.by.from,
            to: step.by.to,
            end: self.end,
        };
        if let Some(pushes) = self.setting.meeting_table.tell(ground, &position, entry) {
            return Step::Solved(pushes);
        }
        // 4. It becomes a node.
        let (rank, cell) = (self.aim.rank(step.features), self.aim.cell(step.features));
        let n_moves = self.add_node(position, step.features, &movable);
        let id = (self.space).add_child(parent, u32::from(step.cost), rank, cell);
        self.enqueue(id);
        counters.generated += n_moves as u64;
        counters.stored = self.nodes.len() as u64;
        Step::Going
    }

    /// The boxes worth moving; none if the position is dead.
    fn movable(
        &self,
        position: &Position<S>,
        moved_to: Square,
        detectors: &mut Detectors<S>,
    ) -> Option<S> {
        match self.end {
            End::Solved => Some(position.boxes.clone()),
            End::Start => {
                let query = position.query(moved_to);
                let is_dead = is_dead(detectors, &query);
                (!is_dead).then(|| worth_pushing(detectors, &query))?
            }
        }
    }

    /// Lets a node wait in its cell for its next move.
    fn enqueue(&mut self, id: NodeId) {
        let moves = self.moves.get(self.nodes[id.index()].moves);
        if let Some(next) = moves.get(self.space.n_taken(id)) {
            let rank = self.aim.rank(next.features);
            self.space.wait(id, u32::from(next.cost), rank);
        }
    }

    /// Makes a position a node; says how many moves it has.
    fn add_node(&mut self, position: Position<S>, features: AimFeatures, movable: &S) -> usize {
        let aim = &self.aim;
        let moves = (self.generator).generate(aim, &position, features, movable);
        self.nodes.push(Node {
            boxes: position.boxes,
            key: position.key,
            features,
            moves: self.moves.add(&moves),
        });
        moves.len()
    }
}
