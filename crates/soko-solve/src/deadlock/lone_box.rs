//! One box alone among walls: from where, and to which goals, can it be pushed?
//!
//! The walls are those of the board and a set of squares that are *closed*
//! because a box stands there that will never move. A box square and the
//! neighbour on which the man stands make a node. The man walks between
//! neighbours of the box when a way around it exists, and a push takes a node to
//! the next square with the man on the same side. A search backwards from every
//! goal tells which goals each node can reach.
//!
//! Sound: other boxes only take away walks and pushes, so what a lone box cannot
//! do, no box of the full position can.
//!
//! Cost: at most four nodes a square and one search for each goal; a few ten
//! microseconds for a board of 150 squares and 20 goals. The results depend on
//! the closed squares alone and are kept by [`FrozenWalls`](super::FrozenWalls).
//!
//! `soko_core::facts` has the same facts with distances for the bare board,
//! without closed squares.

use super::Ground;
use soko_core::{Direction, Square, Squares};

/// Which goals every square reaches is kept for boards up to this size; the
/// table grows with the square of the board.
const MOST_SQUARES_FOR_GOAL_TABLE: usize = 4096;

const WALLED: u8 = u8::MAX;

/// What a lone box can do among walls and closed squares.
#[derive(Clone, Debug)]
pub struct LoneBox<S> {
    closed: S,
    /// For each square, the number of the side on which each neighbour lies.
    sides: Vec<[u8; 4]>,
    /// For each square and neighbour with the man there, the goals in reach.
    goals_from: Vec<[S; 4]>,
    /// Squares from which some push in a direction leads on to a goal.
    live_pushes: [S; 4],
    live: S,
    /// Squares on which a box can never usefully move along an axis.
    blocked: [S; 2],
}

impl<S: Squares> LoneBox<S> {
    /// Analyses a board on which these squares are as good as walls.
    pub fn new(ground: &Ground<S>, closed: &S) -> LoneBox<S> {
        let sides: Vec<[u8; 4]> = ground
            .board()
            .squares()
            .map(|square| sides_of(ground, closed, square))
            .collect();
        let mut this = LoneBox {
            closed: closed.clone(),
            sides,
            goals_from: Vec::new(),
            live_pushes: [(); 4].map(|()| ground.nothing().clone()),
            live: ground.nothing().clone(),
            blocked: [(); 2].map(|()| ground.nothing().clone()),
        };
        let mut alive = vec![false; ground.n_squares() * 4];
        if ground.n_squares() <= MOST_SQUARES_FOR_GOAL_TABLE {
            let no_goals = [(); 4].map(|()| ground.nothing().clone());
            let mut goals_from = vec![no_goals; ground.n_squares()];
            let mut seen = Vec::new();
            for goal in ground.goals().iter().filter(|&goal| !closed.contains(goal)) {
                seen.clear();
                seen.resize(ground.n_squares() * 4, false);
                this.pull_from(ground, [goal], &mut seen);
                for (node, _) in seen.iter().enumerate().filter(|&(_, &seen)| seen) {
                    goals_from[node / 4][node % 4].insert(goal);
                    alive[node] = true;
                }
            }
            this.goals_from = goals_from;
        } else {
            let goals = ground.goals().difference(closed);
            this.pull_from(ground, goals.iter(), &mut alive);
        }
        this.note_live(ground, &alive);
        this
    }

    /// Marks every node from which one of the goals can be reached.
    fn pull_from(
        &self,
        ground: &Ground<S>,
        goals: impl IntoIterator<Item = Square>,
        seen: &mut [bool],
    ) {
        let mut stack: Vec<(Square, usize)> = Vec::new();
        let mut see = |square: Square, man: usize, stack: &mut Vec<_>| {
            let sides = self.sides[square.index()];
            for other in 0..4 {
                let node = square.index() * 4 + other;
                if sides[other] != WALLED && sides[other] == sides[man] && !seen[node] {
                    seen[node] = true;
                    stack.push((square, other));
                }
            }
        };
        for goal in goals {
            for man in 0..4 {
                see(goal, man, &mut stack);
            }
        }
        // The man stands beside the box and pulls it onto his own square.
        while let Some((square, man)) = stack.pop() {
            let towards = Direction::ALL[man];
            let before = ground
                .next(square, towards)
                .expect("the man stands on floor");
            if self.sides[before.index()][man] != WALLED {
                see(before, man, &mut stack);
            }
        }
    }

    /// Fills the sets that follow from the live nodes.
    fn note_live(&mut self, ground: &Ground<S>, alive: &[bool]) {
        for square in ground.board().squares() {
            if self.closed.contains(square) {
                continue;
            }
            let node = square.index() * 4;
            if ground.goals().contains(square) || alive[node..node + 4].contains(&true) {
                self.live.insert(square);
            }
            for direction in Direction::ALL {
                let man = direction.opposite() as usize;
                if self.sides[square.index()][man] == WALLED {
                    continue;
                }
                if let Some(to) = ground.next_outside(&self.closed, square, direction)
                    && alive[to.index() * 4 + man]
                {
                    self.live_pushes[direction as usize].insert(square);
                }
            }
            for (axis, ahead) in [(0, Direction::Left), (1, Direction::Up)] {
                let back = ahead.opposite();
                let moves = |d: Direction| self.live_pushes[d as usize].contains(square);
                if !moves(ahead) && !moves(back) {
                    self.blocked[axis].insert(square);
                }
            }
        }
    }

    /// The number of floor squares.
    pub fn n_squares(&self) -> usize {
        self.sides.len()
    }

    /// The squares that count as walls.
    #[inline]
    pub fn closed(&self) -> &S {
        &self.closed
    }

    /// Squares from which a lone box can reach a goal, with the man on some side.
    #[inline]
    pub fn live(&self) -> &S {
        &self.live
    }

    /// Squares from which a push in this direction is possible for a lone box and
    /// leaves it able to reach a goal.
    #[inline]
    pub fn live_pushes(&self, direction: Direction) -> &S {
        &self.live_pushes[direction as usize]
    }

    /// Squares on which a box can never move usefully along an axis (0 for left
    /// and right, 1 for up and down): walls stand in the way, or every push ends
    /// where no goal can be reached.
    #[inline]
    pub fn blocked(&self, axis: usize) -> &S {
        &self.blocked[axis]
    }

    /// The goals that a box on this square can reach with the man standing on the
    /// neighbour in this direction. The goal it stands on is one of them.
    /// Nothing is known for very large boards.
    #[inline]
    pub fn goals_from(&self, square: Square, man: Direction) -> Option<&S> {
        Some(&self.goals_from.get(square.index())?[man as usize])
    }

    /// Whether the man, once next to a box here, can get to all its free sides.
    #[inline]
    pub fn has_one_side(&self, square: Square) -> bool {
        self.sides[square.index()]
            .iter()
            .all(|&side| side == WALLED || side == 0)
    }

    /// Whether the neighbour in this direction is floor and not closed.
    #[inline]
    pub fn is_open(&self, square: Square, direction: Direction) -> bool {
        self.sides[square.index()][direction as usize] != WALLED
    }
}

/// Numbers the sides of a box on this square; neighbours that a walk joins get
/// the same number, walls [`WALLED`].
fn sides_of<S: Squares>(ground: &Ground<S>, closed: &S, square: Square) -> [u8; 4] {
    let mut sides = [WALLED; 4];
    let mut next_side = 0;
    for direction in Direction::ALL {
        if sides[direction as usize] != WALLED {
            continue;
        }
        let Some(from) = ground.next_outside(closed, square, direction) else {
            continue;
        };
        let mut free = ground.all().difference(closed);
        free.remove(square);
        let area = ground.reach().area_within(free, from);
        for other in Direction::ALL {
            if ground
                .next(square, other)
                .is_some_and(|next| area.contains(next))
            {
                sides[other as usize] = next_side;
            }
        }
        next_side += 1;
    }
    sides
}
