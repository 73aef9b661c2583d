//! Whose turn it is.
//!
//! A strategy joins in its round and takes one turn in each round from then on.
//! The turn of the lowest round comes first, and among equals the first strategy
//! of the table. A turn doubles in length after one that brought the strategy nearer
//! to its aim than it ever was, and halves after several that did not. So run times
//! with heavy tails are cut off early, no strategy waits for long, and those that
//! get somewhere have most of the time: where a packing plan is wrong, say, all
//! that follow it are stuck at the same step. Searches that meet
//! ([`crate::champion::two_ends::meet`]) say little about how far they are until they
//! are through; their turns double a few times without progress and then keep their
//! length. With several threads a strategy is run by one of them at a time.

use crate::champion::portfolio::strategy::{BoxedSearch, Strategy};
use crate::champion::search::stepwise::Search;

/// So many of a strategy's first turns double without progress.
const FREE_DOUBLINGS: u32 = 1;
/// So many turns without progress are forgiven.
const IDLE_TURNS: u32 = 2;

/// What a strategy is doing.
enum State<'a, S> {
    /// Not begun.
    Fresh,
    /// Waiting for its next turn.
    Idle(BoxedSearch<'a, S>),
    /// A thread is at it.
    Running,
    /// It has nothing left to do, or had to make room.
    Done,
}

struct Slot<'a, S> {
    strategy: &'static Strategy,
    state: State<'a, S>,
    round: u32,
    /// How often its turns have doubled.
    doublings: u32,
    /// Turns since the last one that brought progress.
    n_idle: u32,
    /// The lowest marks so far; see [`Search::marks`].
    marks: [u64; 2],
    expanded: u64,
    remark: String,
}

/// A turn to be taken.
pub(crate) struct Turn<'a, S> {
    pub(crate) slot: usize,
    pub(crate) strategy: &'static Strategy,
    /// The search; none if it has yet to begin.
    pub(crate) search: Option<BoxedSearch<'a, S>>,
    /// Positions to expand.
    pub(crate) slice: u64,
}

/// The strategies and their turns.
pub(crate) struct Schedule<'a, S> {
    slots: Vec<Slot<'a, S>>,
    n_boxes: usize,
}

impl<'a, S> Schedule<'a, S> {
    pub(crate) fn new(strategies: &[&'static Strategy], n_boxes: usize) -> Schedule<'a, S> {
        let slot = |strategy: &&'static Strategy| Slot {
            strategy,
            state: State::Fresh,
            round: strategy.joins,
            doublings: strategy.joins,
            n_idle: 0,
            marks: [u64::MAX; 2],
            expanded: 0,
            remark: String::new(),
        };
        Schedule {
            slots: strategies.iter().map(slot).collect(),
            n_boxes,
        }
    }

    /// The next turn, if a strategy waits for one.
    pub(crate) fn next(&mut self) -> Option<Turn<'a, S>> {
        let waits = |slot: &Slot<'_, S>| matches!(slot.state, State::Fresh | State::Idle(_));
        let (index, slot) = (self.slots.iter_mut().enumerate())
            .filter(|(_, slot)| waits(slot))
            .min_by_key(|(_, slot)| slot.round)?;
        let search = match std::mem::replace(&mut slot.state, State::Running) {
            State::Idle(search) => Some(search),
            _ => None,
        };
        slot.round += 1;
        Some(Turn {
            slot: index,
            strategy: slot.strategy,
            search,
            slice: slot.strategy.slice(slot.doublings, self.n_boxes),
        })
    }

    /// Whether some thread is at work.
    pub(crate) fn any_running(&self) -> bool {
        let running = |slot: &Slot<'_, S>| matches!(slot.state, State::Running);
        self.slots.iter().any(running)
    }

    /// Gives a search back after its turn; without a search the strategy is done.
    pub(crate) fn put_back(&mut self, slot: usize, search: Option<BoxedSearch<'a, S>>) {
        let slot = &mut self.slots[slot];
        match search {
            Some(search) => {
                slot.note(&*search);
                let made_progress = slot.make_progress(search.marks());
                slot.set_pace(made_progress);
                slot.state = State::Idle(search);
            }
            None => slot.state = State::Done,
        }
    }

    /// Notes what a search has done that will not come back.
    pub(crate) fn note(&mut self, slot: usize, search: &dyn Search<S>) {
        self.slots[slot].note(search);
    }

    /// Gives up the waiting search that holds most memory, if it is more than so
    /// many bytes; says which.
    pub(crate) fn drop_larger_than(&mut self, least: usize) -> Option<usize> {
        let bytes = |slot: &Slot<'_, S>| match &slot.state {
            State::Idle(search) => search.bytes(),
            _ => 0,
        };
        let (index, slot) = (self.slots.iter_mut().enumerate())
            .filter(|(_, slot)| bytes(slot) > least)
            .max_by_key(|(_, slot)| bytes(slot))?;
        slot.state = State::Done;
        slot.remark += "; given up to make room";
        Some(index)
    }

    /// The names of the strategies that threads are at.
    pub(crate) fn running(&self) -> Vec<&'static str> {
        let running = self
            .slots
            .iter()
            .filter(|slot| matches!(slot.state, State::Running));
        running.map(|slot| slot.strategy.name).collect()
    }

    /// A line for each strategy that has done something.
    pub(crate) fn notes(&self) -> Vec<String> {
        let did = self.slots.iter().filter(|slot| slot.expanded > 0);
        did.map(|slot| {
            let (name, n, remark) = (slot.strategy.name, slot.expanded, &slot.remark);
            format!("{name}: {n} positions expanded{remark}")
        })
        .collect()
    }
}

impl<S> Slot<'_, S> {
    fn note(&mut self, search: &dyn Search<S>) {
        self.expanded = search.expanded();
        self.remark = search.remark();
    }

    /// Doubles the next turn, or halves it, by what the last one has brought.
    fn set_pace(&mut self, made_progress: bool) {
        self.n_idle = if made_progress { 0 } else { self.n_idle + 1 };
        let Strategy {
            joins, patience, ..
        } = *self.strategy;
        if made_progress || self.round <= joins + FREE_DOUBLINGS.max(patience) {
            self.doublings += 1;
        } else if self.n_idle > IDLE_TURNS {
            self.doublings = patience.max(self.doublings.saturating_sub(1));
        }
    }

    /// Takes in new marks; says whether one is lower than ever.
    fn make_progress(&mut self, marks: [u64; 2]) -> bool {
        let mut is_lower = false;
        for (best, mark) in self.marks.iter_mut().zip(marks) {
            is_lower |= mark < *best;
            *best = mark.min(*best);
        }
        is_lower
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::champion::portfolio::strategy::STRATEGIES;
    use crate::champion::search::stepwise::Step;
    use crate::deadlock::Detectors;
    use soko_core::SquareSet;
    use soko_search::Counters;

    /// Doublings after turns that brought progress or did not.
    fn doublings(progress: &[bool]) -> u32 {
        let mut schedule = Schedule::<SquareSet>::new(&[&STRATEGIES[0]], 10);
        let slot = &mut schedule.slots[0];
        for &made_progress in progress {
            slot.round += 1;
            slot.set_pace(made_progress);
        }
        slot.doublings
    }

    #[test]
    fn turns_double_after_progress_and_halve_after_idling() {
        assert_eq!(doublings(&[true; 5]), 5);
        assert_eq!(doublings(&[false]), 1, "the first doubles for nothing");
        assert_eq!(doublings(&[true, true, false, false]), 2, "forgiven");
        assert_eq!(doublings(&[true, true, false, false, false]), 1);
        assert_eq!(doublings(&[false; 20]), 0, "and no further");
        assert_eq!(doublings(&[true, false, false, true, false, false]), 2);
    }

    #[test]
    fn a_patient_strategy_keeps_its_pace() {
        let patient = STRATEGIES.iter().find(|s| s.patience > 0).unwrap();
        let mut schedule = Schedule::<SquareSet>::new(&[patient], 10);
        let slot = &mut schedule.slots[0];
        let mut most = 0;
        for _ in 0..20 {
            slot.round += 1;
            slot.set_pace(false);
            most = most.max(slot.doublings);
        }
        assert_eq!(most, patient.joins + patient.patience);
        assert_eq!(slot.doublings, patient.patience);
    }

    #[test]
    fn a_lower_mark_is_progress() {
        let mut schedule = Schedule::<SquareSet>::new(&[&STRATEGIES[0]], 10);
        let slot = &mut schedule.slots[0];
        assert!(slot.make_progress([9, u64::MAX]));
        assert!(!slot.make_progress([9, u64::MAX]));
        assert!(!slot.make_progress([12, u64::MAX]));
        assert!(slot.make_progress([12, 5]));
        assert!(slot.make_progress([8, 7]));
    }

    /// A search that never ends.
    struct Endless {
        bytes: usize,
        mark: u64,
    }

    impl Search<SquareSet> for Endless {
        fn step(&mut self, _: &mut Detectors<SquareSet>, _: &mut Counters) -> Step {
            Step::Going
        }

        fn expanded(&self) -> u64 {
            1
        }

        fn bytes(&self) -> usize {
            self.bytes
        }

        fn marks(&self) -> [u64; 2] {
            [self.mark, u64::MAX]
        }
    }

    fn endless(bytes: usize, mark: u64) -> Option<BoxedSearch<'static, SquareSet>> {
        Some(Box::new(Endless { bytes, mark }))
    }

    fn all_strategies() -> Schedule<'static, SquareSet> {
        let all: Vec<&Strategy> = STRATEGIES.iter().collect();
        Schedule::new(&all, 10)
    }

    #[test]
    fn the_lowest_round_comes_first_and_among_equals_the_first_of_the_table() {
        let mut schedule = all_strategies();
        let turns: Vec<(u32, usize)> = (0..40)
            .map(|_| {
                let turn = schedule.next().unwrap();
                schedule.put_back(turn.slot, endless(0, 0));
                (schedule.slots[turn.slot].round - 1, turn.slot)
            })
            .collect();
        assert!(turns.is_sorted(), "{turns:?}");
        let names = turns[..7].iter().map(|&(_, slot)| STRATEGIES[slot].name);
        let names: Vec<&str> = names.collect();
        let first_round = [
            "plan-way",
            "plan-walk",
            "backward",
            "open-reverse",
            "plan-spread",
        ];
        assert_eq!(names[..5], first_round);
        assert_eq!(names[5..], ["plan-way", "plan-walk"]);
        for (slot, strategy) in STRATEGIES.iter().enumerate() {
            let first = turns.iter().find(|turn| turn.1 == slot);
            assert!(first.is_none_or(|turn| turn.0 == strategy.joins));
        }
    }

    #[test]
    fn who_has_a_turn_must_give_it_back_before_the_next() {
        let mut schedule = Schedule::<SquareSet>::new(&[&STRATEGIES[0], &STRATEGIES[1]], 10);
        let turns = [schedule.next().unwrap(), schedule.next().unwrap()];
        assert_eq!(turns.map(|turn| turn.slot), [0, 1]);
        assert!(schedule.next().is_none() && schedule.any_running());
        schedule.put_back(1, endless(0, 0));
        schedule.put_back(0, None);
        assert!(!schedule.any_running());
        let turn = schedule.next().unwrap();
        assert!((turn.slot, turn.search.is_some()) == (1, true));
        schedule.put_back(1, None);
        assert!(schedule.next().is_none() && !schedule.any_running());
    }

    #[test]
    fn the_largest_waiting_search_makes_room() {
        let mut schedule = all_strategies();
        for bytes in [200, 500, 300] {
            let turn = schedule.next().unwrap();
            schedule.put_back(turn.slot, endless(bytes, 0));
        }
        assert_eq!(schedule.drop_larger_than(500), None);
        assert_eq!(schedule.drop_larger_than(100), Some(1));
        assert_eq!(schedule.drop_larger_than(100), Some(2));
        assert_eq!(schedule.drop_larger_than(200), None);
        assert!(schedule.notes()[1].contains("given up to make room"));
    }

    #[test]
    fn a_search_that_makes_progress_has_longer_turns() {
        let mut schedule = Schedule::<SquareSet>::new(&[&STRATEGIES[0]], 10);
        let mut slices = Vec::new();
        for mark in [9, 8, 7, 7, 7, 7, 7] {
            let turn = schedule.next().unwrap();
            slices.push(turn.slice / 1500);
            schedule.put_back(turn.slot, endless(0, mark));
        }
        assert_eq!(slices, [1, 2, 4, 8, 8, 8, 4]);
    }
}
