//! The ground of one level: what never changes while it is solved, in plain tables.
//!
//! Distances of lone boxes are known from the first square of each box and to each
//! goal, so that searches from both ends read them alike. Made once a level and
//! shared by all searches; some hundred microseconds.

use super::board::Ground;
use super::end::End;
use super::lone_box::LoneBox;
use soko_core::facts::{LoneBoxSearch, Motion, UNREACHABLE};
use soko_core::{BySquare, Direction, FloorGraph, Level, Reach, Square, Squares, Zobrist};

/// The tables of one level.
pub(crate) struct LevelGround<S> {
    bare: Ground<S>,
    lone: LoneBox<S>,
    /// The boxes at the start.
    pub(crate) start: S,
    /// The man at the start.
    pub(crate) man: Square,
    /// Squares from which a lone box can be pushed to some goal.
    pub(crate) live: BySquare<bool>,
    /// Squares to which some starting box, alone on the board, can be pushed.
    pub(crate) pushable: BySquare<bool>,
    /// All squares.
    pub(crate) everywhere: BySquare<bool>,
    /// For each goal in reading order, the pushes that a lone box needs from each
    /// square, whichever side the man begins on; [`UNREACHABLE`] if it cannot.
    pub(crate) goal_distance: Vec<BySquare<u16>>,
    /// For each box of the start in reading order, the pushes that it needs, alone
    /// on the board, to each square; [`UNREACHABLE`] if it cannot.
    pub(crate) start_distance: Vec<BySquare<u16>>,
    /// The pushes to the nearest goal.
    pub(crate) nearest_goal: BySquare<u16>,
    /// The pushes from the nearest box of the start.
    pub(crate) nearest_start: BySquare<u16>,
    /// The hash words.
    pub(crate) zobrist: Zobrist,
}

/// What lone boxes need from or to certain squares.
struct Distances {
    /// For each of these squares.
    each: Vec<BySquare<u16>>,
    /// For the nearest of them.
    nearest: BySquare<u16>,
    /// Where there is a way.
    is_reached: BySquare<bool>,
}

impl<S: Squares> LevelGround<S> {
    pub(crate) fn new(level: &Level) -> LevelGround<S> {
        let board = level.board();
        let n = board.n_squares();
        let bare: Ground<S> = Ground::new(board);
        let start: S = board.convert(level.boxes());
        let to_goals = lone_distances(bare.floor(), Motion::Pull, bare.goals());
        let from_starts = lone_distances(bare.floor(), Motion::Push, &start);
        LevelGround {
            lone: LoneBox::new(&bare, bare.nothing()),
            bare,
            start,
            man: level.man(),
            live: to_goals.is_reached,
            pushable: from_starts.is_reached,
            everywhere: BySquare::new(n, true),
            goal_distance: to_goals.each,
            start_distance: from_starts.each,
            nearest_goal: to_goals.nearest,
            nearest_start: from_starts.nearest,
            zobrist: Zobrist::new(n),
        }
    }

    /// The board without boxes.
    #[inline]
    pub(crate) fn bare(&self) -> &Ground<S> {
        &self.bare
    }

    /// What a box can do alone on the board.
    #[inline]
    pub(crate) fn lone_box(&self) -> &LoneBox<S> {
        &self.lone
    }

    /// The number of floor squares.
    #[inline]
    pub(crate) fn n_squares(&self) -> usize {
        self.bare.n_squares()
    }

    /// The neighbours of every square.
    #[inline]
    pub(crate) fn floor(&self) -> &FloorGraph {
        self.bare.floor()
    }

    /// The goals.
    #[inline]
    pub(crate) fn goals(&self) -> &S {
        self.bare.goals()
    }

    /// Where the man can walk.
    #[inline]
    pub(crate) fn reach(&self) -> &Reach<S> {
        self.bare.reach()
    }

    /// The first side of a box on which the man, in his area, can stand.
    #[inline]
    pub(crate) fn side_towards(&self, area: &S, box_sq: Square) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&side| {
            let man = self.floor().next(box_sq, side);
            !self.floor().is_wall(man) && area.contains(man)
        })
    }

    /// Where a search from this end begins: the start, or the solved board with
    /// the man in each of its areas. With goals to spare there is no one solved
    /// board, and none is given.
    pub(crate) fn roots(&self, end: End) -> Vec<(S, Square)> {
        match end {
            End::Start => vec![(self.start.clone(), self.man)],
            End::Solved if self.goals().len() != self.start.len() => Vec::new(),
            End::Solved => {
                let areas = self.reach().areas(self.goals());
                let men = areas.iter().filter_map(Squares::lowest);
                men.map(|man| (self.goals().clone(), man)).collect()
            }
        }
    }

    /// A mark for each square without a box; never for the wall.
    pub(crate) fn free_squares(&self, boxes: &S) -> BySquare<bool> {
        let mut free = BySquare::new(self.n_squares(), false);
        self.mark_free(boxes, &mut free);
        free
    }

    /// The same in a table that exists already.
    #[inline]
    pub(crate) fn mark_free(&self, boxes: &S, free: &mut BySquare<bool>) {
        free.with_wall_mut().fill(true);
        free[self.floor().wall()] = false;
        for square in boxes.iter() {
            free[square] = false;
        }
    }

    /// The hash of boxes and the area in which the man stands.
    pub(crate) fn key(&self, boxes: &S, man: Square) -> u64 {
        let area = self.reach().area(boxes, man);
        self.hash(boxes, area.lowest().unwrap_or(man))
    }

    /// The hash of boxes and the first square of the man's area.
    pub(crate) fn hash(&self, boxes: &S, area: Square) -> u64 {
        self.zobrist.of_boxes(boxes) ^ self.zobrist.of_man(area)
    }
}

/// What a box alone on the floor needs to or from each of these squares,
/// whichever side the man begins on.
fn lone_distances<S: Squares>(floor: &FloorGraph, motion: Motion, from: &S) -> Distances {
    let n = floor.n_squares();
    let mut lone = LoneBoxSearch::new(floor);
    let mut distances = Distances {
        each: Vec::new(),
        nearest: BySquare::new(n, UNREACHABLE),
        is_reached: BySquare::new(n, false),
    };
    for square in from.iter() {
        for stop in lone.explore(motion, [square]) {
            let nearest = &mut distances.nearest[stop.at];
            *nearest = stop.steps.min(*nearest);
            distances.is_reached[stop.at] = true;
        }
        distances.each.push(lone.distances());
    }
    distances
}
