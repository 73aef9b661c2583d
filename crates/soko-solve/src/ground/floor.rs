//! What never changes while a level is solved: the floor as plain tables.

use crate::deadlock::{self, LoneBox, frozen_around};
use crate::ground::end::End;
use soko_core::facts::{LoneBoxSearch, Motion, UNREACHABLE};
use soko_core::{BySquare, Direction, FloorGraph, Level, Reach, Square, Squares, Zobrist};

/// The tables of one level, shared by all strategies.
pub(crate) struct Ground<S> {
    /// The number of floor squares.
    pub(crate) n: usize,
    /// The neighbours of every square.
    pub(crate) floor: FloorGraph,
    /// The goals.
    pub(crate) goals: S,
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
    /// Where the man can walk.
    pub(crate) reach: Reach<S>,
    /// The hash words.
    pub(crate) zobrist: Zobrist,
    /// What the freeze test reads.
    board: deadlock::Ground<S>,
    lone: LoneBox<S>,
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

impl<S: Squares> Ground<S> {
    pub(crate) fn new(level: &Level) -> Ground<S> {
        let board = level.board();
        let n = board.n_squares();
        let floor = FloorGraph::new(board);
        let goals: S = board.convert(board.goals());
        let start: S = board.convert(level.boxes());
        let to_goals = lone_distances(&floor, Motion::Pull, &goals);
        let from_starts = lone_distances(&floor, Motion::Push, &start);
        let ground = deadlock::Ground::new(board);
        Ground {
            lone: LoneBox::new(&ground, ground.nothing()),
            board: ground,
            n,
            floor,
            goals,
            start,
            man: level.man(),
            live: to_goals.is_reached,
            pushable: from_starts.is_reached,
            everywhere: BySquare::new(n, true),
            goal_distance: to_goals.each,
            start_distance: from_starts.each,
            nearest_goal: to_goals.nearest,
            nearest_start: from_starts.nearest,
            reach: Reach::new(board),
            zobrist: Zobrist::new(n),
        }
    }

    /// The next square in a direction, or the wall.
    #[inline]
    pub(crate) fn next(&self, square: Square, direction: Direction) -> Square {
        self.floor.next(square, direction)
    }

    /// The floor squares beside a square.
    #[inline]
    pub(crate) fn beside(&self, square: Square) -> impl Iterator<Item = Square> {
        let beside = self.floor.beside(square).0.into_iter();
        beside.filter(|&next| !self.floor.is_wall(next))
    }

    /// The first side of a box on which the man, in his area, can stand.
    #[inline]
    pub(crate) fn side_towards(&self, area: &S, box_sq: Square) -> Option<Direction> {
        Direction::ALL.into_iter().find(|&side| {
            let man = self.next(box_sq, side);
            !self.floor.is_wall(man) && area.contains(man)
        })
    }

    /// Whether the box just pushed to `at` freezes a box that is not on a goal.
    #[inline]
    pub(crate) fn freezes(&self, boxes: &S, at: Square) -> bool {
        !frozen_around(&self.board, &self.lone, boxes, at).is_subset(&self.goals)
    }

    /// Where a search from this end begins: the start, or the solved board with
    /// the man in each of its areas. With goals to spare there is no one solved
    /// board, and none is given.
    pub(crate) fn roots(&self, end: End) -> Vec<(S, Square)> {
        match end {
            End::Start => vec![(self.start.clone(), self.man)],
            End::Solved if self.goals.len() != self.start.len() => Vec::new(),
            End::Solved => {
                let areas = self.reach.areas(&self.goals);
                let men = areas.iter().filter_map(Squares::lowest);
                men.map(|man| (self.goals.clone(), man)).collect()
            }
        }
    }

    /// A mark for each square without a box; never for the wall.
    pub(crate) fn free_squares(&self, boxes: &S) -> BySquare<bool> {
        let mut free = BySquare::new(self.n, false);
        self.mark_free(boxes, &mut free);
        free
    }

    /// The same in a table that exists already.
    #[inline]
    pub(crate) fn mark_free(&self, boxes: &S, free: &mut BySquare<bool>) {
        free.with_wall_mut().fill(true);
        free[self.floor.wall()] = false;
        for square in boxes.iter() {
            free[square] = false;
        }
    }

    /// The hash of boxes and the area in which the man stands.
    pub(crate) fn key(&self, boxes: &S, man: Square) -> u64 {
        let area = self.reach.area(boxes, man);
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
