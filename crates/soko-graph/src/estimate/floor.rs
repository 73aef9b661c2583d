//! The floor that samples are drawn on: where boxes can stand at all, and how one
//! placement follows from another by a push or a pull.
//!
//! A box can stand on a slot ([`KeyLayout`]) to which some box of the start can be
//! pushed if it is alone on the board and the man may stand anywhere. Other boxes
//! only take ways from it, so no state has a box anywhere else; and every state has
//! a matching between its boxes and those of the start ([`Floor::can_match`]). Both
//! are necessary and cheap, neither is sufficient: the search backwards
//! (`backward.rs`) decides.
//!
//! States are known by a hash of 64 bits. Two of a few million share one with a
//! probability of less than one in a million, and then a sample is counted wrongly,
//! no more.

use crate::KeyLayout;
use soko_core::{Board, Direction, Level, Reach, Square, Squares, Zobrist, pulls, pushes};
use std::collections::VecDeque;

/// Boxes up to which matchings are looked for: bits of a word.
const MOST_MATCHED: usize = 64;

/// A state: the boxes, and the lowest square of the man's area.
#[derive(Clone, Debug)]
pub(super) struct Spot<S> {
    pub(super) boxes: S,
    pub(super) area: Square,
    pub(super) hash: u64,
}

/// What a level's walls and start say about its states.
pub(super) struct Floor<'a, S> {
    board: &'a Board,
    /// Squares that can hold a box, in reading order.
    pub(super) slots: Vec<Square>,
    is_slot: S,
    /// For each square the boxes of the start that can come there.
    sources: Vec<u64>,
    /// For each square the fewest pushes from a box of the start.
    distance: Vec<u16>,
    pub(super) n_boxes: usize,
    /// The hash of the start.
    start: u64,
    reach: Reach<S>,
    zobrist: Zobrist,
}

impl<'a, S: Squares> Floor<'a, S> {
    /// Prepares a level.
    pub(super) fn new(level: &'a Level, layout: &KeyLayout) -> Floor<'a, S> {
        let board = level.board();
        let mut sources = vec![0; board.n_squares()];
        let mut distance = vec![u16::MAX; board.n_squares()];
        for (i, start) in level.boxes().iter().enumerate() {
            for (square, pushes) in lone_pushes(board, layout, start) {
                sources[square.index()] |= 1 << (i % MOST_MATCHED);
                let known = &mut distance[square.index()];
                *known = pushes.min(*known);
            }
        }
        let all = layout.squares().iter().copied();
        let slots: Vec<Square> = all.filter(|s| sources[s.index()] != 0).collect();
        let mut floor = Floor {
            board,
            is_slot: S::of(board.n_squares(), slots.iter().copied()),
            slots,
            sources,
            distance,
            n_boxes: level.n_boxes(),
            start: 0,
            reach: Reach::new(board),
            zobrist: Zobrist::new(board.n_squares()),
        };
        let start = level.start().canonical(board);
        floor.start = floor.spot(board.convert(&start.boxes), start.area).hash;
        floor
    }

    /// The board.
    pub(super) fn board(&self) -> &Board {
        self.board
    }

    /// A state by its boxes and the lowest square of the man's area.
    pub(super) fn spot(&self, boxes: S, area: Square) -> Spot<S> {
        let hash = self.zobrist.of_boxes(&boxes) ^ self.zobrist.of_man(area);
        Spot { boxes, area, hash }
    }

    /// The logarithm of the number of placements.
    pub(super) fn log_placements(&self) -> f64 {
        let ways = |i: usize| (self.slots.len() - i) as f64 / (i + 1) as f64;
        (0..self.n_boxes).map(|i| ways(i).ln()).sum()
    }

    /// The states with these boxes that can have come about by a push, but for the
    /// start.
    pub(super) fn spots_of(&self, boxes: &S) -> Vec<Spot<S>> {
        let mut areas = self.reach.areas(boxes);
        areas.retain(|area| {
            let mut ways = pulls(self.board, boxes, area).filter_map(|p| p.to(self.board));
            ways.any(|to| self.is_slot.contains(to))
        });
        let lowest = areas.iter().filter_map(Squares::lowest);
        let spots = lowest.map(|area| self.spot(boxes.clone(), area));
        spots.filter(|spot| spot.hash != self.start).collect()
    }

    /// Appends the states from which a push leads here, but for some that cannot be
    /// reached.
    pub(super) fn before(&self, spot: &Spot<S>, out: &mut Vec<Spot<S>>) {
        let area = self.reach.area(&spot.boxes, spot.area);
        for pull in pulls(self.board, &spot.boxes, &area) {
            let (Some(to), Some(man)) = (pull.to(self.board), pull.man_after(self.board)) else {
                continue;
            };
            if !self.is_slot.contains(to) {
                continue;
            }
            let before = self.shifted(spot, &area, pull.from, to, man);
            // Where the box can be the same ones as before, so can all.
            let is_same = self.sources[pull.from.index()] == self.sources[to.index()];
            if is_same || self.can_match(&before.boxes) {
                out.push(before);
            }
        }
    }

    /// Appends the states to which a push leads from here.
    pub(super) fn after(&self, spot: &Spot<S>, out: &mut Vec<Spot<S>>) {
        let area = self.reach.area(&spot.boxes, spot.area);
        for push in pushes(self.board, &spot.boxes, &area) {
            let Some(to) = push.to(self.board) else {
                continue;
            };
            if self.is_slot.contains(to) {
                out.push(self.shifted(spot, &area, push.from, to, push.from));
            }
        }
    }

    fn shifted(&self, spot: &Spot<S>, area: &S, from: Square, to: Square, man: Square) -> Spot<S> {
        let mut boxes = spot.boxes.clone();
        boxes.shift(from, to);
        let after = self.reach.area_after(area, &boxes, from, to, man);
        let area = after.lowest().unwrap_or(man);
        let man_word = self.zobrist.of_man(spot.area) ^ self.zobrist.of_man(area);
        let hash = spot.hash ^ self.zobrist.of_shift(from, to) ^ man_word;
        Spot { boxes, area, hash }
    }

    /// The pushes that boxes need at least to come here, others aside.
    pub(super) fn pushes_from_start(&self, boxes: &S) -> u32 {
        let pushes = |square: Square| u32::from(self.distance[square.index()]);
        boxes.iter().map(pushes).sum()
    }

    /// Whether each box can be another one of the start, other boxes aside.
    pub(super) fn can_match(&self, boxes: &S) -> bool {
        if self.n_boxes > MOST_MATCHED {
            return true;
        }
        let stands: Vec<u64> = boxes.iter().map(|s| self.sources[s.index()]).collect();
        let mut taken_by = [usize::MAX; MOST_MATCHED];
        (0..stands.len()).all(|i| augment(&stands, i, &mut 0, &mut taken_by))
    }
}

/// Finds a source for box `i`, moving others on where that helps.
fn augment(stands: &[u64], i: usize, seen: &mut u64, taken_by: &mut [usize]) -> bool {
    loop {
        let open = stands[i] & !*seen;
        if open == 0 {
            return false;
        }
        let source = open.trailing_zeros() as usize;
        *seen |= 1 << source;
        let other = taken_by[source];
        if other == usize::MAX || augment(stands, other, seen, taken_by) {
            taken_by[source] = i;
            return true;
        }
    }
}

/// The slots to which a lone box can be pushed, with the fewest pushes.
fn lone_pushes(board: &Board, layout: &KeyLayout, start: Square) -> Vec<(Square, u16)> {
    let mut seen = vec![false; board.n_squares()];
    seen[start.index()] = true;
    let mut queue = VecDeque::from([(start, 0)]);
    let mut all = Vec::new();
    while let Some((square, pushes)) = queue.pop_front() {
        all.push((square, pushes));
        for direction in Direction::ALL {
            let to = board.neighbour(square, direction);
            let has_room = board.neighbour(square, direction.opposite()).is_some();
            if let Some(to) = to.filter(|&to| has_room && layout.slot(to).is_some())
                && !seen[to.index()]
            {
                seen[to.index()] = true;
                queue.push_back((to, pushes + 1));
            }
        }
    }
    all
}
