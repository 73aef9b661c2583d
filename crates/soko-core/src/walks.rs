//! How far the man has to walk, to every square at once.
//!
//! The squares one step away, then those two steps away, and so on: each ring is
//! the neighbours of the ring before that are free and new, taken as bits
//! ([`Reach::around`]). The numbers are kept from one question to the next, and
//! which of them were written last is known from the set of squares reached, so
//! nothing is allocated or wiped in between.

use crate::{Board, Reach, Square, Squares};

/// The lengths of shortest walks, as measured last.
///
/// ```
/// use soko_core::{Level, Squares, SquareSet, Walks};
/// let level: Level = "#######\n#@  $.#\n#######".parse().unwrap();
/// let mut walks = Walks::<SquareSet>::new(level.board());
/// walks.measure(level.boxes(), level.man());
/// let steps: Vec<_> = level.board().squares().map(|square| walks.to(square)).collect();
/// assert_eq!(steps, [Some(0), Some(1), Some(2), None, None]);
/// ```
#[derive(Clone, Debug)]
pub struct Walks<S> {
    reach: Reach<S>,
    all: S,
    reached: S,
    steps: Vec<u16>,
}

impl<S: Squares> Walks<S> {
    /// Nothing measured yet.
    pub fn new(board: &Board) -> Walks<S> {
        Walks {
            reach: Reach::new(board),
            all: S::full(board.n_squares()),
            reached: S::empty(board.n_squares()),
            steps: vec![0; board.n_squares()],
        }
    }

    /// Measures all walks from the man's square.
    pub fn measure(&mut self, boxes: &S, man: Square) {
        let man = S::of(self.steps.len(), [man]);
        self.spread(boxes, &man, |_| false);
    }

    /// Measures walks from the man's square until those to the given places are
    /// known, or there is nowhere left to go.
    pub fn measure_up_to(&mut self, boxes: &S, man: Square, places: &S) {
        let man = S::of(self.steps.len(), [man]);
        self.spread(boxes, &man, |unseen| !unseen.intersects(places));
    }

    /// Measures the walks to every square from the nearest of several.
    pub fn measure_from_all(&mut self, boxes: &S, from: &S) {
        self.spread(boxes, from, |_| false);
    }

    #[inline]
    fn spread(&mut self, boxes: &S, from: &S, is_enough: impl Fn(&S) -> bool) {
        let mut free = self.all.clone();
        free.subtract(boxes);
        free.union_with(from);
        let mut unseen = free.clone();
        let mut ring = from.clone();
        let mut steps = 0;
        while !ring.is_empty() {
            for square in ring.iter() {
                self.steps[square.index()] = steps;
            }
            unseen.subtract(&ring);
            if is_enough(&unseen) {
                break;
            }
            ring = self.reach.around(&ring);
            ring.intersect_with(&unseen);
            steps += 1;
        }
        free.subtract(&unseen);
        self.reached = free;
    }

    /// The squares to which a walk was found.
    #[inline]
    pub fn reached(&self) -> &S {
        &self.reached
    }

    /// The steps to a square; none if no walk to it was found.
    #[inline]
    pub fn to(&self, square: Square) -> Option<u32> {
        let steps = u32::from(self.steps[square.index()]);
        self.reached.contains(square).then_some(steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, SplitMix, SquareSet, random_level};

    /// Writes the steps to every square in the place of its floor.
    fn drawn(level: &Level, walks: &Walks<SquareSet>) -> String {
        let draw = |square| match walks.to(square) {
            Some(steps) => char::from_digit(steps, 36).expect("a short walk"),
            None => '-',
        };
        let cells = level.setup().cells().map(|(at, cell)| {
            let square = level.board().square(at);
            square.map_or(cell.to_char(), draw)
        });
        let cells: Vec<char> = cells.collect();
        let rows = cells.chunks(level.setup().width() as usize);
        rows.map(|row| row.iter().collect::<String>() + "\n")
            .collect()
    }

    #[test]
    fn numbers_on_a_board() {
        let level: Level = "########\n#@   #.#\n# ## $ #\n#   #  #\n########"
            .parse()
            .unwrap();
        let (board, boxes) = (level.board(), level.boxes());
        let mut walks = Walks::new(board);
        walks.measure(boxes, level.man());
        let alone = "########\n#0123#-#\n#1##4--#\n#234#--#\n########\n";
        assert_eq!(drawn(&level, &walks), alone);
        walks.measure_from_all(&board.no_squares(), board.goals());
        let to_goal = "########\n#7654#0#\n#8##321#\n#9ab#32#\n########\n";
        assert_eq!(drawn(&level, &walks), to_goal);
    }

    /// Nothing of an earlier question shines through.
    #[test]
    fn each_question_is_answered_afresh() {
        let mut random = SplitMix(31);
        for _ in 0..12 {
            let level = random_level(&mut random, 9, 7, 5);
            let (board, boxes) = (level.board(), level.boxes());
            let mut walks = Walks::<SquareSet>::new(board);
            for man in board.squares().filter(|&s| !boxes.contains(s)) {
                walks.measure(boxes, man);
                let mut fresh = Walks::<SquareSet>::new(board);
                fresh.measure(boxes, man);
                for square in board.squares() {
                    assert_eq!(walks.to(square), fresh.to(square));
                    let place = SquareSet::of(board.n_squares(), [square]);
                    let mut near = fresh.clone();
                    near.measure_up_to(boxes, man, &place);
                    assert_eq!(near.to(square), fresh.to(square));
                    let farthest = near.reached().iter().filter_map(|s| near.to(s)).max();
                    assert!(fresh.to(square).is_none_or(|steps| farthest == Some(steps)));
                }
            }
        }
    }
}
