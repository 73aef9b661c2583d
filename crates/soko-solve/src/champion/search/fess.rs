//! Feature-space search: many kinds of progress at once.
//!
//! A position is placed in a *cell* by its features: steps packed, connected
//! regions, broken joints between rooms, boxes out of plan. Moves that an *advisor*
//! recommends cost nothing, others cost one. [`FeatureSpace`] goes round the cells
//! and says whose move is next (Shoham and Schaeffer, CoG 2020).
//!
//! Incomplete in practice, and it proves nothing.

use crate::champion::features::hotspots::Hotspots;
use crate::champion::features::rooms::Rooms;
use crate::champion::features::style::{Features, Order, Style};
use crate::champion::features::weights::Values;
use crate::champion::memory::{hash_table_bytes, with_room_to_grow};
use crate::champion::plan::packing_plan::{NextStep, Plan};
use crate::champion::plan::route::Route;
use crate::champion::portfolio::strategy::{Setting, Step};
use crate::champion::search::macro_moves::{Move, Scratch};
use crate::champion::search::walk::{self, Favourite};
use crate::champion::two_ends::meeting_table::{Entry, Perimeter};
use crate::deadlock::{Detectors, Pruning, Query, Technique};
use crate::ground::end::End;
use crate::ground::floor::Ground;
use crate::options::Switches;
use rustc_hash::FxHashMap;
use soko_core::{Push, Square, Squares};
use soko_search::engine::{FeatureSpace, NodeId, Placing};
use soko_search::{Arena, Counters, Span};

/// The cost of the way where there is none.
const NO_WAY: u8 = 250;

pub(crate) struct Node<S> {
    pub(crate) boxes: S,
    man: Square,
    key: u64,
    /// Dead sets that were known when the node was last looked at.
    n_learned: u64,
    is_dead: bool,
    pub(crate) features: Features,
    pub(crate) moves: Span,
    /// In walks the next move in turn.
    pub(crate) next_move: u32,
    /// How often a walk came by, and how many moves it took to get here.
    pub(crate) visits: u32,
    pub(crate) depth: u32,
    pub(crate) favourite: Favourite,
}

/// The search of one strategy.
pub(crate) struct Fess<'a, S> {
    pub(crate) ground: &'a Ground<S>,
    pub(crate) rooms: &'a Rooms,
    pub(crate) hotspots: &'a Hotspots<S>,
    perimeter: &'a Perimeter,
    values: Values,
    pub(crate) plan: Plan<S>,
    pub(crate) style: Style,
    pub(crate) switches: Switches,
    pub(crate) nodes: Vec<Node<S>>,
    pub(crate) known: FxHashMap<u64, u32>,
    space: FeatureSpace<u32>,
    steps: u64,
    most_packed: u8,
    pub(crate) moves: Arena<Move>,
    pub(crate) scratch: Scratch<S>,
}

impl<'a, S: Squares> Fess<'a, S> {
    pub(crate) fn new(
        setting: &'a Setting<S>,
        plan: Plan<S>,
        style: Style,
        switches: Switches,
        detectors: &mut Detectors<S>,
    ) -> Fess<'a, S> {
        let Setting { ground, rooms, .. } = setting;
        let mut fess = Fess {
            ground,
            rooms,
            hotspots: &setting.hotspots,
            perimeter: &setting.perimeter,
            values: match style {
                Style::Trained => setting.values,
                _ => Values::ROUND,
            },
            plan,
            style,
            switches,
            nodes: Vec::new(),
            known: FxHashMap::default(),
            space: FeatureSpace::new(if style.inherits() {
                Placing::WithBestAncestor
            } else {
                Placing::ByOwnFeatures
            }),
            steps: 0,
            most_packed: 0,
            moves: Arena::default(),
            scratch: Scratch::new(ground, rooms),
        };
        let area = ground.reach.area(&ground.start, ground.man);
        let man = area.lowest().unwrap_or(ground.man);
        let features = fess.measure(&ground.start);
        let key = ground.hash(&ground.start, man);
        fess.known.insert(key, 0);
        let boxes = ground.start.clone();
        fess.add_node(None, key, boxes, man, area, features, detectors);
        fess
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        let nodes = self.nodes.capacity() * size_of::<Node<S>>();
        let known = hash_table_bytes::<(u64, u32)>(self.known.capacity());
        with_room_to_grow(nodes + known + self.space.bytes()) + self.moves.bytes()
    }

    /// Steps of the plan that no position has done.
    pub(crate) fn mark(&self) -> u64 {
        self.plan.n_steps() as u64 - u64::from(self.most_packed)
    }

    /// The plan that the search follows.
    pub(crate) fn plan(&self) -> &Plan<S> {
        &self.plan
    }

    /// Positions expanded.
    pub(crate) fn expanded(&self) -> u64 {
        self.steps
    }

    /// Takes up one move.
    pub(crate) fn step(&mut self, detectors: &mut Detectors<S>, counters: &mut Counters) -> Step {
        if self.style.walks() {
            return self.walk(detectors, counters);
        }
        let nodes = &mut self.nodes;
        let is_dead = |id: NodeId| nodes[id.index()].is_dead_by_now(detectors);
        let Some((id, index)) = self.space.take(self.steps, is_dead) else {
            return Step::Exhausted;
        };
        if self.nodes[id.index()].is_dead_by_now(detectors) {
            self.space.give_up(id);
            return Step::Going;
        }
        self.enqueue(id);
        self.try_move(id, index, detectors, counters)
    }

    /// Does a move of a node. A new position that is not dead becomes a node.
    pub(crate) fn try_move(
        &mut self,
        id: NodeId,
        index: usize,
        detectors: &mut Detectors<S>,
        counters: &mut Counters,
    ) -> Step {
        let step = self.moves.get(self.nodes[id.index()].moves)[index];
        let ground = self.ground;
        let mut boxes = self.nodes[id.index()].boxes.clone();
        boxes.shift(Square(step.from), Square(step.to));
        let man = ground.next(Square(step.to), step.side);
        let area = ground.reach.area(&boxes, man);
        let man = area.lowest().expect("the man stands somewhere");
        let hash = ground.hash(&boxes, man);
        let new_id = self.nodes.len() as u32;
        if *self.known.entry(hash).or_insert(new_id) != new_id {
            return Step::Going;
        }
        self.steps += 1;
        counters.expanded += 1;
        let query = Query {
            boxes: &boxes,
            area: &area,
            pushed: Some(Square(step.to)),
        };
        if !step.checked && is_dead(detectors, &boxes, &area, step.to) {
            self.known.insert(hash, u32::MAX);
            return Step::Going;
        }
        let prunes = detectors.techniques().contains(Technique::PiCorral);
        let pruning = if prunes {
            detectors.prune(&query)
        } else {
            Pruning::None
        };
        self.scratch.only = match pruning {
            Pruning::Dead => {
                self.known.insert(hash, u32::MAX);
                return Step::Going;
            }
            Pruning::Only(boxes) => Some(boxes),
            Pruning::None => None,
        };
        if let Some(pushes) = self.tell_perimeter(id, &step, &boxes, hash) {
            return Step::Solved(pushes);
        }
        let parent = Some((id, u32::from(step.cost)));
        self.add_node(parent, hash, boxes, man, area, step.features, detectors);
        counters.generated += self.nodes[new_id as usize].moves.len() as u64;
        counters.stored = self.nodes.len() as u64;
        Step::Going
    }

    /// Makes a position known to searches from the other end; gives the solution
    /// if one of them knows it.
    fn tell_perimeter(&self, parent: NodeId, by: &Move, boxes: &S, key: u64) -> Option<Vec<Push>> {
        let entry = Entry {
            parent: self.nodes[parent.index()].key,
            from: by.from,
            to: by.to,
            end: End::Start,
        };
        self.perimeter.note_solved(self.ground, boxes, key);
        let meeting = self.perimeter.add(key, entry)?;
        self.perimeter.splice(self.ground, meeting)
    }

    /// Lets a node wait in its cell for its next move.
    fn enqueue(&mut self, id: NodeId) {
        let moves = self.moves.get(self.nodes[id.index()].moves);
        if let Some(step) = moves.get(self.space.n_taken(id)) {
            self.space.wait(id, u32::from(step.cost), step.rank);
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn add_node(
        &mut self,
        parent: Option<(NodeId, u32)>,
        key: u64,
        boxes: S,
        man: Square,
        area: S,
        mut features: Features,
        detectors: &mut Detectors<S>,
    ) {
        let way = match self.style {
            style if style.order() == Order::Way && self.switches.way => {
                self.way(&boxes, &area, features.packed as usize)
            }
            _ => None,
        };
        features.way = way
            .as_ref()
            .map_or(NO_WAY, |(_, route)| route.cost.min(u32::from(NO_WAY)) as u8);
        self.scratch.area = area;
        let mut node = Node {
            boxes,
            man,
            n_learned: detectors.n_learned(),
            is_dead: false,
            key,
            features,
            moves: Span::default(),
            next_move: 0,
            visits: 0,
            depth: parent.map_or(0, |(id, _)| self.nodes[id.index()].depth + 1),
            favourite: Favourite::of(&[]),
        };
        self.generate(&node, way, detectors);
        if self.style.walks() {
            walk::value_moves(&node, &mut self.scratch.moves, &self.values);
            node.favourite = Favourite::of(&self.scratch.moves);
        }
        node.moves = self.moves.add(&self.scratch.moves);
        self.most_packed = self.most_packed.max(features.packed);
        self.nodes.push(node);
        let (rank, cell) = (self.style.rank(features), self.style.cell(features));
        let id = match parent {
            Some((parent, cost)) => self.space.add_child(parent, cost, rank, cell),
            None => self.space.add_root(rank, cell),
        };
        if !self.style.walks() {
            self.enqueue(id);
        }
    }

    /// The next step of the plan and the way to its target.
    fn way(&mut self, boxes: &S, area: &S, packed: usize) -> Option<(NextStep<S>, Route<S>)> {
        let next = self.plan.next_step(packed, boxes)?;
        let router = &mut self.scratch.router;
        let route = router.route(self.ground, boxes, &next, area, u32::MAX)?;
        Some((next, route))
    }
}

impl<S: Squares> Node<S> {
    /// Whether it has turned out to be dead by what was learned since it was last
    /// looked at.
    pub(crate) fn is_dead_by_now(&mut self, detectors: &Detectors<S>) -> bool {
        let known = std::mem::replace(&mut self.n_learned, detectors.n_learned());
        if !self.is_dead && known < self.n_learned {
            self.is_dead = detectors.is_dead_by_now(&self.boxes, self.man, known);
        }
        self.is_dead
    }
}

pub(crate) fn is_dead<S: Squares>(
    detectors: &mut Detectors<S>,
    boxes: &S,
    area: &S,
    to: u16,
) -> bool {
    let pushed = Some(Square(to));
    let query = Query {
        boxes,
        area,
        pushed,
    };
    detectors.at_generation(&query).is_dead() || detectors.at_expansion(&query).is_dead()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use soko_core::{Level, SquareSet};

    /// Two boxes lock a corner that opens from inside only; a third can move.
    const LOCKED_CORNER: &str = "#######\n# $  .#\n#$    #\n# @$  #\n#. .  #\n#######";

    #[test]
    fn a_position_is_given_up_when_its_deadlock_is_learned() {
        let level: Level = LOCKED_CORNER.parse().unwrap();
        let options = Options::default();
        let setting = Setting::<SquareSet>::new(&level, options.values);
        // Nothing is known and nothing is tested while the root is made.
        let mut detectors = Detectors::new(level.board(), crate::deadlock::Techniques::ALL);
        let switches = Switches {
            advisors: false,
            ..options.switches
        };
        let plan = Plan::find(&setting.ground, 0, &mut || true);
        let mut fess = Fess::new(&setting, plan, Style::Way, switches, &mut detectors);
        assert!(!fess.nodes[0].is_dead_by_now(&detectors));
        let (boxes, man) = (fess.nodes[0].boxes.clone(), fess.nodes[0].man);
        let query = Query {
            boxes: &boxes,
            area: &setting.ground.reach.area(&boxes, man),
            pushed: None,
        };
        assert!(detectors.ask(Technique::Corral, &query).is_dead());
        let end = fess.step(&mut detectors, &mut Counters::default());
        assert!(matches!(end, Step::Going) && fess.nodes[0].is_dead);
        assert_eq!((fess.expanded(), fess.nodes.len()), (0, 1));
        let end = fess.step(&mut detectors, &mut Counters::default());
        assert!(matches!(end, Step::Exhausted));
    }
}
