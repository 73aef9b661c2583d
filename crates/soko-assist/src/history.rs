//! The last solvable position of a game: where to go back to after a mistake.
//!
//! Whoever can reach a solution after a move could reach it before the move, so
//! along a line of play without restarts positions are solvable up to some point
//! and lost from there on. That point is found by bisection. Where the judge does
//! not know, the answer is the best that is known on both sides.

use crate::{Assistant, Judgement};
use soko_core::State;
use soko_search::Control;

/// What is known about a line of play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TurningPoint {
    /// The last position for which a solution is known.
    pub solvable: Option<usize>,
    /// The first position that is proved to be lost.
    pub lost: Option<usize>,
}

impl Assistant {
    /// Bisects a line of positions, each reached from the one before by moves.
    pub fn turning_point(&mut self, line: &[State], control: &mut Control<'_>) -> TurningPoint {
        let judge = |state: &State| match self.judge(state, control) {
            Judgement::Solvable(_) => Some(true),
            Judgement::Lost(_) => Some(false),
            Judgement::Unknown(_) => None,
        };
        bisect(line, judge)
    }
}

/// Bisection with a judge of three answers: where he does not know, both sides of
/// the gap are narrowed on their own.
fn bisect(line: &[State], mut judge: impl FnMut(&State) -> Option<bool>) -> TurningPoint {
    let mut point = TurningPoint::default();
    // Positions before `low` are solvable, those from `high` on are lost.
    let (mut low, mut high) = (0, line.len());
    let mut unknown = None;
    while low < unknown.unwrap_or(high) {
        let end = unknown.unwrap_or(high);
        let middle = low + (end - low) / 2;
        match judge(&line[middle]) {
            Some(true) => {
                point.solvable = Some(middle);
                low = middle + 1;
            }
            Some(false) => {
                point.lost = Some(middle);
                high = middle;
                unknown = None;
            }
            None => unknown = Some(middle),
        }
    }
    let Some(first_unknown) = unknown else {
        return point;
    };
    let mut low = first_unknown + 1;
    while low < high {
        let middle = low + (high - low) / 2;
        match judge(&line[middle]) {
            Some(true) => {
                point.solvable = Some(middle);
                low = middle + 1;
            }
            Some(false) => {
                point.lost = Some(middle);
                high = middle;
            }
            None => low = middle + 1,
        }
    }
    point
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::Level;

    fn line(n: usize) -> Vec<State> {
        let level: Level = "######\n#@ $.#\n######".parse().unwrap();
        (0..n)
            .map(|i| State {
                man: soko_core::Square(i as u16),
                ..level.start()
            })
            .collect()
    }

    #[test]
    fn finds_the_turning_point_wherever_it_lies() {
        for n in 0..20 {
            for turn in 0..=n {
                let judge = |state: &State| Some(usize::from(state.man.0) < turn);
                let point = bisect(&line(n), judge);
                assert_eq!(point.solvable, turn.checked_sub(1));
                assert_eq!(point.lost, (turn < n).then_some(turn));
            }
        }
    }

    #[test]
    fn what_nobody_knows_is_not_made_up() {
        let judge = |state: &State| match state.man.0 {
            0..=3 => Some(true),
            4..=8 => None,
            _ => Some(false),
        };
        let point = bisect(&line(12), judge);
        assert_eq!((point.solvable, point.lost), (Some(3), Some(9)));
        assert_eq!(bisect(&line(12), |_| None), TurningPoint::default());
    }
}
