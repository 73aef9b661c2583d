//! How well a line does on levels that it has not seen.
//!
//! Ten-fold cross-validation: the levels are dealt into ten heaps at random, and each
//! heap is answered by a line that was fitted to the other nine. How much that line is
//! shrunk is chosen inside those nine, by cross-validation again, so that nothing of the
//! heap that it answers has a say. All answers together are held against what is known,
//! by Spearman's rank correlation. The whole is repeated with other deals.
//!
//! The interval is a bootstrap's: levels are drawn again and again with replacement, and
//! the middle 95 of a hundred correlations are told. It says how much another set of as
//! many levels of this kind may differ.

use crate::ridge::Ridge;
use soko_core::SplitMix;
use soko_graph::rank_correlation;

/// Heaps of the cross-validation, and of the one inside that chooses the shrinking.
const HEAPS: usize = 10;

/// How much lines may be shrunk.
const SHRINKS: [f64; 8] = [1.0, 3.0, 10.0, 30.0, 100.0, 200.0, 400.0, 1000.0];

/// Draws of the bootstrap.
const DRAWS: usize = 2000;

/// Rank correlations with what is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Correlation {
    /// The correlation; for repeated cross-validation, the mean over the repeats.
    pub rank: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// The correlation of one number with what is known, with its interval; none where it
/// never changes.
pub fn correlation(numbers: &[f64], known: &[f64], seed: u64) -> Option<Correlation> {
    intervals(&[numbers.to_vec()], known, seed)
}

/// Repeated cross-validation of lines through rows of numbers; none if there are too few
/// rows.
pub fn cross_validation(
    rows: &[Vec<f64>],
    known: &[f64],
    repeats: usize,
    seed: u64,
) -> Option<Correlation> {
    if rows.len() < 2 * HEAPS {
        return None;
    }
    let mut random = SplitMix(seed);
    let answers: Vec<Vec<f64>> = (0..repeats)
        .map(|_| held_out(rows, known, HEAPS, &mut random, fit))
        .collect();
    intervals(&answers, known, seed)
}

/// Fits a line whose shrinking is chosen by cross-validation among these rows alone.
pub fn fit(rows: &[Vec<f64>], known: &[f64]) -> Ridge {
    Ridge::fit(rows, known, chosen_shrink(rows, known))
}

/// The shrinking with the least squared error on rows that were held out.
pub fn chosen_shrink(rows: &[Vec<f64>], known: &[f64]) -> f64 {
    let error = |shrink: f64| -> f64 {
        let fit = |rows: &[Vec<f64>], known: &[f64]| Ridge::fit(rows, known, shrink);
        let answers = held_out(rows, known, HEAPS, &mut SplitMix(1), fit);
        let errors = answers.iter().zip(known).map(|(a, k)| (a - k) * (a - k));
        errors.sum()
    };
    let errors = SHRINKS.map(|shrink| (error(shrink), shrink));
    let best = errors.into_iter().min_by(|a, b| a.0.total_cmp(&b.0));
    best.map_or(SHRINKS[0], |(_, shrink)| shrink)
}

/// The answer to every row by a line that was fitted without its heap.
fn held_out(
    rows: &[Vec<f64>],
    known: &[f64],
    heaps: usize,
    random: &mut SplitMix,
    fit: impl Fn(&[Vec<f64>], &[f64]) -> Ridge,
) -> Vec<f64> {
    let heap_of = deal(rows.len(), heaps, random);
    let mut answers = vec![0.0; rows.len()];
    for heap in 0..heaps {
        let others: Vec<usize> = (0..rows.len()).filter(|&i| heap_of[i] != heap).collect();
        let their_rows: Vec<Vec<f64>> = others.iter().map(|&i| rows[i].clone()).collect();
        let theirs: Vec<f64> = others.iter().map(|&i| known[i]).collect();
        let line = fit(&their_rows, &theirs);
        for (i, row) in rows.iter().enumerate().filter(|&(i, _)| heap_of[i] == heap) {
            answers[i] = line.answer(row);
        }
    }
    answers
}

/// Deals rows into heaps of nearly the same size.
fn deal(n_rows: usize, heaps: usize, random: &mut SplitMix) -> Vec<usize> {
    let mut heap_of: Vec<usize> = (0..n_rows).map(|i| i % heaps).collect();
    for i in (1..n_rows).rev() {
        heap_of.swap(i, random.below(i + 1));
    }
    heap_of
}

/// The mean correlation of several lists of answers, with its interval.
fn intervals(answers: &[Vec<f64>], known: &[f64], seed: u64) -> Option<Correlation> {
    let rank = |answers: &[f64], rows: &[usize]| {
        let pick =
            |list: &[f64]| -> Vec<Option<f64>> { rows.iter().map(|&i| Some(list[i])).collect() };
        rank_correlation(&pick(answers), &pick(known))
    };
    let all: Vec<usize> = (0..known.len()).collect();
    let ranks: Option<Vec<f64>> = answers.iter().map(|a| rank(a, &all)).collect();
    let ranks = ranks.filter(|ranks| !ranks.is_empty())?;
    let mut random = SplitMix(seed ^ 0x5EED);
    let mut drawn: Vec<f64> = (0..DRAWS)
        .filter_map(|draw| {
            let rows: Vec<usize> = (0..known.len())
                .map(|_| random.below(known.len()))
                .collect();
            rank(&answers[draw % answers.len()], &rows)
        })
        .collect();
    drawn.sort_by(f64::total_cmp);
    let quantile = |share: f64| drawn.get((share * drawn.len() as f64) as usize).copied();
    Some(Correlation {
        rank: ranks.iter().sum::<f64>() / ranks.len() as f64,
        low: quantile(0.025)?,
        high: quantile(0.975)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of which the first says something and the others nothing.
    fn rows(n: usize, noise: f64) -> (Vec<Vec<f64>>, Vec<f64>) {
        let mut random = SplitMix(9);
        let mut number = || random.below(10_000) as f64 / 10_000.0;
        let rows: Vec<Vec<f64>> = (0..n)
            .map(|_| (0..12).map(|_| number()).collect())
            .collect();
        let known = rows.iter().map(|row| row[0] + noise * number()).collect();
        (rows, known)
    }

    #[test]
    fn what_says_something_is_found_and_chance_is_not() {
        let (rows, known) = rows(120, 0.3);
        let found = cross_validation(&rows, &known, 3, 1).unwrap();
        assert!(found.rank > 0.9 && found.low < found.rank && found.rank < found.high);
        // Numbers without a meaning promise nothing on rows that were held out, however
        // well a line can be bent to them.
        let empty: Vec<Vec<f64>> = rows.iter().map(|row| row[1..].to_vec()).collect();
        let found = cross_validation(&empty, &known, 3, 1).unwrap();
        assert!(found.rank < 0.2, "{found:?}");
        assert_eq!(cross_validation(&rows[..15], &known[..15], 3, 1), None);
    }

    #[test]
    fn heaps_are_equal_and_every_row_is_answered_by_strangers() {
        let heaps = deal(103, 10, &mut SplitMix(2));
        let sizes = (0..10).map(|heap| heaps.iter().filter(|&&h| h == heap).count());
        assert!(sizes.clone().all(|n| n == 10 || n == 11));
        // A line that only knows its own rows has never seen the one that it answers.
        let (rows, known) = rows(50, 0.0);
        let answers = held_out(&rows, &known, 10, &mut SplitMix(2), |theirs, _| {
            let n = theirs.len() as f64;
            Ridge {
                means: vec![],
                spreads: vec![],
                weights: vec![],
                base: n,
            }
        });
        assert!(answers.iter().all(|&n| n == 45.0));
    }
}
