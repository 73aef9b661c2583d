//! Every bound that an engine reports, held against exhaustive search.
//!
//! A run that is stopped says how many pushes or moves any solution needs at least.
//! Nobody notices when that is wrong, as there is no solution to hold it against; so
//! here small random levels are searched exhaustively, by plain code that knows no
//! heuristic, for the fewest pushes and the fewest moves, and every engine is stopped
//! on them at random points, with random heuristics and techniques. A bound above
//! the truth in its measure is a fault, and so are a wrong "fewest" and a wrong
//! "unsolvable". Everything is drawn from a seed; no clock is looked at.

use soko_core::{Board, Direction, Level, Measure, SplitMix, Squares};
use soko_search::{Control, Limits};
use soko_solve::heuristic::HEURISTICS;
use soko_solve::{ENGINES, Objective, Options, Outcome, Report, SolveError, Switch, solve};
use std::collections::{HashMap, VecDeque};

/// What exhaustive search says of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truth {
    /// The fewest pushes of any solution; none if there is no solution.
    pub pushes: Option<u64>,
    /// The fewest moves of any solution.
    pub moves: Option<u64>,
}

/// A state as one number: the man's square in the lowest byte, those of the boxes in
/// order above it.
type Key = u64;

/// The most boxes that fit in a key beside the man.
const MOST_BOXES: usize = 7;

impl Truth {
    /// Searches a level; none if it has too many squares, boxes or states.
    pub fn of(level: &Level, most_states: usize) -> Option<Truth> {
        let board = level.board();
        if board.n_squares() > 255 || level.n_boxes() > MOST_BOXES {
            return None;
        }
        Some(Truth {
            pushes: fewest(level, Measure::Pushes, most_states)?,
            moves: fewest(level, Measure::Moves, most_states)?,
        })
    }

    pub(super) fn of_measure(self, measure: Measure) -> Option<u64> {
        match measure {
            Measure::Pushes => self.pushes,
            Measure::Moves => self.moves,
        }
    }
}

fn pack(man: usize, mut boxes: Vec<usize>) -> Key {
    boxes.sort_unstable();
    let boxes = boxes
        .iter()
        .rev()
        .fold(0, |key, &at| (key << 8) | (at as Key + 1));
    (boxes << 8) | man as Key
}

fn unpack(key: Key) -> (usize, Vec<usize>) {
    let bytes = (key >> 8).to_le_bytes();
    let boxes = bytes.iter().take_while(|&&b| b > 0);
    (
        (key & 255) as usize,
        boxes.map(|&b| usize::from(b) - 1).collect(),
    )
}

/// The square next to another, by number.
fn next(board: &Board, square: usize, direction: Direction) -> Option<usize> {
    let from = soko_core::Square::from_index(square);
    board.neighbour(from, direction).map(|to| to.index())
}

/// The least cost of a solution, or that there is none; nothing is said if there are
/// too many states. Steps cost 0 or 1, so a queue with two ends keeps the order.
fn fewest(level: &Level, measure: Measure, most_states: usize) -> Option<Option<u64>> {
    let board = level.board();
    let start = level.start();
    let boxes: Vec<usize> = start.boxes.iter().map(|square| square.index()).collect();
    let is_goal: Vec<bool> = board
        .squares()
        .map(|at| board.goals().contains(at))
        .collect();
    // 1. States in the order of their cost. Steps cost 0 or 1, so a queue with two
    //    ends keeps that order.
    let key = pack(start.man.index(), boxes);
    let mut cost_of = HashMap::from([(key, 0)]);
    let mut queue = VecDeque::from([(key, 0)]);
    while let Some((key, cost)) = queue.pop_front() {
        // 2. A state that was reached more cheaply since has had its turn.
        if cost_of[&key] < cost {
            continue;
        }
        let (man, boxes) = unpack(key);
        if boxes.iter().all(|&at| is_goal[at]) {
            return Some(Some(cost));
        }
        if cost_of.len() > most_states {
            return None;
        }
        // 3. Its four steps, by the rules and nothing else.
        for direction in Direction::ALL {
            let Some(to) = next(board, man, direction) else {
                continue;
            };
            let mut boxes = boxes.clone();
            let pushed = boxes.iter().position(|&at| at == to);
            if let Some(index) = pushed {
                match next(board, to, direction) {
                    Some(beyond) if !boxes.contains(&beyond) => boxes[index] = beyond,
                    _ => continue,
                }
            }
            let step = match measure {
                Measure::Moves => 1,
                Measure::Pushes => u64::from(pushed.is_some()),
            };
            let (key, cost) = (pack(to, boxes), cost + step);
            if cost_of.get(&key).is_none_or(|&known| cost < known) {
                cost_of.insert(key, cost);
                match step {
                    0 => queue.push_front((key, cost)),
                    _ => queue.push_back((key, cost)),
                }
            }
        }
    }
    Some(None)
}

/// What came of many stopped runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoppedRuns {
    /// All runs.
    pub runs: u64,
    /// Those that ended without an answer.
    pub stopped: u64,
    /// Those that found a solution.
    pub solved: u64,
    /// Those that proved that there is none.
    pub unsolvable: u64,
    /// Bounds in pushes and in moves on levels that have a solution.
    pub bounds: [u64; 2],
    /// Those of them that are the truth itself.
    pub tight: [u64; 2],
    /// What was wrong, with the level and how to do it again.
    pub faults: Vec<String>,
}

impl StoppedRuns {
    /// Makes so many runs on a level of which the truth is known.
    pub fn add(&mut self, random: &mut SplitMix, level: &Level, truth: Truth, n_runs: u64) {
        for _ in 0..n_runs {
            let (engine, options) = draw(random);
            let (limits, checks) = draw_stop(random);
            let mut control = Control::new(limits).with_forced_stop(checks);
            let report = match solve(engine, level, &options, &mut control) {
                Ok(report) => report,
                Err(error @ (SolveError::BrokenPlan(_) | SolveError::Refused(_))) => {
                    let how = format!("{engine} {options:?}\n{}", level.setup());
                    self.faults.push(format!("{error}: {how}"));
                    continue;
                }
                // A heuristic that does not count what is asked for.
                Err(_) => continue,
            };
            self.count(&report, truth);
            if let Some(what) = fault(&report, truth) {
                let how = format!("{engine} {options:?} {limits:?} {checks} checks");
                self.faults
                    .push(format!("{what}: {how}\n{}", level.setup()));
            }
        }
    }

    fn count(&mut self, report: &Report, truth: Truth) {
        self.runs += 1;
        match report.outcome {
            Outcome::Solved(_) => self.solved += 1,
            Outcome::Unsolvable => self.unsolvable += 1,
            Outcome::Incomplete | Outcome::Stopped(_) => self.stopped += 1,
        }
        if let (Some(bound), Some(_)) = (report.lower_bound, truth.pushes) {
            let index = usize::from(bound.measure == Measure::Moves);
            self.bounds[index] += 1;
            let is_tight = truth.of_measure(bound.measure) == Some(bound.at_least);
            self.tight[index] += u64::from(is_tight);
        }
    }
}

/// An engine with options that it takes.
fn draw(random: &mut SplitMix) -> (&'static str, Options) {
    let entry = &ENGINES[random.below(ENGINES.len())];
    let objective = entry.objectives[random.below(entry.objectives.len())];
    let objective = if random.below(3) == 0 {
        Objective::Any
    } else {
        objective
    };
    let mut options = Options {
        objective,
        ..Options::default()
    };
    // Whatever the engine does not take is left out again.
    let mut attempt = |change: &dyn Fn(&mut Options)| {
        let mut changed = options.clone();
        change(&mut changed);
        if entry.check(&changed).is_ok() {
            options = changed;
        }
    };
    let seed = random.next();
    attempt(&|options| options.seed = seed);
    if random.below(2) == 0 {
        let heuristic = HEURISTICS[random.below(HEURISTICS.len())].name;
        attempt(&|options| options.heuristic = Some(heuristic.to_owned()));
    }
    for switch in Switch::all() {
        if random.below(6) == 0 {
            attempt(&|options| options.switches = options.switches.without(switch));
        }
    }
    (entry.name, options)
}

/// Where a run stops: after some checks, expansions or bytes.
fn draw_stop(random: &mut SplitMix) -> (Limits, u64) {
    let some = |random: &mut SplitMix| {
        let magnitude = random.below(12);
        1 + random.below(1 << magnitude) as u64
    };
    let mut limits = Limits::default();
    let mut checks = u64::MAX;
    match random.below(4) {
        0 => checks = some(random),
        1 => limits.memory = Some(some(random) as usize * 512),
        _ => limits.expansions = Some(some(random)),
    }
    // Nothing runs for ever.
    limits.expansions = Some(limits.expansions.unwrap_or(20_000));
    (limits, checks)
}

/// What is wrong with a report, if anything is.
fn fault(report: &Report, truth: Truth) -> Option<String> {
    // 1. A bound may not exceed what suffices.
    if let Some(bound) = report.lower_bound
        && let Some(fewest) = truth.of_measure(bound.measure)
        && bound.at_least > fewest
    {
        let (said, measure) = (bound.at_least, bound.measure);
        return Some(format!("at least {said} {measure} is said, {fewest} do"));
    }
    // 2. An outcome may not claim more than is so.
    match &report.outcome {
        Outcome::Solved(solution) => {
            let metrics = solution.metrics();
            let found = |measure| match measure {
                Measure::Pushes => metrics.pushes,
                Measure::Moves => metrics.moves,
            };
            let is_wrong =
                |measure: Measure| truth.of_measure(measure).is_none_or(|n| found(measure) < n);
            if is_wrong(Measure::Pushes) || is_wrong(Measure::Moves) {
                return Some("the exhaustive search missed a solution".to_owned());
            }
            let optimal = solution.optimal?;
            let fewest = truth.of_measure(optimal)?;
            (found(optimal) != fewest)
                .then(|| format!("{} {optimal} are no fewest, {fewest} are", found(optimal)))
        }
        Outcome::Unsolvable if truth.pushes.is_some() => {
            Some("called unsolvable, and can be solved".to_owned())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::Bound;
    use soko_search::{Counters, StopReason};

    #[test]
    fn the_truth_of_a_corridor() {
        let level: Level = "########\n#@ $  .#\n########".parse().unwrap();
        let truth = Truth::of(&level, 1_000).unwrap();
        assert_eq!((truth.pushes, truth.moves), (Some(3), Some(4)));
        let stuck: Level = "######\n#$ @.#\n######".parse().unwrap();
        let truth = Truth::of(&stuck, 1_000).unwrap();
        assert_eq!((truth.pushes, truth.moves), (None, None));
    }

    /// A bound in moves that is told as one in pushes is what this is for.
    #[test]
    fn a_bound_in_the_wrong_measure_is_a_fault() {
        let truth = Truth {
            pushes: Some(3),
            moves: Some(4),
        };
        let report = |at_least, measure| Report {
            engine: "none",
            outcome: Outcome::Stopped(StopReason::Time),
            lower_bound: Some(Bound { at_least, measure }),
            counters: Counters::default(),
            figures: Vec::new(),
            notes: Vec::new(),
            dead_sets: Vec::new(),
        };
        assert_eq!(fault(&report(4, Measure::Moves), truth), None);
        assert!(fault(&report(4, Measure::Pushes), truth).is_some());
        assert!(fault(&report(5, Measure::Moves), truth).is_some());
    }
}
