//! The referee: replays a solution and says whether it is one.
//!
//! It reads the level as written and moves characters about on a grid of its
//! own. It shares no code with the boards, sets and searches whose work it
//! judges, so that a fault there cannot hide here. Every solution that anyone is
//! shown has passed it.

use crate::{Cell, Coord, Direction, LastStep, Metrics, Setup};
use std::fmt;

/// Why a string of moves is no solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Foul {
    /// There is no man to move.
    NoMan,
    /// The man would walk into a wall or off the board.
    Wall {
        /// Which move, from 1.
        number: usize,
        /// The way he wanted to go.
        direction: Direction,
        /// Where he stands.
        at: Coord,
    },
    /// A box would go into a wall or off the board.
    BoxIntoWall {
        /// Which move, from 1.
        number: usize,
        /// The way he wanted to push.
        direction: Direction,
        /// Where the box stands.
        at: Coord,
    },
    /// Two boxes stand in a row.
    TwoBoxes {
        /// Which move, from 1.
        number: usize,
        /// The way he wanted to push.
        direction: Direction,
        /// Where the nearer box stands.
        at: Coord,
    },
    /// All moves are legal, but boxes are left off the goals.
    Unsolved {
        /// How many moves there were.
        moves: usize,
        /// How many boxes are not on goals.
        boxes_left: usize,
        /// The first of them.
        at: Coord,
    },
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |d: &Direction| format!("{d:?}").to_lowercase();
        match self {
            Foul::NoMan => write!(f, "there is no man to move"),
            Foul::Wall {
                number,
                direction,
                at,
            } => {
                write!(
                    f,
                    "move {number} ({}): the man at {at} walks into a wall",
                    name(direction)
                )
            }
            Foul::BoxIntoWall {
                number,
                direction,
                at,
            } => {
                write!(
                    f,
                    "move {number} ({}): the box at {at} goes into a wall",
                    name(direction)
                )
            }
            Foul::TwoBoxes {
                number,
                direction,
                at,
            } => {
                write!(
                    f,
                    "move {number} ({}): the box at {at} has another box behind it",
                    name(direction)
                )
            }
            Foul::Unsolved {
                moves,
                boxes_left,
                at,
            } => write!(
                f,
                "after {moves} moves {boxes_left} box{} not on a goal, the first at {at}",
                if *boxes_left == 1 { " is" } else { "es are" }
            ),
        }
    }
}

impl std::error::Error for Foul {}

/// Replays moves on a level as written; returns the numbers of a true solution,
/// or the first thing that is wrong.
///
/// Only the directions count; whether a step pushes follows from the board.
///
/// ```
/// use soko_core::{Direction::*, Setup, verify};
/// let setup: Setup = "######\n#@ $.#\n######".parse().unwrap();
/// assert_eq!(verify(&setup, [Right, Right]).unwrap().pushes, 1);
/// assert!(verify(&setup, [Right]).is_err());
/// ```
pub fn verify(setup: &Setup, moves: impl IntoIterator<Item = Direction>) -> Result<Metrics, Foul> {
    let mut grid: Vec<Vec<Cell>> = (0..setup.height()).map(|r| setup.row(r).to_vec()).collect();
    let mut man = take_man(&mut grid).ok_or(Foul::NoMan)?;
    let mut metrics = Metrics::default();
    let mut last = LastStep::default();
    for (index, direction) in moves.into_iter().enumerate() {
        let number = index + 1;
        let at = to_coord(man);
        let next = ahead(&grid, man, direction).ok_or(Foul::Wall {
            number,
            direction,
            at,
        })?;
        let mut pushed = None;
        if grid[next.0][next.1].has_box() {
            let at = to_coord(next);
            let beyond = ahead(&grid, next, direction).ok_or(Foul::BoxIntoWall {
                number,
                direction,
                at,
            })?;
            if grid[beyond.0][beyond.1].has_box() {
                return Err(Foul::TwoBoxes {
                    number,
                    direction,
                    at,
                });
            }
            let here = &mut grid[next.0][next.1];
            *here = if *here == Cell::BoxOnGoal {
                Cell::Goal
            } else {
                Cell::Floor
            };
            let there = &mut grid[beyond.0][beyond.1];
            *there = if *there == Cell::Goal {
                Cell::BoxOnGoal
            } else {
                Cell::Box
            };
            let number_of = |(row, col): (usize, usize)| row << 32 | col;
            pushed = Some((number_of(next), number_of(beyond)));
        }
        man = next;
        metrics.count(&mut last, direction, pushed);
    }
    let mut left = setup_boxes_off_goal(&grid);
    match left.next() {
        None => Ok(metrics),
        Some(at) => Err(Foul::Unsolved {
            moves: metrics.moves as usize,
            boxes_left: left.count() + 1,
            at,
        }),
    }
}

type Spot = (usize, usize);

fn to_coord((row, col): Spot) -> Coord {
    Coord::new(row as u32, col as u32)
}

/// Takes the man off the grid, so that a box can later stand where he stood, and
/// tells where that was.
fn take_man(grid: &mut [Vec<Cell>]) -> Option<Spot> {
    for (r, row) in grid.iter_mut().enumerate() {
        if let Some(c) = row.iter().position(|cell| cell.has_man()) {
            row[c] = if row[c].has_goal() {
                Cell::Goal
            } else {
                Cell::Floor
            };
            return Some((r, c));
        }
    }
    None
}

/// The spot ahead, unless it is a wall or off the board.
fn ahead(grid: &[Vec<Cell>], (row, col): Spot, direction: Direction) -> Option<Spot> {
    let (rows, cols) = direction.offset();
    let row = row.checked_add_signed(rows as isize)?;
    let col = col.checked_add_signed(cols as isize)?;
    let cell = *grid.get(row)?.get(col)?;
    (cell != Cell::Wall).then_some((row, col))
}

fn setup_boxes_off_goal(grid: &[Vec<Cell>]) -> impl Iterator<Item = Coord> + '_ {
    grid.iter().enumerate().flat_map(|(r, row)| {
        let cells = row.iter().enumerate();
        cells
            .filter(|(_, cell)| **cell == Cell::Box)
            .map(move |(c, _)| to_coord((r, c)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use Direction::{Down, Left, Right, Up};

    #[test]
    fn a_box_may_end_on_the_goal_where_the_man_began() {
        let setup: Setup = "#####\n#   #\n# $ #\n# + #\n#####".parse().unwrap();
        let metrics = verify(&setup, [Left, Up, Up, Right, Down]).unwrap();
        assert_eq!((metrics.moves, metrics.pushes), (5, 1));
    }
}
