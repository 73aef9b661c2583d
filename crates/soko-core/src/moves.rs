//! Solutions as players write them: steps, and the numbers people compare.

use crate::{Direction, Level, Push, Square, SquareSet, Squares, reach};
use std::fmt;

/// One step of the man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Where he goes.
    pub direction: Direction,
    /// Whether he pushes a box.
    pub is_push: bool,
}

impl Step {
    /// The letter of the step: small for a walk, capital for a push.
    pub fn letter(self) -> char {
        let letter = self.direction.letter();
        if self.is_push {
            letter.to_ascii_uppercase()
        } else {
            letter
        }
    }
}

/// Steps as a string of letters, the form called LURD.
///
/// ```
/// use soko_core::{Direction, Step, lurd};
/// let steps = [
///     Step { direction: Direction::Right, is_push: false },
///     Step { direction: Direction::Up, is_push: true },
/// ];
/// assert_eq!(lurd(&steps), "rU");
/// ```
pub fn lurd(steps: &[Step]) -> String {
    steps.iter().map(|step| step.letter()).collect()
}

/// The six numbers by which solutions are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Metrics {
    /// Steps of the man, pushes among them.
    pub moves: u64,
    /// Pushes.
    pub pushes: u64,
    /// Runs of pushes of one box in one direction.
    pub box_lines: u64,
    /// Runs of pushes of one box.
    pub box_changes: u64,
    /// Runs of pushes without a plain step between them.
    pub pushing_sessions: u64,
    /// Runs of steps in one direction, pushing or not.
    pub player_lines: u64,
}

impl Metrics {
    /// Counts one more step. `pushed` is the way of the box, if the step is a push;
    /// `last` is what was counted before.
    pub fn count(&mut self, last: &mut LastStep, direction: Direction, pushed: Option<Shift>) {
        self.moves += 1;
        if last.direction != Some(direction) {
            self.player_lines += 1;
        }
        if let Some(Shift { from, to }) = pushed {
            self.pushes += 1;
            let same_box = last.box_at == Some(from);
            if !same_box {
                self.box_changes += 1;
            }
            if !same_box || last.push_direction != Some(direction) {
                self.box_lines += 1;
            }
            if !last.was_push {
                self.pushing_sessions += 1;
            }
            last.box_at = Some(to);
            last.push_direction = Some(direction);
        }
        last.was_push = pushed.is_some();
        last.direction = Some(direction);
    }
}

/// The way of a box that moved by one square, in any numbering of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift {
    /// Where it stood.
    pub from: usize,
    /// Where it stands now.
    pub to: usize,
}

/// What [`Metrics::count`] must remember from one step to the next.
#[derive(Clone, Copy, Debug, Default)]
pub struct LastStep {
    direction: Option<Direction>,
    was_push: bool,
    box_at: Option<usize>,
    push_direction: Option<Direction>,
}

/// A push in a plan that cannot be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BrokenPlan {
    /// Which push, from 0.
    pub index: usize,
    /// The push.
    pub push: Push,
}

impl fmt::Display for BrokenPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "push {} of the plan is impossible", self.index + 1)
    }
}

impl std::error::Error for BrokenPlan {}

/// Turns a plan of pushes into steps, with shortest walks between the pushes.
///
/// ```
/// use soko_core::{Direction, Level, Push, lurd, steps_of_pushes};
/// let level: Level = "######\n#@ $.#\n######".parse().unwrap();
/// let push = Push { from: level.boxes().iter().next().unwrap(), direction: Direction::Right };
/// # use soko_core::Squares;
/// assert_eq!(lurd(&steps_of_pushes(&level, &[push]).unwrap()), "rR");
/// ```
pub fn steps_of_pushes(level: &Level, plan: &[Push]) -> Result<Vec<Step>, BrokenPlan> {
    let board = level.board();
    let mut boxes: SquareSet = level.boxes().clone();
    let mut man: Square = level.man();
    let mut steps = Vec::new();
    for (index, &push) in plan.iter().enumerate() {
        let broken = BrokenPlan { index, push };
        let behind = push.man(board).ok_or(broken)?;
        let to = push.to(board).ok_or(broken)?;
        if !boxes.contains(push.from) || boxes.contains(to) || boxes.contains(behind) {
            return Err(broken);
        }
        let walk = reach::walk(board, &boxes, man, behind).ok_or(broken)?;
        let is_push = false;
        steps.extend(
            walk.into_iter()
                .map(|direction| Step { direction, is_push }),
        );
        let (direction, is_push) = (push.direction, true);
        steps.push(Step { direction, is_push });
        boxes.shift(push.from, to);
        man = push.from;
    }
    Ok(steps)
}

/// The pushes among steps that the rules allow from the level's start, such as
/// those of a [`Verified`](crate::Verified) solution.
///
/// ```
/// use soko_core::{Direction::*, Level, pushes_of_steps, steps_of_pushes, verify};
/// let level: Level = "######\n#@ $.#\n######".parse().unwrap();
/// let solution = verify(level.setup(), [Right, Right]).unwrap();
/// let pushes = pushes_of_steps(&level, solution.steps());
/// assert_eq!(steps_of_pushes(&level, &pushes).unwrap(), solution.steps());
/// ```
///
/// # Panics
///
/// If a step leads into a wall.
pub fn pushes_of_steps(level: &Level, steps: &[Step]) -> Vec<Push> {
    let mut man = level.man();
    let mut pushes = Vec::new();
    for &Step { direction, is_push } in steps {
        let next = level.board().neighbour(man, direction);
        man = next.expect("the rules allow the step");
        if is_push {
            let from = man;
            pushes.push(Push { from, direction });
        }
    }
    pushes
}
