//! Small patterns, and the search that says whether one is a deadlock.
//!
//! A pattern is a small window: `#` must be a wall, `$` a box or a wall, `?` can
//! be anything. Around the window the floor is thought to be free without end and
//! the man to be outside.
//!
//! ```text
//!     $$     $#     ?$$     the block of four; a box beside a wall and one
//!     $$     #$     #?$     across the corner; a pocket that swallows boxes
//!                   ?##
//! ```
//!
//! **When it is a deadlock.** [`Pattern::analyse`] plays every push of the boxes in
//! the window. If no box can ever leave the window, the boxes stay for ever on the
//! squares they visited, the *territory*. So wherever the pattern occurs, and the
//! territory has fewer goals than the pattern has boxes, the state is dead.
//!
//! **Sound.** What the window leaves open is free floor in the search. In a real
//! level there may be walls or boxes instead; both only take pushes away (other
//! boxes may be thought away). For the same reason a box may be replaced by a
//! wall. The *pockets*, free squares of the window that the man cannot reach from
//! outside, are the one thing to ask about him: when he stands in a pocket, the
//! pattern says nothing. LISA's authors report a false alarm in just that case.
//!
//! Source: LISA (section 4.3), whose patterns were drawn by hand; here they are
//! generated (`generator.rs`) and checked by search, as its authors wished.

use rustc_hash::FxHashSet;
use soko_core::{Coord, Symmetry};

/// The window is at most so wide and high.
const MOST_CELLS_A_SIDE: usize = 6;

/// A window of walls and boxes. Cells are bits, row by row, in a frame with a free
/// ring around the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pattern {
    width: usize,
    height: usize,
    /// Cells that must be walls.
    pub(super) walls: u64,
    /// Cells that must be boxes or walls.
    pub(super) boxes: u64,
}

/// What the search has found out about a deadlocked pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trap {
    /// Cells that boxes can ever stand on.
    pub territory: u64,
    /// Free cells that the man cannot reach from outside.
    pub pockets: u64,
}

impl Pattern {
    /// Reads rows of `#`, `$` and `?`; nothing if there is another character or
    /// the window is too large.
    pub fn parse(text: &str) -> Option<Pattern> {
        let rows: Vec<&str> = text.lines().map(str::trim).collect();
        let width = rows.iter().map(|row| row.len()).max()?;
        if width > MOST_CELLS_A_SIDE || rows.len() > MOST_CELLS_A_SIDE {
            return None;
        }
        let mut pattern = Pattern::empty(width, rows.len());
        for (row, text) in rows.iter().enumerate() {
            for (col, character) in text.chars().enumerate() {
                let bit = pattern.bit(row, col);
                match character {
                    '#' => pattern.walls |= bit,
                    '$' => pattern.boxes |= bit,
                    '?' => {}
                    _ => return None,
                }
            }
        }
        Some(pattern)
    }

    /// A window without walls and boxes.
    pub(super) fn empty(width: usize, height: usize) -> Pattern {
        Pattern {
            width,
            height,
            walls: 0,
            boxes: 0,
        }
    }

    fn stride(&self) -> usize {
        self.width + 2
    }

    /// The bit of a cell of the window.
    pub(super) fn bit(&self, row: usize, col: usize) -> u64 {
        1 << ((row + 1) * self.stride() + col + 1)
    }

    /// The cells of a set as (row, column) in the window.
    pub fn cells(&self, set: u64) -> impl Iterator<Item = (i32, i32)> + '_ {
        (0..self.height * self.width)
            .map(|i| (i / self.width, i % self.width))
            .filter(move |&(row, col)| set & self.bit(row, col) != 0)
            .map(|(row, col)| (row as i32, col as i32))
    }

    /// The window's cells without the ring.
    fn window(&self) -> u64 {
        let cells = (0..self.height * self.width).map(|i| (i / self.width, i % self.width));
        cells.fold(0, |set, (row, col)| set | self.bit(row, col))
    }

    /// Searches all pushes; nothing if a box can leave the window, or if there
    /// is no box.
    pub fn analyse(&self) -> Option<Trap> {
        if self.boxes == 0 {
            return None;
        }
        let mut search = Search {
            stride: self.stride(),
            all: u64::MAX >> (64 - (self.height + 2) * self.stride()),
            window: self.window(),
            walls: self.walls,
            seen: FxHashSet::default(),
        };
        let outside = search.flood(self.boxes, 1);
        let territory = search.territory(self.boxes, outside)?;
        let solid = self.boxes | self.walls;
        Some(Trap {
            territory,
            pockets: search.window & !outside & !solid,
        })
    }

    /// The eight mirror images and rotations, repeats left out.
    pub fn symmetries(&self) -> Vec<Pattern> {
        let mut all: Vec<Pattern> = Symmetry::ALL.map(|symmetry| self.image(symmetry)).to_vec();
        all.sort();
        all.dedup();
        all
    }

    fn image(&self, symmetry: Symmetry) -> Pattern {
        let (width, height) = (self.width as u32, self.height as u32);
        let (image_width, image_height) = symmetry.size(width, height);
        let mut pattern = Pattern::empty(image_width as usize, image_height as usize);
        let image_of = |set: u64| {
            let cells = self.cells(set).map(|(row, col)| {
                let at = symmetry.image(Coord::new(row as u32, col as u32), width, height);
                pattern.bit(at.row as usize, at.col as usize)
            });
            cells.fold(0, |image, bit| image | bit)
        };
        (pattern.walls, pattern.boxes) = (image_of(self.walls), image_of(self.boxes));
        pattern
    }

    /// The window without empty rows and columns at its edges.
    pub(super) fn cropped(&self) -> Pattern {
        let set = self.walls | self.boxes;
        let rows: Vec<usize> = self.cells(set).map(|(row, _)| row as usize).collect();
        let cols: Vec<usize> = self.cells(set).map(|(_, col)| col as usize).collect();
        let first = |v: &[usize]| v.iter().min().copied().unwrap_or(0);
        let last = |v: &[usize]| v.iter().max().copied().unwrap_or(0);
        let (top, left) = (first(&rows), first(&cols));
        let mut pattern = Pattern::empty(last(&cols) - left + 1, last(&rows) - top + 1);
        for (row, col) in self.cells(self.walls) {
            pattern.walls |= pattern.bit(row as usize - top, col as usize - left);
        }
        for (row, col) in self.cells(self.boxes) {
            pattern.boxes |= pattern.bit(row as usize - top, col as usize - left);
        }
        pattern
    }
}

impl std::fmt::Display for Pattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for row in 0..self.height {
            for col in 0..self.width {
                let bit = self.bit(row, col);
                let cell = match (self.walls & bit != 0, self.boxes & bit != 0) {
                    (true, _) => '#',
                    (_, true) => '$',
                    _ => '?',
                };
                write!(f, "{cell}")?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// All pushes in a window.
struct Search {
    stride: usize,
    all: u64,
    window: u64,
    walls: u64,
    seen: FxHashSet<(u64, u64)>,
}

impl Search {
    /// The four neighbours' cells of a set. The frame's own edge wraps, so a cell
    /// of the ring may see the ring's other side, which is as free as itself.
    fn spread(&self, set: u64) -> u64 {
        (set << 1 | set >> 1 | set << self.stride | set >> self.stride) & self.all
    }

    fn flood(&self, boxes: u64, from: u64) -> u64 {
        let free = self.all & !self.walls & !boxes;
        let mut area = from;
        loop {
            let more = (area | self.spread(area)) & free;
            if more == area {
                return area;
            }
            area = more;
        }
    }

    /// Every cell that a box can stand on; nothing if one can leave.
    fn territory(&mut self, boxes: u64, area: u64) -> Option<u64> {
        let mut territory = 0;
        let mut open = vec![(boxes, area)];
        self.seen.clear();
        self.seen.insert((boxes, area));
        while let Some((boxes, area)) = open.pop() {
            territory |= boxes;
            // Every box, the lowest bit first, is pushed along each axis both ways.
            let mut left = boxes;
            while left != 0 {
                let from = left & left.wrapping_neg();
                left &= left - 1;
                for shift in [1, self.stride] {
                    for (to, behind) in [
                        (from << shift, from >> shift),
                        (from >> shift, from << shift),
                    ] {
                        if area & behind == 0 || (self.walls | boxes) & to != 0 {
                            continue;
                        }
                        // On the ring around the window it is free.
                        if to & self.window == 0 {
                            return None;
                        }
                        let pushed = boxes & !from | to;
                        let area = self.flood(pushed, from);
                        if self.seen.insert((pushed, area)) {
                            open.push((pushed, area));
                        }
                    }
                }
            }
        }
        Some(territory)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_dead(text: &str) -> bool {
        Pattern::parse(text).unwrap().analyse().is_some()
    }

    #[test]
    fn known_shapes() {
        assert!(is_dead("$$\n$$"));
        assert!(is_dead("##\n#$"));
        assert!(is_dead("$$\n##"));
        assert!(is_dead("$#\n#$"), "a wall across each corner");
        assert!(!is_dead("$$\n$?"));
        assert!(!is_dead("###\n?$?"), "a box slides along a wall");
    }

    #[test]
    fn a_pocket_is_told() {
        let pattern = Pattern::parse("?##?\n#??#\n#$$#").unwrap();
        let trap = pattern.analyse().unwrap();
        assert_eq!(pattern.cells(trap.pockets).count(), 2);
    }
}
