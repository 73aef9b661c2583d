//! Which sides of a square hang together without crossing the square.
//!
//! A box that roams the board alone needs to know, at each square it visits,
//! which of its four sides the man can walk between. A flood fill for each square
//! would do, at the price of a whole board each time. One depth-first search
//! answers for all squares at once: two neighbours `a` and `b` of a square `q`
//! are joined by a walk that avoids `q` if and only if the edges `qa` and `qb`
//! belong to the same biconnected block of the floor (Hopcroft and Tarjan, 1973).
//!
//! In an undirected depth-first search every edge joins a square and one of its
//! ancestors, and belongs to the block of the lower end's tree edge. So one block
//! number a square is enough, and the block of an edge is that of its later end.
//!
//! The number of connected regions comes for free, and so does the number of
//! regions after a box is put down on any free square: the number before, plus
//! the number of classes of that square's sides, less one.
//!
//! Cost: about ten nanoseconds a floor square. Exact.

use crate::ground::floor::Ground;
use soko_core::Squares;

const CLOSED: u16 = u16::MAX;

/// The blocks of the free squares. Make one and reuse it.
pub(crate) struct Blocks {
    /// Discovery time from 1; [`CLOSED`] for squares that are not free.
    discovered: Vec<u16>,
    block: Vec<u16>,
    region: Vec<u16>,
    low: Vec<u16>,
    parent: Vec<u16>,
    next_way: Vec<u8>,
    order: Vec<u16>,
    n_regions: u16,
}

impl Blocks {
    pub(crate) fn new(n_squares: usize) -> Blocks {
        Blocks {
            discovered: vec![0; n_squares + 1],
            block: vec![0; n_squares + 1],
            region: vec![0; n_squares + 1],
            low: vec![0; n_squares + 1],
            parent: vec![0; n_squares + 1],
            next_way: vec![0; n_squares + 1],
            order: Vec::with_capacity(n_squares),
            n_regions: 0,
        }
    }

    /// Finds the blocks of the squares marked free.
    pub(crate) fn find<S: Squares>(&mut self, ground: &Ground<S>, free: &[bool]) {
        for (time, &is_free) in self.discovered.iter_mut().zip(free) {
            *time = if is_free { 0 } else { CLOSED };
        }
        self.order.clear();
        self.n_regions = 0;
        for root in 0..ground.n {
            if self.discovered[root] == 0 {
                self.search_from(ground, root);
                self.n_regions += 1;
            }
        }
        self.number_blocks(ground.n as u16);
    }

    /// The low point of a square counts the edge to its parent as well, which does
    /// not change whether it is below the parent.
    fn search_from<S: Squares>(&mut self, ground: &Ground<S>, root: usize) {
        let none = ground.n as u16;
        let mut at = root;
        let mut way = 0;
        let mut low = self.enter(root, none);
        loop {
            if way < 4 {
                let to = ground.next[at][way] as usize;
                way += 1;
                let seen = self.discovered[to];
                if seen != 0 {
                    low = low.min(seen);
                    continue;
                }
                self.low[at] = low;
                self.next_way[at] = way as u8;
                low = self.enter(to, at as u16);
                at = to;
                way = 0;
            } else {
                self.low[at] = low;
                let parent = self.parent[at];
                if parent == none {
                    return;
                }
                at = parent as usize;
                way = usize::from(self.next_way[at]);
                low = low.min(self.low[at]);
            }
        }
    }

    #[inline]
    fn enter(&mut self, square: usize, parent: u16) -> u16 {
        self.order.push(square as u16);
        let time = self.order.len() as u16;
        self.discovered[square] = time;
        self.parent[square] = parent;
        self.region[square] = self.n_regions;
        time
    }

    fn number_blocks(&mut self, none: u16) {
        let mut n_blocks = 0;
        for &square in &self.order {
            let parent = self.parent[square as usize];
            self.block[square as usize] = if parent == none {
                0
            } else if self.low[square as usize] >= self.discovered[parent as usize] {
                n_blocks += 1;
                n_blocks
            } else {
                self.block[parent as usize]
            };
        }
    }

    /// The class of a free neighbour `side` of the free square `at`: equal for
    /// two sides if the man can walk between them without crossing `at`.
    #[inline]
    pub(crate) fn class(&self, at: usize, side: usize) -> u16 {
        if self.discovered[side] > self.discovered[at] {
            self.block[side]
        } else {
            self.block[at]
        }
    }

    /// The sides of `at` that share a class with its free side `side`, as bits.
    #[inline]
    pub(crate) fn joined_sides<S: Squares>(
        &self,
        ground: &Ground<S>,
        free: &[bool],
        at: usize,
        side: usize,
    ) -> u8 {
        let class = self.class(at, ground.next[at][side] as usize);
        let mut sides = 0;
        for way in 0..4 {
            let there = ground.next[at][way] as usize;
            if free[there] && self.class(at, there) == class {
                sides |= 1 << way;
            }
        }
        sides
    }

    /// The number of regions.
    #[inline]
    pub(crate) fn n_regions(&self) -> usize {
        self.n_regions as usize
    }

    /// The region of a free square.
    #[inline]
    pub(crate) fn region(&self, square: usize) -> u16 {
        self.region[square]
    }

    /// The number of regions once a box stands on the free square `at`.
    #[inline]
    pub(crate) fn n_regions_with_box<S: Squares>(
        &self,
        ground: &Ground<S>,
        free: &[bool],
        at: usize,
    ) -> usize {
        let mut classes = [u16::MAX; 4];
        let mut n = 0;
        for way in 0..4 {
            let there = ground.next[at][way] as usize;
            if free[there] {
                let class = self.class(at, there);
                if !classes[..n].contains(&class) {
                    classes[n] = class;
                    n += 1;
                }
            }
        }
        self.n_regions as usize + n - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{SplitMix, Square, SquareSet, random_level};

    /// Compares with a flood fill for each square.
    #[test]
    fn sides_and_regions_are_those_of_flood_fills() {
        let mut random = SplitMix(3);
        let mut n_apart = 0;
        for _ in 0..200 {
            let level = random_level(&mut random, 10, 9, 6);
            let ground = Ground::<SquareSet>::new(&level);
            let free = ground.free_squares(&ground.start);
            let mut blocks = Blocks::new(ground.n);
            blocks.find(&ground, &free);
            assert_eq!(blocks.n_regions(), ground.reach.areas(&ground.start).len());
            for at in (0..ground.n).filter(|&at| free[at]) {
                let mut boxes = ground.start.clone();
                boxes.insert(Square(at as u16));
                let regions = ground.reach.areas(&boxes).len();
                assert_eq!(blocks.n_regions_with_box(&ground, &free, at), regions);
                let sides = (0..4).filter(|&way| free[ground.next[at][way] as usize]);
                for side in sides {
                    let area = ground.reach.area(&boxes, Square(ground.next[at][side]));
                    let joined = (0..4).filter(|&way| {
                        let there = ground.next[at][way];
                        free[there as usize] && area.contains(Square(there))
                    });
                    let expected = joined.fold(0, |sides, way| sides | 1 << way);
                    let told = blocks.joined_sides(&ground, &free, at, side);
                    assert_eq!(told, expected);
                    n_apart += usize::from(regions > blocks.n_regions());
                }
            }
        }
        assert!(n_apart > 500, "too few: {n_apart}");
    }
}
