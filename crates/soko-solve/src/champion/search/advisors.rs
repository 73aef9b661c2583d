//! Advisors: each recommends at most one move of a position.
//!
//! Recommended moves cost nothing, so the search follows its advisors and departs
//! from them as little as it can. There is one for each feature, which wants the
//! move that improves it most without unpacking anything; the *opener*, which
//! takes a box out of the way to the next target ([`crate::champion::plan::route`]); a *helper* for
//! each box in the way, which gives the man a new push of it; and the *explorer*,
//! which gives him a new push of any box. An advisor that is refused, as its move is
//! dead or leads to a known position, names its next best.
//!
//! Heuristic. Cost: the deadlock tests of the moves named, and a flood fill for
//! moves that divide the board.

use crate::champion::features::style::Features;
use crate::champion::plan::packing_plan::NextStep;
use crate::champion::plan::route::Route;
use crate::champion::search::fess::{Fess, Node, is_dead};
use crate::champion::search::macro_moves::Move;
use crate::deadlock::Detectors;
use soko_core::{Direction, Square, Squares};

/// How many dead or known moves an advisor may be refused.
const MOST_REFUSALS: usize = 16;
/// How many moves of boxes in the way are looked at, the best ones first.
const MOST_OPENINGS: usize = 32;

/// What a move lets the man do that he could not do before.
struct News<S> {
    /// The move: its squares and the man's side.
    by: (u16, u16, Direction),
    /// Whether new pushes of all boxes were counted, or of those in the way only.
    explores: bool,
    /// New pushes of other boxes.
    pushes: u64,
    /// The boxes that have them.
    freed: S,
}

impl<S: Squares> Fess<'_, S> {
    /// Marks the moves that advisors recommend.
    pub(crate) fn advise(
        &mut self,
        node: &Node<S>,
        way: Option<(NextStep<S>, Route<S>)>,
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
        self.recommend(
            node,
            detectors,
            |m| keeps(m.features) && m.features.hot < now.hot,
            |m| (u64::from(m.features.hot), m.rank),
        );
        let mut blockers = S::empty(self.ground.n);
        if let Some((next, route)) = way {
            self.advise_opening(node, next, &route, detectors);
            blockers = route.blockers;
        }
        self.advise_exploring(node, &blockers, detectors);
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
        let man = ground.next(Square(step.to), step.side);
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
    fn advise_opening(
        &mut self,
        node: &Node<S>,
        mut next: NextStep<S>,
        route: &Route<S>,
        detectors: &mut Detectors<S>,
    ) {
        let ground = self.ground;
        if route.blockers.is_empty() {
            return;
        }
        let moves_blocker = |m: &&Move| {
            !m.dropped
                && route.blockers.contains(Square(m.from))
                && m.features.packed >= node.features.packed
        };
        let of_blockers = self.scratch.moves.iter().filter(moves_blocker);
        let mut candidates: Vec<Move> = of_blockers.copied().collect();
        candidates.sort_by_key(|m| m.rank);
        candidates.truncate(MOST_OPENINGS);
        let mut cheaper: Vec<(u32, u16, u16, Direction)> = Vec::new();
        for step in candidates {
            let mut boxes = node.boxes.clone();
            boxes.shift(Square(step.from), Square(step.to));
            let man = ground.next(Square(step.to), step.side);
            let may_serve = next.servers.contains(Square(step.from));
            if may_serve {
                next.servers.shift(Square(step.from), Square(step.to));
            }
            let (from, to) = (Square(step.from), Square(step.to));
            let now = &self.scratch.area;
            let area = ground.reach.area_after(now, &boxes, from, to, man);
            let router = &mut self.scratch.router;
            if let Some(after) = router.route(ground, &boxes, &next, &area, route.cost) {
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

    /// Explorer: a move that gives the man a new push of another box. Helpers: for
    /// each box in the way, a move that gives him a new push of it.
    fn advise_exploring(&mut self, node: &Node<S>, blockers: &S, detectors: &mut Detectors<S>) {
        let ground = self.ground;
        let mut news: Vec<News<S>> = Vec::new();
        // The area with a box lifted; most squares do not divide it when the box
        // is put down there, which saves a flood fill.
        let mut lifted: Option<(u16, S)> = None;
        for index in 0..self.scratch.moves.len() {
            let step = self.scratch.moves[index];
            // Only a box at the edge of the man's area can open a new one, and only
            // one beside another can make room for it.
            let explores = self.borders_other_area(&node.boxes, step.from);
            let may_help = explores || self.stands_beside(blockers, step.from);
            if step.dropped || step.features.packed < node.features.packed || !may_help {
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
                    let man = ground.next(Square(step.to), step.side);
                    ground.reach.area(&boxes, man)
                }
            };
            let others = if explores { &node.boxes } else { blockers };
            let found = self.new_pushes(&node.boxes, &boxes, &area, &step, others);
            if !found.freed.is_empty() {
                news.push(News { explores, ..found });
            }
        }
        let of = |m: &Move| {
            let mut known = news.iter();
            known.find(|news| news.by == (m.from, m.to, m.side))
        };
        for blocker in blockers.iter() {
            let frees = |m: &Move| of(m).is_some_and(|news| news.freed.contains(blocker));
            self.recommend(node, detectors, frees, |m| (0, m.rank));
        }
        let explored = |m: &Move| of(m).filter(|news| news.explores);
        let new_pushes = |m: &Move| explored(m).map_or(0, |news| news.pushes);
        self.recommend(
            node,
            detectors,
            |m| new_pushes(m) > 0,
            |m| (u64::MAX - new_pushes(m), m.rank),
        );
    }

    fn borders_other_area(&self, boxes: &S, from: u16) -> bool {
        let mut beside = self.ground.beside(Square(from));
        beside.any(|there| !self.scratch.area.contains(there) && !boxes.contains(there))
    }

    fn stands_beside(&self, boxes: &S, from: u16) -> bool {
        let mut beside = self.ground.beside(Square(from));
        beside.any(|there| boxes.contains(there))
    }

    /// Pushes of the `others` that were impossible before a move. They are of boxes
    /// beside its first square or beside one that the man has gained.
    fn new_pushes(&self, old: &S, boxes: &S, area: &S, by: &Move, others: &S) -> News<S> {
        let ground = self.ground;
        let free = |boxes: &S, s: Square| !ground.floor.is_wall(s) && !boxes.contains(s);
        let mut news = News {
            by: (by.from, by.to, by.side),
            explores: false,
            pushes: 0,
            freed: S::empty(ground.n),
        };
        let mut gained = area.difference(&self.scratch.area);
        gained.insert(Square(by.from));
        let mut others = others.intersection(&ground.reach.around(&gained));
        others.remove(Square(by.from));
        for square in others.iter() {
            for way in Direction::ALL {
                let man = ground.next(square, way.opposite());
                let ahead = ground.next(square, way);
                let now = free(boxes, man)
                    && area.contains(man)
                    && free(boxes, ahead)
                    && ground.live[ahead];
                if now {
                    let then =
                        free(old, man) && self.scratch.area.contains(man) && free(old, ahead);
                    if !then {
                        news.pushes += 1;
                        news.freed.insert(square);
                    }
                }
            }
        }
        news
    }
}
