//! The vicinity of a path: box configurations that differ from one on the path
//! by a few boxes standing a few squares aside.
//!
//! A solver's detours are mostly local: a box parked one square too far, two
//! boxes moved in the wrong order, a way round that a neighbour square saves. So
//! a better solution often stays within configurations in which at most `k` boxes
//! stand on one of the `n` nearest squares of where the path has them. The set is
//! small enough to be searched completely ([`super::shortest`]).
//!
//! Heuristic: it says where to look, never what is true. Configurations are kept
//! as 64-bit hashes; two that share one merely admit each other to the search,
//! which moves real boxes.
//!
//! Cost: `C(boxes, k) * n^k` hashes for each configuration of the path.
//! Source: the idea is S. Gouëzel's, known from the optimisers YASO and JSoko.

use super::path::Place;
use rustc_hash::FxHashSet;
use soko_core::{Board, Square, SquareSet, Squares, Walks, Zobrist};

/// How far from the path to look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Breadth {
    /// How many boxes may stand aside at once: 1, 2 or 3.
    pub boxes: usize,
    /// How many squares each may choose from, the nearest first.
    pub squares: usize,
}

impl Breadth {
    /// The number of hashes for one configuration, at most.
    pub(super) fn size(&self, n_boxes: usize, n_live: usize) -> usize {
        let squares = self.squares.min(n_live);
        let mut size = 1;
        for k in 0..self.boxes.min(n_boxes) {
            size = size * (n_boxes - k) / (k + 1) * squares;
        }
        size.max(1)
    }
}

/// For each square, the squares on which a box may rest, nearest first.
#[derive(Clone, Debug)]
pub(super) struct Nearby {
    by_square: Vec<Vec<Square>>,
}

impl Nearby {
    /// Orders the live squares around each square by walking distance, ties in
    /// reading order.
    pub fn new(board: &Board, live: &SquareSet) -> Nearby {
        let nobody = board.no_squares();
        let mut walks = Walks::new(board);
        let around = |from: Square| {
            walks.measure(&nobody, from);
            let mut squares: Vec<Square> = live.iter().filter(|&s| s != from).collect();
            squares.sort_by_key(|&s| (walks.to(s), s));
            squares
        };
        Nearby {
            by_square: board.squares().map(around).collect(),
        }
    }

    fn of(&self, square: Square, n: usize) -> &[Square] {
        let all = &self.by_square[square.index()];
        &all[..n.min(all.len())]
    }
}

/// The hashes of all configurations in the vicinity of these places.
pub(super) fn around<S: Squares>(
    places: &[Place<S>],
    nearby: &Nearby,
    zobrist: &Zobrist,
    breadth: Breadth,
) -> FxHashSet<u64> {
    let mut allowed = FxHashSet::default();
    let mut done = FxHashSet::default();
    for place in places {
        if !done.insert(place.hash) {
            continue;
        }
        allowed.insert(place.hash);
        let boxes: Vec<Square> = place.boxes.iter().collect();
        let mut aside = Aside {
            boxes: &boxes,
            occupied: place.boxes.clone(),
            nearby,
            zobrist,
            squares: breadth.squares,
            allowed: &mut allowed,
        };
        aside.step(0, breadth.boxes, place.hash);
    }
    allowed
}

/// Moves boxes aside, one after the other.
struct Aside<'a, S> {
    boxes: &'a [Square],
    /// Where boxes stand that are not yet moved aside, and those that are.
    occupied: S,
    nearby: &'a Nearby,
    zobrist: &'a Zobrist,
    squares: usize,
    allowed: &'a mut FxHashSet<u64>,
}

impl<S: Squares> Aside<'_, S> {
    /// Moves up to `left` of the boxes from number `first` on. A box may take the
    /// place of one that has moved away before it; the other order is met when
    /// the path itself moves that box.
    fn step(&mut self, first: usize, left: usize, hash: u64) {
        if left == 0 {
            return;
        }
        for i in first..self.boxes.len() {
            let from = self.boxes[i];
            self.occupied.remove(from);
            for &to in self.nearby.of(from, self.squares) {
                if self.occupied.contains(to) {
                    continue;
                }
                let hash = hash ^ self.zobrist.of_shift(from, to);
                self.allowed.insert(hash);
                self.occupied.insert(to);
                self.step(i + 1, left - 1, hash);
                self.occupied.remove(to);
            }
            self.occupied.insert(from);
        }
    }
}
