//! Forced squares: boxes that, played backwards, never get far.
//!
//! [Peeling](super::peeling) takes a box away as soon as it can be pulled one
//! square. This test is stricter: played backwards from the solved board, a box
//! is taken away only when it can be pulled out of a zone of [`RINGS`] squares
//! around the goals that are left. When no more box gets out, the backward search
//! has seen *every* arrangement of the boxes that are left. One of them must be
//! part of the present state, with the man in the right area; if none is, the
//! state is dead.
//!
//! Sound if every goal needs a box. Take any solution of the state and play it
//! backwards, with all boxes but those left thought away: it passes only through
//! arrangements that the search has seen, and ends in the present state. Taking a
//! box away is allowed at any time, backwards as forwards, and the search begins
//! again with the rest. If the budget runs out, nothing is said.
//!
//! Cost: a search of up to [`BUDGET`] positions for each set of frozen boxes,
//! kept; after that a few subset tests.
//!
//! Source: after Festival's k-distance test, which counts boxes near each goal;
//! here the arrangements themselves are kept.

use super::detector::Detector;
use super::finding::Finding;
use super::frozen_walls::PerWalls;
use super::query::Query;
use super::row::{Asked, Explains, Row};
use super::shared::Shared;
use crate::ground::board::Ground;
use crate::ground::lone_box::LoneBox;
use rustc_hash::FxHashSet;
use soko_core::{Direction, Square, Squares};

/// A box that is farther away from all goals in question has escaped.
const RINGS: usize = 2;

/// Positions searched for one set of frozen boxes.
const BUDGET: usize = 600;

pub(super) const ROW: Row = Row {
    name: "forced",
    summary: "Boxes are missing where every solution needs them by now.",
    asked: Asked::AtExpansion,
    searches: true,
    explains: Explains::WithTime(3),
    sentence: |_| "A box is missing where every solution needs one by now.".into(),
};

/// Knows, for boards with frozen boxes, what a state must contain.
#[derive(Clone, Debug)]
pub(super) struct Test<S> {
    forced: PerWalls<Forced<S>>,
}

impl<S: Squares> Detector<S> for Test<S> {
    fn new(_: &Ground<S>) -> Test<S> {
        Test {
            forced: PerWalls::new(),
        }
    }

    fn dead_boxes(&mut self, shared: &mut Shared<S>, query: &Query<'_, S>) -> Finding<S> {
        let id = match shared.backward_board(query) {
            Ok(id) => id,
            Err(known) => return known,
        };
        let mut work = 1;
        let known = self.forced.of(id);
        if known.is_none() {
            // Half of a search is of no use: there is effort for all of it or none.
            let effort = &mut shared.cache.effort;
            if effort.grant(BUDGET as u64) < BUDGET as u64 {
                return Finding::at_once(None);
            }
            let (forced, searched) = Forced::new(&shared.ground, shared.walls.board(id));
            effort.spend(searched);
            work += searched;
            *known = Some(forced);
        }
        let is_dead = known.as_ref().is_some_and(|known| known.is_violated(query));
        Finding {
            guilty: is_dead.then(|| query.boxes.clone()),
            work,
        }
    }

    fn bytes(&self) -> usize {
        self.forced.iter().map(Forced::bytes).sum()
    }
}

/// What a backward search with the man ending in one region demands.
#[derive(Clone, Debug)]
struct Demand<S> {
    /// Squares that hold a box in every arrangement.
    always: S,
    /// Boxes and the man's area.
    arrangements: Vec<(S, S)>,
}

/// What the present state must contain; nothing if there is no demand.
#[derive(Clone, Debug)]
struct Forced<S> {
    demands: Vec<Demand<S>>,
}

impl<S: Squares> Forced<S> {
    /// Searches backwards with these boxes as walls.
    fn new(ground: &Ground<S>, lone: &LoneBox<S>) -> (Forced<S>, u64) {
        let goals = ground.goals().difference(lone.closed());
        let solid = goals.union(lone.closed());
        let mut search = BackwardSearch {
            ground,
            lone,
            left: BUDGET,
            nodes: Vec::new(),
        };
        let mut demands = Vec::new();
        for region in ground.reach().areas(&solid) {
            let Some(demand) = search.demand(&goals, &region) else {
                demands.clear();
                break;
            };
            demands.push(demand);
        }
        (Forced { demands }, (BUDGET - search.left) as u64)
    }

    /// Bytes held, roughly.
    fn bytes(&self) -> usize {
        let arrangements = self.demands.iter().map(|demand| demand.arrangements.len());
        arrangements.sum::<usize>() * 2 * size_of::<S>()
    }

    /// Whether the state contains none of the arrangements that a solution must
    /// pass through.
    fn is_violated(&self, query: &Query<'_, S>) -> bool {
        let Some(man) = query.area.lowest() else {
            return false;
        };
        !self.demands.is_empty()
            && self.demands.iter().all(|demand| {
                !demand.always.is_subset(query.boxes)
                    || !demand
                        .arrangements
                        .iter()
                        .any(|(boxes, area)| boxes.is_subset(query.boxes) && area.contains(man))
            })
    }
}

struct Node<S> {
    boxes: S,
    area: S,
    parent: usize,
    /// The pull that led here.
    from: Square,
    to: Square,
}

struct BackwardSearch<'a, S> {
    ground: &'a Ground<S>,
    lone: &'a LoneBox<S>,
    left: usize,
    nodes: Vec<Node<S>>,
}

impl<S: Squares> BackwardSearch<'_, S> {
    /// Takes boxes away until none escapes; nothing if the budget runs out or no
    /// box is left.
    fn demand(&mut self, goals: &S, region: &S) -> Option<Demand<S>> {
        let mut boxes = goals.clone();
        loop {
            if boxes.is_empty() {
                return None;
            }
            match self.escape(&boxes, region)? {
                Some(escaped) => boxes.remove(escaped),
                None => break,
            }
        }
        let mut always = boxes;
        for node in &self.nodes {
            always.intersect_with(&node.boxes);
        }
        let arrangements = self.nodes.drain(..).map(|node| (node.boxes, node.area));
        Some(Demand {
            always,
            arrangements: arrangements.collect(),
        })
    }

    /// The goal whose box escapes, or none if no box does; nothing at all if the
    /// budget runs out. Deep first, as escapes are straight.
    fn escape(&mut self, boxes: &S, region: &S) -> Option<Option<Square>> {
        // 1. Begin with the boxes on these goals and the man in the region.
        let zone = self.zone(boxes);
        let man = region.lowest()?;
        let mut seen = FxHashSet::default();
        let mut open = Vec::new();
        self.nodes.clear();
        self.visit(&mut seen, &mut open, boxes.clone(), man, (0, man, man));
        while let Some(node) = open.pop() {
            // 2. Take the position found last, if there is budget for it.
            self.left = self.left.checked_sub(1)?;
            let (boxes, area) = (
                self.nodes[node].boxes.clone(),
                self.nodes[node].area.clone(),
            );
            let solid = boxes.union(self.lone.closed());
            // 3. Pull every box every way; the first that leaves the zone escapes.
            for from in boxes.iter() {
                for direction in Direction::ALL {
                    let Some(to) = self.ground.next(from, direction) else {
                        continue;
                    };
                    let Some(man) = self.ground.next_outside(&solid, to, direction) else {
                        continue;
                    };
                    if !area.contains(to) {
                        continue;
                    }
                    if !zone.contains(to) {
                        return Some(Some(self.origin(node, from)));
                    }
                    let mut pulled = boxes.clone();
                    pulled.shift(from, to);
                    self.visit(&mut seen, &mut open, pulled, man, (node, from, to));
                }
            }
        }
        Some(None)
    }

    fn visit(
        &mut self,
        seen: &mut FxHashSet<(S, Square)>,
        open: &mut Vec<usize>,
        boxes: S,
        man: Square,
        (parent, from, to): (usize, Square, Square),
    ) {
        let solid = boxes.union(self.lone.closed());
        let area = self.ground.reach().area(&solid, man);
        let first = area.lowest().expect("the man stands somewhere");
        if seen.insert((boxes.clone(), first)) {
            open.push(self.nodes.len());
            self.nodes.push(Node {
                boxes,
                area,
                parent,
                from,
                to,
            });
        }
    }

    /// The squares near these goals.
    fn zone(&self, goals: &S) -> S {
        let mut zone = goals.clone();
        for _ in 0..RINGS {
            let ring = self.ground.reach().around(&zone);
            zone.union_with(&ring);
        }
        zone
    }

    /// Where a box of a node stood at the start.
    fn origin(&self, mut node: usize, mut box_sq: Square) -> Square {
        while node != 0 {
            let Node {
                parent, from, to, ..
            } = self.nodes[node];
            if to == box_sq {
                box_sq = from;
            }
            node = parent;
        }
        box_sq
    }
}
