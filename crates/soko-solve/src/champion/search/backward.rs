//! Greedy search on distance from the end, a pull at a time.
//!
//! Always expands the position whose boxes are nearest to where they began: the
//! cheapest matching of boxes with the squares of the start. A child changes one
//! box, so one row of the matching is done again. Every [`EXPLORE_EVERY`]th time it
//! takes the oldest position of another distance instead, each distance in turn: a
//! greedy search that is wrong about something would stay wrong for ever.
//!
//! Backwards it is cheap, because there are few ways to go wrong: what must be
//! recognised are boxes that no start square can take (the matching) and boxes
//! that have walled each other in (`pull_freeze`). Many dense levels without a
//! goal room are open at the start and tight at the end, and fall to it.
//!
//! One variant adds the squares that the man cannot reach to the distance and so
//! prefers open boards; it solves some levels that the plain one does not.
//!
//! A position in the queue takes some tens of bytes; once it is expanded only its
//! hash is kept, here and in the perimeter, through which solutions are found.
//!
//! Sound in what it leaves out, but stopped long before it could prove anything.
//! Source: the backward search of Festival ("dragonfly") as an idea; the
//! exploration after Valenzano and others, "A Comparison of Knowledge-Based GBFS
//! Enhancements and Knowledge-Free Exploration" (ICAPS 2014).

use crate::champion::memory::{hash_table_bytes, with_room_to_grow};
use crate::champion::portfolio::strategy::Step;
use crate::champion::two_ends::meeting_table::{Entry, Perimeter};
use crate::champion::two_ends::pull_freeze;
use crate::ground::end::End;
use crate::ground::floor::Ground;
use crate::heuristic::MinMatching;
use rustc_hash::FxHashSet;
use soko_core::{Direction, Push, Square, Squares};
use soko_search::Counters;
use std::collections::VecDeque;

/// How often another position than the nearest is taken.
const EXPLORE_EVERY: u64 = 16;
/// So many squares out of the man's reach count as one step of distance, in the
/// searches that mind them.
const HIDDEN_SQUARES: usize = 4;

/// A position to be expanded.
struct Waiting<S> {
    boxes: S,
    man: Square,
    key: u64,
}

/// The search.
pub(crate) struct Backward<'a, S> {
    ground: &'a Ground<S>,
    perimeter: &'a Perimeter,
    /// Whether squares that the man cannot reach add to the distance.
    minds_hidden: bool,
    matching: MinMatching<S>,
    known: FxHashSet<u64>,
    /// Positions by distance.
    open: Vec<VecDeque<Waiting<S>>>,
    n_open: usize,
    open_bytes: usize,
    /// The distance whose turn it is when exploring.
    turn: usize,
    expanded: u64,
    /// The least distance that a position has had.
    nearest: u64,
}

impl<'a, S: Squares> Backward<'a, S> {
    pub(crate) fn new(ground: &'a Ground<S>, perimeter: &'a Perimeter, minds_hidden: bool) -> Self {
        let mut backward = Backward {
            ground,
            perimeter,
            minds_hidden,
            matching: MinMatching::with_distances(ground.n, &ground.start_distance),
            known: FxHashSet::default(),
            open: Vec::new(),
            n_open: 0,
            open_bytes: 0,
            turn: 0,
            expanded: 0,
            nearest: u64::MAX,
        };
        for (boxes, man) in ground.roots(End::Solved) {
            let distance = backward.matching.enter_boxes(&boxes, man);
            let key = ground.key(&boxes, man);
            backward.known.insert(key);
            if let Some(distance) = distance {
                backward.put(distance, Waiting { boxes, man, key });
            }
        }
        backward
    }

    /// Bytes held.
    pub(crate) fn bytes(&self) -> usize {
        with_room_to_grow(self.open_bytes + hash_table_bytes::<u64>(self.known.capacity()))
    }

    /// The least distance so far.
    pub(crate) fn mark(&self) -> u64 {
        self.nearest
    }

    /// Positions expanded.
    pub(crate) fn expanded(&self) -> u64 {
        self.expanded
    }

    fn put(&mut self, distance: u32, waiting: Waiting<S>) {
        self.nearest = self.nearest.min(u64::from(distance));
        let distance = distance as usize;
        if self.open.len() <= distance {
            self.open.resize_with(distance + 1, VecDeque::new);
        }
        let queue = &mut self.open[distance];
        let before = queue.capacity();
        queue.push_back(waiting);
        self.open_bytes += (queue.capacity() - before) * size_of::<Waiting<S>>();
        self.n_open += 1;
    }

    fn take(&mut self) -> Option<Waiting<S>> {
        if self.n_open == 0 {
            return None;
        }
        self.n_open -= 1;
        if self.expanded.is_multiple_of(EXPLORE_EVERY) {
            loop {
                self.turn = (self.turn + 1) % self.open.len();
                if let Some(waiting) = self.open[self.turn].pop_front() {
                    return Some(waiting);
                }
            }
        }
        self.open.iter_mut().find_map(VecDeque::pop_back)
    }

    /// Expands one position.
    pub(crate) fn step(&mut self, counters: &mut Counters) -> Step {
        let Some(waiting) = self.take() else {
            return Step::Exhausted;
        };
        self.expanded += 1;
        counters.expanded += 1;
        let ground = self.ground;
        let area = ground.reach.area(&waiting.boxes, waiting.man);
        let n_known = self.known.len();
        self.matching.enter_boxes(&waiting.boxes, waiting.man);
        for from in waiting.boxes.iter() {
            for way in Direction::ALL {
                if let Some((to, man)) = self.destination(&waiting.boxes, &area, from, way)
                    && let Some(solution) = self.add(&waiting, &area, from, to, man)
                {
                    return Step::Solved(solution);
                }
            }
        }
        counters.generated += (self.known.len() - n_known) as u64;
        Step::Going
    }

    /// Where the box and the man end, if the box can go that way.
    #[inline]
    fn destination(
        &self,
        boxes: &S,
        area: &S,
        from: Square,
        way: Direction,
    ) -> Option<(Square, Square)> {
        let ground = self.ground;
        let is_clear = |square| !ground.floor.is_wall(square) && !boxes.contains(square);
        let to = ground.next(from, way);
        if !is_clear(to) {
            return None;
        }
        let man = ground.next(to, way);
        let can = is_clear(man) && area.contains(to) && ground.pushable[to];
        can.then_some((to, man))
    }

    /// Adds a child unless it is known or hopeless; gives the solution if the
    /// other end knows it.
    fn add(
        &mut self,
        parent: &Waiting<S>,
        area: &S,
        from: Square,
        to: Square,
        man: Square,
    ) -> Option<Vec<Push>> {
        let ground = self.ground;
        let mut boxes = parent.boxes.clone();
        boxes.shift(from, to);
        let area = ground.reach.area_after(area, &boxes, from, to, man);
        let key = ground.hash(&boxes, area.lowest().unwrap_or(man));
        if !self.known.insert(key) {
            return None;
        }
        let mut distance = self.matching.after_push(from, to, man)?;
        if self.minds_hidden {
            let hidden = ground.n - area.len() - boxes.len();
            distance += (hidden / HIDDEN_SQUARES) as u32;
        }
        if pull_freeze::freezes(ground, &boxes, to) {
            return None;
        }
        let entry = Entry {
            parent: parent.key,
            from: from.0,
            to: to.0,
            end: End::Solved,
        };
        if let Some(meeting) = self.perimeter.add(key, entry)
            && let Some(pushes) = self.perimeter.splice(ground, meeting)
        {
            return Some(pushes);
        }
        self.put(distance, Waiting { boxes, man, key });
        None
    }
}
