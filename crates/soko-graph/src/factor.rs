//! The solution factor: the chance that a player who chooses blindly among the
//! components that can come next meets a solution.
//!
//! It is 1 for a component that holds a solved state, 0 for another one that
//! leads nowhere, and else the mean over the distinct children. Components have
//! no cycles, so one pass from the sinks settles it. Source: Veger 2011, section
//! 8.1.
//!
//! Factors shrink exponentially with the length of the way. They are computed in
//! floating point; where that underflows, as logarithms; and where numerator and
//! denominator fit 128 bits, as exact fractions.

use crate::log2_sum::log2_sum;
use crate::{Folding, Solvable};
use std::fmt;

/// A fraction in lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ratio {
    /// Above the line.
    pub numerator: u128,
    /// Below the line; never zero.
    pub denominator: u128,
}

impl Ratio {
    /// Nothing.
    pub const ZERO: Ratio = Ratio {
        numerator: 0,
        denominator: 1,
    };
    /// Certainty.
    pub const ONE: Ratio = Ratio {
        numerator: 1,
        denominator: 1,
    };

    /// The sum, if it fits.
    pub fn checked_add(self, other: Ratio) -> Option<Ratio> {
        let common = gcd(self.denominator, other.denominator);
        let left = self.numerator.checked_mul(other.denominator / common)?;
        let right = other.numerator.checked_mul(self.denominator / common)?;
        let denominator = self.denominator.checked_mul(other.denominator / common)?;
        Some(Ratio::reduced(left.checked_add(right)?, denominator))
    }

    /// A part of it, if it fits.
    pub fn checked_div(self, parts: u128) -> Option<Ratio> {
        let denominator = self.denominator.checked_mul(parts)?;
        Some(Ratio::reduced(self.numerator, denominator))
    }

    /// The nearest floating-point number.
    pub fn to_f64(self) -> f64 {
        self.numerator as f64 / self.denominator as f64
    }

    fn reduced(numerator: u128, denominator: u128) -> Ratio {
        let common = gcd(numerator, denominator);
        Ratio {
            numerator: numerator / common,
            denominator: denominator / common,
        }
    }
}

impl fmt::Display for Ratio {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.denominator == 1 {
            write!(f, "{}", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator)
        }
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// Exact fractions are tried on graphs of up to so many components.
const EXACT_UP_TO: usize = 200_000;

/// The solution factor of the start.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SolutionFactor {
    /// The factor; zero also where it is too small for a floating-point number.
    pub value: f64,
    /// Its logarithm to base 2; minus infinity for zero.
    pub log2: f64,
    /// The exact fraction, where it stays small.
    pub exact: Option<Ratio>,
}

/// The solution factor of a graph's start.
///
/// ```
/// use soko_core::Level;
/// use soko_graph::{Folding, Rules, explore, solution_factor};
/// use soko_search::Control;
///
/// let level: Level = "#######\n## .  #\n##$$  #\n##.#@ #\n#######".parse().unwrap();
/// let graph = explore(&level, &Rules::default(), 1, &mut Control::default()).unwrap();
/// let folding = Folding::new(&graph);
/// // One of two ways on is lost.
/// assert_eq!(solution_factor(&folding).exact.unwrap().to_string(), "1/2");
/// ```
pub fn solution_factor<G: Solvable>(folding: &Folding<'_, G>) -> SolutionFactor {
    let log2 = first(&log2_factors(folding), f64::NEG_INFINITY);
    let exact = exact_factor(folding);
    let value = exact.map_or_else(|| first(&factors(folding), 0.0), Ratio::to_f64);
    SolutionFactor { value, log2, exact }
}

/// The factor of every component, as floating-point numbers.
pub fn factors<G: Solvable>(folding: &Folding<'_, G>) -> Vec<f64> {
    let mut factors = vec![0.0; folding.n_components()];
    folding.sinks_first(|component, children| {
        factors[component as usize] = if folding.kind(component).is_solved {
            1.0
        } else if children.is_empty() {
            0.0
        } else {
            let sum: f64 = children.iter().map(|&c| factors[c as usize]).sum();
            sum / children.len() as f64
        };
    });
    factors
}

/// The logarithm to base 2 of the factor of every component.
pub fn log2_factors<G: Solvable>(folding: &Folding<'_, G>) -> Vec<f64> {
    let mut logs = vec![f64::NEG_INFINITY; folding.n_components()];
    folding.sinks_first(|component, children| {
        if folding.kind(component).is_solved {
            logs[component as usize] = 0.0;
        } else if folding.kind(component).is_alive {
            let sum = log2_sum(children.iter().map(|&c| logs[c as usize]));
            logs[component as usize] = sum - (children.len() as f64).log2();
        }
    });
    logs
}

/// The exact factor of the start; none if a fraction on the way grows too large.
fn exact_factor<G: Solvable>(folding: &Folding<'_, G>) -> Option<Ratio> {
    if folding.n_components() > EXACT_UP_TO {
        return None;
    }
    let mut ratios: Vec<Option<Ratio>> = vec![Some(Ratio::ZERO); folding.n_components()];
    folding.sinks_first(|component, children| {
        let kind = folding.kind(component);
        if kind.is_solved {
            ratios[component as usize] = Some(Ratio::ONE);
        } else if kind.is_alive {
            let mut children_ratios = children.iter().map(|&c| ratios[c as usize]);
            let sum = children_ratios.try_fold(Ratio::ZERO, |sum, ratio| sum.checked_add(ratio?));
            ratios[component as usize] =
                sum.and_then(|sum| sum.checked_div(children.len() as u128));
        }
    });
    ratios.first().copied()?
}

fn first(list: &[f64], otherwise: f64) -> f64 {
    list.first().copied().unwrap_or(otherwise)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fractions_are_exact_and_say_when_they_are_not() {
        let third = Ratio::ONE.checked_div(3).unwrap();
        let sixth = Ratio::ONE.checked_div(6).unwrap();
        assert_eq!(third.checked_add(sixth).unwrap().to_string(), "1/2");
        let tiny = Ratio::ONE.checked_div(u128::MAX).unwrap();
        assert_eq!(tiny.checked_div(2), None);
        assert_eq!(tiny.checked_add(third.checked_div(2).unwrap()), None);
    }
}
