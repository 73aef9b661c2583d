//! Which sides of a square hang together without crossing the square.
//!
//! A box that moves alone needs to know, at each square it visits, which of its
//! four sides the man can walk between. A flood fill for each square would do, at
//! the price of a whole board each time. One depth-first search answers for all
//! squares at once: two neighbours `a` and `b` of a square `q` are joined by a walk
//! that avoids `q` if and only if the edges `qa` and `qb` belong to the same block
//! (biconnected component) of the graph of free squares, because a block is a
//! largest set of edges of which any two lie on a common simple cycle (Hopcroft
//! and Tarjan, 1973).
//!
//! ```text
//!     ######       a box at x has three free neighbours; left and right lie
//!     #  x #       on different sides, right and below on the same one
//!     ###  #
//!       ####
//! ```
//!
//! In an undirected depth-first search every edge joins a square and one of its
//! ancestors, and belongs to the block of the lower end's tree edge: a square opens
//! a new block when nothing below it reaches above its parent, and else shares the
//! block of its parent. So one block number a square is enough, and the block of an
//! edge is that of its later end.
//!
//! The number of connected regions comes for free, and so does the number of
//! regions after a box is put down on any free square: the number before, plus
//! the number of classes of that square's sides, less one.
//!
//! The search keeps its own stack, in the parents: the longest corridor cannot
//! overflow the machine's. Cost: about ten nanoseconds a floor square. Exact.

use crate::{BySquare, Direction, DirectionSet, FloorGraph, Square};

/// Discovery times count from 1; this one marks squares that are not free.
const CLOSED: u16 = u16::MAX;

/// The blocks of the free squares. Make one and reuse it.
///
/// ```
/// use soko_core::{BySquare, Direction::*, FloorGraph, Level, Square, facts::Blocks};
/// let level: Level = "#####\n#@$.#\n#####".parse().unwrap();
/// let floor = FloorGraph::new(level.board());
/// let mut free = BySquare::new(floor.n_squares(), true);
/// free[floor.wall()] = false;
/// let mut blocks = Blocks::new(floor.n_squares());
/// blocks.find(&floor, &free);
/// let middle = Square(1);
/// assert!(!blocks.joined_sides(&floor, middle, Left).contains(Right));
/// assert_eq!(blocks.n_regions_with_box(&floor, middle), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Blocks {
    /// When each square was found; [`CLOSED`] for squares that are not free.
    discovered: BySquare<u16>,
    block: BySquare<u16>,
    region: BySquare<u16>,
    /// The earliest square that is seen from a square or from below it.
    low: BySquare<u16>,
    /// The square from which each was found; the wall for the first of a region.
    parent: BySquare<Square>,
    /// Where to go on looking when the search comes back to a square.
    next_way: BySquare<u8>,
    order: Vec<Square>,
    n_regions: u16,
}

impl Blocks {
    /// Room for a board with so many squares.
    pub fn new(n_squares: usize) -> Blocks {
        Blocks {
            discovered: BySquare::new(n_squares, CLOSED),
            block: BySquare::new(n_squares, 0),
            region: BySquare::new(n_squares, 0),
            low: BySquare::new(n_squares, 0),
            parent: BySquare::new(n_squares, Square(0)),
            next_way: BySquare::new(n_squares, 0),
            order: Vec::with_capacity(n_squares),
            n_regions: 0,
        }
    }

    /// Finds the blocks of the squares marked free; the wall must not be.
    pub fn find(&mut self, floor: &FloorGraph, free: &BySquare<bool>) {
        let times = self.discovered.with_wall_mut().iter_mut();
        for (time, &is_free) in times.zip(free.with_wall()) {
            *time = if is_free { 0 } else { CLOSED };
        }
        self.order.clear();
        self.n_regions = 0;
        for root in floor.squares() {
            if self.discovered[root] == 0 {
                self.search_from(floor, root);
                self.n_regions += 1;
            }
        }
        self.number_blocks(floor.wall());
    }

    /// The low point of a square counts the edge to its parent as well, which does
    /// not change whether it is below the parent.
    fn search_from(&mut self, floor: &FloorGraph, root: Square) {
        let nobody = floor.wall();
        let mut at = root;
        let mut way = 0;
        let mut low = self.enter(root, nobody);
        loop {
            // 1. Look at the next neighbour. One that is known, or closed, which
            //    counts as found last of all, can only pull the low point up.
            if way < 4 {
                let to = floor.beside(at).0[way];
                way += 1;
                let seen = self.discovered[to];
                if seen != 0 {
                    low = low.min(seen);
                    continue;
                }
                // 2. Go down to a new one.
                self.low[at] = low;
                self.next_way[at] = way as u8;
                low = self.enter(to, at);
                at = to;
                way = 0;
            } else {
                // 3. Go back up to the parent and take the low point along.
                self.low[at] = low;
                let parent = self.parent[at];
                if parent == nobody {
                    return;
                }
                at = parent;
                way = usize::from(self.next_way[at]);
                low = low.min(self.low[at]);
            }
        }
    }

    #[inline]
    fn enter(&mut self, square: Square, parent: Square) -> u16 {
        self.order.push(square);
        let time = self.order.len() as u16;
        self.discovered[square] = time;
        self.parent[square] = parent;
        self.region[square] = self.n_regions;
        time
    }

    fn number_blocks(&mut self, nobody: Square) {
        let mut n_blocks = 0;
        for &square in &self.order {
            let parent = self.parent[square];
            self.block[square] = if parent == nobody {
                0
            } else if self.low[square] >= self.discovered[parent] {
                n_blocks += 1;
                n_blocks
            } else {
                self.block[parent]
            };
        }
    }

    /// Whether a square was marked free when the blocks were found.
    #[inline]
    pub fn is_free(&self, square: Square) -> bool {
        self.discovered[square] != CLOSED
    }

    /// The class of a free neighbour `side` of the free square `at`: equal for
    /// two sides if the man can walk between them without crossing `at`.
    #[inline]
    fn class(&self, at: Square, side: Square) -> u16 {
        if self.discovered[side] > self.discovered[at] {
            self.block[side]
        } else {
            self.block[at]
        }
    }

    /// The sides of `at` between which and its free side `side` the man can walk
    /// without crossing `at`, that side among them.
    #[inline]
    pub fn joined_sides(&self, floor: &FloorGraph, at: Square, side: Direction) -> DirectionSet {
        let class = self.class(at, floor.next(at, side));
        let mut sides = DirectionSet::EMPTY;
        for way in Direction::ALL {
            let there = floor.next(at, way);
            if self.is_free(there) && self.class(at, there) == class {
                sides.insert(way);
            }
        }
        sides
    }

    /// The number of regions.
    #[inline]
    pub fn n_regions(&self) -> usize {
        usize::from(self.n_regions)
    }

    /// The region of a free square.
    #[inline]
    pub fn region(&self, square: Square) -> u16 {
        self.region[square]
    }

    /// Whether a box on the free square `at` cuts its region: whether it has two free
    /// sides between which the man cannot walk.
    #[inline]
    pub fn is_cut(&self, floor: &FloorGraph, at: Square) -> bool {
        self.n_regions_with_box(floor, at) > self.n_regions()
    }

    /// The number of regions once a box stands on the free square `at`.
    #[inline]
    pub fn n_regions_with_box(&self, floor: &FloorGraph, at: Square) -> usize {
        let mut classes = [u16::MAX; 4];
        let mut n = 0;
        for &there in &floor.beside(at).0 {
            if self.is_free(there) {
                let class = self.class(at, there);
                if !classes[..n].contains(&class) {
                    classes[n] = class;
                    n += 1;
                }
            }
        }
        self.n_regions() + n - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, Reach, SplitMix, SquareSet, Squares, random_level};

    /// Compares what is said of one square with flood fills; how many of its sides lie
    /// where a box divides its region.
    fn check_square(level: &Level, blocks: &Blocks, at: Square) -> usize {
        let (board, boxes) = (level.board(), level.boxes());
        let (floor, reach) = (FloorGraph::new(board), Reach::<SquareSet>::new(board));
        let mut solid = boxes.clone();
        solid.insert(at);
        let regions = reach.areas(&solid).len();
        let is_cut = regions > blocks.n_regions();
        assert_eq!(blocks.n_regions_with_box(&floor, at), regions);
        assert_eq!(blocks.is_cut(&floor, at), is_cut);
        let mut n_apart = 0;
        for (side, from) in board.neighbours(at).filter(|&(_, s)| !boxes.contains(s)) {
            let area = reach.area(&solid, from);
            let joined = board.neighbours(at).filter(|&(_, s)| area.contains(s));
            let expected: DirectionSet = joined.map(|(way, _)| way).collect();
            assert_eq!(blocks.joined_sides(&floor, at, side), expected);
            n_apart += usize::from(is_cut);
        }
        let region = reach.area(boxes, at);
        for other in board.squares().filter(|&other| !boxes.contains(other)) {
            let is_same = blocks.region(other) == blocks.region(at);
            assert_eq!(is_same, region.contains(other));
        }
        n_apart
    }

    /// The same for all squares of a level without a box.
    fn check_against_floods(level: &Level) -> usize {
        let (board, boxes) = (level.board(), level.boxes());
        let n = board.n_squares();
        let free = BySquare::from_fn(n, false, |square| !boxes.contains(square));
        let mut blocks = Blocks::new(n);
        blocks.find(&FloorGraph::new(board), &free);
        let reach = Reach::<SquareSet>::new(board);
        assert_eq!(blocks.n_regions(), reach.areas(boxes).len());
        let open = board.squares().filter(|&at| free[at]);
        open.map(|at| check_square(level, &blocks, at)).sum()
    }

    #[test]
    fn sides_and_regions_are_those_of_flood_fills() {
        let mut random = SplitMix(3);
        let mut n_apart = 0;
        for _ in 0..200 {
            n_apart += check_against_floods(&random_level(&mut random, 10, 9, 6));
        }
        assert!(n_apart > 500, "too few: {n_apart}");
    }

    #[test]
    fn blocks_found_again_forget_what_was_free() {
        let level: Level = "#######\n#@ $. #\n#######".parse().unwrap();
        let floor = FloorGraph::new(level.board());
        let mut free = BySquare::from_fn(5, false, |_| true);
        let mut blocks = Blocks::new(5);
        blocks.find(&floor, &free);
        assert_eq!(blocks.n_regions(), 1);
        free[Square(2)] = false;
        blocks.find(&floor, &free);
        assert_eq!((blocks.n_regions(), blocks.is_free(Square(2))), (2, false));
    }
}
