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
    ///
    /// ```
    /// use soko_assist::Assistant;
    /// use soko_core::{Direction::*, Game, Level};
    /// use soko_search::Control;
    ///
    /// let level: Level = "########\n#      #\n# @$ . #\n#      #\n########".parse().unwrap();
    /// let mut game = Game::new(level.clone());
    /// let mut line = vec![game.state().clone()];
    /// for direction in [Right, Right, Right] {
    ///     game.step(direction).unwrap();
    ///     line.push(game.state().clone());
    /// }
    /// let point = Assistant::new(level).turning_point(&line, &mut Control::default());
    /// assert_eq!((point.solvable, point.lost), (Some(2), Some(3)));
    /// ```
    pub fn turning_point(&mut self, line: &[State], control: &mut Control<'_>) -> TurningPoint {
        let judge = |state: &State| match self.judge(state, control) {
            Judgement::Solvable(_) => Some(true),
            Judgement::Lost(_) => Some(false),
            Judgement::Unknown(_) => None,
        };
        bisect(line, judge)
    }
}

/// What is not known yet: positions before `low` are solvable or skipped, those from
/// `high` on are lost.
struct Gap {
    point: TurningPoint,
    low: usize,
    high: usize,
}

impl Gap {
    /// Takes in the verdict on a position of the gap; false if there is none.
    fn narrow(&mut self, at: usize, is_solvable: Option<bool>) -> bool {
        match is_solvable {
            Some(true) => {
                self.point.solvable = Some(at);
                self.low = at + 1;
            }
            Some(false) => {
                self.point.lost = Some(at);
                self.high = at;
            }
            None => return false,
        }
        true
    }
}

/// Bisection with a judge of three answers: where he does not know, both sides of
/// the gap are narrowed on their own.
fn bisect(line: &[State], mut judge: impl FnMut(&State) -> Option<bool>) -> TurningPoint {
    let (low, high) = (0, line.len());
    let point = TurningPoint::default();
    let mut gap = Gap { point, low, high };
    // 1. From below: what nobody knows counts as the end of what is solvable.
    let mut end = gap.high;
    while gap.low < end {
        let middle = gap.low + (end - gap.low) / 2;
        let is_known = gap.narrow(middle, judge(&line[middle]));
        end = if is_known { end.min(gap.high) } else { middle };
    }
    // 2. From above, behind the first position that nobody knows, if there is one:
    // what nobody knows counts as not lost.
    gap.low = end + 1;
    while gap.low < gap.high {
        let middle = gap.low + (gap.high - gap.low) / 2;
        if !gap.narrow(middle, judge(&line[middle])) {
            gap.low = middle + 1;
        }
    }
    gap.point
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
