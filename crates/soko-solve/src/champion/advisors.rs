//! Advisors: each recommends at most one move of a position.
//!
//! Recommended moves cost nothing, so the search follows its advisors and departs
//! from them as little as it can. There is one for each feature, which wants the
//! move that improves it most without unpacking anything; the *opener*, which
//! takes a box out of the way to the next target ([`super::route`]); and the
//! *explorer*, which gives the man a new push of another box. An advisor that is
//! refused, as its move is dead or leads to a known position, names its next best.
//!
//! Heuristic. Cost: the deadlock tests of the moves named, and a flood fill for
//! moves that divide the board.

use super::fess::{Fess, Node, is_dead};
use super::ground::BACK;
use super::macro_moves::Move;
use super::route::Route;
use super::style::Features;
use crate::deadlock::Detectors;
use soko_core::{Square, Squares};

/// How many dead or known moves an advisor may be refused.
const MOST_REFUSALS: usize = 16;

impl<S: Squares> Fess<'_, S> {
    /// Marks the moves that advisors recommend.
    pub(super) fn advise(
        &mut self,
        node: &Node<S>,
        route: Option<Route<S>>,
        detectors: &mut Detectors<S>,
    ) {
        let now = node.features;
        let keeps = move |f: Features| f.packed >= now.packed;
        self.recommend(
            node,
            detectors,
            |m| m.features.packed > now.packed,
            |m| (0, m.rank),
        );
        self.recommend(
            node,
            detectors,
            |m| keeps(m.features) && m.features.regions < now.regions,
            |m| (u64::from(m.features.regions), m.rank),
        );
        self.recommend(
            node,
            detectors,
            |m| keeps(m.features) && m.features.rooms < now.rooms,
            |m| (u64::from(m.features.rooms), m.rank),
        );
        self.recommend(
            node,
            detectors,
            |m| keeps(m.features) && m.features.out_of_plan < now.out_of_plan,
            |m| (u64::from(m.features.out_of_plan), m.rank),
        );
        if let Some(route) = route {
            self.advise_opening(node, &route, detectors);
        }
        self.advise_exploring(node, detectors);
        self.scratch.moves.retain(|m| !m.dropped);
        if self.scratch.moves.len() <= 2 {
            for step in self.scratch.moves.iter_mut() {
                step.cost = 0;
            }
        }
    }

    /// Recommends the first of the wanted moves that is new and not dead.
    fn recommend(
        &mut self,
        node: &Node<S>,
        detectors: &mut Detectors<S>,
        wanted: impl Fn(&Move) -> bool,
        order: impl Fn(&Move) -> (u64, u64),
    ) {
        for _ in 0..MOST_REFUSALS {
            let best = (self.scratch.moves.iter().enumerate())
                .filter(|(_, m)| !m.dropped && wanted(m))
                .min_by_key(|(_, m)| order(m));
            let Some((index, &step)) = best else { return };
            let checked = step.checked || self.passes(node, detectors, &step);
            let step = &mut self.scratch.moves[index];
            if checked {
                step.checked = true;
                step.cost = 0;
                return;
            }
            step.dropped = true;
        }
    }

    /// Whether a move leads to a new position that is not known to be dead.
    fn passes(&mut self, node: &Node<S>, detectors: &mut Detectors<S>, step: &Move) -> bool {
        let ground = self.ground;
        let mut boxes = node.boxes.clone();
        boxes.shift(Square(step.from), Square(step.to));
        let man = Square(ground.next[step.to as usize][step.side as usize]);
        let (from, to) = (Square(step.from), Square(step.to));
        let area = ground
            .reach
            .area_after(&self.scratch.area, &boxes, from, to, man);
        let man = area.lowest().expect("the man stands somewhere");
        let hash = ground.hash(&boxes, man);
        if self.known.contains_key(&hash) {
            return false;
        }
        if is_dead(detectors, &boxes, &area, step.to) {
            self.known.insert(hash, u32::MAX);
            return false;
        }
        true
    }

    /// Opener: a move of a box in the way that makes the way to the next target
    /// cheaper.
    fn advise_opening(&mut self, node: &Node<S>, route: &Route<S>, detectors: &mut Detectors<S>) {
        let ground = self.ground;
        let packed = node.features.packed as usize;
        let Some(mut next) = self.plan.next_step(packed, &node.boxes) else {
            return;
        };
        if route.blockers.is_empty() {
            return;
        }
        let mut cheaper: Vec<(u32, u16, u16, u8)> = Vec::new();
        for index in 0..self.scratch.moves.len() {
            let step = self.scratch.moves[index];
            if step.dropped
                || !route.blockers.contains(Square(step.from))
                || step.features.packed < node.features.packed
            {
                continue;
            }
            let mut boxes = node.boxes.clone();
            boxes.shift(Square(step.from), Square(step.to));
            let man = Square(ground.next[step.to as usize][step.side as usize]);
            let may_serve = next.servers.contains(Square(step.from));
            if may_serve {
                next.servers.shift(Square(step.from), Square(step.to));
            }
            let router = &mut self.scratch.router;
            if let Some(after) = router.route(ground, &boxes, &next, man)
                && after.cost < route.cost
            {
                cheaper.push((after.cost, step.from, step.to, step.side));
            }
            if may_serve {
                next.servers.shift(Square(step.to), Square(step.from));
            }
        }
        let cost = |m: &Move| {
            let found = cheaper
                .iter()
                .find(|&&(_, from, to, side)| (from, to, side) == (m.from, m.to, m.side));
            found.map(|&(cost, ..)| u64::from(cost))
        };
        self.recommend(
            node,
            detectors,
            |m| cost(m).is_some(),
            |m| (cost(m).unwrap_or(u64::MAX), m.rank),
        );
    }

    /// Explorer: a move that gives the man a new push of another box.
    fn advise_exploring(&mut self, node: &Node<S>, detectors: &mut Detectors<S>) {
        let ground = self.ground;
        let mut news = Vec::new();
        // The area with a box lifted; most squares do not divide it when the box
        // is put down there, which saves a flood fill.
        let mut lifted: Option<(u16, S)> = None;
        for index in 0..self.scratch.moves.len() {
            let step = self.scratch.moves[index];
            // Only a box at the edge of the man's area can open a new one.
            if step.dropped
                || step.features.packed < node.features.packed
                || !self.borders_other_area(&node.boxes, step.from)
            {
                continue;
            }
            let mut boxes = node.boxes.clone();
            boxes.remove(Square(step.from));
            if lifted.as_ref().is_none_or(|(from, _)| *from != step.from) {
                lifted = Some((step.from, ground.reach.area(&boxes, Square(step.from))));
            }
            boxes.insert(Square(step.to));
            let area = match &lifted {
                Some((_, lifted)) if !step.divides => {
                    let mut area = lifted.clone();
                    area.remove(Square(step.to));
                    area
                }
                _ => {
                    let man = ground.next[step.to as usize][step.side as usize];
                    ground.reach.area(&boxes, Square(man))
                }
            };
            let n_new = self.new_pushes(&node.boxes, &boxes, &area, step.to);
            if n_new > 0 {
                news.push((step.from, step.to, step.side, n_new as u64));
            }
        }
        let new_pushes = |m: &Move| {
            let found = news
                .iter()
                .find(|&&(from, to, side, _)| (from, to, side) == (m.from, m.to, m.side));
            found.map_or(0, |&(_, _, _, n)| n)
        };
        self.recommend(
            node,
            detectors,
            |m| new_pushes(m) > 0,
            |m| (u64::MAX - new_pushes(m), m.rank),
        );
    }

    fn borders_other_area(&self, boxes: &S, from: u16) -> bool {
        self.ground.next[from as usize].iter().any(|&there| {
            (there as usize) < self.ground.n
                && !self.scratch.area.contains(Square(there))
                && !boxes.contains(Square(there))
        })
    }

    /// Pushes of boxes other than the one moved to `to` that were impossible.
    fn new_pushes(&self, old: &S, boxes: &S, area: &S, to: u16) -> usize {
        let ground = self.ground;
        let free = |boxes: &S, s: u16| (s as usize) < ground.n && !boxes.contains(Square(s));
        let mut news = 0;
        for square in boxes.iter() {
            if square.0 == to {
                continue;
            }
            let next = ground.next[square.index()];
            for way in 0..4 {
                let (man, ahead) = (next[BACK[way]], next[way]);
                let now = free(boxes, man)
                    && area.contains(Square(man))
                    && free(boxes, ahead)
                    && ground.live[ahead as usize];
                if now {
                    let then = free(old, man)
                        && self.scratch.area.contains(Square(man))
                        && free(old, ahead);
                    news += usize::from(!then);
                }
            }
        }
        news
    }
}
