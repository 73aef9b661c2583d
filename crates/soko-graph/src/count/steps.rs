//! The steps between states that are numbers: every push, and every pull that undoes one.
//!
//! A number becomes boxes and an area, the pushes are those of the explorer of whole
//! graphs (`expand.rs`), and each changes a few terms of the rank. A pull may lead to a
//! state that is never reached; who asks has a set of those that are.
//!
//! Finding the boxes of a number and flooding an area are chains of small steps, each of
//! which waits for the last. So some states are opened together, a step of each in turn.

use super::ranks::{MAX_BOXES, Ranks};
use crate::expand::{Expander, Step};
use crate::{KeyLayout, Rules};
use soko_core::{Direction, Level, Push, Squares, steps_of_pushes};

/// States of a level as numbers below [`Steps::space`], and the steps between them.
pub trait Steps: Send + Sync {
    /// All numbers are below this; it has at most 63 bits.
    fn space(&self) -> u64;
    /// The first state.
    fn start(&self) -> u64;
    /// Every solved state, whether anybody gets there or not; none if there are more goals
    /// than boxes.
    fn solved(&self) -> Option<Vec<u64>>;
    /// The man's steps along a way of states, the first of which is the start; none if it is
    /// no way.
    fn moves(&self, way: &[u64]) -> Option<Vec<Direction>>;
    /// Whether a state is solved.
    fn is_solved(&self, state: u64) -> bool;
    /// Appends where every push from some states leads, in their order. Many at once are
    /// expanded faster than one by one.
    fn successors(&self, states: &[u64], out: &mut Vec<u64>);
    /// Appends every state from which a push leads to one of some states, in their order.
    fn predecessors(&self, states: &[u64], out: &mut Vec<u64>);
}

/// The states of this level have too many bits to be counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany;

impl std::fmt::Display for TooMany {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "the states of this level have numbers of more than 63 bits, or more than {MAX_BOXES} boxes"
        )
    }
}

impl std::error::Error for TooMany {}

/// Runs an expression with the layout and the [`Steps`] of a level by some rules, or gives
/// [`TooMany`].
#[macro_export]
#[doc(hidden)]
macro_rules! with_steps {
    ($level:expr, $rules:expr, $steps:ident => $run:expr) => {{
        let layout = $crate::count::layout($level, $rules);
        soko_core::with_width!($level.board().n_squares(), S => {
            $crate::count::LevelSteps::<S>::new($level, &layout, $rules).map(|$steps| $run)
        })
    }};
}

/// The slots of a level by some rules.
pub fn layout(level: &Level, rules: &Rules<'_>) -> KeyLayout {
    match rules.keep_dead_squares {
        false => KeyLayout::new(level),
        true => KeyLayout::with_dead_squares(level),
    }
}

/// The steps of one level.
pub struct LevelSteps<'a, S> {
    level: &'a Level,
    ranks: Ranks,
    expander: Expander<'a, S>,
    stop_at_solved: bool,
    goals: S,
    /// The rank of the boxes when all stand on goals, if there is only one.
    solved_rank: Option<u64>,
}

impl<'a, S: Squares> LevelSteps<'a, S> {
    /// Prepares the tables of a level.
    pub fn new(
        level: &'a Level,
        layout: &'a KeyLayout,
        rules: &'a Rules<'a>,
    ) -> Result<LevelSteps<'a, S>, TooMany> {
        let ranks = Ranks::new(layout, level.n_boxes()).ok_or(TooMany)?;
        let board = level.board();
        let goals = S::of(board.n_squares(), board.goals().iter());
        let is_one =
            goals.len() == level.n_boxes() && goals.iter().all(|s| layout.slot(s).is_some());
        Ok(LevelSteps {
            level,
            solved_rank: is_one.then(|| ranks.rank(&goals)),
            goals,
            ranks,
            expander: Expander::new(level, layout, rules),
            stop_at_solved: rules.stop_at_solved,
        })
    }
}

impl<S: Squares + Send + Sync> Steps for LevelSteps<'_, S> {
    fn space(&self) -> u64 {
        self.ranks.space()
    }

    fn start(&self) -> u64 {
        let state = self.level.start().canonical(self.level.board());
        self.ranks.number(self.ranks.rank(&state.boxes), state.area)
    }

    fn solved(&self) -> Option<Vec<u64>> {
        let rank = self.solved_rank?;
        let areas = self.expander.reach().areas(&self.goals).into_iter();
        let lowest = areas.filter_map(|area| area.lowest());
        Some(lowest.map(|area| self.ranks.number(rank, area)).collect())
    }

    fn moves(&self, way: &[u64]) -> Option<Vec<Direction>> {
        let pushes = way.windows(2).map(|pair| self.push(pair[0], pair[1]));
        let pushes: Vec<Push> = pushes.collect::<Option<_>>()?;
        let steps = steps_of_pushes(self.level, &pushes).ok()?;
        Some(steps.into_iter().map(|step| step.direction).collect())
    }

    fn is_solved(&self, state: u64) -> bool {
        self.is_solved_rank(self.ranks.parts(state).0)
    }

    fn successors(&self, states: &[u64], out: &mut Vec<u64>) {
        self.for_each_opened(states, |opened| {
            if self.stop_at_solved && self.is_solved_rank(opened.rank) {
                return;
            }
            let Opened { boxes, area, .. } = opened;
            self.expander.pushes(boxes, area, |step| {
                out.push(self.after(opened, &step));
            });
        });
    }

    fn predecessors(&self, states: &[u64], out: &mut Vec<u64>) {
        self.for_each_opened(states, |opened| {
            let Opened { boxes, area, .. } = opened;
            self.expander.pulls(boxes, area, |step| {
                let before = self.after(opened, &step);
                if !(self.stop_at_solved && self.is_solved(before)) {
                    out.push(before);
                }
            });
        });
    }
}

/// States that are opened together.
const GROUP: usize = 4;

/// A state as boxes and an area.
struct Opened<S> {
    rank: u64,
    boxes: S,
    area: S,
}

impl<S: Squares> LevelSteps<'_, S> {
    fn is_solved_rank(&self, rank: u64) -> bool {
        match self.solved_rank {
            Some(solved) => rank == solved,
            // There are more goals than boxes.
            None => {
                let [boxes]: [S; 1] = self.ranks.boxes_of([rank]);
                boxes.is_subset(&self.goals)
            }
        }
    }

    /// The push that leads from one state to another.
    fn push(&self, before: u64, after: u64) -> Option<Push> {
        let ranks = [before, after].map(|state| self.ranks.parts(state).0);
        let [before, after]: [S; 2] = self.ranks.boxes_of(ranks);
        let (from, to) = (before.difference(&after), after.difference(&before));
        let (from, to) = (from.lowest()?, to.lowest()?);
        let board = self.level.board();
        let goes_there = |&d: &Direction| board.neighbour(from, d) == Some(to);
        let direction = Direction::ALL.into_iter().find(goes_there)?;
        Some(Push { from, direction })
    }

    /// The number of the state that a step leads to.
    #[inline]
    fn after(&self, opened: &Opened<S>, step: &Step<'_, S>) -> u64 {
        let (ranks, way) = (&self.ranks, [step.way.from, step.way.to]);
        let rank = ranks.rank_after(opened.rank, &opened.boxes, step.boxes, way);
        ranks.number(rank, step.area)
    }

    /// Hands over some states with their boxes and areas, in their order.
    #[inline]
    fn for_each_opened(&self, states: &[u64], mut tell: impl FnMut(&Opened<S>)) {
        let (groups, rest) = states.as_chunks::<GROUP>();
        for &group in groups {
            self.opened(group).iter().for_each(&mut tell);
        }
        for &state in rest {
            self.opened([state]).iter().for_each(&mut tell);
        }
    }

    /// The boxes and areas of some states, found side by side.
    #[inline]
    fn opened<const N: usize>(&self, states: [u64; N]) -> [Opened<S>; N] {
        let parts = states.map(|state| self.ranks.parts(state));
        let boxes = self.ranks.boxes_of(parts.map(|(rank, _)| rank));
        let areas = self.expander.areas(&boxes, parts.map(|(_, man)| man));
        std::array::from_fn(|i| Opened {
            rank: parts[i].0,
            boxes: boxes[i].clone(),
            area: areas[i].clone(),
        })
    }
}
