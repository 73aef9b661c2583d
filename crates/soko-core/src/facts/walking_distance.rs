//! Walking distance from every square to the nearest goal, boxes thought away.
//!
//! Movers and Packers (section 2.6) print these numbers on their board and add
//! them up as a lower bound. They are lower bounds of the push distances, since a
//! box moves one square a push; the push distances are sharper.

use crate::{Board, SquareSet, Walks};

/// Steps from every square to the nearest goal, by index; `u16::MAX` where there
/// is no goal at all.
pub fn walking_distances_to_goals(board: &Board) -> Vec<u16> {
    walking_distances_to(board, board.goals())
}

/// Steps from every square to the nearest of these, by index; `u16::MAX` where there
/// is none.
pub fn walking_distances_to(board: &Board, nearest: &SquareSet) -> Vec<u16> {
    let mut walks = Walks::<SquareSet>::new(board);
    walks.measure_from_all(&board.no_squares(), nearest);
    let steps = board.squares().map(|square| walks.to(square));
    steps
        .map(|steps| steps.map_or(u16::MAX, |steps| steps as u16))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{SplitMix, facts::PushDistanceMap, random_level};

    #[test]
    fn no_push_distance_is_below_the_walk() {
        let mut random = SplitMix(29);
        for _ in 0..100 {
            let level = random_level(&mut random, 9, 8, 2);
            let walks = walking_distances_to_goals(level.board());
            let pushes = PushDistanceMap::to_nearest_goal(level.board());
            for square in level.board().squares() {
                assert!(walks[square.index()] <= pushes.best(square));
            }
        }
    }
}
