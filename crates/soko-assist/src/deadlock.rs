//! Whether a position is lost, by every sound test, and who is to blame.
//!
//! The tests are those of `soko_solve::deadlock`: each says "dead" only where that
//! is proved, with the man's place taken into account, so LISA's false alarms
//! with the man inside a ring of boxes cannot happen. The boxes that a test blames
//! are thinned out here: a box is left out for good if the rest is dead without
//! it, by the same test. What remains is minimal for that test.
//!
//! A player waits for the answer, so tests have a budget: cheap ones come first,
//! one is not begun where three times its usual run would not fit into the time
//! that is left, and its searches may look at as many positions as fit.

use crate::Assistant;
use soko_core::{SquareSet, Squares, State};
use soko_search::{Control, Counters};
use soko_solve::deadlock::{Query, Technique};
use std::sync::LazyLock;
use std::time::Duration;

/// A proof that a position is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Deadlock {
    /// The test that proved it.
    pub technique: Technique,
    /// Boxes that suffice for the proof; none can be left out for this test.
    pub boxes: SquareSet,
}

impl Deadlock {
    /// The proof in a sentence for players.
    pub(crate) fn sentence(&self) -> String {
        (self.technique.row().sentence)(self.boxes.len())
    }
}

/// What looking for a deadlock came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Finding {
    Dead(Deadlock),
    NothingFound,
    Stopped,
}

/// The tests by which players are told why a position is lost, the plainest first.
pub(crate) struct ToldTests {
    /// Those that cost next to nothing.
    pub cheap: Vec<Technique>,
    /// The same with patterns, for a user who has drawn some. Those that come with
    /// the program say nothing that another test does not say more plainly.
    pub cheap_and_patterns: Vec<Technique>,
    /// Those that search or analyse the board anew.
    pub costly: Vec<Technique>,
}

/// The tests in their order.
pub(crate) static TOLD_TESTS: LazyLock<ToldTests> = LazyLock::new(|| {
    let (cheap, costly) = Technique::explaining();
    ToldTests {
        cheap_and_patterns: [&cheap[..], &[Technique::Pattern]].concat(),
        cheap,
        costly,
    }
});

/// What a costly test takes a square of the board, until it is known better.
const COST_A_SQUARE: Duration = Duration::from_micros(20);

/// What a position of a search takes a square of the board, at worst.
const COST_A_SQUARE_SEARCHED: Duration = Duration::from_nanos(400);

impl Assistant {
    /// Tries every test on a position, within the control's limits.
    pub(crate) fn find_deadlock(&mut self, state: &State, control: &mut Control<'_>) -> Finding {
        match self.find_deadlock_by(self.cheap_tests(), state, control) {
            Finding::NothingFound => self.find_deadlock_by(&TOLD_TESTS.costly, state, control),
            found => found,
        }
    }

    /// The tests that cost next to nothing.
    pub(crate) fn cheap_tests(&self) -> &'static [Technique] {
        match self.patterns.own().is_empty() {
            true => &TOLD_TESTS.cheap,
            false => &TOLD_TESTS.cheap_and_patterns,
        }
    }

    /// Tries some tests on a position. A test for which the time that is left is
    /// too short is left out, and that is said.
    pub(crate) fn find_deadlock_by(
        &mut self,
        techniques: &[Technique],
        state: &State,
        control: &mut Control<'_>,
    ) -> Finding {
        if self.level.is_solved(&state.boxes) {
            return Finding::NothingFound;
        }
        let area = self.area(state);
        let query = Query {
            boxes: &state.boxes,
            area: &area,
            pushed: None,
        };
        let mut left_out = false;
        for &technique in techniques {
            // 1. Is there time for it?
            if control.check(&mut Counters::default()).is_some() {
                return Finding::Stopped;
            }
            let left = control.time_left();
            if left.is_some_and(|left| left < self.expected(technique)) {
                left_out = true;
                continue;
            }
            // 2. Make the test, and remember what it took.
            self.detectors.set_effort(self.effort(left));
            let is_dead = self.detectors.ask(technique, &query).is_dead();
            left_out |= self.detectors.effort_ran_out();
            if let (Some(before), Some(after)) = (left, control.time_left()) {
                let took = before.saturating_sub(after);
                self.experience.learn(technique, took);
            }
            if is_dead {
                let boxes = self.detectors.guilty().clone();
                return Finding::Dead(Deadlock { technique, boxes });
            }
        }
        if left_out {
            Finding::Stopped
        } else {
            Finding::NothingFound
        }
    }

    /// The positions that searches may look at in the time that is left.
    fn effort(&self, left: Option<Duration>) -> u64 {
        let a_position = COST_A_SQUARE_SEARCHED * self.level.board().n_squares() as u32;
        left.map_or(u64::MAX, |left| {
            (left.as_nanos() / a_position.as_nanos().max(1)) as u64
        })
    }

    /// The time that a test should have: three times what it takes in the mean.
    fn expected(&self, technique: Technique) -> Duration {
        let known = self.experience.of(technique).map(|mean| mean * 3);
        known.unwrap_or_else(|| {
            let n = self.level.board().n_squares() as u32;
            if TOLD_TESTS.costly.contains(&technique) {
                COST_A_SQUARE * n
            } else {
                Duration::ZERO
            }
        })
    }

    /// The proof with as few boxes as the same test can do with, as far as the
    /// control allows.
    pub(crate) fn thin_out(
        &mut self,
        deadlock: Deadlock,
        state: &State,
        control: &mut Control<'_>,
    ) -> Deadlock {
        let Deadlock {
            technique,
            mut boxes,
        } = deadlock;
        for box_sq in boxes.clone().iter() {
            if control.check(&mut Counters::default()).is_some() {
                break;
            }
            // The test may blame fewer boxes still, so some of those to be tried are
            // gone when their turn comes.
            let mut fewer = boxes.clone();
            fewer.remove(box_sq);
            if fewer.is_empty() || !boxes.contains(box_sq) {
                continue;
            }
            let area = self.reach.area(&fewer, state.man);
            let query = Query {
                boxes: &fewer,
                area: &area,
                pushed: None,
            };
            self.detectors.set_effort(self.effort(control.time_left()));
            if self.detectors.ask(technique, &query).is_dead() {
                boxes = self.detectors.guilty().intersection(&fewer);
            }
        }
        Deadlock { technique, boxes }
    }
}
