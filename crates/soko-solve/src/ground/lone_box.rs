//! One box alone among walls: from where, and to which goals, can it be pushed?
//!
//! The walls are those of the board and a set of squares that are *closed*
//! because a box stands there that will never move. Pulls backwards from every
//! goal ([`LoneBoxSearch`]) tell which goals a box can reach from each square with
//! the man on each side of it.
//!
//! Sound: other boxes only take away walks and pushes, so what a lone box cannot
//! do, no box of the full position can.
//!
//! Cost: one search for each goal; some ten microseconds for a board of 150
//! squares and 20 goals. The results depend on the closed squares alone and are
//! kept by [`FrozenWalls`](super::frozen_walls::FrozenWalls).

use super::board::Ground;
use soko_core::facts::{LoneBoxSearch, Motion};
use soko_core::{BySquare, Direction, DirectionSet, Square, Squares};

/// Which goals every square reaches is kept for boards up to this size; the
/// table grows with the square of the board.
const MOST_SQUARES_FOR_GOAL_TABLE: usize = 4096;

/// What a lone box can do among walls and closed squares.
#[derive(Clone, Debug)]
pub struct LoneBox<S> {
    n_squares: usize,
    closed: S,
    /// Squares on which a box has sides between which the man cannot walk.
    cuts: S,
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
        let mut search = LoneBoxSearch::among(ground.floor(), closed);
        let nothing = ground.nothing();
        let open = ground.all().difference(closed);
        let cuts = open.iter().filter(|&square| search.is_cut(square));
        let mut this = LoneBox {
            n_squares: ground.n_squares(),
            closed: closed.clone(),
            cuts: S::of(ground.n_squares(), cuts),
            goals_from: Vec::new(),
            live_pushes: [(); 4].map(|()| nothing.clone()),
            live: nothing.clone(),
            blocked: [(); 2].map(|()| nothing.clone()),
        };
        let alive = this.find_goals_from(ground, &mut search);
        for square in open.iter() {
            this.note_live(ground, &search, &alive, square);
        }
        this
    }

    /// Fills the table of goals in reach, if the board is not too large, and says on
    /// which sides of a box on each square the man must be for it to reach a goal.
    fn find_goals_from(
        &mut self,
        ground: &Ground<S>,
        search: &mut LoneBoxSearch<'_>,
    ) -> BySquare<DirectionSet> {
        let mut alive = BySquare::new(self.n_squares, DirectionSet::EMPTY);
        let goals = ground.goals().difference(&self.closed);
        if self.n_squares > MOST_SQUARES_FOR_GOAL_TABLE {
            for stop in search.explore(Motion::Pull, goals.iter()) {
                alive[stop.at].union_with(stop.sides);
            }
            return alive;
        }
        let no_goals = [(); 4].map(|()| ground.nothing().clone());
        self.goals_from = vec![no_goals; self.n_squares];
        for goal in goals.iter() {
            for stop in search.explore(Motion::Pull, [goal]) {
                for side in stop.sides.iter() {
                    self.goals_from[stop.at.index()][side as usize].insert(goal);
                }
                alive[stop.at].union_with(stop.sides);
            }
        }
        alive
    }

    /// Notes what follows from the sides that are alive for a box on an open square.
    fn note_live(
        &mut self,
        ground: &Ground<S>,
        search: &LoneBoxSearch<'_>,
        alive: &BySquare<DirectionSet>,
        square: Square,
    ) {
        if ground.goals().contains(square) || !alive[square].is_empty() {
            self.live.insert(square);
        }
        let beside = ground.floor().beside(square);
        for direction in Direction::ALL {
            let (man, to) = (direction.opposite(), beside[direction]);
            if search.is_free(beside[man]) && search.is_free(to) && alive[to].contains(man) {
                self.live_pushes[direction as usize].insert(square);
            }
        }
        for (axis, ahead) in [(0, Direction::Left), (1, Direction::Up)] {
            let moves = |d: Direction| self.live_pushes[d as usize].contains(square);
            if !moves(ahead) && !moves(ahead.opposite()) {
                self.blocked[axis].insert(square);
            }
        }
    }

    /// The number of floor squares.
    pub fn n_squares(&self) -> usize {
        self.n_squares
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

    /// Whether the man, once next to a box here, can get to all its free sides. The
    /// square must not be closed.
    #[inline]
    pub fn has_one_side(&self, square: Square) -> bool {
        !self.cuts.contains(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::{Level, SplitMix, SquareSet, pushes, random_level};

    /// The goals that a box reaches, pushed step by step with a flood fill after each.
    fn by_play(level: &Level, closed: &SquareSet, at: Square, man: Square) -> SquareSet {
        let ground = Ground::<SquareSet>::new(level.board());
        let mut reached = ground.nothing().clone();
        let mut seen = Vec::new();
        let mut open = vec![(at, man)];
        while let Some((at, man)) = open.pop() {
            let mut solid = closed.clone();
            solid.insert(at);
            let area = ground.reach().area(&solid, man);
            if seen.contains(&(at, area.lowest())) {
                continue;
            }
            seen.push((at, area.lowest()));
            reached.insert(at);
            let of_box = pushes(level.board(), &solid, &area).filter(|push| push.from == at);
            open.extend(of_box.map(|push| (push.to(level.board()).unwrap(), at)));
        }
        reached.intersection(ground.goals())
    }

    /// Holds what is said about a box on a square against plain play; says whether the
    /// man's side of it matters.
    fn check(level: &Level, lone: &LoneBox<SquareSet>, at: Square) -> bool {
        let ground = Ground::<SquareSet>::new(level.board());
        let closed = lone.closed();
        let mut is_live = ground.goals().contains(at);
        let mut by_side = Vec::new();
        for direction in Direction::ALL {
            let Some(man) = ground.next_outside(closed, at, direction) else {
                continue;
            };
            let goals = by_play(level, closed, at, man);
            assert_eq!(lone.goals_from(at, direction), Some(&goals));
            is_live |= !goals.is_empty();
            by_side.push(goals);
            let push = direction.opposite();
            let to = ground.next_outside(closed, at, push);
            let is_useful = to.is_some_and(|to| !by_play(level, closed, to, at).is_empty());
            assert_eq!(lone.live_pushes(push).contains(at), is_useful);
        }
        assert_eq!(lone.live().contains(at), is_live);
        by_side.windows(2).any(|pair| pair[0] != pair[1])
    }

    /// What is said about the axes and the sides of a box on a square.
    fn check_axes_and_sides(ground: &Ground<SquareSet>, lone: &LoneBox<SquareSet>, at: Square) {
        let can_go = |d: Direction| lone.live_pushes(d).contains(at);
        let sideways = can_go(Direction::Left) || can_go(Direction::Right);
        let upright = can_go(Direction::Up) || can_go(Direction::Down);
        assert_eq!(lone.blocked(0).contains(at), !sideways);
        assert_eq!(lone.blocked(1).contains(at), !upright);
        let mut solid = lone.closed().clone();
        solid.insert(at);
        let beside = |d| ground.next_outside(lone.closed(), at, d);
        let mut men = Direction::ALL.into_iter().filter_map(beside);
        let area = men.next().map(|first| ground.reach().area(&solid, first));
        let is_one = men.all(|man| area.as_ref().is_some_and(|area| area.contains(man)));
        assert_eq!(lone.has_one_side(at), is_one);
    }

    #[test]
    fn what_is_said_of_a_lone_box_is_what_play_shows() {
        let mut random = SplitMix(31);
        let mut n_sided = 0;
        for _ in 0..60 {
            let level = random_level(&mut random, 8, 7, 3);
            let ground = Ground::<SquareSet>::new(level.board());
            let n = ground.n_squares();
            let closed = (0..random.below(4)).map(|_| Square::from_index(random.below(n)));
            let closed = SquareSet::of(n, closed.collect::<Vec<_>>());
            let lone = LoneBox::new(&ground, &closed);
            for at in ground.all().difference(&closed).iter() {
                n_sided += usize::from(check(&level, &lone, at));
                check_axes_and_sides(&ground, &lone, at);
            }
            for at in closed.iter() {
                assert!(!lone.live().contains(at));
            }
        }
        assert!(n_sided > 20, "the man's side never matters: {n_sided}");
    }

    #[test]
    fn large_boards_have_no_table_of_goals() {
        let level = random_level(&mut SplitMix(2), 90, 80, 5);
        let ground = Ground::<SquareSet>::new(level.board());
        assert!(ground.n_squares() > MOST_SQUARES_FOR_GOAL_TABLE);
        let lone = LoneBox::new(&ground, ground.nothing());
        assert_eq!(lone.goals_from(level.man(), Direction::Left), None);
        let dead = soko_core::facts::dead_squares(level.board());
        assert!(lone.live().len() > 10);
        assert_eq!(lone.live(), &ground.all().difference(&dead));
    }
}
