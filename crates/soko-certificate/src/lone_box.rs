//! How many pushes a box alone on the board needs to each goal.
//!
//! With all other boxes gone, what matters is where the box stands and on which side of
//! it the man is: the areas that it leaves. The pushes lead from one such place to
//! another; breadth first against them, from each goal, gives all distances. No
//! solution can do with fewer pushes of that box: leave the other boxes away, and its
//! pushes are still possible one after the other, as the man can walk wherever he
//! could.
//!
//! Cost: a flood for each square, and a pass over all places for each goal, once a
//! level.

use soko_core::{Board, Reach, Square, SquareSet, Squares, pushes};

/// The most floor squares of a level with a certificate: the sides of all boxes are a
/// table of squares by squares.
pub const MOST_SQUARES: usize = 4096;

/// What stands for a goal that cannot be reached.
const NEVER: u16 = u16::MAX;

/// The distances of one board.
#[derive(Clone, Debug)]
pub(crate) struct LoneBox {
    goals: Vec<Square>,
    /// For a box and a man, by square, the number of their place.
    place: Vec<Vec<u32>>,
    /// For each place and each goal, in their order.
    pushes: Vec<u16>,
    /// The squares from which a lone box gets to no goal, whatever the man's side.
    dead: SquareSet,
}

impl LoneBox {
    /// Measures a board of at most [`MOST_SQUARES`] squares.
    pub(crate) fn new(board: &Board) -> LoneBox {
        let reach = Reach::<SquareSet>::new(board);
        let goals: Vec<Square> = board.goals().iter().collect();
        // 1. The places: a box and one of the areas that it leaves.
        let mut place = vec![vec![u32::MAX; board.n_squares()]; board.n_squares()];
        let mut places: Vec<(Square, SquareSet)> = Vec::new();
        for square in board.squares() {
            for area in reach.areas(&SquareSet::of(board.n_squares(), [square])) {
                for man in area.iter() {
                    place[square.index()][man.index()] = places.len() as u32;
                }
                places.push((square, area));
            }
        }
        // 2. Where each can have come from: the pushes, turned round.
        let mut before = vec![Vec::new(); places.len()];
        for (from, (square, area)) in places.iter().enumerate() {
            let boxes = SquareSet::of(board.n_squares(), [*square]);
            for push in pushes(board, &boxes, area) {
                if let Some(to) = push.to(board) {
                    before[place[to.index()][push.from.index()] as usize].push(from);
                }
            }
        }
        // 3. From each goal against the pushes.
        let mut pushes = vec![NEVER; places.len() * goals.len()];
        for (index, &goal) in goals.iter().enumerate() {
            let ends = (0..places.len()).filter(|&at| places[at].0 == goal);
            let mut queue: Vec<usize> = ends.collect();
            let mut next = 0;
            queue
                .iter()
                .for_each(|at| pushes[at * goals.len() + index] = 0);
            while let Some(&at) = queue.get(next) {
                next += 1;
                for &from in &before[at] {
                    if pushes[from * goals.len() + index] == NEVER {
                        pushes[from * goals.len() + index] = pushes[at * goals.len() + index] + 1;
                        queue.push(from);
                    }
                }
            }
        }
        let mut dead = SquareSet::full(board.n_squares());
        for (at, (square, _)) in places.iter().enumerate() {
            let row = &pushes[at * goals.len()..][..goals.len()];
            if row.iter().any(|&n| n != NEVER) {
                dead.remove(*square);
            }
        }
        LoneBox {
            goals,
            place,
            pushes,
            dead,
        }
    }

    pub(crate) fn n_goals(&self) -> usize {
        self.goals.len()
    }

    /// The pushes that a box needs to each goal while the man stands there; none where
    /// he cannot get it there at all.
    pub(crate) fn to_goals(
        &self,
        square: Square,
        man: Square,
    ) -> impl Iterator<Item = Option<u16>> + '_ {
        let at = self.place[square.index()][man.index()] as usize;
        let row = &self.pushes[at * self.goals.len()..][..self.goals.len()];
        row.iter().map(|&n| (n != NEVER).then_some(n))
    }

    /// Whether a box there can never again get to a goal.
    pub(crate) fn is_dead(&self, square: Square) -> bool {
        self.dead.contains(square)
    }
}
