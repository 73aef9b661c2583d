//! One game of a batch: a man among symbols.
//!
//! A step reads two cells and writes three at the most. A step against a wall, or
//! against a box that cannot be pushed, changes nothing and counts all the same.

use crate::view::Pen;
use crate::{Arena, Symbol};
use soko_core::{Direction, SplitMix};
use std::sync::Arc;

/// What can be done, by the number of the action: up, down, left, right.
pub const ACTIONS: [Direction; 4] = [
    Direction::Up,
    Direction::Down,
    Direction::Left,
    Direction::Right,
];

/// The way from a cell to the next, for each action.
pub(crate) fn offsets(width: usize) -> [isize; 4] {
    ACTIONS.map(|direction| {
        let (rows, columns) = direction.offset();
        rows as isize * width as isize + columns as isize
    })
}

/// A game under way.
#[derive(Clone, Debug)]
pub(crate) struct Seat {
    pub arena: Arc<Arena>,
    /// The number of the level in its source, if it has one.
    pub level: Option<usize>,
    pub man: usize,
    pub n_off_goal: u32,
    pub n_steps: u32,
    /// Grows with every push and every new game, never falls.
    pub n_changes: u64,
    /// The changes when this game began.
    pub begun_after: u64,
    pub is_over: bool,
    pub random: SplitMix,
    /// How many games it has begun.
    pub n_games: usize,
}

/// What a step could do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Possible {
    Nothing,
    Walk,
    Push,
}

/// What a step into this direction would be.
#[inline]
pub(crate) fn possible(cells: &[u8], man: usize, offset: isize) -> Possible {
    let next = man.wrapping_add_signed(offset);
    if Symbol::is_free(cells[next]) {
        return Possible::Walk;
    }
    let can_push =
        Symbol::has_box(cells[next]) && Symbol::is_free(cells[next.wrapping_add_signed(offset)]);
    if can_push {
        Possible::Push
    } else {
        Possible::Nothing
    }
}

/// What a cell shows when the man has left it, or come to it, or a box has.
const LEFT: [u8; 7] = [0, 1, 2, 3, 4, 1, 2];
const ENTERED: [u8; 7] = [0, 5, 6, 6, 5, 5, 6];
const BOX_COME: [u8; 7] = [0, 4, 3, 3, 4, 5, 6];

impl Seat {
    /// A seat at which nothing is played yet.
    pub fn new(arena: Arc<Arena>, seed: u64) -> Seat {
        Seat {
            man: arena.man(),
            arena,
            level: None,
            n_off_goal: 0,
            n_steps: 0,
            n_changes: 0,
            begun_after: 0,
            is_over: true,
            random: SplitMix(seed),
            n_games: 0,
        }
    }

    /// Begins a game.
    pub fn begin(&mut self, arena: Arc<Arena>, level: Option<usize>, cells: &mut [u8]) {
        cells.copy_from_slice(arena.cells());
        self.man = arena.man();
        self.n_off_goal = arena.n_off_goal();
        self.arena = arena;
        self.level = level;
        self.n_steps = 0;
        self.n_changes += 1;
        self.begun_after = self.n_changes;
        self.is_over = false;
        self.n_games += 1;
    }

    /// Does a step, on the cells and in the frame; gives the boxes that came onto goals
    /// less those that left one.
    #[inline]
    pub fn step(
        &mut self,
        offset: isize,
        cells: &mut [u8],
        pen: impl Pen,
        frame: &mut [u8],
    ) -> i32 {
        self.n_steps += 1;
        let (man, next) = (self.man, self.man.wrapping_add_signed(offset));
        let possible = possible(cells, man, offset);
        let mut set = |at: usize, looks: &[u8; 7]| {
            let before = cells[at];
            cells[at] = looks[before as usize];
            pen.put(frame, at, before, cells[at]);
            before
        };
        if possible == Possible::Nothing {
            return 0;
        }
        let mut gain = 0;
        if possible == Possible::Push {
            let to = set(next.wrapping_add_signed(offset), &BOX_COME);
            gain += i32::from(Symbol::has_goal(to));
        }
        let from = set(next, &ENTERED);
        set(man, &LEFT);
        self.man = next;
        if possible == Possible::Push {
            gain -= i32::from(Symbol::has_goal(from));
            self.n_changes += 1;
            self.n_off_goal = self.n_off_goal.wrapping_add_signed(-gain);
        }
        gain
    }
}
