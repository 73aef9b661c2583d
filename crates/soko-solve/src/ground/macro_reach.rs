//! Macro moves: one box roams while all others stand.
//!
//! A macro move takes one box from where it stands to any square that it can
//! reach by its own pushes. Solutions shrink from hundreds of pushes to tens of
//! macro moves, and most of what a strategy wants to say ("this box to that
//! goal") is one macro move. Two ways of arriving on the same square that leave
//! the man in different areas are two different macro moves, and both are kept;
//! so is coming back to the same square with the man on another side.
//!
//! Breadth-first search over (square of the box, class of its sides on which the
//! man stands), with the classes from [`Blocks`], so that no flood fill is needed.
//! Pulls are the mirror image. Exact; a few nanoseconds a square visited.

use crate::ground::blocks::Blocks;
use crate::ground::floor::{BACK, FAR, Ground};
use soko_core::{Square, Squares};

/// Forwards or backwards in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The man pushes the box away.
    Push,
    /// The man pulls the box after him.
    Pull,
}

/// A place where the box can rest: the square, one side where the man stands
/// then, and how it got there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop {
    pub(crate) at: u16,
    /// The number of the direction from the box to the man.
    pub(crate) side: u8,
    /// Pushes or pulls so far.
    pub(crate) steps: u16,
    /// The stop before, as an index; the first stops name themselves.
    pub(crate) before: u32,
}

/// A side from which the man, in his area, can take a box its first step; `free` marks
/// the squares without boxes.
#[inline]
pub(crate) fn first_side<S: Squares>(
    ground: &Ground<S>,
    free: &[bool],
    kind: Kind,
    at: usize,
    area: &S,
    allowed: &[bool],
) -> Option<usize> {
    (0..4).find(|&side| {
        let man = ground.next[at][side] as usize;
        man < ground.n
            && area.contains(Square(man as u16))
            && step(ground, free, kind, at, side).is_some_and(|to| allowed[to])
    })
}

/// Where a box goes if the man on this side of it pushes or pulls it.
#[inline]
fn step<S: Squares>(
    ground: &Ground<S>,
    free: &[bool],
    kind: Kind,
    at: usize,
    side: usize,
) -> Option<usize> {
    let man = ground.next[at][side] as usize;
    match kind {
        Kind::Push => {
            let to = ground.next[at][BACK[side]] as usize;
            free[to].then_some(to)
        }
        Kind::Pull => free[ground.next[man][side] as usize].then_some(man),
    }
}

/// The search; make one and reuse it.
pub(crate) struct Roamer {
    /// The sides reached so far, as bits, for each square.
    seen: Vec<u8>,
    /// All stops in the order of their distance; the first `n_first` are starts.
    pub(crate) stops: Vec<Stop>,
    /// How many stops are starting points.
    pub(crate) n_first: usize,
}

impl Roamer {
    pub(crate) fn new(n_squares: usize) -> Roamer {
        Roamer {
            seen: vec![0; n_squares + 1],
            stops: Vec::with_capacity(4 * n_squares),
            n_first: 0,
        }
    }

    /// Roams from `at` with the man on the given side. `free` marks the squares
    /// without boxes and counts `at` as free; `blocks` are its blocks. The box
    /// goes only where `allowed`.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn roam<S: Squares>(
        &mut self,
        ground: &Ground<S>,
        free: &[bool],
        blocks: &Blocks,
        kind: Kind,
        at: usize,
        side: usize,
        allowed: &[bool],
    ) {
        self.begin();
        self.add(ground, free, blocks, at, side, 0, None);
        self.n_first = self.stops.len();
        self.spread(ground, free, blocks, kind, allowed);
    }

    /// Roams from `at` with the man on whichever side.
    pub(crate) fn roam_any_side<S: Squares>(
        &mut self,
        ground: &Ground<S>,
        free: &[bool],
        blocks: &Blocks,
        kind: Kind,
        at: usize,
        allowed: &[bool],
    ) {
        self.begin();
        for side in 0..4 {
            if free[ground.next[at][side] as usize] {
                self.add(ground, free, blocks, at, side, 0, None);
            }
        }
        self.n_first = self.stops.len();
        self.spread(ground, free, blocks, kind, allowed);
    }

    fn begin(&mut self) {
        for stop in &self.stops {
            self.seen[stop.at as usize] = 0;
        }
        self.stops.clear();
    }

    #[allow(clippy::too_many_arguments)]
    #[inline]
    fn add<S: Squares>(
        &mut self,
        ground: &Ground<S>,
        free: &[bool],
        blocks: &Blocks,
        at: usize,
        side: usize,
        steps: u16,
        before: Option<u32>,
    ) {
        if self.seen[at] & (1 << side) != 0 {
            return;
        }
        self.seen[at] |= blocks.joined_sides(ground, free, at, side);
        self.stops.push(Stop {
            at: at as u16,
            side: side as u8,
            steps,
            before: before.unwrap_or(self.stops.len() as u32),
        });
    }

    fn spread<S: Squares>(
        &mut self,
        ground: &Ground<S>,
        free: &[bool],
        blocks: &Blocks,
        kind: Kind,
        allowed: &[bool],
    ) {
        let mut index = 0;
        while index < self.stops.len() {
            let stop = self.stops[index];
            let at = stop.at as usize;
            let sides = blocks.joined_sides(ground, free, at, stop.side as usize);
            for side in 0..4 {
                if sides & (1 << side) == 0 {
                    continue;
                }
                if let Some(to) = step(ground, free, kind, at, side)
                    && allowed[to]
                {
                    let steps = stop.steps + 1;
                    self.add(ground, free, blocks, to, side, steps, Some(index as u32));
                }
            }
            index += 1;
        }
    }

    /// The fewest steps to each square.
    pub(crate) fn distances(&self, n_squares: usize) -> Vec<u16> {
        let mut distances = vec![FAR; n_squares];
        for stop in self.stops.iter().rev() {
            distances[stop.at as usize] = stop.steps;
        }
        distances
    }

    /// The squares of the box from its start to the given stop.
    pub(crate) fn path(&self, index: usize) -> Vec<u16> {
        let mut squares = vec![self.stops[index].at];
        let mut at = index;
        while self.stops[at].before as usize != at {
            at = self.stops[at].before as usize;
            squares.push(self.stops[at].at);
        }
        squares.reverse();
        squares
    }
}
