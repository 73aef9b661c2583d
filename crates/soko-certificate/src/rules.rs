//! What can be done in a position, and what rules one out.
//!
//! A position is ruled out where it is sure that no solution from it costs less than
//! is left. There are three reasons, each argued in its own file: the boxes need that
//! many pushes even if they are never in each other's way (`lone_box.rs`,
//! `matching.rs`); boxes hold each other for ever (`frozen.rs`); some of the boxes,
//! with the man where he is, are a dead set: a position of a part of the certificate
//! that is checked already, from which these boxes alone cannot be brought to goals.
//! Other boxes would only be in the way.

use crate::frozen;
use crate::lone_box::{LoneBox, MOST_SQUARES};
use crate::matching;
use crate::part::Part;
use soko_core::{Level, Measure, Push, Reach, Square, SquareSet, Squares, State, pushes};

/// More than all boxes together could ever need; stands for what cannot be.
const NEVER: i64 = 1 << 40;

/// A push with what it leads to.
pub(crate) struct Successor {
    pub(crate) push: Push,
    pub(crate) state: State,
    /// What it costs: one push, or the steps of the walk and the push.
    pub(crate) cost: u64,
}

/// Why a position is ruled out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reason {
    /// Too many pushes are needed, or no number is enough.
    Bound,
    /// Boxes off the goals are held for ever.
    Frozen,
    /// It holds a dead set: this one of this part.
    DeadSet(usize, usize),
}

impl Reason {
    /// The dead set, by part and number, if that is the reason.
    pub(crate) fn dead_set(self) -> Option<(usize, usize)> {
        match self {
            Reason::DeadSet(part, index) => Some((part, index)),
            Reason::Bound | Reason::Frozen => None,
        }
    }
}

/// The rules on one level, with the dead sets that are proved.
pub(crate) struct Rules<'a> {
    pub(crate) level: &'a Level,
    reach: Reach<SquareSet>,
    lone: LoneBox,
    pub(crate) dead_sets: Vec<Part>,
}

impl Rules<'_> {
    /// Prepares a level; none if it has more than [`MOST_SQUARES`] squares.
    pub(crate) fn new(level: &Level) -> Option<Rules<'_>> {
        let board = level.board();
        (board.n_squares() <= MOST_SQUARES).then(|| Rules {
            level,
            reach: Reach::new(board),
            lone: LoneBox::new(board),
            dead_sets: Vec::new(),
        })
    }

    /// The position that stands for all that differ by nothing that counts: where
    /// walks are free, the man on the first square of his area.
    pub(crate) fn named(&self, boxes: SquareSet, man: Square, measure: Measure) -> State {
        let man = match measure {
            Measure::Moves => man,
            Measure::Pushes => {
                let first = self.reach.area(&boxes, man).lowest();
                first.expect("the man's own square is in his area")
            }
        };
        State { boxes, man }
    }

    /// Whether every box is on a goal.
    pub(crate) fn is_solved(&self, state: &State) -> bool {
        self.level.is_solved(&state.boxes)
    }

    /// All pushes from a position.
    pub(crate) fn successors(&self, state: &State, measure: Measure) -> Vec<Successor> {
        let board = self.level.board();
        let area = self.reach.area(&state.boxes, state.man);
        let steps = match measure {
            Measure::Pushes => Vec::new(),
            Measure::Moves => steps_to_all(self.level, state),
        };
        let mut all = Vec::new();
        for push in pushes(board, &state.boxes, &area) {
            let mut boxes = state.boxes.clone();
            push.apply(board, &mut boxes);
            let walk = match measure {
                Measure::Pushes => 0,
                Measure::Moves => push.man(board).map_or(0, |man| steps[man.index()]),
            };
            all.push(Successor {
                push,
                state: self.named(boxes, push.from, measure),
                cost: 1 + walk,
            });
        }
        all
    }

    /// Why no solution from a position costs less than `left`, or any at all if that is
    /// none; the box on `moved` was pushed last. None if nothing here rules it out.
    pub(crate) fn reason(
        &self,
        state: &State,
        moved: Option<Square>,
        left: Option<u64>,
    ) -> Option<Reason> {
        let is_enough = match (self.pushes_needed(state), left) {
            (None, _) => true,
            (Some(needed), Some(left)) => needed >= left,
            (Some(_), None) => false,
        };
        if is_enough {
            return Some(Reason::Bound);
        }
        if frozen::is_frozen(self.level.board(), &self.lone, &state.boxes) {
            return Some(Reason::Frozen);
        }
        let moved: Vec<Square> = match moved {
            Some(square) => vec![square],
            None => state.boxes.iter().collect(),
        };
        let numbered = self.dead_sets.iter().enumerate();
        numbered
            .flat_map(|(number, part)| moved.iter().map(move |&square| (number, part, square)))
            .find_map(|(number, part, square)| {
                let index = self.dead_set(part, state, square)?;
                Some(Reason::DeadSet(number, index))
            })
    }

    /// Pushes that are needed at least, which a solution has no fewer moves than; none
    /// if not every box can have a goal.
    pub(crate) fn pushes_needed(&self, state: &State) -> Option<u64> {
        let mut costs = Vec::with_capacity(state.boxes.len() * self.lone.n_goals());
        for square in state.boxes.iter() {
            let row = self.lone.to_goals(square, state.man);
            costs.extend(row.map(|pushes| pushes.map_or(NEVER, i64::from)));
        }
        // Where all boxes have goals the least cost is far below NEVER, as there are
        // at most 2¹² boxes and no distance is as much as 2¹⁶.
        let bound = matching::bound(&costs, self.lone.n_goals());
        u64::try_from(bound).ok().filter(|_| bound < NEVER)
    }

    /// A dead set of a part among the boxes, with a certain one in it.
    fn dead_set(&self, part: &Part, state: &State, square: Square) -> Option<usize> {
        let others: Vec<Square> = state.boxes.iter().filter(|&s| s != square).collect();
        let chosen = SquareSet::of(self.level.board().n_squares(), [square]);
        self.dead_set_from(part, state.man, chosen, &others)
    }

    /// The same, with those that are chosen already and those that may join them.
    fn dead_set_from(
        &self,
        part: &Part,
        man: Square,
        chosen: SquareSet,
        others: &[Square],
    ) -> Option<usize> {
        if chosen.len() == part.n_boxes() {
            return part.find(&self.named(chosen, man, Measure::Pushes));
        }
        (0..others.len()).find_map(|index| {
            let mut more = chosen.clone();
            more.insert(others[index]);
            self.dead_set_from(part, man, more, &others[index + 1..])
        })
    }

    pub(crate) fn is_dead_square(&self, square: Square) -> bool {
        self.lone.is_dead(square)
    }

    pub(crate) fn areas(&self, boxes: &SquareSet) -> Vec<SquareSet> {
        self.reach.areas(boxes)
    }
}

/// The length of a shortest walk to each square, breadth first; 0 where he cannot get.
fn steps_to_all(level: &Level, state: &State) -> Vec<u64> {
    let board = level.board();
    let mut steps = vec![0; board.n_squares()];
    let mut queue = vec![state.man];
    let mut seen = state.boxes.clone();
    seen.insert(state.man);
    let mut next = 0;
    while let Some(&at) = queue.get(next) {
        next += 1;
        for (_, to) in board.neighbours(at).filter(|&(_, to)| !seen.contains(to)) {
            steps[to.index()] = steps[at.index()] + 1;
            queue.push(to);
        }
        board.neighbours(at).for_each(|(_, to)| seen.insert(to));
    }
    steps
}
