//! Which way a game is played, and why something cannot be done in it.

use std::fmt;

/// Which way a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Play {
    /// Boxes are pushed from their starts to the goals.
    Forward,
    /// Boxes are pulled from the goals to their starts.
    Reverse,
}

/// Why something cannot be done in the present position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Blocked {
    /// The man would walk into a wall.
    Wall,
    /// The man would walk into a box that he cannot push.
    Box,
    /// The pushed box would go into a wall.
    BoxIntoWall,
    /// The pushed box would go into another box.
    TwoBoxes,
    /// There is no box behind the man to pull.
    NothingToPull,
    /// There is no way to that square.
    NoWay,
    /// There is no box on that square.
    NoBox,
    /// Pushing belongs to the forward game, pulling and jumping to the reverse
    /// one; and the man jumps only before the first pull.
    WrongPlay,
}

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Blocked::Wall => "there is a wall",
            Blocked::Box => "there is a box in the way",
            Blocked::BoxIntoWall => "there is a wall behind the box",
            Blocked::TwoBoxes => "there is another box behind the box",
            Blocked::NothingToPull => "there is no box to pull",
            Blocked::NoWay => "there is no way to that square",
            Blocked::NoBox => "there is no box on that square",
            Blocked::WrongPlay => "that is not possible in this kind of game",
        })
    }
}

impl std::error::Error for Blocked {}

/// A reverse game needs as many boxes as goals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnequalGoals;

impl fmt::Display for UnequalGoals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a reverse game needs as many boxes as goals")
    }
}

impl std::error::Error for UnequalGoals {}
