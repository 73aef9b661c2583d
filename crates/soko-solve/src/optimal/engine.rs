//! The engine `optimal`: the two ends at work until they meet or are stopped.
//!
//! On one thread they take turns ([`Turns`]). On more, solutions are looked for on a
//! thread of their own, and the proof looks now and then whether there is a better one.

use super::bounds::{Bounds, TESTS};
use super::interval::{Interval, Rest, nothing_known};
use super::middle::Middle;
use super::turns::Turns;
use super::upper_alone::UpperAlone;
use super::upper_end::UpperEnd;
use super::upper_turn::Turn;
use crate::engine::{EngineEntry, Task};
use crate::objective::Objective;
use crate::options::{Choice, Options, Reads};
use crate::outcome::RawReport;
use crate::solve_error::SolveError;
use crate::space::{Folded, PUSH_SWITCHES, Placement, PushSpace, WALK_SWITCHES, WalkAndPushSpace};
use crate::switches::{Switch, Switches};
use soko_core::{Measure, Push, Squares, Verified, with_width};
use soko_graph::Rules;
use soko_graph::count::{self, LevelSteps};
use soko_search::{Control, Limits, Space, StopReason};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// The engine's entry in the catalogue.
pub const ENTRY: EngineEntry = EngineEntry {
    name: "optimal",
    summary: "the fewest pushes or moves: a solution and a proof that meet",
    paper: "ours; bounds after Pereira, Ritt and Buriol (2015)",
    complete: true,
    objectives: &[Objective::Any, Objective::PUSHES, Objective::MOVES],
    reads: |objective| Reads {
        switches: switches_of(objective.measure().unwrap_or(Measure::Pushes)),
        choices: &[Choice::Threads, Choice::Seed, Choice::Gap],
    },
    cost: "time and memory grow with all states whose bound is below the optimum",
    run: |task| with_width!(task.level.board().n_squares(), S => in_width::<S>(task)),
};

/// The switches of the space and of the bounds.
const fn switches_of(measure: Measure) -> Switches {
    let of_space = match measure {
        Measure::Pushes => PUSH_SWITCHES,
        Measure::Moves => WALK_SWITCHES,
    };
    let of_bounds = match measure {
        Measure::Pushes => of_space.with(Switch::GroupPenalties),
        Measure::Moves => of_space.with(Switch::WalkFlow).with(Switch::Overtaken),
    };
    of_bounds
        .with(Switch::Middle)
        .with(Switch::Symmetry)
        .with(Switch::PairPenalties)
        .with_tests(TESTS)
}

fn in_width<S: Squares + Send + Sync>(task: Task<'_, '_>) -> Result<RawReport, SolveError> {
    let (level, switches) = (task.level, &task.options.switches);
    let measure = task.options.objective.measure();
    let measure = measure.unwrap_or(Measure::Pushes);
    // Layers from both ends, where the states have numbers.
    let rules = Rules::default();
    let layout = count::layout(level, &rules);
    let is_wanted = |of: Measure| measure == of && switches.is_on(Switch::Middle);
    let steps = || LevelSteps::<S>::new(level, &layout, &rules).ok();
    let steps = is_wanted(Measure::Pushes).then(steps).flatten();
    let middle = match &steps {
        Some(steps) => Middle::by_pushes(steps),
        None if is_wanted(Measure::Moves) => Middle::by_moves::<S>(level, &layout),
        None => Middle::default(),
    };
    match measure {
        Measure::Moves => {
            let space = WalkAndPushSpace::<S>::new(level, switches);
            let folded = Folded::new(space, level, measure, *switches);
            close(folded, task, measure, middle)
        }
        Measure::Pushes => {
            let space = PushSpace::<S>::new(level, switches);
            let folded = Folded::new(space, level, measure, *switches);
            close(folded, task, measure, middle)
        }
    }
}

fn close<S: Squares, P: Space<State = Placement<S>, Action = Push>>(
    space: P,
    task: Task<'_, '_>,
    measure: Measure,
    middle: Middle<'_>,
) -> Result<RawReport, SolveError> {
    let Task {
        level,
        options,
        control,
    } = task;
    let bounds = match Bounds::new(level, measure, options.switches, control) {
        Ok(bounds) => bounds,
        Err(reason) => return Ok(nothing_known(reason)),
    };
    let mut interval = Interval::new(level, measure, options.gap, space, bounds);
    if options.switches.is_on(Switch::Overtaken) {
        interval = interval.passing_over_the_overtaken();
    }
    let rest = if options.threads > 1 {
        side_by_side(&mut interval, middle, measure, options, control)?
    } else {
        let upper = UpperEnd::new(level, measure, options.seed);
        in_turns(&mut interval, middle, upper, Turns::new(measure), control)?
    };
    Ok(interval.report(rest))
}

/// Gives each end its turns until they meet.
pub(super) fn in_turns<S: Squares, P: Space<State = Placement<S>, Action = Push>>(
    interval: &mut Interval<'_, P, S>,
    mut middle: Middle<'_>,
    mut upper: UpperEnd<'_, S>,
    mut turns: Turns,
    control: &mut Control<'_>,
) -> Result<Rest, SolveError> {
    let (mut is_full, mut is_done, mut has_run) = (false, false, false);
    let mut effort = 0;
    loop {
        // 1. The lower end, unless the upper one has a run.
        if !is_full && !has_run {
            let memory = of_proof(interval, control.limits().memory);
            match interval.prove(turns.of_proof(), memory, control)? {
                None => {}
                Some(Rest::Stopped(StopReason::Memory)) => is_full = true,
                Some(rest) => return Ok(rest),
            }
        }
        // 2. The upper end, which goes on alone when the proof has filled the memory.
        let before = interval.best.length();
        if !is_done {
            let turn = improve(interval, &mut upper, turns, control)?;
            is_done = !turn.can_go_on;
            effort += turn.effort;
            if let Some(rest) = interval.take(turn.solution) {
                return Ok(rest);
            }
        }
        // 3. The lower end once more, from the middle.
        if let Some(rest) = middle.turn(interval, is_full, control)? {
            return Ok(rest);
        }
        let has_gained = before != interval.best.length();
        let by_pushes = interval.measure == Measure::Pushes;
        has_run = has_gained && by_pushes && !is_done && effort < turns.of_run();
        // 4. The limits of the whole.
        if let Some(reason) = control.check_now(&mut interval.counters()) {
            return Ok(Rest::Stopped(reason));
        }
        if is_full && is_done && middle.is_over() {
            return Ok(Rest::Stopped(StopReason::Memory));
        }
        if !has_run {
            turns.grow(before.is_none() || (has_gained && !by_pushes));
            effort = 0;
        }
    }
}

/// Gives the search for solutions a turn in what the proof leaves of the memory.
fn improve<S: Squares, P: Space<State = Placement<S>, Action = Push>>(
    interval: &mut Interval<'_, P, S>,
    upper: &mut UpperEnd<'_, S>,
    turns: Turns,
    control: &mut Control<'_>,
) -> Result<Turn, SolveError> {
    let held = interval.proof_counters().plus(&interval.layers);
    let done = interval.counters().expanded;
    let before = interval.spent.plus(&held);
    let whole = control.limits();
    let limits = Limits {
        expansions: whole.expansions.map(|n| n.saturating_sub(done)),
        time: None,
        processor: None,
        memory: whole.memory.map(|n| n.saturating_sub(held.bytes)),
    };
    let (best, known) = interval.ends();
    let turn = control.part(limits, before, |part| upper.turn(best, known, turns, part))?;
    interval.spend(&turn.counters);
    Ok(turn)
}

/// The expansions of the proof between two looks at what the other thread has found.
const BETWEEN_LOOKS: u64 = 4_000;
/// The search for solutions may hold this part of the memory; the proof has the rest.
const SHARE_OF_MEMORY: usize = 4;

/// What the proof may hold beside the layers: when it is full, solutions are still looked for.
fn of_proof<S: Squares, P: Space<State = Placement<S>, Action = Push>>(
    interval: &Interval<'_, P, S>,
    memory: Option<usize>,
) -> Option<usize> {
    memory.map(|n| (n - n / SHARE_OF_MEMORY).saturating_sub(interval.layers.bytes))
}

/// How long the proof waits for a solution when it can do nothing else.
const PAUSE: Duration = Duration::from_millis(5);

/// Looks for solutions on another thread while the proof is at work on this one.
fn side_by_side<S: Squares, P: Space<State = Placement<S>, Action = Push>>(
    interval: &mut Interval<'_, P, S>,
    middle: Middle<'_>,
    measure: Measure,
    options: &Options,
    control: &mut Control<'_>,
) -> Result<Rest, SolveError> {
    let level = interval.level;
    let halt = AtomicBool::new(false);
    let whole = control.limits();
    let of_upper = whole.memory.map(|n| n / SHARE_OF_MEMORY);
    let limits = Limits {
        expansions: None,
        time: control.time_left(),
        processor: control.processor_left(),
        memory: of_upper,
    };
    std::thread::scope(|scope| {
        let (found, news) = channel();
        let halt = &halt;
        let searcher = scope.spawn(move || {
            let upper = UpperEnd::<S>::new(level, measure, options.seed);
            let mut alone = UpperAlone::new(upper, measure, options.switches);
            let mut control = Control::new(limits).with_stop(halt);
            // Nobody listens any more once the run is over.
            alone.run(&mut control, |best| drop(found.send(best.clone())))
        });
        let rest = prove_and_listen(interval, middle, &news, control);
        halt.store(true, Ordering::Relaxed);
        match searcher.join() {
            Ok(end) => interval.spend(&end?.counters),
            Err(panic) => std::panic::resume_unwind(panic),
        }
        // What came last may be the best.
        let last = news.try_iter().find_map(|last| interval.take(Some(last)));
        Ok(match (rest?, last) {
            (Rest::Stopped(_), Some(last)) => last,
            (rest, _) => rest,
        })
    })
}

fn prove_and_listen<S: Squares, P: Space<State = Placement<S>, Action = Push>>(
    interval: &mut Interval<'_, P, S>,
    mut middle: Middle<'_>,
    news: &Receiver<Verified>,
    control: &mut Control<'_>,
) -> Result<Rest, SolveError> {
    let mut is_full = false;
    loop {
        if !is_full {
            let memory = of_proof(interval, control.limits().memory);
            match interval.prove(BETWEEN_LOOKS, memory, control)? {
                None => {}
                Some(Rest::Stopped(StopReason::Memory)) => is_full = true,
                Some(rest) => return Ok(rest),
            }
        }
        if let Some(rest) = middle.turn(interval, is_full, control)? {
            return Ok(rest);
        }
        let pause = if is_full { PAUSE } else { Duration::ZERO };
        match news.recv_timeout(pause) {
            Ok(solution) => {
                if let Some(rest) = interval.take(Some(solution)) {
                    return Ok(rest);
                }
            }
            Err(RecvTimeoutError::Disconnected) if is_full && middle.is_over() => {
                return Ok(Rest::Stopped(StopReason::Memory));
            }
            Err(_) => {}
        }
        if let Some(reason) = control.check_now(&mut interval.counters()) {
            return Ok(Rest::Stopped(reason));
        }
    }
}
