//! How many pushes a lone box needs to a goal, the man's side taken into account.
//!
//! All other boxes are thought away, so the numbers are lower bounds for the real
//! game: other boxes can only block walks and squares. The box is pulled from the
//! goals with the man on any side, breadth first ([`LoneBoxSearch`]). Where a box is
//! cut off from the man's other side this is sharper than a search that lets the man
//! jump.
//!
//! Cost: at most four nodes a square, so a map is linear in the board, in time and in
//! memory (ten bytes a square). Distances above 65,534 are cut to that, which keeps
//! them lower bounds.

use super::{LoneBoxSearch, Motion, UNREACHABLE};
use crate::{Board, ByDirection, BySquare, Direction, FloorGraph, Square, SquareSet, Squares};

/// Push distances from every square, for every side of the man, to one goal or to
/// the nearest of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushDistanceMap {
    with_man: BySquare<ByDirection<u16>>,
    best: BySquare<u16>,
}

impl PushDistanceMap {
    /// Distances to the nearest goal of a board.
    ///
    /// ```
    /// use soko_core::{Level, Squares, facts::PushDistanceMap};
    /// let level: Level = "########\n#@ $  .#\n########".parse().unwrap();
    /// let nearest = PushDistanceMap::to_nearest_goal(level.board());
    /// let box_sq = level.boxes().lowest().unwrap();
    /// assert_eq!(nearest.best(box_sq), 3);
    /// ```
    pub fn to_nearest_goal(board: &Board) -> PushDistanceMap {
        let floor = FloorGraph::new(board);
        let mut search = LoneBoxSearch::new(&floor);
        PushDistanceMap::towards(&mut search, board.n_squares(), board.goals())
    }

    /// Hands over the distances to each goal, in reading order, one map after the
    /// other: all of them together may be more than a machine holds.
    pub fn for_each_goal(board: &Board, mut take: impl FnMut(Square, PushDistanceMap)) {
        let floor = FloorGraph::new(board);
        let mut search = LoneBoxSearch::new(&floor);
        for goal in board.goals().iter() {
            let alone = SquareSet::of(board.n_squares(), [goal]);
            let map = PushDistanceMap::towards(&mut search, board.n_squares(), &alone);
            take(goal, map);
        }
    }

    /// Distances to the nearest square of a set.
    fn towards(search: &mut LoneBoxSearch<'_>, n_squares: usize, goals: &SquareSet) -> Self {
        let mut with_man = BySquare::new(n_squares, ByDirection([UNREACHABLE; 4]));
        for stop in search.explore(Motion::Pull, goals.iter()) {
            for side in stop.sides.iter() {
                with_man[stop.at][side] = stop.steps;
            }
        }
        let mut best = search.distances();
        // A goal that walls surround entirely has no side, yet needs no push.
        for goal in goals.iter() {
            best[goal] = 0;
        }
        PushDistanceMap { with_man, best }
    }

    /// Pushes for a box on `square` while the man stands on its neighbour in the
    /// direction `man`; [`UNREACHABLE`] if there is no way or that is a wall.
    #[inline]
    pub fn with_man(&self, square: Square, man: Direction) -> u16 {
        self.with_man[square][man]
    }

    /// Pushes for a box on `square` with the man on the side that suits best.
    #[inline]
    pub fn best(&self, square: Square) -> u16 {
        self.best[square]
    }

    /// [`PushDistanceMap::best`] of every square, by index.
    pub fn best_by_square(&self) -> &[u16] {
        self.best.without_wall()
    }

    /// The squares from which there is a way for the man on some side.
    pub fn sources(&self) -> SquareSet {
        let reachable = self.best.iter().filter(|&(_, &best)| best != UNREACHABLE);
        SquareSet::of(self.best.n_squares(), reachable.map(|(square, _)| square))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Level, Push, Reach, SplitMix, pushes, random_level};
    use std::collections::VecDeque;

    /// Plays a lone box forward from every square and side, breadth first.
    fn plain_distance(board: &Board, goal: Square, start: Square, man: Square) -> u16 {
        let reach = Reach::<SquareSet>::new(board);
        let lone = |square| SquareSet::of(board.n_squares(), [square]);
        let mut seen = Vec::new();
        let mut queue = VecDeque::from([(start, man, 0)]);
        while let Some((square, man, distance)) = queue.pop_front() {
            if square == goal {
                return distance;
            }
            let area = reach.area(&lone(square), man);
            let node = (square, area.lowest());
            if seen.contains(&node) {
                continue;
            }
            seen.push(node);
            for push in pushes(board, &lone(square), &area) {
                let Push { from, .. } = push;
                queue.push_back((push.to(board).unwrap(), from, distance + 1));
            }
        }
        UNREACHABLE
    }

    #[test]
    fn maps_agree_with_forward_play_on_random_boards() {
        let mut random = SplitMix(11);
        for _ in 0..60 {
            let level = random_level(&mut random, 8, 7, 2);
            let board = level.board();
            let nearest = PushDistanceMap::to_nearest_goal(board);
            let mut n_goals = 0;
            PushDistanceMap::for_each_goal(board, |goal, map| {
                n_goals += 1;
                for square in board.squares() {
                    for (direction, man) in board.neighbours(square) {
                        let plain = plain_distance(board, goal, square, man);
                        let ours = map.with_man(square, direction);
                        assert_eq!(ours, plain, "{}", level.setup());
                        assert!(nearest.with_man(square, direction) <= ours);
                    }
                }
            });
            assert_eq!(n_goals, board.goals().len());
        }
    }

    #[test]
    fn the_side_of_the_man_matters() {
        // The man cannot get to the right of the box, so it never comes left.
        let level: Level = "########\n#. @$   #\n########".parse().unwrap();
        let nearest = PushDistanceMap::to_nearest_goal(level.board());
        let box_sq = level.boxes().lowest().unwrap();
        assert_eq!(nearest.best(box_sq), 3);
        assert_eq!(nearest.with_man(box_sq, Direction::Left), UNREACHABLE);
        assert_eq!(nearest.with_man(box_sq, Direction::Right), 3);
    }
}
