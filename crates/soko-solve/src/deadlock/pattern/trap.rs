//! The search that says whether a pattern is a deadlock.
//!
//! [`Pattern::verify`] plays every push of the boxes in the window, with the man
//! where the walls and boxes let him walk. If no box can ever leave the window, the
//! boxes stay for ever on the squares they visited, the *territory*. So wherever the
//! pattern occurs, and the territory has fewer goals than the pattern has boxes, the
//! state is dead. If one can leave, the pattern is refused, and the pushes that bring
//! it out are the counterexample: the shortest [`WayOut`].
//!
//! **Sound.** What the window leaves open is free floor in the search. In a real
//! level there may be walls or boxes instead; both only take pushes away (other
//! boxes may be thought away). For the same reason a box may be replaced by a
//! wall. The *pockets*, free squares of the window that the man cannot reach from
//! outside, are the one thing to ask about him: when he stands in a pocket, the
//! pattern says nothing. LISA's authors report a false alarm in just that case.
//! [`Pattern::sides`] tells what he could do from each.
//!
//! Cost: one position of the window for each way in which its boxes can stand; a
//! window with more than 200,000 is refused too.

use super::window::Pattern;
use rustc_hash::FxHashSet;
use std::fmt;

/// Positions that a search may look at.
const MOST_POSITIONS: usize = 200_000;

/// What the search has found out about a deadlocked pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trap {
    /// Cells that boxes can ever stand on.
    pub territory: u64,
    /// Free cells that the man cannot reach from outside.
    pub pockets: u64,
}

/// Why a pattern is not known to be a deadlock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoTrap {
    /// It has no box.
    NoBox,
    /// A box can leave the window.
    WayOut(WayOut),
    /// There are too many positions to try them all.
    TooLarge,
}

impl fmt::Display for NoTrap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoTrap::NoBox => f.write_str("a pattern without a box"),
            NoTrap::WayOut(way) if way.n_pushes() == 1 => {
                f.write_str("this is no deadlock: a box leaves it with one push")
            }
            NoTrap::WayOut(way) => {
                let n = way.n_pushes();
                write!(f, "this is no deadlock: a box leaves it after {n} pushes")
            }
            NoTrap::TooLarge => write!(
                f,
                "its boxes can stand in more than {MOST_POSITIONS} ways, too many to prove anything"
            ),
        }
    }
}

/// The pushes that bring a box out of a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayOut {
    pattern: Pattern,
    /// The boxes before each push, the cell where the man stands then, and at last
    /// the boxes with one outside.
    frames: Vec<(u64, u64)>,
}

impl WayOut {
    /// The number of pushes.
    pub fn n_pushes(&self) -> usize {
        self.frames.len() - 1
    }

    /// The pictures before each push and after the last, with the ring around the
    /// window: rows of `#`, `$`, `@` and blanks.
    pub fn pictures(&self) -> Vec<Vec<String>> {
        let Pattern { walls, .. } = self.pattern;
        let (stride, rows) = (self.pattern.stride(), self.pattern.height() + 2);
        let draw = |&(boxes, man): &(u64, u64)| {
            let cell = |index: usize| match 1 << index {
                bit if walls & bit != 0 => '#',
                bit if boxes & bit != 0 => '$',
                bit if man & bit != 0 => '@',
                _ => ' ',
            };
            let row = |row: usize| (0..stride).map(|col| cell(row * stride + col)).collect();
            (0..rows).map(row).collect()
        };
        self.frames.iter().map(draw).collect()
    }
}

/// Where the man can be when a pattern occurs, and what he can do from there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// The cells of a pocket; none if he is outside.
    pub pocket: Option<u64>,
    /// Why the boxes are not trapped with him there, if they are not.
    pub freed: Option<NoTrap>,
}

impl Pattern {
    /// Searches all pushes with the man outside.
    ///
    /// # Errors
    ///
    /// If it is not proved that no box can ever leave.
    ///
    /// ```
    /// use soko_solve::deadlock::{NoTrap, Pattern};
    /// let block: Pattern = "$$\n$$".parse().unwrap();
    /// assert!(block.verify().is_ok());
    /// let pair: Pattern = "##\n?$".parse().unwrap();
    /// assert!(matches!(pair.verify(), Err(NoTrap::WayOut(_))));
    /// ```
    pub fn verify(&self) -> Result<Trap, NoTrap> {
        if self.boxes == 0 {
            return Err(NoTrap::NoBox);
        }
        let outside = self.outside();
        let territory = Search::new(self).territory(outside)?;
        let pockets = self.pockets(outside);
        Ok(Trap { territory, pockets })
    }

    /// What the man can do from outside, and from each pocket.
    pub fn sides(&self) -> Vec<Side> {
        let outside = self.outside();
        let from = |pocket: Option<u64>| Side {
            pocket,
            freed: Search::new(self).territory(pocket.unwrap_or(outside)).err(),
        };
        let mut sides = vec![from(None)];
        let mut left = self.pockets(outside);
        while left != 0 {
            let first = left & left.wrapping_neg();
            let pocket = self.flood(self.boxes, first);
            left &= !pocket;
            sides.push(from(Some(pocket)));
        }
        sides
    }

    /// Where the man can walk outside the boxes.
    fn outside(&self) -> u64 {
        self.flood(self.boxes, 1)
    }

    fn pockets(&self, outside: u64) -> u64 {
        self.window() & !outside & !self.boxes & !self.walls
    }

    /// The four neighbours' cells of a set. The frame's own edge wraps, so a cell
    /// of the ring may see the ring's other side, which is as free as itself.
    fn spread(&self, set: u64) -> u64 {
        let stride = self.stride();
        (set << 1 | set >> 1 | set << stride | set >> stride) & self.frame()
    }

    /// The cells that the man can walk to from some of them.
    fn flood(&self, boxes: u64, from: u64) -> u64 {
        let free = self.frame() & !self.walls & !boxes;
        let mut area = from;
        loop {
            let more = (area | self.spread(area)) & free;
            if more == area {
                return area;
            }
            area = more;
        }
    }
}

/// A position of the boxes, and the push that led to it.
#[derive(Clone, Copy)]
struct Position {
    boxes: u64,
    area: u64,
    /// The position before, and the cell from which the man pushed there.
    parent: u32,
    man: u64,
}

/// All pushes in a window, breadth first.
struct Search<'a> {
    pattern: &'a Pattern,
    window: u64,
    positions: Vec<Position>,
    seen: FxHashSet<(u64, u64)>,
}

impl<'a> Search<'a> {
    fn new(pattern: &'a Pattern) -> Search<'a> {
        Search {
            pattern,
            window: pattern.window(),
            positions: Vec::new(),
            seen: FxHashSet::default(),
        }
    }

    /// Every cell that a box can stand on, the man being in this area at first.
    fn territory(&mut self, area: u64) -> Result<u64, NoTrap> {
        let start = self.pattern.boxes;
        self.add(start, area, 0, 0);
        let (mut territory, mut next) = (0, 0);
        while next < self.positions.len() {
            territory |= self.positions[next].boxes;
            self.push_all(next)?;
            if self.positions.len() > MOST_POSITIONS {
                return Err(NoTrap::TooLarge);
            }
            next += 1;
        }
        Ok(territory)
    }

    fn add(&mut self, boxes: u64, area: u64, parent: usize, man: u64) {
        if self.seen.insert((boxes, area)) {
            let parent = parent as u32;
            self.positions.push(Position {
                boxes,
                area,
                parent,
                man,
            });
        }
    }

    /// Pushes every box, the lowest bit first, along each axis both ways.
    fn push_all(&mut self, index: usize) -> Result<(), NoTrap> {
        let Position { boxes, area, .. } = self.positions[index];
        let solid = boxes | self.pattern.walls;
        let mut left = boxes;
        while left != 0 {
            let from = left & left.wrapping_neg();
            left &= left - 1;
            for shift in [1, self.pattern.stride()] {
                let (up, down) = (from << shift, from >> shift);
                for (to, behind) in [(up, down), (down, up)] {
                    if area & behind == 0 || solid & to != 0 {
                        continue;
                    }
                    let pushed = boxes & !from | to;
                    // On the ring around the window it is free.
                    if to & self.window == 0 {
                        return Err(NoTrap::WayOut(self.way_out(index, behind, (pushed, from))));
                    }
                    let area = self.pattern.flood(pushed, from);
                    self.add(pushed, area, index, behind);
                }
            }
        }
        Ok(())
    }

    /// The frames up to a position, with the last push made from `man`.
    fn way_out(&self, mut index: usize, mut man: u64, last: (u64, u64)) -> WayOut {
        let mut frames = vec![last];
        loop {
            let position = self.positions[index];
            frames.push((position.boxes, man));
            if index == 0 {
                break;
            }
            man = position.man;
            index = position.parent as usize;
        }
        frames.reverse();
        WayOut {
            pattern: *self.pattern,
            frames,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_dead(text: &str) -> bool {
        text.parse::<Pattern>().unwrap().verify().is_ok()
    }

    #[test]
    fn known_shapes() {
        assert!(is_dead("$$\n$$"));
        assert!(is_dead("##\n#$"));
        assert!(is_dead("$$\n##"));
        assert!(is_dead("$#\n#$"), "a wall across each corner");
        assert!(!is_dead("$$\n$?"));
        assert!(!is_dead("###\n?$?"), "a box slides along a wall");
        let bare: Pattern = "#?".parse().unwrap();
        assert_eq!(bare.verify(), Err(NoTrap::NoBox));
    }

    #[test]
    fn a_pocket_is_told() {
        let pattern: Pattern = "?##?\n#??#\n#$$#".parse().unwrap();
        let trap = pattern.verify().unwrap();
        assert_eq!(pattern.cells(trap.pockets).count(), 2);
        let sides = pattern.sides();
        assert_eq!((sides.len(), sides[0].pocket), (2, None));
        assert_eq!(sides[0].freed, None);
        let freed = sides[1].freed.as_ref().unwrap().to_string();
        assert_eq!(freed, "this is no deadlock: a box leaves it with one push");
    }

    #[test]
    fn the_way_out_is_the_shortest_and_can_be_played() {
        // Along a passage the box must go all the way to an end of it.
        let pattern: Pattern = "#####\n?$???\n#####".parse().unwrap();
        let Err(NoTrap::WayOut(way)) = pattern.verify() else {
            panic!("the passage is open at both ends");
        };
        assert_eq!(way.n_pushes(), 2, "to the near end");
        for pair in way.frames.windows(2) {
            let ((before, man), (after, _)) = (pair[0], pair[1]);
            let (from, to) = (before & !after, after & !before);
            assert_eq!((from.count_ones(), to.count_ones()), (1, 1));
            let step = |a: u64, b: u64| a.trailing_zeros() as i32 - b.trailing_zeros() as i32;
            assert_eq!(step(to, from), step(from, man), "he pushes from behind");
        }
        let last = way.pictures().pop().unwrap();
        assert_eq!(
            last,
            ["       ", " ##### ", "$@     ", " ##### ", "       "]
        );
    }
}
