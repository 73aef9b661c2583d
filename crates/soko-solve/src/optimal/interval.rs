//! The interval between what is excluded and what is known: both ends, and what is to
//! be said of them in the end.

use super::best::Best;
use super::bounds::Bounds;
use super::upper_turn::Known;
use crate::gap::Gap;
use crate::outcome::{Claimed, Figures, Plan, RawOutcome, RawReport};
use crate::solve_error::SolveError;
use crate::space::Placement;
use soko_core::{Bound, Level, Measure, Push, Squares, Verified};
use soko_search::engine::{BestFirst, Weights};
use soko_search::{Buckets, Control, Counters, Engine, Limits, Outcome, Space, StopReason, run};

/// Both ends of one level.
pub(super) struct Interval<'t, P: Space, S> {
    pub level: &'t Level,
    pub measure: Measure,
    gap: Option<Gap>,
    proof: BestFirst<P, Bounds<S>, Buckets>,
    pub best: Best,
    /// What the search for solutions has done.
    pub spent: Counters,
    /// What layers from both ends have done, and hold.
    pub layers: Counters,
    /// What they exclude: no solution is shorter.
    excluded: u64,
}

/// How the ends came to rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rest {
    /// The best solution is proved the shortest.
    Met,
    /// The ends are as close as was asked for.
    Near,
    /// There is no solution.
    Unsolvable,
    /// Somebody or something has stopped the run.
    Stopped(StopReason),
}

impl<'t, S: Squares, P: Space<State = Placement<S>, Action = Push>> Interval<'t, P, S> {
    /// Nothing is known yet.
    pub fn new(
        level: &'t Level,
        measure: Measure,
        gap: Option<Gap>,
        space: P,
        bounds: Bounds<S>,
    ) -> Interval<'t, P, S> {
        Interval {
            level,
            measure,
            gap,
            proof: BestFirst::new(space, bounds, Weights::A_STAR),
            best: Best::new(measure),
            spent: Counters::default(),
            layers: Counters::default(),
            excluded: 0,
        }
    }

    /// The same with states passed over that others have overtaken.
    pub fn passing_over_the_overtaken(mut self) -> Self {
        self.proof = self.proof.passing_over_the_overtaken();
        self
    }

    /// Raises the lower end for so many expansions; none if there is more to do.
    pub fn prove(
        &mut self,
        expansions: u64,
        memory: Option<usize>,
        control: &mut Control<'_>,
    ) -> Result<Option<Rest>, SolveError> {
        // 1. What is worth its time in long proofs.
        let done = self.proof.counters().expanded;
        let bounds = self.proof.heuristic_mut();
        if let Err(reason) = bounds.search_groups(done, control) {
            return Ok(Some(Rest::Stopped(reason)));
        }
        // 2. A turn of the search, within the expansions of the whole.
        let turn = done.saturating_add(expansions);
        let whole = control.limits().expansions;
        let others = self.spent.plus(&self.layers);
        let most = whole.map_or(u64::MAX, |n| n.saturating_sub(others.expanded));
        let limits = Limits {
            expansions: Some(turn.min(most)),
            time: None,
            processor: None,
            memory,
        };
        let report = control.part(limits, others, |part| run(&mut self.proof, part));
        // 3. What that means for the interval.
        Ok(match report.outcome {
            Outcome::Solved(found) => {
                let claimed = Claimed {
                    plan: Plan::Pushes(found.plan),
                    optimal: None,
                };
                self.best.take(claimed.verified(self.level)?);
                Some(Rest::Met)
            }
            // Nothing shorter than the best solution was left to look at.
            Outcome::Unsolvable if self.best.solution().is_some() => Some(Rest::Met),
            Outcome::Unsolvable => Some(Rest::Unsolvable),
            Outcome::Stopped(StopReason::Expansions) if turn < most => self.look(),
            Outcome::Stopped(reason) => Some(Rest::Stopped(reason)),
            Outcome::Incomplete => unreachable!("the spaces and bounds are safe"),
        })
    }

    /// Takes a solution if it is shorter; says whether the ends have met.
    pub fn take(&mut self, solution: Option<Verified>) -> Option<Rest> {
        self.best.take(solution?);
        if let Some(length) = self.best.length() {
            self.proof.cut_at(u32::try_from(length).unwrap_or(u32::MAX));
        }
        self.look()
    }

    /// Takes in that no solution is shorter; says whether the ends have met.
    pub fn raise(&mut self, at_least: u64) -> Option<Rest> {
        self.excluded = self.excluded.max(at_least);
        self.look()
    }

    /// The lower end.
    fn lower(&self) -> u64 {
        // A push takes a box from a light square to a dark one or back. So all solutions have
        // an even number of pushes, or all an odd one, where every goal gets its box.
        let keeps_parity = self.measure == Measure::Pushes && self.excluded > 0;
        let best = self.best.length().filter(|_| keeps_parity);
        let is_odd = best.is_some_and(|best| best.saturating_sub(self.excluded) % 2 == 1);
        self.proof
            .lower_bound()
            .max(self.excluded + u64::from(is_odd))
    }

    /// The length at which the ends meet, as far as anybody can tell.
    pub fn aim(&self) -> u64 {
        self.best.length().unwrap_or(self.lower())
    }

    /// Whether the ends have met, or are near enough.
    fn look(&self) -> Option<Rest> {
        let (lower, upper) = (self.lower(), self.best.length()?);
        if lower >= upper {
            return Some(Rest::Met);
        }
        let is_near = self.gap.is_some_and(|gap| gap.contains(lower, upper));
        is_near.then_some(Rest::Near)
    }

    /// Adds up what a search for solutions has done; what it held is gone.
    pub fn spend(&mut self, counters: &Counters) {
        let held = Counters {
            expanded: 0,
            generated: 0,
            stored: 0,
            ..self.proof.counters()
        };
        let peak_bytes = held.plus(counters).peak_bytes.max(self.spent.peak_bytes);
        self.spent = Counters {
            bytes: 0,
            peak_bytes,
            ..self.spent.plus(counters)
        };
    }

    /// Takes in what layers have done and hold.
    pub fn note_layers(&mut self, layers: Counters) {
        self.layers = layers;
    }

    /// The best solution, and what beams that make it shorter go by.
    pub fn ends(&mut self) -> (Option<&Verified>, Option<Known<'_, S>>) {
        let lower = self.lower();
        let by_pushes = self.measure == Measure::Pushes;
        let known = by_pushes.then(|| Known {
            bounds: self.proof.heuristic_mut(),
            lower,
        });
        (self.best.solution(), known)
    }

    /// What the proof has done and holds.
    pub fn proof_counters(&self) -> Counters {
        self.proof.counters()
    }

    /// What was done in all.
    pub fn counters(&self) -> Counters {
        let proof = self.proof.counters();
        let all = self.spent.plus(&self.layers).plus(&proof);
        let peak_bytes = all.peak_bytes.max(proof.bytes);
        Counters { peak_bytes, ..all }
    }

    /// What is to be said in the end.
    pub fn report(&self, rest: Rest) -> RawReport {
        let (upper, mut lower) = (self.best.length(), self.lower());
        let outcome = match (rest, self.best.solution()) {
            (Rest::Unsolvable, _) => RawOutcome::Unsolvable,
            (Rest::Stopped(reason), None) => RawOutcome::Stopped(reason),
            (Rest::Met | Rest::Near, None) => unreachable!("the upper end is a solution"),
            (Rest::Met, Some(best)) => {
                lower = upper.unwrap_or(lower);
                RawOutcome::Solved(claimed(best, Some(self.measure)))
            }
            (Rest::Near | Rest::Stopped(_), Some(best)) => RawOutcome::Solved(claimed(best, None)),
        };
        let says_something = lower > 0 && outcome != RawOutcome::Unsolvable;
        RawReport {
            lower_bound: says_something.then_some(Bound {
                at_least: lower,
                measure: self.measure,
            }),
            counters: self.counters(),
            figures: vec![
                ("proof_expanded", self.proof.counters().expanded),
                ("solutions_expanded", self.spent.expanded),
                ("layers_expanded", self.layers.expanded),
            ],
            notes: self.told(rest, lower),
            outcome,
            dead_sets: Vec::new(),
        }
    }

    fn told(&self, rest: Rest, lower: u64) -> Vec<String> {
        let name = self.measure.name();
        let upper = match self.best.length() {
            Some(length) => format!("{length} {name} known"),
            None => "no solution known".to_owned(),
        };
        let why = match rest {
            Rest::Met => "the ends have met",
            Rest::Near => "the ends are as near as asked for",
            Rest::Unsolvable => "there is no solution",
            Rest::Stopped(_) => "stopped between the ends",
        };
        vec![format!("interval: {lower} {name} at least, {upper}; {why}")]
    }
}

fn claimed(best: &Verified, optimal: Option<Measure>) -> Claimed {
    let moves = best.steps().iter().map(|step| step.direction).collect();
    Claimed {
        plan: Plan::Moves(moves),
        optimal,
    }
}

/// The report of a run that was stopped before it began.
pub(super) fn nothing_known(reason: StopReason) -> RawReport {
    RawReport {
        outcome: RawOutcome::Stopped(reason),
        lower_bound: None,
        counters: Counters::default(),
        figures: Figures::new(),
        notes: Vec::new(),
        dead_sets: Vec::new(),
    }
}
