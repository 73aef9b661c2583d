//! Where the man can walk.
//!
//! The flood fill works on bits (`flood.rs`).
//!
//! Where a box has moved and the area before is known, the area after is mostly
//! the same but for the box's old and new squares. [`Reach::area_after`] sees from
//! the squares around them whether that is so, and floods only otherwise: what was
//! opened, or all where something may have been closed.

use crate::detours::Detours;
use crate::flood::Neighbours;
use crate::ring::Rings;
use crate::{Board, BySquare, Direction, Square, Squares};
use std::collections::VecDeque;

/// Boards for which ways round are found: those on which a flood is cheap go without, and so
/// do those on which ways would take more than some hundred kilobytes.
const WITH_DETOURS: std::ops::RangeInclusive<usize> = 65..=256;

/// The man's reach on one board, for sets of type `S`.
#[derive(Clone, Debug)]
pub struct Reach<S> {
    all: S,
    none: S,
    neighbours: Neighbours,
    rings: Rings,
    detours: Option<Detours<S>>,
}

/// An area after a box was moved, as far as a look can tell.
struct Change<S> {
    /// The area before, without the box's new square and with its old one if it comes up
    /// to there.
    after: S,
    /// Free squares beside the old one that were beyond reach and no longer are.
    opened: S,
    /// Whether the man stands in all of it, so that he can get to `after` and to what is
    /// connected with `opened`.
    is_sure: bool,
}

impl<S: Squares> Reach<S> {
    /// Prepares the neighbours of every square of a board.
    pub fn new(board: &Board) -> Reach<S> {
        Reach {
            all: S::full(board.n_squares()),
            none: S::empty(board.n_squares()),
            neighbours: Neighbours::new(board),
            rings: Rings::new(board),
            detours: None,
        }
    }

    /// The same, for those who ask for areas after pushes millions of times: ways round
    /// every square are found before, so that fewer of them need a flood. Boards of one word
    /// go without, where a flood costs no more than looking for a way that is free, and so
    /// do large ones, whose ways would take too much room.
    pub fn with_detours(board: &Board) -> Reach<S> {
        let is_worth_it = WITH_DETOURS.contains(&board.n_squares());
        Reach {
            detours: is_worth_it.then(|| Detours::new(board)),
            ..Reach::new(board)
        }
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
        let mut free = self.all.clone();
        free.subtract(boxes);
        self.area_within(free, man)
    }

    /// The areas of several men, each among boxes of his own: on boards of one word faster
    /// than one after the other.
    #[inline]
    pub fn areas_among<const N: usize>(&self, boxes: &[S; N], men: [Square; N]) -> [S; N] {
        let mut areas = std::array::from_fn(|i| {
            let mut area = self.all.clone();
            area.subtract(&boxes[i]);
            area.insert(men[i]);
            area
        });
        let mut unseen = areas.clone();
        let waiting = men.map(|man| {
            let mut waiting = self.none.clone();
            waiting.insert(man);
            waiting
        });
        self.neighbours.flood_all(&mut unseen, waiting);
        let all = areas.iter_mut().zip(&unseen);
        all.for_each(|(area, unseen)| area.subtract(unseen));
        areas
    }

    /// The man's area after a box was moved between two squares and the man came to
    /// stand on `man`; `area` is an area of the man before, `boxes` stand after.
    ///
    /// The area before loses the box's new square. It gains the old one and what lies
    /// beyond, if it comes up to there. That is all if the neighbours of the new square
    /// still hang together around it.
    #[inline]
    pub fn area_after(&self, area: &S, boxes: &S, from: Square, to: Square, man: Square) -> S {
        let Change {
            mut after,
            opened,
            is_sure,
        } = self.change(area, boxes, from, to, man);
        if !is_sure {
            return self.area(boxes, man);
        }
        if !opened.is_empty() {
            self.grow(&mut after, boxes, opened);
        }
        after
    }

    /// The lowest square of [`Reach::area_after`]. Nothing is flooded for what is opened if
    /// no free square is lower anyway, and other floods end where no lower one can come.
    #[inline]
    pub fn lowest_after(
        &self,
        area: &S,
        boxes: &S,
        from: Square,
        to: Square,
        man: Square,
    ) -> Square {
        let Change {
            mut after,
            opened,
            is_sure,
        } = self.change(area, boxes, from, to, man);
        let within = match opened.is_empty() && after.contains(man) {
            true => after.clone(),
            false => self.all.difference(boxes),
        };
        if !is_sure {
            return self.neighbours.lowest_connected(within, man);
        }
        let lowest = after.lowest().expect("the man stands somewhere");
        if opened.is_empty() || within.lowest() >= Some(lowest) {
            return lowest;
        }
        self.grow(&mut after, boxes, opened);
        after.lowest().unwrap_or(lowest)
    }

    /// What can be told of an area without a flood after a box was moved.
    #[inline]
    fn change(&self, area: &S, boxes: &S, from: Square, to: Square, man: Square) -> Change<S> {
        let mut rest = area.clone();
        rest.remove(to);
        let mut after = rest.clone();
        let mut opened = self.beside(from);
        if rest.intersects(&opened) {
            after.insert(from);
            opened.subtract(&after);
            opened.subtract(boxes);
        } else {
            opened.clear();
        }
        let is_cut = area.contains(to) && self.may_part(to, &rest, &after, boxes);
        let is_sure = !is_cut && after.contains(man);
        Change {
            after,
            opened,
            is_sure,
        }
    }

    /// Whether an area may have fallen into parts when a box was put on a square of it:
    /// what is left of it, and what can be walked now.
    #[inline]
    fn may_part(&self, square: Square, rest: &S, after: &S, boxes: &S) -> bool {
        let Some((first, mut apart)) = self.rings.apart(square, rest, after) else {
            return false;
        };
        let Some(detours) = &self.detours else {
            return true;
        };
        apart.any(|other| !detours.joins(square, first, other, boxes))
    }

    /// Adds to an area what can be reached from squares beside it.
    fn grow(&self, area: &mut S, boxes: &S, opened: S) {
        let mut unseen = self.all.clone();
        unseen.subtract(boxes);
        unseen.subtract(area);
        area.union_with(&unseen);
        self.neighbours.flood(&mut unseen, opened);
        area.subtract(&unseen);
    }

    /// The connected part of `free` that holds `from`; `from` itself is counted
    /// whether it is free or not.
    #[inline]
    pub fn area_within(&self, free: S, from: Square) -> S {
        let mut area = free;
        area.insert(from);
        let mut unseen = area.clone();
        let mut waiting = self.none.clone();
        waiting.insert(from);
        self.neighbours.flood(&mut unseen, waiting);
        area.subtract(&unseen);
        area
    }

    /// The neighbours of a square.
    #[inline]
    fn beside(&self, square: Square) -> S {
        let mut beside = self.none.clone();
        self.neighbours.add_beside(square, &mut beside);
        beside
    }

    /// All neighbours of all squares of a set.
    pub fn around(&self, set: &S) -> S {
        let mut around = self.none.clone();
        for square in set.iter() {
            self.neighbours.add_beside(square, &mut around);
        }
        around
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
    if boxes.contains(to) {
        return None;
    }
    let step_towards = steps_towards(board, boxes, from, to);
    let mut steps = Vec::new();
    let mut at = from;
    while at != to {
        let direction = step_towards[at]?;
        steps.push(direction);
        at = board.neighbour(at, direction)?;
    }
    Some(steps)
}

/// A first step of a shortest walk to a square, for squares as near to it as `from`.
/// The search begins at the far end, so that the steps of a walk come out in order.
fn steps_towards<S: Squares>(
    board: &Board,
    boxes: &S,
    from: Square,
    to: Square,
) -> BySquare<Option<Direction>> {
    let mut step_towards = BySquare::new(board.n_squares(), None);
    let mut queue = VecDeque::from([to]);
    while let Some(square) = queue.pop_front() {
        for (direction, next) in board.neighbours(square) {
            if next != to && step_towards[next].is_none() && !boxes.contains(next) {
                step_towards[next] = Some(direction.opposite());
                queue.push_back(next);
            }
        }
        if step_towards[from].is_some() {
            break;
        }
    }
    step_towards
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, SplitMix, SquareSet, Walks, random_level, with_width};

    /// The length of a shortest walk to every square by a plain queue; `u16::MAX`
    /// where the man cannot get.
    fn walking_distances<S: Squares>(board: &Board, boxes: &S, from: Square) -> Vec<u16> {
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

    fn check_all_men<S: Squares>(level: &Level) {
        let board = level.board();
        let reach = Reach::<S>::new(board);
        let boxes: S = board.convert(level.boxes());
        let mut walks = Walks::<S>::new(board);
        for man in board.squares().filter(|&s| !boxes.contains(s)) {
            let area = reach.area(&boxes, man);
            let distances = walking_distances(board, &boxes, man);
            walks.measure(&boxes, man);
            assert_eq!(walks.reached(), &area);
            for square in board.squares() {
                let distance = distances[square.index()];
                let is_reached = distance != u16::MAX;
                assert_eq!(area.contains(square), is_reached, "{}", level.setup());
                assert_eq!(walks.to(square), is_reached.then_some(distance.into()));
            }
        }
        let areas = reach.areas(&boxes);
        let n_free: usize = areas.iter().map(|area| area.len()).sum();
        assert_eq!(n_free, board.n_squares() - level.n_boxes());
        for area in &areas {
            let rim = reach.around(area).difference(area);
            assert!(rim.is_subset(&boxes), "areas end at boxes");
        }
    }

    #[test]
    fn areas_agree_with_a_queue_on_boards_of_every_width() {
        let mut random = SplitMix(3);
        for (width, height, boxes) in [(9, 8, 4), (16, 12, 9), (24, 18, 20), (70, 30, 90)] {
            for _ in 0..20 {
                let level = random_level(&mut random, width, height, boxes);
                with_width!(level.board().n_squares(), S => check_all_men::<S>(&level));
                check_all_men::<SquareSet>(&level);
            }
        }
    }

    fn check_side_by_side<S: Squares>(board: &Board, random: &mut SplitMix) {
        let reach = Reach::<S>::new(board);
        for _ in 0..40 {
            // Boxes of other men are not in the way, nor is a box under the man himself.
            let mut scattered = || {
                let squares = board.squares().filter(|_| random.below(3) == 0);
                S::of(board.n_squares(), squares)
            };
            let boxes: [S; 4] = std::array::from_fn(|_| scattered());
            let men = std::array::from_fn(|_| Square(random.below(board.n_squares()) as u16));
            let areas = reach.areas_among(&boxes, men);
            for i in 0..4 {
                assert_eq!(areas[i], reach.area(&boxes[i], men[i]));
            }
        }
    }

    #[test]
    fn areas_side_by_side_are_those_one_by_one() {
        let mut random = SplitMix(23);
        for (width, height, boxes) in [(8, 8, 4), (9, 8, 3), (16, 12, 9), (40, 30, 20)] {
            let level = random_level(&mut random, width, height, boxes);
            let board = level.board();
            with_width!(board.n_squares(), S => check_side_by_side::<S>(board, &mut random));
        }
    }

    #[test]
    fn an_area_after_a_move_is_what_a_flood_finds() {
        let mut random = SplitMix(17);
        for round in 0..200 {
            let (width, height, n_boxes) = [(7, 7, 4), (10, 8, 9), (16, 12, 24)][round % 3];
            let level = random_level(&mut random, width, height, n_boxes);
            let board = level.board();
            let reach = Reach::<SquareSet>::new(board);
            let quicker = Reach::<SquareSet>::with_detours(board);
            let mut boxes = level.boxes().clone();
            for _ in 0..20 {
                let free = SquareSet::full(board.n_squares()).difference(&boxes);
                let any = |set: &SquareSet, random: &mut SplitMix| {
                    let n = random.below(set.len());
                    set.iter().nth(n).expect("there are so many")
                };
                let (from, to) = (any(&boxes, &mut random), any(&free, &mut random));
                let mut after = boxes.clone();
                after.shift(from, to);
                for area in reach.areas(&boxes) {
                    for man in board.squares().filter(|&s| !after.contains(s)) {
                        let quick = reach.area_after(&area, &after, from, to, man);
                        assert_eq!(quick, reach.area(&after, man), "{from:?} {to:?} {man:?}");
                        let quicker = quicker.area_after(&area, &after, from, to, man);
                        assert_eq!(quicker, quick, "{from:?} {to:?} {man:?}");
                        let lowest = reach.lowest_after(&area, &after, from, to, man);
                        assert_eq!(Some(lowest), quick.lowest(), "{from:?} {to:?} {man:?}");
                    }
                }
                boxes = after;
            }
        }
    }

    #[test]
    fn rows_wider_than_a_word_use_the_table() {
        let row = " ".repeat(100);
        let text = format!(
            "{0}\n#@$.{row}#\n#   {row}#\n#   {row}#\n{0}",
            "#".repeat(105)
        );
        let level: Level = text.parse().unwrap();
        let reach = Reach::<SquareSet>::new(level.board());
        assert!(matches!(reach.neighbours, Neighbours::Table(_)));
        check_all_men::<SquareSet>(&level);
    }

    #[test]
    fn walks_are_shortest_and_legal() {
        let mut random = SplitMix(9);
        for _ in 0..50 {
            let level = random_level(&mut random, 9, 8, 5);
            let (board, boxes) = (level.board(), level.boxes());
            let distances = walking_distances(board, boxes, level.man());
            for to in board.squares().filter(|&s| !boxes.contains(s)) {
                let steps = walk(board, boxes, level.man(), to);
                let length = steps.as_ref().map_or(u16::MAX, |steps| steps.len() as u16);
                assert_eq!(length, distances[to.index()]);
                let mut at = level.man();
                for step in steps.into_iter().flatten() {
                    at = board.neighbour(at, step).unwrap();
                    assert!(!boxes.contains(at));
                }
                assert!(length == u16::MAX || at == to);
            }
        }
    }
}
