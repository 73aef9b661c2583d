//! Feature-space search without a plan, from either end.
//!
//! The same frame as [`crate::champion::search::fess`], with macro moves, cells and advisors, but
//! the features fit levels that have no goal room: connected regions, broken
//! joints between rooms, and how far the boxes are. With a target board the boxes
//! that stand on its squares count as well. What is sought is said by an [`Aim`];
//! [`crate::champion::two_ends::meet`] puts two of these searches together.
//!
//! A child costs one row of a matching and a look at the passages near its box.
//! Sound in what it leaves out; proves nothing.

use crate::champion::features::rooms::{Joints, Rooms};
use crate::champion::memory::{hash_table_bytes, with_room_to_grow};
use crate::champion::portfolio::strategy::Step;
use crate::champion::two_ends::assignment_test::Hope;
use crate::champion::two_ends::meeting_table::{Entry, Perimeter};
use crate::champion::two_ends::pull_freeze;
use crate::deadlock::{Detectors, Pruning, Query, Technique};
use crate::ground::end::End;
use crate::ground::floor::Ground;
use crate::heuristic::MinMatching;
use rustc_hash::FxHashSet;
use soko_core::facts::{Blocks, Bounds, MacroReach, Motion, first_side};
use soko_core::{BySquare, Direction, Push, Square, Squares};
use soko_search::engine::{FeatureSpace, NodeId, Placing};
use soko_search::{Arena, Counters, Span};

/// What a search is after.
#[derive(Clone, Debug)]
pub(crate) enum Aim<S> {
    /// An open board: few regions, whole rooms, then boxes far from home.
    Open,
    /// These squares: as many boxes on them as can be, then few regions.
    Target(S),
}

/// What a position is like; smaller is better in all.
#[derive(Clone, Copy, Debug)]
struct Features {
    off_target: u8,
    regions: u8,
    rooms: u8,
    distance: u16,
}

impl<S> Aim<S> {
    /// The order of positions: smaller is better.
    #[inline]
    fn rank(&self, f: Features) -> u64 {
        let open = u64::from(f.regions) << 8 | u64::from(f.rooms);
        let distance = u64::from(f.distance);
        let rest = match self {
            Aim::Open => distance,
            Aim::Target(_) => open << 16 | distance,
        };
        self.first(f) << 32 | rest
    }

    /// The feature that counts most.
    #[inline]
    fn first(&self, f: Features) -> u64 {
        match self {
            Aim::Open => u64::from(f.regions) << 8 | u64::from(f.rooms),
            Aim::Target(_) => u64::from(f.off_target),
        }
    }

    /// The cell.
    #[inline]
    fn cell(&self, f: Features) -> u32 {
        let coarse = match self {
            Aim::Open => (f.distance / 16).min(255) as u8,
            Aim::Target(_) => f.off_target,
        };
        u32::from_be_bytes([0, coarse, f.regions, f.rooms])
    }
}

#[derive(Clone, Copy, Debug)]
struct Move {
    from: u16,
    to: u16,
    side: Direction,
    cost: u8,
    features: Features,
}

struct Node<S> {
    boxes: S,
    man: Square,
    key: u64,
    features: Features,
    moves: Span,
}

/// The search.
pub(crate) struct Seeker<'a, S> {
    ground: &'a Ground<S>,
    rooms: &'a Rooms,
    perimeter: &'a Perimeter,
    end: End,
    aim: Aim<S>,
    hope: Hope<S>,
    /// The matching with the target.
    to_target: Option<MinMatching<S>>,
    nodes: Vec<Node<S>>,
    known: FxHashSet<u64>,
    space: FeatureSpace<u32>,
    moves: Arena<Move>,
    expanded: u64,
    scratch: Scratch,
}

struct Scratch {
    blocks: Blocks,
    reach: MacroReach,
    free: BySquare<bool>,
    joints: Joints,
    moves: Vec<Move>,
}

impl<'a, S: Squares> Seeker<'a, S> {
    pub(crate) fn new(
        ground: &'a Ground<S>,
        rooms: &'a Rooms,
        perimeter: &'a Perimeter,
        end: End,
        aim: Aim<S>,
    ) -> Seeker<'a, S> {
        let to_target = match &aim {
            Aim::Target(target) => Some(distances_to(ground, end, target)),
            _ => None,
        };
        let mut seeker = Seeker {
            ground,
            rooms,
            perimeter,
            end,
            aim,
            hope: Hope::new(ground, end),
            to_target: to_target.map(|d| MinMatching::with_distances(ground.n, &d)),
            nodes: Vec::new(),
            known: FxHashSet::default(),
            space: FeatureSpace::new(Placing::WithBestAncestor),
            moves: Arena::default(),
            expanded: 0,
            scratch: Scratch {
                blocks: Blocks::new(ground.n),
                reach: MacroReach::new(ground.n),
                free: BySquare::new(ground.n, false),
                joints: Joints::new(rooms),
                moves: Vec::new(),
            },
        };
        for (boxes, man) in ground.roots(end) {
            let area = ground.reach.area(&boxes, man);
            let key = ground.hash(&boxes, area.lowest().unwrap_or(man));
            seeker.known.insert(key);
            let movers = boxes.clone();
            let worst = Features {
                off_target: 255,
                regions: 255,
                rooms: 255,
                distance: u16::MAX,
            };
            seeker.add_node(None, key, boxes, &area, worst, &movers);
        }
        seeker
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        let nodes = self.nodes.capacity() * size_of::<Node<S>>();
        let known = hash_table_bytes::<u64>(self.known.capacity());
        with_room_to_grow(nodes + known + self.space.bytes()) + self.moves.bytes()
    }

    /// The first feature that it goes by, in the best position so far.
    pub(crate) fn mark(&self) -> u64 {
        self.best()
            .map_or(u64::MAX, |node| self.aim.first(node.features))
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
        let Some((id, index)) = self.space.take(self.expanded, |_| false) else {
            return Step::Exhausted;
        };
        let node = &self.nodes[id.index()];
        let step = self.moves.get(node.moves)[index];
        let (mut boxes, parent_key) = (node.boxes.clone(), node.key);
        self.enqueue(id);
        let ground = self.ground;
        boxes.shift(Square(step.from), Square(step.to));
        let man = ground.next(Square(step.to), step.side);
        let area = ground.reach.area(&boxes, man);
        let man = area.lowest().unwrap_or(man);
        let key = ground.hash(&boxes, man);
        if !self.known.insert(key) {
            return Step::Going;
        }
        self.expanded += 1;
        counters.expanded += 1;
        let movers = match self.end {
            End::Solved => Some(boxes.clone()),
            End::Start => movers(detectors, &boxes, &area, Some(Square(step.to))),
        };
        let Some(movers) = movers else {
            return Step::Going;
        };
        if let Some(pushes) = self.tell_perimeter(parent_key, &step, &boxes, key) {
            return Step::Solved(pushes);
        }
        let parent = Some((id, u32::from(step.cost)));
        self.add_node(parent, key, boxes, &area, step.features, &movers);
        let node = self.nodes.last().map_or(0, |node| node.moves.len());
        counters.generated += node as u64;
        counters.stored = self.nodes.len() as u64;
        Step::Going
    }

    fn tell_perimeter(&self, parent: u64, by: &Move, boxes: &S, key: u64) -> Option<Vec<Push>> {
        let entry = Entry {
            parent,
            from: by.from,
            to: by.to,
            end: self.end,
        };
        if self.end == End::Start {
            self.perimeter.note_solved(self.ground, boxes, key);
        }
        let meeting = self.perimeter.add(key, entry)?;
        self.perimeter.splice(self.ground, meeting)
    }

    /// Lets a node wait in its cell for its next move.
    fn enqueue(&mut self, id: NodeId) {
        let moves = self.moves.get(self.nodes[id.index()].moves);
        if let Some(step) = moves.get(self.space.n_taken(id)) {
            let rank = self.aim.rank(step.features);
            self.space.wait(id, u32::from(step.cost), rank);
        }
    }

    fn add_node(
        &mut self,
        parent: Option<(NodeId, u32)>,
        key: u64,
        boxes: S,
        area: &S,
        features: Features,
        movers: &S,
    ) {
        let mut node = Node {
            boxes,
            man: area.lowest().expect("the man stands somewhere"),
            key,
            features,
            moves: Span::default(),
        };
        self.generate(&node, area, movers);
        node.moves = self.moves.add(&self.scratch.moves);
        self.nodes.push(node);
        let (rank, cell) = (self.aim.rank(features), self.aim.cell(features));
        let id = match parent {
            Some((parent, cost)) => self.space.add_child(parent, cost, rank, cell),
            None => self.space.add_root(rank, cell),
        };
        self.enqueue(id);
    }

    /// Writes down all macro moves of a node, advised ones first.
    fn generate(&mut self, node: &Node<S>, area: &S, movers: &S) {
        let ground = self.ground;
        self.scratch.moves.clear();
        let scratch = &mut self.scratch;
        ground.mark_free(&node.boxes, &mut scratch.free);
        scratch.joints.enter(self.rooms, ground, &scratch.free);
        if let Some(to_target) = &mut self.to_target {
            to_target.enter_boxes(&node.boxes, node.man);
        }
        for from in movers.iter() {
            let (motion, allowed) = self.motion();
            let (floor, free) = (&ground.floor, &self.scratch.free);
            if let Some(side) = first_side(floor, free, motion, allowed, area, from) {
                self.generate_from(node, from, side);
            }
        }
        self.advise(node.features);
        let aim = &self.aim;
        let moves = &mut self.scratch.moves;
        moves.sort_by_key(|m| (m.cost, aim.rank(m.features)));
    }

    /// Which way boxes go, and where to.
    fn motion(&self) -> (Motion, &'a BySquare<bool>) {
        match self.end {
            End::Start => (Motion::Push, &self.ground.live),
            End::Solved => (Motion::Pull, &self.ground.pushable),
        }
    }

    fn generate_from(&mut self, node: &Node<S>, from: Square, side: Direction) {
        let ground = self.ground;
        let (motion, allowed) = self.motion();
        let scratch = &mut self.scratch;
        scratch.free[from] = true;
        scratch.blocks.find(&ground.floor, &scratch.free);
        let bounds = Bounds {
            floor: &ground.floor,
            blocks: &scratch.blocks,
            motion,
            allowed,
        };
        scratch.reach.explore(&bounds, from, side);
        (scratch.joints).lift(self.rooms, ground, &scratch.free, from);
        self.hope.lift(&node.boxes, from);
        if let Some(to_target) = &mut self.to_target {
            to_target.lift(from);
        }
        let mut boxes = node.boxes.clone();
        boxes.remove(from);
        let mut last = None;
        let mut last_features = None;
        for index in self.scratch.reach.moves() {
            let stop = self.scratch.reach.stops()[index];
            if last != Some(stop.at) {
                last = Some(stop.at);
                last_features = self.features(&mut boxes, from, stop.at);
            }
            if let Some(features) = last_features {
                self.scratch.moves.push(Move {
                    from: from.0,
                    to: stop.at.0,
                    side: stop.side,
                    cost: 1,
                    features,
                });
            }
        }
        self.scratch.free[from] = false;
    }

    /// The features once the box from `from`, which is off the board, stands on
    /// `to`; none if that is hopeless.
    fn features(&mut self, boxes: &mut S, from: Square, to: Square) -> Option<Features> {
        let ground = self.ground;
        if !self.hope.is_left(to) {
            return None;
        }
        boxes.insert(to);
        let is_frozen = to != from
            && match self.end {
                End::Start => ground.freezes(boxes, to),
                End::Solved => pull_freeze::freezes(ground, boxes, to),
            };
        if is_frozen {
            boxes.remove(to);
            return None;
        }
        let scratch = &mut self.scratch;
        let (joints, free) = (&mut scratch.joints, &mut scratch.free);
        let rooms = joints.put_down(self.rooms, ground, free, to);
        let regions = (scratch.blocks).n_regions_with_box(&ground.floor, to);
        let off_target = match &self.aim {
            Aim::Target(target) => target.difference(boxes).len(),
            _ => 0,
        };
        let distance = match &self.to_target {
            Some(to_target) => to_target.put_down(to, from).unwrap_or(60_000),
            None => 60_000 - self.distance_from_home(boxes),
        };
        boxes.remove(to);
        Some(Features {
            off_target: off_target.min(255) as u8,
            regions: regions.min(255) as u8,
            rooms: rooms.min(255) as u8,
            distance: distance.min(60_000) as u16,
        })
    }

    /// How far the boxes are from where this search began.
    fn distance_from_home(&self, boxes: &S) -> u32 {
        let ground = self.ground;
        let home = match self.end {
            End::Start => &ground.nearest_start,
            End::Solved => &ground.nearest_goal,
        };
        boxes
            .iter()
            .map(|s| u32::from(home[s].min(200)))
            .sum::<u32>()
            .min(59_000)
    }

    /// Makes the best move by each feature free.
    fn advise(&mut self, now: Features) {
        let aim = &self.aim;
        let rank = |f: Features| aim.rank(f);
        let keeps = |m: &Move| m.features.off_target <= now.off_target;
        type Feature = fn(Features) -> u16;
        let features: [Feature; 4] = [
            |f| u16::from(f.off_target),
            |f| u16::from(f.regions),
            |f| u16::from(f.rooms),
            |f| f.distance,
        ];
        for feature in features {
            let better = (self.scratch.moves.iter_mut())
                .filter(|m| keeps(m) && feature(m.features) < feature(now))
                .min_by_key(|m| (feature(m.features), rank(m.features)));
            if let Some(step) = better {
                step.cost = 0;
            }
        }
        if self.scratch.moves.len() <= 2 {
            for step in &mut self.scratch.moves {
                step.cost = 0;
            }
        }
    }
}

/// For each square of a target, the steps of a lone box from every square.
fn distances_to<S: Squares>(ground: &Ground<S>, end: End, target: &S) -> Vec<BySquare<u16>> {
    let free = ground.free_squares(&S::empty(ground.n));
    let mut blocks = Blocks::new(ground.n);
    blocks.find(&ground.floor, &free);
    let mut reach = MacroReach::new(ground.n);
    let bounds = Bounds {
        floor: &ground.floor,
        blocks: &blocks,
        motion: match end {
            End::Start => Motion::Pull,
            End::Solved => Motion::Push,
        },
        allowed: &ground.everywhere,
    };
    let distances = |square: Square| {
        reach.explore_from_any_side(&bounds, square);
        reach.distances()
    };
    target.iter().map(distances).collect()
}

/// The boxes worth pushing; none if the position is dead.
pub(crate) fn movers<S: Squares>(
    detectors: &mut Detectors<S>,
    boxes: &S,
    area: &S,
    pushed: Option<Square>,
) -> Option<S> {
    let query = Query {
        boxes,
        area,
        pushed,
    };
    if pushed.is_some()
        && (detectors.at_generation(&query).is_dead() || detectors.at_expansion(&query).is_dead())
    {
        return None;
    }
    if !detectors.techniques().contains(Technique::PiCorral) {
        return Some(boxes.clone());
    }
    match detectors.prune(&query) {
        Pruning::Dead => None,
        Pruning::Only(boxes) => Some(boxes),
        Pruning::None => Some(boxes.clone()),
    }
}
