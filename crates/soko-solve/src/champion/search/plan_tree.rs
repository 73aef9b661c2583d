//! The positions that a search along a plan has found, with their moves.
//!
//! Two kinds of search grow such a tree and differ in which move they try next: one
//! goes round cells of features ([`crate::champion::search::fess`]), the other walks
//! down the tree by value ([`crate::champion::search::walk`]). A move that is tried
//! leads to a position that is new or known; a new one passes the deadlock tests, is
//! told to the searches from the other end, and becomes a node with its own moves.

use crate::champion::course::Course;
use crate::champion::features::style::Features;
use crate::champion::memory::{hash_table_bytes, with_room_to_grow};
use crate::champion::plan::route::Router;
use crate::champion::position::Position;
use crate::champion::search::advisors::{Scene, Tests, advise};
use crate::champion::search::macro_moves::{Move, MoveGenerator};
use crate::champion::search::prospects::{is_dead, worth_pushing};
use crate::champion::setting::Setting;
use crate::champion::two_ends::meeting_table::Entry;
use crate::deadlock::{Detectors, Query};
use crate::ground::end::End;
use crate::switches::Switch;
use rustc_hash::FxHashSet;
use soko_core::{Push, Square, Squares};
use soko_search::engine::NodeId;
use soko_search::{Arena, Counters, Span};

/// The cost of the way where there is none, and the most that is told.
const NO_WAY: u8 = 250;

struct Node<S> {
    boxes: S,
    man: Square,
    key: u64,
    /// Dead sets that were known when the node was last looked at.
    n_learned: u64,
    is_dead: bool,
    features: Features,
    moves: Span,
}

/// A move of a node, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Branch {
    pub(crate) node: NodeId,
    pub(crate) index: usize,
}

/// What came of a move.
pub(crate) enum Tried {
    /// It leads to a known position, or to a dead one.
    Refused,
    /// It leads to a new node.
    Added(NodeId),
    /// These pushes solve the level.
    Solved(Vec<Push>),
}

/// The tree. Its first node is the root.
pub(crate) struct PlanTree<'a, S> {
    setting: &'a Setting<S>,
    course: Course<S>,
    nodes: Vec<Node<S>>,
    /// Keys of positions that are nodes, or dead.
    known: FxHashSet<u64>,
    moves: Arena<Move>,
    expanded: u64,
    most_packed: u8,
    generator: MoveGenerator<'a, S>,
    router: Router<'a, S>,
    /// The moves of the node that is being made.
    new_moves: Vec<Move>,
}

impl<'a, S: Squares> PlanTree<'a, S> {
    /// A tree with its root, the start of the level.
    pub(crate) fn new(
        setting: &'a Setting<S>,
        course: Course<S>,
        detectors: &mut Detectors<S>,
    ) -> PlanTree<'a, S> {
        let ground = &setting.ground;
        let mut tree = PlanTree {
            setting,
            course,
            nodes: Vec::new(),
            known: FxHashSet::default(),
            moves: Arena::default(),
            expanded: 0,
            most_packed: 0,
            generator: MoveGenerator::new(setting),
            router: Router::new(ground),
            new_moves: Vec::new(),
        };
        let root = Position::new(ground, ground.start.clone(), ground.man);
        tree.known.insert(root.key);
        let features = tree.generator.measure(&tree.course, &root.boxes);
        let movable = root.boxes.clone();
        tree.add(root, features, &movable, detectors);
        tree
    }

    /// Makes any position a node, as if a walk had come there.
    pub(crate) fn plant(&mut self, boxes: &S, man: Square, detectors: &mut Detectors<S>) -> NodeId {
        let position = Position::new(&self.setting.ground, boxes.clone(), man);
        self.known.insert(position.key);
        let features = self.generator.measure(&self.course, boxes);
        let query = Query {
            pushed: None,
            boxes,
            area: &position.area,
        };
        let movable = worth_pushing(detectors, &query).unwrap_or_else(|| boxes.clone());
        self.add(position, features, &movable, detectors)
    }

    /// The boxes of a node.
    pub(crate) fn boxes(&self, node: NodeId) -> &S {
        &self.nodes[node.index()].boxes
    }

    /// The root.
    pub(crate) fn root(&self) -> NodeId {
        NodeId::from_index(0)
    }

    /// The number of boxes.
    pub(crate) fn n_boxes(&self) -> usize {
        self.nodes[0].boxes.len()
    }

    /// The features of a node.
    pub(crate) fn features(&self, node: NodeId) -> Features {
        self.nodes[node.index()].features
    }

    /// The moves of a node.
    pub(crate) fn moves(&self, node: NodeId) -> &[Move] {
        self.moves.get(self.nodes[node.index()].moves)
    }

    /// The moves of a node, to be changed.
    pub(crate) fn moves_mut(&mut self, node: NodeId) -> &mut [Move] {
        self.moves.get_mut(self.nodes[node.index()].moves)
    }

    /// A move.
    pub(crate) fn branch(&self, branch: Branch) -> &Move {
        &self.moves(branch.node)[branch.index]
    }

    /// A move, to be changed.
    pub(crate) fn branch_mut(&mut self, branch: Branch) -> &mut Move {
        &mut self.moves_mut(branch.node)[branch.index]
    }

    /// Whether a node has turned out to be dead by what was learned since it was
    /// last looked at.
    pub(crate) fn is_dead_by_now(&mut self, node: NodeId, detectors: &Detectors<S>) -> bool {
        let node = &mut self.nodes[node.index()];
        let known = std::mem::replace(&mut node.n_learned, detectors.n_learned());
        if !node.is_dead && known < node.n_learned {
            node.is_dead = detectors.is_dead_by_now(&node.boxes, node.man, known);
        }
        node.is_dead
    }

    /// Tries a move.
    pub(crate) fn try_move(
        &mut self,
        branch: Branch,
        detectors: &mut Detectors<S>,
        counters: &mut Counters,
    ) -> Tried {
        let step = *self.branch(branch);
        let ground = &self.setting.ground;
        let parent = &self.nodes[branch.node.index()];
        // 1. Where it leads; most moves lead to known positions, and cost no more.
        let position = Position::after(ground, &parent.boxes, step.by);
        if !self.known.insert(position.key) {
            return Tried::Refused;
        }
        self.expanded += 1;
        counters.expanded += 1;
        // 2. The deadlock tests, unless an advisor has had them asked already.
        let query = position.query(step.by.to);
        if !step.checked && is_dead(detectors, &query) {
            return Tried::Refused;
        }
        let Some(movable) = worth_pushing(detectors, &query) else {
            return Tried::Refused;
        };
        // 3. The searches from the other end may know it.
        let entry = Entry {
            parent: parent.key,
            from: step.by.from,
            to: step.by.to,
            end: End::Start,
        };
        if let Some(pushes) = self.setting.meeting_table.tell(ground, &position, entry) {
            return Tried::Solved(pushes);
        }
        // 4. It becomes a node.
        let node = self.add(position, step.features, &movable, detectors);
        counters.generated += self.moves(node).len() as u64;
        counters.stored = self.nodes.len() as u64;
        Tried::Added(node)
    }

    /// Makes a position a node, with the moves of its `movable` boxes, advised ones
    /// first.
    fn add(
        &mut self,
        position: Position<S>,
        mut features: Features,
        movable: &S,
        detectors: &mut Detectors<S>,
    ) -> NodeId {
        let (course, ground) = (&self.course, &self.setting.ground);
        // What the tests of its own moves teach may be about this position too.
        let n_learned = detectors.n_learned();
        // 1. The way, which is looked for once a position and not once a move.
        let packed = usize::from(features.packed);
        let way = course.way(&mut self.router, &position, packed);
        let cost = way.as_ref().map_or(u32::MAX, |way| way.route.cost);
        features.way = cost.min(u32::from(NO_WAY)) as u8;
        // 2. The moves.
        let moves = &mut self.new_moves;
        moves.clear();
        (self.generator).generate(course, &position, features, movable, moves);
        // 3. What advisors think of them.
        if course.switches.is_on(Switch::Advisors) {
            let scene = Scene {
                ground,
                position: &position,
                features,
                way: way.as_ref(),
            };
            let tests = Tests {
                known: &mut self.known,
                detectors,
                router: &mut self.router,
            };
            advise(&scene, moves, tests);
        }
        moves.sort_by_key(|m| (m.cost, m.rank));
        // 4. The node.
        self.most_packed = self.most_packed.max(features.packed);
        let node = NodeId::from_index(self.nodes.len());
        self.nodes.push(Node {
            man: position.man(),
            boxes: position.boxes,
            key: position.key,
            n_learned,
            is_dead: false,
            features,
            moves: self.moves.add(&self.new_moves),
        });
        node
    }

    /// Positions expanded.
    pub(crate) fn expanded(&self) -> u64 {
        self.expanded
    }

    /// Bytes held, with what the search keeps of each node.
    pub(crate) fn bytes_with(&self, kept_by_search: usize) -> usize {
        let nodes = self.nodes.capacity() * size_of::<Node<S>>();
        let known = hash_table_bytes::<u64>(self.known.capacity());
        with_room_to_grow(nodes + known + kept_by_search) + self.moves.bytes()
    }

    /// Steps of the plan that no position has done.
    pub(crate) fn steps_left(&self) -> u64 {
        self.course.plan.n_steps() as u64 - u64::from(self.most_packed)
    }

    /// What the plan is like and how much of it was done, in a few words.
    pub(crate) fn remark(&self) -> String {
        let (steps, left) = (self.course.plan.n_steps(), self.course.plan.left);
        let done = self.most_packed;
        format!("; a plan of {steps} steps, {left} boxes unplanned, {done} steps done")
    }
}
