//! One thread: it takes turns from the schedule until there is an answer.

use crate::champion::portfolio::crew::{Crew, lock};
use crate::champion::portfolio::schedule::Turn;
use crate::champion::portfolio::strategy::{Kind, Method};
use crate::champion::search::stepwise::{Search, Step};
use crate::deadlock::Detectors;
use crate::outcome::{Claimed, Plan, RawOutcome};
use crate::solve_error::SolveError;
use soko_core::{Push, Squares};
use soko_search::{Control, Counters, StopReason};
use std::sync::atomic::Ordering;
use std::time::Duration;

/// So many sixteenths of the memory may be counted before searches are given up; the
/// rest is for what the allocator cannot use again at once.
const FULL_SIXTEENTHS: usize = 11;
/// Levels with more boxes are not tried by A* before all else has failed.
const EXACT_BOXES: usize = 10;
/// Steps between two looks at the memory.
const LOOK_EVERY: u64 = 16;
/// How long a thread without work waits.
const PAUSE: Duration = Duration::from_millis(2);

/// How a turn ended.
enum TurnEnd {
    /// Its time is over.
    Over,
    /// There is a reason to stop everything.
    Stopped(StopReason),
    /// Nothing is left to do, or no room to do it.
    GivenUp,
    /// These pushes solve the level.
    Solved(Vec<Push>),
}

/// One thread.
pub(crate) struct Worker<'c, 'a, S> {
    crew: &'c Crew<'a, S>,
    thread: usize,
    pub(crate) detectors: Detectors<S>,
    /// How many of the shared dead sets it has seen.
    n_seen: usize,
}

impl<'c, 'a, S: Squares + Send + Sync> Worker<'c, 'a, S> {
    pub(crate) fn new(crew: &'c Crew<'a, S>, thread: usize, detectors: Detectors<S>) -> Self {
        Worker {
            crew,
            thread,
            detectors,
            n_seen: 0,
        }
    }

    /// Takes turns until there is an answer, a reason to stop, or nothing to do.
    pub(crate) fn work(
        &mut self,
        control: &mut Control<'_>,
        counters: &mut Counters,
    ) -> Result<Option<StopReason>, SolveError> {
        let crew = self.crew;
        while !crew.halt.load(Ordering::Relaxed) {
            let (turn, others_run) = {
                let mut schedule = lock(&crew.schedule);
                (schedule.next(), schedule.any_running())
            };
            let Some(turn) = turn else {
                if others_run {
                    std::thread::sleep(PAUSE);
                    continue;
                }
                break;
            };
            let stop = self.take_turn(turn, control, counters)?;
            if stop.is_some() {
                return Ok(stop);
            }
        }
        Ok(None)
    }

    /// Takes a turn, and exchanges what was learned unless there is a reason to stop.
    fn take_turn(
        &mut self,
        turn: Turn<'a, S>,
        control: &mut Control<'_>,
        counters: &mut Counters,
    ) -> Result<Option<StopReason>, SolveError> {
        control.set_phase(turn.strategy.name);
        let stop = match turn.strategy.method {
            Method::Exact => self.ask_astar(&turn, control, counters)?,
            Method::Stepwise(kind) => self.run_search(kind, turn, control, counters),
        };
        self.write_ledger(counters);
        if stop.is_none() {
            (self.crew).exchange_learned(&mut self.detectors, &mut self.n_seen);
        }
        Ok(stop)
    }

    fn write_ledger(&self, counters: &Counters) {
        let ledger = &self.crew.ledger;
        ledger.set_tables(self.thread, self.detectors.bytes());
        ledger.set_done(self.thread, counters.expanded, counters.generated);
    }

    /// A* takes its one turn, if the level is small.
    fn ask_astar(
        &self,
        turn: &Turn<'a, S>,
        control: &mut Control<'_>,
        counters: &mut Counters,
    ) -> Result<Option<StopReason>, SolveError> {
        let crew = self.crew;
        let mut stop = None;
        if crew.level.n_boxes() <= EXACT_BOXES {
            let before = counters.expanded;
            let outcome = crew.ask_astar(Some(turn.slice), control, counters)?;
            if let Some(outcome) = outcome {
                let n = counters.expanded - before;
                let how = format!("ended by the strategy exact after {n} positions");
                crew.set_answer(outcome, how);
            } else {
                stop = control.check(counters);
            }
        }
        lock(&crew.schedule).put_back(turn.slot, None);
        Ok(stop)
    }

    /// Runs a search for one turn, and begins it if it is the first.
    fn run_search(
        &mut self,
        kind: Kind,
        turn: Turn<'a, S>,
        control: &mut Control<'_>,
        counters: &mut Counters,
    ) -> Option<StopReason> {
        let crew = self.crew;
        // 1. The search as it was left, or a new one.
        let mut search = turn.search.unwrap_or_else(|| {
            let may_go_on = &mut || control.check_now(counters).is_none();
            kind.begin(crew.setting, crew.options, &mut self.detectors, may_go_on)
        });
        // 2. The turn.
        let until = search.expanded() + turn.slice;
        let end = self.run_until(until, turn.slot, &mut *search, control, counters);
        let (mut goes_on, mut stop) = (true, None);
        match end {
            TurnEnd::Over => {}
            TurnEnd::Stopped(reason) => stop = Some(reason),
            TurnEnd::GivenUp => goes_on = false,
            TurnEnd::Solved(pushes) => {
                let how = format!("solved by the strategy {}", turn.strategy.name);
                let (plan, optimal) = (Plan::Pushes(pushes), None);
                crew.set_answer(RawOutcome::Solved(Claimed { plan, optimal }), how);
            }
        }
        // 3. The search waits for its next one, unless it was given up.
        let mut schedule = lock(&crew.schedule);
        schedule.note(turn.slot, &*search);
        schedule.put_back(turn.slot, goes_on.then_some(search));
        if !goes_on {
            crew.ledger.set_search(turn.slot, 0);
        }
        stop
    }

    /// Lets a search go on until it has expanded so many positions.
    fn run_until(
        &mut self,
        until: u64,
        slot: usize,
        search: &mut dyn Search<S>,
        control: &mut Control<'_>,
        counters: &mut Counters,
    ) -> TurnEnd {
        let crew = self.crew;
        let mut steps = 0u64;
        while search.expanded() < until {
            // What is held is counted now and then, the limits at every step.
            if steps.is_multiple_of(LOOK_EVERY) {
                crew.ledger.set_search(slot, search.bytes());
                self.write_ledger(counters);
                counters.bytes = crew.bytes();
                if self.is_too_large(search) {
                    return TurnEnd::GivenUp;
                }
            }
            steps += 1;
            if let Some(reason) = control.check(counters) {
                return TurnEnd::Stopped(reason);
            }
            match search.step(&mut self.detectors, counters) {
                Step::Going => {}
                Step::Exhausted => return TurnEnd::GivenUp,
                Step::Solved(pushes) => return TurnEnd::Solved(pushes),
            }
        }
        TurnEnd::Over
    }

    /// Whether a search must be given up because memory runs short and no
    /// waiting search holds more.
    fn is_too_large(&self, search: &dyn Search<S>) -> bool {
        let crew = self.crew;
        let Some(limit) = crew.memory else {
            return false;
        };
        let fills_table = search.fills_table() && crew.setting.meeting_table.bytes() > limit / 2;
        if !fills_table && crew.bytes() <= limit / 16 * FULL_SIXTEENTHS {
            return false;
        }
        crew.ran_short.store(true, Ordering::Relaxed);
        if fills_table {
            return true;
        }
        match lock(&crew.schedule).drop_larger_than(search.bytes()) {
            Some(slot) => {
                crew.ledger.set_search(slot, 0);
                false
            }
            None => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::champion::portfolio::strategy::{STRATEGIES, Strategy};
    use crate::champion::setting::Setting;
    use crate::deadlock::{Query, Technique, Techniques};
    use crate::options::Options;
    use soko_core::{Level, SquareSet};

    /// Two boxes lock a corner that opens from inside only; a third can move.
    const LOCKED_CORNER: &str = "#######\n# $  .#\n#$    #\n# @$  #\n#. .  #\n#######";

    /// Lets some workers of one crew do as they like, one after the other.
    fn with_crew(threads: usize, act: impl FnOnce(&Crew<'_, SquareSet>, &Detectors<SquareSet>)) {
        let level: Level = LOCKED_CORNER.parse().unwrap();
        let options = Options {
            threads,
            ..Options::default()
        };
        let setting = Setting::new(&level, options.values);
        let strategies: Vec<&'static Strategy> = STRATEGIES.iter().collect();
        let crew = Crew::new(&level, &options, &setting, &strategies, None);
        act(&crew, &Detectors::new(level.board(), Techniques::ALL));
    }

    /// Proves the corner dead and learns from it.
    fn learn_corner(detectors: &mut Detectors<SquareSet>, crew: &Crew<'_, SquareSet>) {
        let ground = &crew.setting.ground;
        let query = Query {
            boxes: &ground.start,
            area: &ground.reach().area(&ground.start, ground.man),
            pushed: None,
        };
        assert!(detectors.ask(Technique::Corral, &query).is_dead());
        assert_eq!(detectors.n_learned(), 1);
    }

    #[test]
    fn what_one_thread_learns_the_others_are_taught() {
        with_crew(2, |crew, detectors| {
            // The pupil could prove nothing by itself.
            let only_told = Techniques::NONE.with(Technique::Learned);
            let only_told = Detectors::new(crew.level.board(), only_told);
            let mut teacher = Worker::new(crew, 0, detectors.clone());
            let mut pupil = Worker::new(crew, 1, only_told);
            learn_corner(&mut teacher.detectors, crew);
            for worker in [&mut teacher, &mut pupil] {
                let turn = lock(&crew.schedule).next().unwrap();
                let (mut control, mut counters) = (Control::default(), Counters::default());
                let stop = worker.take_turn(turn, &mut control, &mut counters);
                assert!(matches!(stop, Ok(None)));
            }
            let ground = &crew.setting.ground;
            assert_eq!(pupil.detectors.n_learned(), 1);
            let is_dead = (pupil.detectors).is_dead_by_now(&ground.start, ground.man, 0);
            assert!(is_dead);
            // Nobody is told his own news, or the same twice.
            for worker in [&mut teacher, &mut pupil] {
                crew.exchange_learned(&mut worker.detectors, &mut worker.n_seen);
                assert_eq!(worker.detectors.n_learned(), 1);
            }
        });
    }

    #[test]
    fn one_thread_alone_keeps_its_news() {
        with_crew(1, |crew, detectors| {
            let mut worker = Worker::new(crew, 0, detectors.clone());
            learn_corner(&mut worker.detectors, crew);
            crew.exchange_learned(&mut worker.detectors, &mut worker.n_seen);
            assert_eq!(worker.detectors.take_news().len(), 1);
        });
    }
}
