//! From tested samples to a number of states and a bar around it.
//!
//! What samples that can be reached stand for, on average, is the number of states
//! that the tests can vouch for; its scatter is that of any mean. Samples still open
//! stand for more states, of which a share can be reached. It is taken to be the
//! share among those that the last rounds of tests decided, since these are the ones
//! most like the open ones. On the levels with odd numbers that this was developed
//! on, the share explained what was missing wherever much was open.
//!
//! The bar is meant to hold the truth 19 times of 20. It goes a little more than two
//! standard errors below what is reached alone, and as far above what is reached, the
//! share, and half of the rest of the open ones. Where few heavy samples make the
//! mean, their scatter tells less than the truth, and the bar is wider by two over the
//! root of as many samples of equal weight as would be worth the same. Below it ends at
//! the number of states that are known one by one.

use super::backward::Verdict;
use super::mixture::{LEAST_SHARE, Samples};
use soko_core::Squares;

/// Rounds of tests that the open samples are judged by.
const LAST_ROUNDS: usize = 3;
/// Standard errors from the middle to the ends.
const WIDTH: f64 = 2.2;
/// The least error of a logarithm, however well the samples agree.
const LEAST_ERROR: f64 = 0.02;

/// A number of states, and where it is likely to lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Interval {
    /// What the samples say alone.
    pub(super) by_samples: f64,
    /// The same, and no less than is known.
    pub(super) states: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// What samples add up to, in units of the heaviest one.
#[derive(Debug, Default)]
struct Sums {
    /// The mean of what reached samples stand for, and of its square.
    reached: f64,
    squares: f64,
    /// The mean of what open samples stand for.
    open: f64,
    /// What was reached, and what was found unreachable, in the last rounds.
    late: [f64; 2],
}

impl Sums {
    fn of<S: Squares>(samples: &Samples<S>, n_rounds: usize, unit: f64) -> Sums {
        let n = samples.drawn as f64;
        let mut sums = Sums::default();
        for sample in &samples.all {
            let weight = (sample.log_weight - unit).exp();
            let is_late = sample.round + LAST_ROUNDS >= n_rounds;
            let late = if is_late { weight / n } else { 0.0 };
            match sample.verdict {
                Verdict::Reached => {
                    sums.reached += weight / n;
                    sums.squares += weight * weight / n;
                    sums.late[0] += late;
                }
                Verdict::Unreached => sums.late[1] += late,
                Verdict::Open => sums.open += weight / n,
            }
        }
        sums
    }

    /// The share of the open part that is likely to be reached.
    fn open_share(&self) -> f64 {
        let [reached, unreached] = self.late;
        let decided = reached + unreached;
        if decided > 0.0 {
            reached / decided
        } else {
            0.5
        }
    }
}

impl Interval {
    /// Judges samples after so many rounds of tests. So many states are known to be
    /// reached; all placements together are `log_placements`, as a logarithm.
    pub(super) fn of<S: Squares>(
        samples: &Samples<S>,
        n_rounds: usize,
        known: usize,
        log_placements: f64,
    ) -> Interval {
        let logs = samples.all.iter().map(|s| s.log_weight);
        let unit = logs.fold(f64::NEG_INFINITY, f64::max);
        let n = samples.drawn.max(1) as f64;
        let sums = Sums::of(samples, n_rounds, unit);
        let share = sums.open_share();
        let middle = sums.reached + sums.open * share;
        let most = sums.reached + sums.open * (1.0 + share) / 2.0;
        // The start is never drawn; it is one more. Sums without samples are nothing.
        let states = |sum: f64| {
            if sum > 0.0 {
                1.0 + sum * unit.exp()
            } else {
                1.0
            }
        };
        let known = known as f64;
        let by_samples = states(middle);
        if sums.reached == 0.0 {
            // Nothing was met: what would still have been overlooked 1 time of 20.
            let unseen = (log_placements + (3.0 / (LEAST_SHARE * n)).ln()).exp();
            let high = states(most).max(known) + unseen;
            return Interval::capped(by_samples, known, known, high);
        }
        let variance = (sums.squares - sums.reached * sums.reached).max(0.0) / n;
        let error = (variance.sqrt() / sums.reached).hypot(LEAST_ERROR);
        let worth = n * sums.reached * sums.reached / sums.squares;
        let width = (WIDTH * error * (1.0 + 2.0 / worth.sqrt())).exp();
        let low = states(sums.reached) / width;
        Interval::capped(by_samples, known, low, states(most) * width)
    }

    /// Nothing is less than what is known, and numbers too large for the machine are
    /// as large as it can.
    fn capped(by_samples: f64, known: f64, low: f64, high: f64) -> Interval {
        let fit = |x: f64| x.max(known).min(f64::MAX);
        let states = fit(by_samples);
        Interval {
            by_samples: by_samples.min(f64::MAX),
            states,
            low: fit(low).min(states),
            high: fit(high).max(states),
        }
    }
}
