//! Where the man can walk.
//!
//! The flood fill works on whole words: one round takes every square of the
//! frontier, joins the neighbour masks of those squares, and keeps what is free
//! and new. A round costs a few instructions a frontier square and no branch a
//! neighbour, so it beats a queue several times over (`make bench-micro`).
//! Boards wider than [`MASK_WORDS`] words use the neighbour table, as masks would
//! grow with the square of the board.

use crate::{Board, Direction, Square, Squares};
use std::collections::VecDeque;

/// Neighbour masks are kept for sets of at most so many words.
const MASK_WORDS: usize = 4;

/// The man's reach on one board, for sets of type `S`.
#[derive(Clone, Debug)]
pub struct Reach<S> {
    all: S,
    masks: Vec<S>,
    neighbours: Vec<[u16; 4]>,
}

impl<S: Squares> Reach<S> {
    /// Prepares the masks of a board.
    pub fn new(board: &Board) -> Reach<S> {
        let n = board.n_squares();
        let all = S::full(n);
        let mut reach = Reach {
            all,
            masks: Vec::new(),
            neighbours: Vec::new(),
        };
        if reach.all.words().len() <= MASK_WORDS {
            let mask = |square| S::of(n, board.neighbours(square).map(|(_, next)| next));
            reach.masks = board.squares().map(mask).collect();
        } else {
            // A missing neighbour is replaced by the square itself, which the
            // flood has reached already.
            let list = |square: Square| {
                Direction::ALL.map(|d| board.neighbour(square, d).unwrap_or(square).0)
            };
            reach.neighbours = board.squares().map(list).collect();
        }
        reach
    }

    /// The area of squares that the man can walk to, his own among them.
    ///
    /// ```
    /// use soko_core::{Level, Reach, SquareSet, Squares};
    /// let level: Level = "######\n#@ $.#\n######".parse().unwrap();
    /// let reach = Reach::<SquareSet>::new(level.board());
    /// assert_eq!(reach.area(level.boxes(), level.man()).len(), 2);
    /// ```
    #[inline]
    pub fn area(&self, boxes: &S, man: Square) -> S {
        let mut new = self.all.clone();
        new.subtract(boxes);
        self.area_within(new, man)
    }

    /// The connected part of `free` that holds `from`; `from` itself is counted
    /// whether it is free or not.
    #[inline]
    pub fn area_within(&self, free: S, from: Square) -> S {
        let mut unseen = free;
        unseen.remove(from);
        let mut area = self.nothing();
        area.insert(from);
        let mut frontier = area.clone();
        loop {
            let mut next = self.around(&frontier);
            next.intersect_with(&unseen);
            if next.is_empty() {
                return area;
            }
            unseen.subtract(&next);
            area.union_with(&next);
            frontier = next;
        }
    }

    /// All neighbours of all squares of a set.
    #[inline]
    pub fn around(&self, set: &S) -> S {
        let mut next = self.nothing();
        if self.neighbours.is_empty() {
            for square in set.iter() {
                next.union_with(&self.masks[square.index()]);
            }
        } else {
            for square in set.iter() {
                for neighbour in self.neighbours[square.index()] {
                    next.insert(Square(neighbour));
                }
            }
        }
        next
    }

    /// Every area that the boxes leave, in the order of their first squares.
    pub fn areas(&self, boxes: &S) -> Vec<S> {
        let mut free = self.all.clone();
        free.subtract(boxes);
        let mut areas = Vec::new();
        while let Some(first) = free.lowest() {
            let area = self.area_within(free.clone(), first);
            free.subtract(&area);
            areas.push(area);
        }
        areas
    }

    #[inline]
    fn nothing(&self) -> S {
        let mut set = self.all.clone();
        for word in set.words_mut() {
            *word = 0;
        }
        set
    }
}

/// A shortest walk between two squares, if there is one. Among shortest walks it
/// is always the same one.
pub fn walk<S: Squares>(
    board: &Board,
    boxes: &S,
    from: Square,
    to: Square,
) -> Option<Vec<Direction>> {
    if from == to {
        return Some(Vec::new());
    }
    // Search from the far end, so that the steps come out in order.
    let mut step_towards = vec![None; board.n_squares()];
    let mut queue = VecDeque::from([to]);
    while let Some(square) = queue.pop_front() {
        for (direction, next) in board.neighbours(square) {
            if next != to && step_towards[next.index()].is_none() && !boxes.contains(next) {
                step_towards[next.index()] = Some(direction.opposite());
                queue.push_back(next);
            }
        }
        if step_towards[from.index()].is_some() {
            break;
        }
    }
    let mut steps = Vec::new();
    let mut at = from;
    while at != to {
        let direction = step_towards[at.index()]?;
        steps.push(direction);
        at = board.neighbour(at, direction)?;
    }
    Some(steps)
}

/// The length of a shortest walk from a square to every square; `u16::MAX` where
/// the man cannot get.
pub fn walking_distances<S: Squares>(board: &Board, boxes: &S, from: Square) -> Vec<u16> {
    let mut distances = vec![u16::MAX; board.n_squares()];
    distances[from.index()] = 0;
    let mut queue = VecDeque::from([from]);
    while let Some(square) = queue.pop_front() {
        let next_distance = distances[square.index()] + 1;
        for (_, next) in board.neighbours(square) {
            if distances[next.index()] == u16::MAX && !boxes.contains(next) {
                distances[next.index()] = next_distance;
                queue.push_back(next);
            }
        }
    }
    distances
}
