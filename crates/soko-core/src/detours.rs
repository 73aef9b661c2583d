//! Ways round a square, known before anybody asks.
//!
//! When a box is put on a square of the man's area, the area falls into parts unless the
//! square's neighbours still hang together. The ring around it says so where they hang
//! together nearby (`ring.rs`); around a pillar or through the next room they do so further
//! away. Walls do not move, so for every square and any two of its neighbours some short
//! ways from one to the other are found once, each as a set of squares, and a way that no
//! box stands on answers with one look.
//!
//! ```text
//!     # a ###      a box at x: the ring is cut on both sides, and the way round the
//!     ##x # #      pillar joins a and b
//!     # b   #
//! ```
//!
//! Sound: a way without boxes can be walked. Incomplete: where all of them are blocked,
//! nothing is said. The ways are a shortest one and, for each of its squares, a shortest
//! one that avoids that square: what blocks the first is mostly one box. Cost: a small
//! search for each, over a few dozen squares, so it is for those who ask often.

use crate::{Board, ByDirection, BySquare, Direction, Square, Squares};

/// Ways for two neighbours of a square at the most.
const WAYS: usize = 6;
/// Squares of a way at the most.
const LENGTH: u16 = 14;

/// Ways round every square of a board.
#[derive(Clone, Debug)]
pub(crate) struct Detours<S> {
    ways: Vec<S>,
    /// Which of them join the neighbours in two directions, by square.
    between: BySquare<ByDirection<ByDirection<(u32, u32)>>>,
}

impl<S: Squares> Detours<S> {
    pub fn new(board: &Board) -> Detours<S> {
        let n = board.n_squares();
        let nothing = ByDirection([ByDirection([(0, 0); 4]); 4]);
        let mut found = Detours {
            ways: Vec::new(),
            between: BySquare::new(n, nothing),
        };
        let mut search = Search::new(board);
        for square in board.squares() {
            for (first, from) in board.neighbours(square) {
                for (second, to) in board.neighbours(square) {
                    if first < second {
                        let begin = found.ways.len() as u32;
                        found.ways.extend(search.ways(square, from, to));
                        let range = (begin, found.ways.len() as u32);
                        found.between[square][first][second] = range;
                        found.between[square][second][first] = range;
                    }
                }
            }
        }
        found
    }

    /// Whether a known way between the neighbours of a square in two directions is free of
    /// boxes.
    #[inline]
    pub fn joins(&self, square: Square, one: Direction, other: Direction, boxes: &S) -> bool {
        let (begin, end) = self.between[square][one][other];
        let ways = &self.ways[begin as usize..end as usize];
        ways.iter().any(|way| !way.intersects(boxes))
    }
}

/// Shortest ways on a board.
struct Search<'a> {
    board: &'a Board,
    /// From which square each was reached, in which search.
    before: Vec<(Square, u32)>,
    search: u32,
    queue: Vec<(Square, u16)>,
}

impl Search<'_> {
    fn new(board: &Board) -> Search<'_> {
        Search {
            board,
            before: vec![(Square(0), 0); board.n_squares()],
            search: 0,
            queue: Vec::new(),
        }
    }

    /// Some ways between two squares that avoid a third, the shortest first.
    fn ways<S: Squares>(&mut self, avoided: Square, from: Square, to: Square) -> Vec<S> {
        let n = self.board.n_squares();
        let Some(shortest) = self.way(&[avoided], from, to) else {
            return Vec::new();
        };
        let mut ways: Vec<Vec<Square>> = Vec::new();
        for &blocked in shortest.iter().filter(|&&s| s != from && s != to) {
            ways.extend(self.way(&[avoided, blocked], from, to));
        }
        ways.sort_unstable_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
        ways.dedup();
        ways.truncate(WAYS - 1);
        let all = std::iter::once(shortest).chain(ways);
        all.map(|way| S::of(n, way)).collect()
    }

    /// The squares of a shortest way, both ends among them; none if it is long.
    fn way(&mut self, avoided: &[Square], from: Square, to: Square) -> Option<Vec<Square>> {
        self.search += 1;
        for &square in avoided {
            self.before[square.index()] = (square, self.search);
        }
        self.before[from.index()] = (from, self.search);
        self.queue.clear();
        self.queue.push((from, 1));
        let mut next = 0;
        while let Some(&(square, length)) = self.queue.get(next) {
            next += 1;
            if square == to {
                return Some(self.back_from(to, from));
            }
            if length == LENGTH {
                continue;
            }
            for (_, beside) in self.board.neighbours(square) {
                if self.before[beside.index()].1 != self.search {
                    self.before[beside.index()] = (square, self.search);
                    self.queue.push((beside, length + 1));
                }
            }
        }
        None
    }

    fn back_from(&self, to: Square, from: Square) -> Vec<Square> {
        let mut way = vec![to];
        let mut at = to;
        while at != from {
            at = self.before[at.index()].0;
            way.push(at);
        }
        way
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, Reach, SplitMix, SquareSet, random_level};

    /// A way that is said to be there is found by a flood; and most that are there are said.
    #[test]
    fn neighbours_that_are_joined_are_joined_without_the_square() {
        let mut random = SplitMix(31);
        let (mut n_joined, mut n_said) = (0, 0);
        for _ in 0..200 {
            let level = random_level(&mut random, 9, 8, 5);
            let board = level.board();
            let (detours, reach) = (
                Detours::<SquareSet>::new(board),
                Reach::<SquareSet>::new(board),
            );
            for square in board.squares().filter(|&s| !level.boxes().contains(s)) {
                let boxes = level.boxes().changed(|set| set.insert(square));
                for (one, from) in board.neighbours(square) {
                    for (other, to) in board.neighbours(square) {
                        if one == other || boxes.contains(from) || boxes.contains(to) {
                            continue;
                        }
                        let is_joined = reach.area(&boxes, from).contains(to);
                        let is_said = detours.joins(square, one, other, &boxes);
                        assert!(is_joined || !is_said, "{square:?}\n{}", level.setup());
                        n_joined += u32::from(is_joined);
                        n_said += u32::from(is_said);
                    }
                }
            }
        }
        assert!(
            n_said > 10_000 && 10 * n_said > 8 * n_joined,
            "{n_said} {n_joined}"
        );
    }

    /// Round a pillar, either way.
    #[test]
    fn a_pillar_has_two_sides() {
        let level: Level = "#######\n#@ $ .#\n# # # #\n#     #\n#######"
            .parse()
            .unwrap();
        let board = level.board();
        let detours = Detours::<SquareSet>::new(board);
        let (left, right) = (Direction::Left, Direction::Right);
        let middle = Square(2);
        let mut boxes = SquareSet::of(board.n_squares(), [middle]);
        assert!(detours.joins(middle, left, right, &boxes));
        // The floor below the pillars is the only way.
        boxes.insert(Square(10));
        assert!(!detours.joins(middle, left, right, &boxes));
    }

    /// What blocks the shortest way round does not block the next.
    #[test]
    fn a_box_on_the_way_has_a_way_round_of_its_own() {
        let level: Level = "#######\n#@ $ .#\n# # # #\n#     #\n##   ##\n#######"
            .parse()
            .unwrap();
        let board = level.board();
        let detours = Detours::<SquareSet>::new(board);
        let middle = Square(2);
        let joined = |boxes: &[u16]| {
            let boxes = boxes.iter().map(|&square| Square(square));
            let boxes = SquareSet::of(board.n_squares(), boxes);
            detours.joins(middle, Direction::Left, Direction::Right, &boxes)
        };
        assert!(joined(&[2, 10]));
        assert!(!joined(&[2, 10, 14]));
    }
}
