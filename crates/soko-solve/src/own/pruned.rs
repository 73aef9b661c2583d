//! A space without the states that deadlock tests of one's own call dead.
//!
//! Of a sound test nothing is lost: from a dead state no plan goes on, so none that is
//! left out was one. A test that may be wrong takes the promises of the space away.

use super::{DeadTest, OwnDeadlock};
use crate::deadlock::Query;
use crate::space::Placement;
use soko_core::{Board, Level, Push, Reach, Square, SquareSet};
use soko_search::{Claims, Space, Successors};

/// A space and the tests.
pub(crate) struct Pruned<P> {
    space: P,
    board: Board,
    reach: Reach<SquareSet>,
    tests: Vec<DeadTest>,
    are_sound: bool,
    /// The start is called dead, so nothing leads on.
    has_no_start: bool,
}

impl<P: Space<State = Placement<SquareSet>, Action = Push>> Pruned<P> {
    /// A space of a level without what these tests call dead.
    pub(crate) fn new(space: P, level: &Level, tests: &[OwnDeadlock]) -> Pruned<P> {
        let mut pruned = Pruned {
            board: level.board().clone(),
            reach: Reach::new(level.board()),
            tests: tests.iter().map(|test| test.for_level(level)).collect(),
            are_sound: tests.iter().all(OwnDeadlock::is_sound),
            has_no_start: false,
            space,
        };
        let starts = pruned.space.starts();
        pruned.has_no_start = starts.iter().all(|start| pruned.is_dead(start, None));
        pruned
    }

    fn is_dead(&mut self, state: &Placement<SquareSet>, pushed: Option<Square>) -> bool {
        if self.tests.is_empty() || self.space.is_goal(state) {
            return false;
        }
        let area = self.reach.area(&state.boxes, state.man);
        let query = Query {
            boxes: &state.boxes,
            area: &area,
            pushed,
        };
        self.tests.iter_mut().any(|test| test(&query))
    }
}

impl<P: Space<State = Placement<SquareSet>, Action = Push>> Space for Pruned<P> {
    type State = Placement<SquareSet>;
    type Action = Push;

    fn key_len(&self) -> usize {
        self.space.key_len()
    }

    fn pack(&self, state: &Self::State, key: &mut [u8]) {
        self.space.pack(state, key);
    }

    fn unpack(&self, key: &[u8]) -> Self::State {
        self.space.unpack(key)
    }

    fn starts(&self) -> Vec<Self::State> {
        self.space.starts()
    }

    fn is_goal(&self, state: &Self::State) -> bool {
        self.space.is_goal(state)
    }

    fn expand(&mut self, state: &Self::State, out: &mut Successors<Self>) {
        if self.has_no_start {
            return;
        }
        let mut all = Vec::new();
        self.space.expand(state, &mut all);
        for next in all {
            let pushed = next.action.to(&self.board);
            if !self.is_dead(&next.state, pushed) {
                out.push(next);
            }
        }
    }

    /// Paths are rebuilt with these, and every edge of `expand` is one of them.
    fn expand_all(&mut self, state: &Self::State, out: &mut Successors<Self>) {
        self.space.expand_all(state, out);
    }

    fn bytes(&self) -> usize {
        self.space.bytes()
    }

    fn claims(&self) -> Claims {
        let Claims {
            admissible, safe, ..
        } = self.space.claims();
        Claims {
            admissible: admissible && self.are_sound,
            safe: safe && self.are_sound,
            ..self.space.claims()
        }
    }
}
