//! What a way of making levels hands over, and what becomes of it.
//!
//! A draft is a level with a plan. It becomes a level of ours if the referee accepts
//! the plan, before and after rooms that the solution never enters are walled up; if the
//! size is still the one that was wished for; and if no box is there for nothing: each
//! is pushed at least twice in the solution.

use crate::Wish;
use crate::outline::outlined;
use crate::unused::without_unused_rooms;
use soko_core::{Direction, Level, Push, Square, Verified, steps_of_pushes, verify};
use soko_core::{Squares, pushes_of_steps};

/// Pushes that every box must need in the solution.
const LEAST_PUSHES_A_BOX: usize = 2;

/// A level with a plan, as a way makes it.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    pub level: Level,
    pub moves: Vec<Direction>,
    /// Whether it is proved that no solution has fewer pushes.
    pub is_fewest: bool,
}

impl Draft {
    /// A draft with a plan of pushes; none if it cannot be followed.
    pub(crate) fn of_plan(level: Level, plan: &[Push], is_fewest: bool) -> Option<Draft> {
        let steps = steps_of_pushes(&level, plan).ok()?;
        let moves = steps.iter().map(|step| step.direction).collect();
        Some(Draft {
            level,
            moves,
            is_fewest,
        })
    }
}

/// A level made by machine, with a solution that the referee has replayed.
#[derive(Clone, Debug)]
pub struct Made {
    /// The level.
    pub level: Level,
    /// A solution.
    pub solution: Verified,
    /// The fewest pushes of any solution, where that is proved; it is the number of
    /// pushes of this one.
    pub fewest_pushes: Option<u64>,
    /// The name of the way by which it was made.
    pub way: &'static str,
    /// Which attempt it was, from 0.
    pub attempt: u64,
    /// Its grade, where one was asked for.
    pub grade: Option<f64>,
}

/// The level of a draft, if it is one that was wished for. Its difficulty is not
/// looked at.
pub(crate) fn finished(wish: &Wish, draft: &Draft) -> Option<(Level, Verified)> {
    let moves = || draft.moves.iter().copied();
    let solution = verify(draft.level.setup(), moves()).ok()?;
    let trimmed = Level::from_setup(without_unused_rooms(&draft.level, &solution)).ok()?;
    let setup = outlined(&trimmed);
    if !wish.width.contains(&setup.width()) || !wish.height.contains(&setup.height()) {
        return None;
    }
    let level = Level::from_setup(setup).ok()?;
    let solution = verify(level.setup(), moves()).ok()?;
    let least = pushes_by_box(&level, &solution).into_iter().min()?;
    (least >= LEAST_PUSHES_A_BOX).then_some((level, solution))
}

/// How often each box is pushed.
fn pushes_by_box(level: &Level, solution: &Verified) -> Vec<usize> {
    let mut boxes: Vec<(Square, usize)> = level.boxes().iter().map(|at| (at, 0)).collect();
    for push in pushes_of_steps(level, solution.steps()) {
        let pushed = boxes.iter_mut().find(|(at, _)| *at == push.from);
        if let (Some((at, n)), Some(to)) = (pushed, push.to(level.board())) {
            *at = to;
            *n += 1;
        }
    }
    boxes.into_iter().map(|(_, n)| n).collect()
}

/// Runs of pushes of one box in a plan.
pub(crate) fn box_changes(level: &Level, plan: &[Push]) -> usize {
    let mut last = None;
    let mut changes = 0;
    for push in plan {
        changes += usize::from(last != Some(push.from));
        last = push.to(level.board());
    }
    changes
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(text: &str, moves: &[Direction]) -> Draft {
        Draft {
            level: text.parse().unwrap(),
            moves: moves.to_vec(),
            is_fewest: true,
        }
    }

    #[test]
    fn boxes_that_are_there_for_nothing_are_not_let_pass() {
        use Direction::Right;
        let wish = Wish {
            width: 4..=20,
            height: 3..=20,
            ..Wish::new(7, 3, 1..=2)
        };
        let good = draft("#######\n#@$  .#\n#######", &[Right; 3]);
        assert!(finished(&wish, &good).is_some());
        let one_push = draft("######\n#@ $.#\n######", &[Right; 2]);
        assert!(finished(&wish, &one_push).is_none());
        let idle = draft("########\n#@$  .*#\n########", &[Right; 3]);
        assert!(finished(&wish, &idle).is_none());
        let wrong = draft("#######\n#@$  .#\n#######", &[Right; 2]);
        assert!(finished(&wish, &wrong).is_none());
    }
}
