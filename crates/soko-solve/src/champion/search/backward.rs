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
//! hash is kept, here and in the meeting table, through which solutions are found.
//!
//! Sound in what it leaves out, but stopped long before it could prove anything.
//! Source: the backward search of Festival ("dragonfly") as an idea; the
//! exploration after Valenzano and others, "A Comparison of Knowledge-Based GBFS
//! Enhancements and Knowledge-Free Exploration" (ICAPS 2014).

use crate::champion::memory::{hash_table_bytes, with_room_to_grow};
use crate::champion::position::{MacroMove, Position};
use crate::champion::search::stepwise::{Search, Step};
use crate::champion::setting::Setting;
use crate::champion::two_ends::meeting_table::{Entry, MeetingTable};
use crate::champion::two_ends::pull_freeze;
use crate::deadlock::Detectors;
use crate::ground::end::End;
use crate::ground::level::LevelGround;
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
    ground: &'a LevelGround<S>,
    meeting_table: &'a MeetingTable,
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
    pub(crate) fn new(setting: &'a Setting<S>, minds_hidden: bool) -> Self {
        let ground = &setting.ground;
        let mut backward = Backward {
            ground,
            meeting_table: &setting.meeting_table,
            minds_hidden,
            matching: MinMatching::with_distances(ground.n_squares(), &ground.start_distance),
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

    /// The pull of a box this way, if there is one.
    #[inline]
    fn pull(&self, position: &Position<S>, from: Square, way: Direction) -> Option<MacroMove> {
        let ground = self.ground;
        let is_clear = |s| !ground.floor().is_wall(s) && !position.boxes.contains(s);
        let to = ground.floor().next(from, way);
        let can = is_clear(to)
            && is_clear(ground.floor().next(to, way))
            && position.area.contains(to)
            && ground.pushable[to];
        let side = way;
        can.then_some(MacroMove { from, to, side })
    }

    /// Adds a child unless it is known or dead; gives the solution if the
    /// other end knows it.
    fn add(&mut self, parent: &Position<S>, by: MacroMove) -> Option<Vec<Push>> {
        let ground = self.ground;
        let (man, MacroMove { from, to, .. }) = (by.man(ground), by);
        let child = parent.child(ground, by);
        if !self.known.insert(child.key) {
            return None;
        }
        let mut distance = self.matching.after_push(from, to, man)?;
        if self.minds_hidden {
            let hidden = ground.n_squares() - child.area.len() - child.boxes.len();
            distance += (hidden / HIDDEN_SQUARES) as u32;
        }
        if pull_freeze::freezes(ground, &child.boxes, to) {
            return None;
        }
        let entry = Entry {
            parent: parent.key,
            from,
            to,
            end: End::Solved,
        };
        if let Some(pushes) = self.meeting_table.tell(ground, &child, entry) {
            return Some(pushes);
        }
        let Position { boxes, key, .. } = child;
        self.put(distance, Waiting { boxes, man, key });
        None
    }
}

impl<S: Squares> Search<S> for Backward<'_, S> {
    /// Expands one position.
    fn step(&mut self, _: &mut Detectors<S>, counters: &mut Counters) -> Step {
        let Some(Waiting { boxes, man, key }) = self.take() else {
            return Step::Exhausted;
        };
        self.expanded += 1;
        counters.expanded += 1;
        let area = self.ground.reach().area(&boxes, man);
        let position = Position { boxes, area, key };
        let n_known = self.known.len();
        self.matching.enter_boxes(&position.boxes, man);
        for from in position.boxes.iter() {
            for way in Direction::ALL {
                if let Some(by) = self.pull(&position, from, way)
                    && let Some(solution) = self.add(&position, by)
                {
                    return Step::Solved(solution);
                }
            }
        }
        counters.generated += (self.known.len() - n_known) as u64;
        Step::Going
    }

    fn expanded(&self) -> u64 {
        self.expanded
    }

    fn bytes(&self) -> usize {
        with_room_to_grow(self.open_bytes + hash_table_bytes::<u64>(self.known.capacity()))
    }

    /// The least distance so far.
    fn marks(&self) -> [u64; 2] {
        [self.nearest, u64::MAX]
    }

    /// A position that was expanded is kept there alone.
    fn fills_table(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::champion::Weights;
    use soko_core::{Level, SquareSet};

    const CORRIDOR: &str = "########\n#@ $  .#\n########";

    #[test]
    fn every_sixteenth_time_another_distance_has_its_turn() {
        let level: Level = CORRIDOR.parse().unwrap();
        let setting = Setting::<SquareSet>::new(&level, Weights::default());
        let mut backward = Backward::new(&setting, false);
        backward.open.clear();
        backward.n_open = 0;
        // Four positions at each distance, told apart by their keys.
        for key in 0..12 {
            let waiting = Waiting {
                boxes: setting.ground.start.clone(),
                man: setting.ground.man,
                key,
            };
            backward.put(7 + key as u32 / 4, waiting);
        }
        let mut taken = |expanded| {
            backward.expanded = expanded;
            backward.take().map(|waiting| waiting.key)
        };
        let nearest_and_newest = [taken(1), taken(2), taken(15)];
        assert_eq!(nearest_and_newest, [Some(3), Some(2), Some(1)]);
        let oldest_of_each = [taken(16), taken(32), taken(48), taken(64)];
        assert_eq!(oldest_of_each, [Some(0), Some(4), Some(8), Some(5)]);
        assert_eq!([taken(17), taken(18)], [Some(7), Some(6)]);
        assert_eq!([taken(0), taken(33)], [Some(9), Some(11)]);
        assert_eq!([taken(34), taken(35)], [Some(10), None]);
    }

    /// Distances of the positions that wait after one step.
    fn distances(level: &str, minds_hidden: bool) -> Vec<usize> {
        let level: Level = level.parse().unwrap();
        let setting = Setting::<SquareSet>::new(&level, Weights::default());
        let mut backward = Backward::new(&setting, minds_hidden);
        let mut detectors = Detectors::new(level.board(), crate::deadlock::Techniques::ALL);
        backward.step(&mut detectors, &mut Counters::default());
        let queues = backward.open.iter().enumerate();
        let waiting = queues.flat_map(|(distance, queue)| vec![distance; queue.len()]);
        waiting.collect()
    }

    #[test]
    fn a_pull_towards_the_start_lessens_the_distance() {
        assert_eq!(distances(CORRIDOR, false), [2]);
        // The man may also begin on the right. From the left, a pull hides five squares
        // behind the box, and four make one step.
        let with_room = CORRIDOR.replace(".#", ".    #").replace("##\n", "######\n");
        let with_room = with_room + "####";
        assert_eq!(distances(&with_room, false), [2, 3]);
        assert_eq!(distances(&with_room, true), [3, 3]);
    }
}
