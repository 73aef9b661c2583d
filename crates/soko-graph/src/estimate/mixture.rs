//! Samples: states drawn with known probabilities, and what each stands for.
//!
//! Placements are drawn from a mixture of models that differ in how far they trust
//! what was learned, the broadest of which draws all placements alike. A state drawn
//! with probability p stands for 1/p states: the mean of that over all draws, with 0
//! for draws that cannot be reached, is the number of states on average, whatever the
//! models have learned. What they learn decides how far it scatters. The broad ones
//! keep a part that the narrow ones have not heard of from being missed: no sample
//! stands for more than all placements over the share of the broadest.
//!
//! Of a placement's areas only those count in which the man can have ended a push;
//! one of them is drawn.

use super::backward::{Backward, Verdict};
use super::floor::{Floor, Spot};
use super::model::{Model, unit};
use soko_core::{SplitMix, Squares};
use soko_search::Control;

/// How far guesses are trusted, by model.
pub(super) const TRUSTS: [f64; 4] = [2.0, 20.0, 200.0, f64::INFINITY];
/// No model's share is less.
pub(super) const LEAST_SHARE: f64 = 0.1;
/// Placements drawn for a sample, at the most.
const MOST_DRAWS: usize = 50;
/// A sample teaches at most e to this as much as the middle one: one alone is not to
/// teach everything.
const MOST_LESSON: f64 = 3.0;

/// What placements are drawn from.
pub(super) struct Mixture {
    pub(super) model: Model,
    pub(super) shares: [f64; TRUSTS.len()],
}

/// A state drawn.
pub(super) struct Sample<S> {
    pub(super) spot: Spot<S>,
    /// The logarithm of how many states it stands for.
    pub(super) log_weight: f64,
    pub(super) verdict: Verdict,
    /// The round of tests in which it was decided.
    pub(super) round: usize,
}

/// Samples, and how many placements were drawn for them.
pub(super) struct Samples<S> {
    pub(super) all: Vec<Sample<S>>,
    pub(super) drawn: usize,
}

impl Mixture {
    /// Every model has the same share at first.
    pub(super) fn new(model: Model) -> Mixture {
        let shares = [1.0 / TRUSTS.len() as f64; TRUSTS.len()];
        Mixture { model, shares }
    }

    /// Draws until there are so many samples, or too few placements give one.
    pub(super) fn draw_many<S: Squares>(
        &self,
        floor: &Floor<'_, S>,
        n: usize,
        random: &mut SplitMix,
    ) -> Samples<S> {
        let (mut all, mut drawn) = (Vec::with_capacity(n), 0);
        while all.len() < n && drawn < MOST_DRAWS * n {
            drawn += 1;
            all.extend(self.draw(floor, random));
        }
        Samples { all, drawn }
    }

    /// Draws a placement and one of its states; none if it has none that can have
    /// come about.
    fn draw<S: Squares>(&self, floor: &Floor<'_, S>, random: &mut SplitMix) -> Option<Sample<S>> {
        let mut left = unit(random);
        let chosen = self.shares.iter().position(|share| {
            left -= share;
            left < 0.0
        });
        let trust = TRUSTS[chosen.unwrap_or(TRUSTS.len() - 1)];
        let boxes: S = self.model.draw(trust, random);
        if !floor.can_match(&boxes) {
            return None;
        }
        let mut spots = floor.spots_of(&boxes);
        let n = spots.len();
        let spot = (n > 0).then(|| spots.swap_remove(random.below(n)))?;
        let log_chance = log_sum(&self.parts(&boxes));
        Some(Sample {
            spot,
            log_weight: (n as f64).ln() - log_chance,
            verdict: Verdict::Open,
            round: 0,
        })
    }

    /// The logarithm of what each model adds to the probability of a placement.
    fn parts<S: Squares>(&self, boxes: &S) -> [f64; TRUSTS.len()] {
        std::array::from_fn(|i| self.shares[i].ln() + self.model.log_chance(boxes, TRUSTS[i]))
    }

    /// Gives models shares by how much of what was reached they account for.
    pub(super) fn share_out<S: Squares>(&mut self, samples: &[Sample<S>]) {
        let mut credit = [0.0; TRUSTS.len()];
        for (sample, weight) in lessons(samples) {
            let parts = self.parts(&sample.spot.boxes);
            let all = log_sum(&parts);
            for (credit, part) in credit.iter_mut().zip(parts) {
                *credit += weight * (part - all).exp();
            }
        }
        let sum: f64 = credit.iter().sum();
        if sum > 0.0 {
            let free = 1.0 - LEAST_SHARE * TRUSTS.len() as f64;
            self.shares = credit.map(|c| LEAST_SHARE + free * c / sum);
        }
    }
}

impl Model {
    /// Learns from samples that can be reached: together they count for as many as
    /// samples of equal weight would be worth.
    pub(super) fn learn_samples<S: Squares>(&mut self, samples: &[Sample<S>]) {
        let met = lessons(samples);
        let sum: f64 = met.iter().map(|(_, w)| w).sum();
        let squares: f64 = met.iter().map(|(_, w)| w * w).sum();
        for (sample, weight) in met {
            self.learn(&sample.spot.boxes, weight * sum / squares);
        }
    }
}

/// The samples that can be reached, with weights up to a factor; large ones are cut.
fn lessons<S: Squares>(samples: &[Sample<S>]) -> Vec<(&Sample<S>, f64)> {
    let met = samples.iter().filter(|s| s.verdict == Verdict::Reached);
    let met: Vec<&Sample<S>> = met.collect();
    let mut logs: Vec<f64> = met.iter().map(|s| s.log_weight).collect();
    logs.sort_by(f64::total_cmp);
    let middle = logs.get(logs.len() / 2).copied().unwrap_or(0.0);
    let weight = |s: &Sample<S>| (s.log_weight - middle).min(MOST_LESSON).exp();
    met.into_iter().map(|s| (s, weight(s))).collect()
}

/// The logarithm of a sum, from logarithms.
fn log_sum(logs: &[f64]) -> f64 {
    let most = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    most + logs.iter().map(|log| (log - most).exp()).sum::<f64>().ln()
}

/// Tests the samples that are open, each within a budget.
pub(super) fn test<S: Squares>(
    floor: &Floor<'_, S>,
    backward: &mut Backward<S>,
    samples: &mut [Sample<S>],
    budget: u64,
    round: usize,
    control: &mut Control<'_>,
) {
    for sample in samples.iter_mut().filter(|s| s.verdict == Verdict::Open) {
        if control.stopped().is_some() {
            return;
        }
        sample.verdict = backward.decide(floor, &sample.spot, budget, control);
        sample.round = round;
    }
}
