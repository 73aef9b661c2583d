//! The referee: replays a solution and says whether it is one.
//!
//! It reads the level as written and moves characters about on a grid of its
//! own. It shares no code with the boards, sets and searches whose work it
//! judges, so that a fault there cannot hide here. Every solution that anyone is
//! shown has passed it.

use crate::{Cell, Coord, Direction, LastStep, Metrics, Setup, Shift, Step, lurd};
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
        let move_told = |number: &usize, direction: &Direction| {
            format!(
                "move {number} ({})",
                format!("{direction:?}").to_lowercase()
            )
        };
        match self {
            Foul::NoMan => write!(f, "there is no man to move"),
            Foul::Wall {
                number,
                direction,
                at,
            } => {
                let told = move_told(number, direction);
                write!(f, "{told}: the man at {at} walks into a wall")
            }
            Foul::BoxIntoWall {
                number,
                direction,
                at,
            } => {
                let told = move_told(number, direction);
                write!(f, "{told}: the box at {at} goes into a wall")
            }
            Foul::TwoBoxes {
                number,
                direction,
                at,
            } => {
                let told = move_told(number, direction);
                write!(f, "{told}: the box at {at} has another box behind it")
            }
            Foul::Unsolved {
                moves,
                boxes_left,
                at,
            } => {
                let are = if *boxes_left == 1 { " is" } else { "es are" };
                write!(
                    f,
                    "after {moves} moves {boxes_left} box{are} not on a goal, the first at {at}"
                )
            }
        }
    }
}

impl std::error::Error for Foul {}

/// A solution that the referee has replayed: every step, marked as a walk or a
/// push, and the numbers. Only [`verify`] makes one, so whoever asks for this type
/// cannot be handed moves that solve nothing.
///
/// ```
/// use soko_core::{Direction::*, Setup, verify};
/// let setup: Setup = "######\n#@ $.#\n######".parse().unwrap();
/// let solution = verify(&setup, [Right, Right]).unwrap();
/// assert_eq!(solution.lurd(), "rR");
/// assert_eq!(solution.metrics().pushes, 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    steps: Vec<Step>,
    metrics: Metrics,
}

impl Verified {
    /// Every step of the man.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The numbers by which solutions are compared.
    pub fn metrics(&self) -> &Metrics {
        &self.metrics
    }

    /// The directions of the steps.
    pub fn directions(&self) -> impl ExactSizeIterator<Item = Direction> + '_ {
        self.steps.iter().map(|step| step.direction)
    }

    /// The steps as letters, capitals for pushes.
    pub fn lurd(&self) -> String {
        lurd(&self.steps)
    }
}

/// Replays moves on a level as written; returns the solution that they are, or the
/// first thing that is wrong.
///
/// Only the directions count; which steps push follows from the board, and this is
/// the one place where it is found out for moves that somebody claims.
///
/// ```
/// use soko_core::{Direction::*, Setup, verify};
/// let setup: Setup = "######\n#@ $.#\n######".parse().unwrap();
/// assert!(verify(&setup, [Right, Right]).is_ok());
/// assert!(verify(&setup, [Right]).is_err());
/// ```
pub fn verify(setup: &Setup, moves: impl IntoIterator<Item = Direction>) -> Result<Verified, Foul> {
    let mut replay = Replay::new(setup)?;
    for direction in moves {
        replay.step(direction)?;
    }
    replay.end()
}

/// A replay under way.
struct Replay {
    /// The level without the man, so that a box can later stand where he stood.
    grid: Vec<Vec<Cell>>,
    man: Spot,
    steps: Vec<Step>,
    metrics: Metrics,
    last: LastStep,
}

impl Replay {
    fn new(setup: &Setup) -> Result<Replay, Foul> {
        let mut grid: Vec<Vec<Cell>> = (0..setup.height()).map(|r| setup.row(r).to_vec()).collect();
        let man = take_man(&mut grid).ok_or(Foul::NoMan)?;
        Ok(Replay {
            grid,
            man,
            steps: Vec::new(),
            metrics: Metrics::default(),
            last: LastStep::default(),
        })
    }

    /// Does one step, with the push that follows from it.
    fn step(&mut self, direction: Direction) -> Result<(), Foul> {
        let next = ahead(&self.grid, self.man, direction).ok_or(Foul::Wall {
            number: self.steps.len() + 1,
            direction,
            at: to_coord(self.man),
        })?;
        let is_push = self.grid[next.0][next.1].has_box();
        let shift = if is_push {
            Some(self.push(next, direction)?)
        } else {
            None
        };
        self.man = next;
        self.steps.push(Step { direction, is_push });
        self.metrics.count(&mut self.last, direction, shift);
        Ok(())
    }

    /// Pushes the box on a spot.
    fn push(&mut self, from: Spot, direction: Direction) -> Result<Shift, Foul> {
        let (number, at) = (self.steps.len() + 1, to_coord(from));
        let to = ahead(&self.grid, from, direction).ok_or(Foul::BoxIntoWall {
            number,
            direction,
            at,
        })?;
        // What lies under a box shows again when it is gone, and is remembered when
        // it comes.
        let (here, there) = (self.grid[from.0][from.1], self.grid[to.0][to.1]);
        if there.has_box() {
            return Err(Foul::TwoBoxes {
                number,
                direction,
                at,
            });
        }
        self.grid[from.0][from.1] = if here == Cell::BoxOnGoal {
            Cell::Goal
        } else {
            Cell::Floor
        };
        self.grid[to.0][to.1] = if there == Cell::Goal {
            Cell::BoxOnGoal
        } else {
            Cell::Box
        };
        // Rows are equally long, so cells can be counted in reading order.
        let width = self.grid[from.0].len();
        let number_of = |(row, col): Spot| row * width + col;
        Ok(Shift {
            from: number_of(from),
            to: number_of(to),
        })
    }

    /// The solution, if every box stands on a goal.
    fn end(self) -> Result<Verified, Foul> {
        let mut left = boxes_off_goal(&self.grid);
        match left.next() {
            Some(at) => Err(Foul::Unsolved {
                moves: self.steps.len(),
                boxes_left: left.count() + 1,
                at,
            }),
            None => Ok(Verified {
                steps: self.steps,
                metrics: self.metrics,
            }),
        }
    }
}

type Spot = (usize, usize);

fn to_coord((row, col): Spot) -> Coord {
    Coord::new(row as u32, col as u32)
}

/// Takes the man off the grid, and tells where he was.
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

fn boxes_off_goal(grid: &[Vec<Cell>]) -> impl Iterator<Item = Coord> + '_ {
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
        let solution = verify(&setup, [Left, Up, Up, Right, Down]).unwrap();
        assert_eq!(solution.lurd(), "luurD");
        let metrics = solution.metrics();
        assert_eq!((metrics.moves, metrics.pushes), (5, 1));
    }
}
