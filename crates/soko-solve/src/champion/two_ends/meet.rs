//! A meeting point for levels without a goal room.
//!
//! Where goals lie scattered among the boxes there is no packing order to follow.
//! So first a search from one end looks for a board that is easy to play: open,
//! with its boxes far from home. The boxes of the best board are the target of a
//! search from the other end. When that search comes upon any position that the
//! first one knows, the two ways together are a solution.
//!
//! Of each turn the first search has one third. If it has found a better board by
//! then, the second search begins anew with that target, and otherwise goes on;
//! what earlier ones have found stays in the meeting table.
//!
//! Source: the idea is Festival's (Shoham).

use crate::champion::features::aim::Aim;
use crate::champion::search::planless::PlanlessSearch;
use crate::champion::search::stepwise::{Search, Step};
use crate::champion::setting::Setting;
use crate::deadlock::Detectors;
use crate::ground::end::End;
use soko_core::Squares;
use soko_search::Counters;

/// Positions between two looks at the board to aim at; doubles each time.
const FIRST_PHASE: u64 = 500;

/// Both searches.
pub(crate) struct MeetingSearch<'a, S> {
    setting: &'a Setting<S>,
    end: End,
    scout: PlanlessSearch<'a, S>,
    target: Option<S>,
    follower: Option<PlanlessSearch<'a, S>>,
    /// Positions that followers with other targets expanded.
    before: u64,
    phase: u64,
    /// The scout goes on until it has expanded so many.
    scout_until: u64,
    /// Then the follower, until it has.
    follow_until: u64,
}

impl<'a, S: Squares> MeetingSearch<'a, S> {
    /// The search from `end` looks for the board, the other one follows.
    pub(crate) fn new(setting: &'a Setting<S>, end: End) -> MeetingSearch<'a, S> {
        MeetingSearch {
            setting,
            end,
            scout: PlanlessSearch::new(setting, end, Aim::Open),
            target: None,
            follower: None,
            before: 0,
            phase: FIRST_PHASE,
            scout_until: FIRST_PHASE,
            follow_until: 0,
        }
    }

    fn begin_following(&mut self) {
        let Some(board) = self.scout.best_board() else {
            return;
        };
        if self.target.as_ref() != Some(board) {
            self.before += self.follower.as_ref().map_or(0, PlanlessSearch::expanded);
            let target = board.clone();
            self.target = Some(target.clone());
            let end = match self.end {
                End::Start => End::Solved,
                End::Solved => End::Start,
            };
            self.follower = Some(PlanlessSearch::new(self.setting, end, Aim::Target(target)));
        }
        let done = self.follower.as_ref().map_or(0, PlanlessSearch::expanded);
        self.follow_until = done + 2 * self.phase;
    }
}

impl<S: Squares> Search<S> for MeetingSearch<'_, S> {
    fn bytes(&self) -> usize {
        self.scout.bytes() + self.follower.as_ref().map_or(0, PlanlessSearch::bytes)
    }

    /// The marks of the two searches.
    fn marks(&self) -> [u64; 2] {
        let follower = self
            .follower
            .as_ref()
            .map_or(u64::MAX, PlanlessSearch::mark);
        [self.scout.mark(), follower]
    }

    fn expanded(&self) -> u64 {
        self.scout.expanded()
            + self.before
            + self.follower.as_ref().map_or(0, PlanlessSearch::expanded)
    }

    /// Takes up one move of whichever search is at work.
    fn step(&mut self, detectors: &mut Detectors<S>, counters: &mut Counters) -> Step {
        if self.scout.expanded() < self.scout_until {
            match self.scout.step(detectors, counters) {
                Step::Exhausted => self.scout_until = 0,
                other => return other,
            }
        }
        if self.follow_until == 0 {
            self.begin_following();
        }
        let Some(follower) = &mut self.follower else {
            return Step::Exhausted;
        };
        if follower.expanded() < self.follow_until {
            match follower.step(detectors, counters) {
                Step::Exhausted => self.follow_until = 1,
                other => return other,
            }
        }
        let scout_is_done = self.scout_until == 0;
        if scout_is_done && self.follow_until == 1 {
            return Step::Exhausted;
        }
        self.phase *= 2;
        self.follow_until = 0;
        if !scout_is_done {
            self.scout_until = self.scout.expanded() + self.phase;
        }
        Step::Going
    }
}
