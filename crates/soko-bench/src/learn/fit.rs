//! Weights under which the moves of solutions look best.
//!
//! A lesson is a choice among moves, told by their facts. Weights give each move a
//! value, and values give each a chance: the more, the likelier (a conditional logit).
//! The fit is the set of weights under which the moves that were taken are likeliest
//! altogether. Each level counts the same however long its solution is, and large
//! weights cost a little, so that what the lessons say nothing about stays near nought.
//!
//! The sum has one peak, and Newton's steps find it: nine numbers, a matrix of nine by
//! nine, a dozen steps. The same lessons give the same weights.
//!
//! How many moves lead to a position cannot be learned so: of all that is left open, the
//! move of the solution is always among the deepest. That weight stays as shipped.
//!
//! A tie in a walk is broken by lots of up to 127 points, so a unit of the logit is
//! [`POINTS`] points.

use soko_solve::champion::{Facts, Lesson, Weights};

/// Points of value for a unit of the logit.
const POINTS: f64 = 100.0;
/// What large weights cost, as a share of what the lessons are worth.
const RIDGE: f64 = 1e-3;
/// Newton's steps, of which a dozen are enough.
const STEPS: usize = 40;

const N: usize = Weights::NAMES.len();
/// The place of the weight that is not learned.
const DEPTH: usize = N - 1;
type Vector = [f64; N];
type Matrix = [Vector; N];

/// The weights for some levels' lessons.
pub fn fit(levels: &[&[Lesson]]) -> Weights {
    let levels: Vec<&[Lesson]> = levels.iter().copied().filter(|l| !l.is_empty()).collect();
    let scale = spreads(&levels);
    // 1. Begin with nothing.
    let mut at = [0.0; N];
    let mut worth = likelihood(&levels, &scale, &at);
    // 2. Newton's steps.
    for _ in 0..STEPS {
        // A step that leads down is halved until it leads up.
        let mut step = newton_step(&levels, &scale, &at);
        let mut better = None;
        for _ in 0..20 {
            let there: Vector = std::array::from_fn(|i| at[i] + step[i]);
            let value = likelihood(&levels, &scale, &there);
            if value > worth {
                better = Some((there, value));
                break;
            }
            step = step.map(|s| s / 2.0);
        }
        let Some((there, value)) = better else { break };
        let gained = value - worth;
        (at, worth) = (there, value);
        if gained < 1e-9 {
            break;
        }
    }
    // 3. In points.
    let most = f64::from(Weights::MOST);
    let weight = |i: usize| (POINTS * at[i] / scale[i]).round().clamp(-most, most) as i32;
    let mut weights = Weights(std::array::from_fn(weight));
    weights.0[DEPTH] = Weights::default().0[DEPTH];
    weights
}

/// How far the facts differ within lessons; 1 where they never do.
fn spreads(levels: &[&[Lesson]]) -> Vector {
    let (mut sum, mut n) = ([0.0; N], 0.0);
    for lesson in levels.iter().copied().flatten() {
        let mean = mean(&lesson.choices);
        n += lesson.choices.len() as f64;
        for facts in &lesson.choices {
            for i in 0..N {
                sum[i] += (f64::from(facts[i]) - mean[i]).powi(2);
            }
        }
    }
    sum.map(|s: f64| if s > 0.0 { (s / n).sqrt() } else { 1.0 })
}

fn mean(choices: &[Facts]) -> Vector {
    let sum = |i: usize| choices.iter().map(|facts| f64::from(facts[i])).sum::<f64>();
    std::array::from_fn(|i| sum(i) / choices.len() as f64)
}

/// The facts in units of their spread, without depth.
fn scaled(facts: &Facts, scale: &Vector) -> Vector {
    let mut scaled: Vector = std::array::from_fn(|i| f64::from(facts[i]) / scale[i]);
    scaled[DEPTH] = 0.0;
    scaled
}

fn dot(a: &Vector, b: &Vector) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The chance of each choice, and the logarithm of that which was taken.
fn chances(lesson: &Lesson, scale: &Vector, at: &Vector) -> (Vec<f64>, f64) {
    let values: Vec<f64> = lesson
        .choices
        .iter()
        .map(|f| dot(&scaled(f, scale), at))
        .collect();
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = values.iter().map(|value| (value - most).exp()).sum();
    let log = values[lesson.taken] - most - sum.ln();
    let chances = values.iter().map(|value| (value - most).exp() / sum);
    (chances.collect(), log)
}

/// What is to be made as large as possible: the mean over levels of the mean logarithm
/// of chances, less what large weights cost.
fn likelihood(levels: &[&[Lesson]], scale: &Vector, at: &Vector) -> f64 {
    let of_level = |lessons: &&[Lesson]| {
        let logs = lessons.iter().map(|lesson| chances(lesson, scale, at).1);
        logs.sum::<f64>() / lessons.len() as f64
    };
    let sum: f64 = levels.iter().map(of_level).sum();
    sum / levels.len().max(1) as f64 - RIDGE / 2.0 * dot(at, at)
}

/// The step to the peak of the parabola that fits here.
fn newton_step(levels: &[&[Lesson]], scale: &Vector, at: &Vector) -> Vector {
    let mut slope = at.map(|a| -RIDGE * a);
    let mut bend: Matrix =
        std::array::from_fn(|i| std::array::from_fn(|j| if i == j { RIDGE } else { 0.0 }));
    for lessons in levels {
        let share = 1.0 / (levels.len() * lessons.len()) as f64;
        for lesson in *lessons {
            let (chances, _) = chances(lesson, scale, at);
            let facts: Vec<Vector> = lesson.choices.iter().map(|f| scaled(f, scale)).collect();
            let expected: Vector = std::array::from_fn(|i| {
                let parts = facts.iter().zip(&chances).map(|(f, chance)| chance * f[i]);
                parts.sum()
            });
            for i in 0..N {
                slope[i] += share * (facts[lesson.taken][i] - expected[i]);
                for j in 0..N {
                    let parts = facts.iter().zip(&chances);
                    let parts = parts.map(|(f, c)| c * (f[i] - expected[i]) * (f[j] - expected[j]));
                    bend[i][j] += share * parts.sum::<f64>();
                }
            }
        }
    }
    solve(bend, slope)
}

/// Solves a system of equations by elimination; the matrix is positive definite.
fn solve(mut matrix: Matrix, mut right: Vector) -> Vector {
    for i in 0..N {
        for row in i + 1..N {
            let factor = matrix[row][i] / matrix[i][i];
            let above = matrix[i];
            for (cell, above) in matrix[row].iter_mut().zip(above).skip(i) {
                *cell -= factor * above;
            }
            right[row] -= factor * right[i];
        }
    }
    let mut found = [0.0; N];
    for i in (0..N).rev() {
        let known: f64 = (i + 1..N).map(|j| matrix[i][j] * found[j]).sum();
        found[i] = (right[i] - known) / matrix[i][i];
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::SplitMix;

    /// Lessons in which moves are taken by known weights, with the chances that they give.
    fn made(weights: &Weights, n: usize) -> Vec<Lesson> {
        let mut random = SplitMix(3);
        let mut lesson = || {
            let mut facts = || std::array::from_fn(|_| random.below(5) as i32);
            let choices: Vec<Facts> = (0..6).map(|_| facts()).collect();
            let at = weights.0.map(|w| f64::from(w) / POINTS);
            let lesson = Lesson { choices, taken: 0 };
            let (chances, _) = chances(&lesson, &[1.0; N], &at);
            let mut lot = random.below(1_000_000) as f64 / 1e6;
            let taken = chances.iter().position(|chance| {
                lot -= chance;
                lot < 0.0
            });
            let taken = taken.unwrap_or(0);
            Lesson { taken, ..lesson }
        };
        (0..n).map(|_| lesson()).collect()
    }

    #[test]
    fn the_weights_by_which_moves_were_taken_are_found() {
        let shipped = Weights::default().0[DEPTH];
        let truth = Weights([120, -80, 0, 40, 0, 0, -30, 60, shipped]);
        let lessons = made(&truth, 4_000);
        let found = fit(&[&lessons]);
        for (found, truth) in found.0.into_iter().zip(truth.0) {
            assert!((found - truth).abs() <= 8, "{found} for {truth}");
        }
        assert_eq!(fit(&[]).0, [0, 0, 0, 0, 0, 0, 0, 0, shipped]);
    }

    #[test]
    fn equations_are_solved() {
        let matrix: Matrix = std::array::from_fn(|i| {
            std::array::from_fn(|j| 1.0 / (1 + i + j) as f64 + f64::from(u8::from(i == j)))
        });
        let truth: Vector = std::array::from_fn(|i| i as f64 - 3.0);
        let right = matrix.map(|row| dot(&row, &truth));
        let found = solve(matrix, right);
        assert!(found.iter().zip(truth).all(|(a, b)| (a - b).abs() < 1e-9));
    }
}
