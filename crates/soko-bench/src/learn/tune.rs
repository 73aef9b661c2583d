//! Weights bettered by trying them out.
//!
//! Each round changes a few weights at random and lets the walk alone solve the levels;
//! the change stays if the levels need fewer positions, counted in logarithms so that no
//! level rules the others. The same rounds and seed give the same weights.
//!
//! Cost: a search of every level for each seed of ties and each round.

use soko_core::{Level, SplitMix};
use soko_search::{Control, Limits};
use soko_solve::champion::Weights;
use soko_solve::{Options, SolveError, solve};

/// The strategy that goes by the weights.
const STRATEGY: &str = "plan-trained";
/// An unsolved level counts as if it had taken so many times as long.
const PENALTY: f64 = 4.0;
/// The seeds of ties with which each level is tried.
const SEEDS: [u64; 2] = [0, 1];

/// What a walk alone may do, and did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trial {
    /// Whether the level was solved.
    pub solved: bool,
    /// Positions expanded.
    pub expanded: u64,
}

impl Trial {
    /// Lets a walk with these weights solve a level, within so many positions.
    ///
    /// # Errors
    ///
    /// If its solution is none: a fault of ours.
    pub fn run(
        level: &Level,
        weights: &Weights,
        seed: u64,
        expansions: u64,
    ) -> Result<Trial, SolveError> {
        let options = Options {
            strategies: vec![STRATEGY.into()],
            values: *weights,
            seed,
            ..Options::default()
        };
        let mut control = Control::new(Limits {
            expansions: Some(expansions),
            ..Limits::default()
        });
        let report = solve("champion", level, &options, &mut control)?;
        Ok(Trial {
            solved: report.solution().is_some(),
            expanded: report.counters.expanded,
        })
    }
}

/// Betters weights in so many rounds on these levels. `go_on` hears of each round and
/// may end it; the best so far is the answer then.
///
/// # Errors
///
/// If a solution of a walk is none: a fault of ours.
pub fn tune(
    levels: &[&Level],
    start: Weights,
    rounds: usize,
    seed: u64,
    expansions: u64,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Weights, SolveError> {
    if rounds == 0 {
        return Ok(start);
    }
    let mut random = SplitMix(seed);
    let mut best = start;
    let mut least = effort(levels, &best, expansions)?;
    for _ in 0..rounds {
        if !go_on() {
            break;
        }
        let tried = changed(&best, &mut random);
        let effort = effort(levels, &tried, expansions)?;
        if effort < least {
            (best, least) = (tried, effort);
        }
    }
    Ok(best)
}

/// How hard the levels are with these weights: the mean logarithm of the positions
/// that the walk expands.
fn effort(levels: &[&Level], weights: &Weights, expansions: u64) -> Result<f64, SolveError> {
    let mut sum = 0.0;
    for level in levels {
        for seed in SEEDS {
            let trial = Trial::run(level, weights, seed, expansions)?;
            let positions = match trial.solved {
                true => trial.expanded as f64,
                false => expansions as f64 * PENALTY,
            };
            sum += (1.0 + positions).ln();
        }
    }
    Ok(sum / (levels.len() * SEEDS.len()).max(1) as f64)
}

/// One to three weights are made up to three times larger or smaller, or moved by
/// a little, which lets them change their sign.
fn changed(weights: &Weights, random: &mut SplitMix) -> Weights {
    let mut weights = *weights;
    for _ in 0..1 + random.below(3) {
        let weight = &mut weights.0[random.below(Weights::NAMES.len())];
        let factor = 3f64.powf(random.below(2001) as f64 / 1000.0 - 1.0);
        let shift = random.below(41) as i32 - 20;
        let most = Weights::MOST;
        *weight = ((f64::from(*weight) * factor) as i32 + shift).clamp(-most, most);
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tuning_never_makes_it_worse_and_is_the_same_every_time() {
        let level: Level = "########\n#      #\n# $$.  #\n# @$.. #\n#      #\n########"
            .parse()
            .unwrap();
        let levels = [&level];
        let backwards = Weights([-500, 0, 0, 0, 0, 0, 50, 0, 0]);
        let tuned = |rounds| tune(&levels, backwards, rounds, 1, 60, &mut || true).unwrap();
        let effort = |weights: &Weights| effort(&levels, weights, 60).unwrap();
        assert_eq!(tuned(0), backwards);
        assert!(effort(&tuned(12)) < effort(&backwards));
        assert_eq!(tuned(12), tuned(12));
    }
}
