//! What never changes while a level is solved: the floor as plain tables.

use crate::deadlock::{self, LoneBox, frozen_around};
use crate::ground::blocks::Blocks;
use crate::ground::end::End;
use crate::ground::macro_reach::{Kind, Roamer};
use soko_core::{Direction, Level, Reach, Square, Squares, Zobrist};

/// No distance: the box cannot get there.
pub(crate) const FAR: u16 = u16::MAX;

/// The tables of one level, shared by all strategies.
pub(crate) struct Ground<S> {
    /// The number of floor squares; as a square it stands for the wall.
    pub(crate) n: usize,
    /// The next square in each direction; `n` for a wall.
    pub(crate) next: Vec<[u16; 4]>,
    /// The goals.
    pub(crate) goals: S,
    /// The boxes at the start.
    pub(crate) start: S,
    /// The man at the start.
    pub(crate) man: Square,
    /// Squares from which a lone box can be pushed to some goal.
    pub(crate) live: Vec<bool>,
    /// Squares to which some starting box, alone on the board, can be pushed.
    pub(crate) pushable: Vec<bool>,
    /// For each goal in reading order, the pushes that a lone box needs from each
    /// square, whichever side the man begins on; [`FAR`] if it cannot.
    pub(crate) goal_distance: Vec<Vec<u16>>,
    /// For each box of the start in reading order, the pushes that it needs, alone
    /// on the board, to each square; [`FAR`] if it cannot.
    pub(crate) start_distance: Vec<Vec<u16>>,
    /// The pushes to the nearest goal.
    pub(crate) nearest_goal: Vec<u16>,
    /// The pushes from the nearest box of the start.
    pub(crate) nearest_start: Vec<u16>,
    /// Where the man can walk.
    pub(crate) reach: Reach<S>,
    /// The hash words.
    pub(crate) zobrist: Zobrist,
    /// What the freeze test reads.
    floor: deadlock::Ground<S>,
    lone: LoneBox<S>,
}

/// The way back along each of the four directions' numbers.
pub(crate) const BACK: [usize; 4] = [1, 0, 3, 2];

impl<S: Squares> Ground<S> {
    pub(crate) fn new(level: &Level) -> Ground<S> {
        let board = level.board();
        let n = board.n_squares();
        let mut next: Vec<[u16; 4]> = board
            .squares()
            .map(|square| {
                Direction::ALL.map(|d| board.neighbour(square, d).map_or(n as u16, |s| s.0))
            })
            .collect();
        next.push([n as u16; 4]);
        let floor = deadlock::Ground::new(board);
        let mut ground = Ground {
            lone: LoneBox::new(&floor, floor.nothing()),
            floor,
            n,
            next,
            goals: board.convert(board.goals()),
            start: board.convert(level.boxes()),
            man: level.man(),
            live: vec![false; n + 1],
            pushable: vec![false; n + 1],
            goal_distance: Vec::new(),
            start_distance: Vec::new(),
            nearest_goal: vec![FAR; n + 1],
            nearest_start: vec![FAR; n + 1],
            reach: Reach::new(board),
            zobrist: Zobrist::new(n),
        };
        ground.measure_distances();
        ground
    }

    /// Whether the box just pushed to `at` freezes a box that is not on a goal.
    #[inline]
    pub(crate) fn freezes(&self, boxes: &S, at: Square) -> bool {
        !frozen_around(&self.floor, &self.lone, boxes, at).is_subset(&self.goals)
    }

    fn measure_distances(&mut self) {
        let free = self.free_squares(&S::empty(self.n));
        let mut blocks = Blocks::new(self.n);
        blocks.find(self, &free);
        let mut roamer = Roamer::new(self.n);
        let everywhere = vec![true; self.n + 1];
        let goals: Vec<Square> = self.goals.iter().collect();
        for goal in goals {
            roamer.roam_any_side(self, &free, &blocks, Kind::Pull, goal.index(), &everywhere);
            let distances = roamer.distances(self.n);
            for (square, &distance) in distances.iter().enumerate() {
                self.nearest_goal[square] = self.nearest_goal[square].min(distance);
                self.live[square] |= distance != FAR;
            }
            self.goal_distance.push(distances);
        }
        let starts: Vec<Square> = self.start.iter().collect();
        for start in starts {
            roamer.roam_any_side(self, &free, &blocks, Kind::Push, start.index(), &everywhere);
            let distances = roamer.distances(self.n);
            for (square, &distance) in distances.iter().enumerate() {
                self.nearest_start[square] = self.nearest_start[square].min(distance);
                self.pushable[square] |= distance != FAR;
            }
            self.start_distance.push(distances);
        }
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
    pub(crate) fn free_squares(&self, boxes: &S) -> Vec<bool> {
        let mut free = vec![true; self.n + 1];
        free[self.n] = false;
        for square in boxes.iter() {
            free[square.index()] = false;
        }
        free
    }

    /// The same in a vector that exists already.
    #[inline]
    pub(crate) fn mark_free(&self, boxes: &S, free: &mut [bool]) {
        free.fill(true);
        free[self.n] = false;
        for square in boxes.iter() {
            free[square.index()] = false;
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
