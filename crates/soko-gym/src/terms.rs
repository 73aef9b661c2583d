//! On what terms games are played: what is observed, what is rewarded, how long.

use crate::View;

/// What a learner is given for what happens in a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rewards {
    /// For every step, whatever it does.
    pub step: f64,
    /// For a box that comes onto a goal.
    pub box_on: f64,
    /// For a box that leaves a goal for another square.
    pub box_off: f64,
    /// For the step that solves the level.
    pub solved: f64,
}

impl Default for Rewards {
    /// Those of gym-sokoban, which most papers use.
    fn default() -> Rewards {
        Rewards {
            step: -0.1,
            box_on: 1.0,
            box_off: -1.0,
            solved: 10.0,
        }
    }
}

/// The terms of a batch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// What is observed.
    pub view: View,
    /// What is rewarded.
    pub rewards: Rewards,
    /// After so many steps a game is cut off; none for never.
    pub max_steps: Option<u32>,
}

impl Default for Terms {
    fn default() -> Terms {
        Terms {
            view: View::Symbols,
            rewards: Rewards::default(),
            max_steps: Some(120),
        }
    }
}
