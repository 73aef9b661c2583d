//! Ridge regression: a straight line through many numbers at once, with short weights.
//!
//! Each number is put on a scale of its own, mean 0 and spread 1, so that one shrinking
//! factor suits all. The weights make the sum of squared errors plus `shrink` times the
//! sum of their squares least. Without shrinking, numbers that say nearly the same would
//! get large weights of opposite sign, which fit chance. The equations are solved by
//! Cholesky's decomposition.
//!
//! Source: Hoerl and Kennard 1970.

/// A fitted line.
#[derive(Clone, Debug, PartialEq)]
pub struct Ridge {
    /// The mean of each number.
    pub means: Vec<f64>,
    /// The spread of each number; 1 where it never changes.
    pub spreads: Vec<f64>,
    /// What one spread more adds to the answer.
    pub weights: Vec<f64>,
    /// The answer for means.
    pub base: f64,
}

impl Ridge {
    /// Fits a line to rows of numbers and what is known of each.
    ///
    /// ```
    /// use soko_rate::Ridge;
    /// let rows: Vec<Vec<f64>> = (0..20).map(|i| vec![f64::from(i), f64::from(i % 3)]).collect();
    /// let known: Vec<f64> = rows.iter().map(|row| 3.0 * row[0] - row[1]).collect();
    /// let line = Ridge::fit(&rows, &known, 1e-9);
    /// assert!((line.answer(&[100.0, 2.0]) - 298.0).abs() < 1e-6);
    /// ```
    pub fn fit(rows: &[Vec<f64>], known: &[f64], shrink: f64) -> Ridge {
        let n_numbers = rows.first().map_or(0, Vec::len);
        let columns = (0..n_numbers).map(|i| rows.iter().map(move |row| row[i]));
        let means: Vec<f64> = columns.clone().map(mean).collect();
        let spreads: Vec<f64> = columns
            .zip(&means)
            .map(|(column, &mean)| spread(column, mean))
            .collect();
        let base = mean(known.iter().copied());
        let mut line = Ridge {
            means,
            spreads,
            weights: vec![0.0; n_numbers],
            base,
        };
        // Normal equations of the scaled numbers.
        let mut matrix = vec![vec![0.0; n_numbers]; n_numbers];
        let mut right = vec![0.0; n_numbers];
        for (row, known) in rows.iter().zip(known) {
            let scaled: Vec<f64> = line.scaled(row).collect();
            for i in 0..n_numbers {
                right[i] += scaled[i] * (known - base);
                for j in 0..=i {
                    matrix[i][j] += scaled[i] * scaled[j];
                }
            }
        }
        for (i, row) in matrix.iter_mut().enumerate() {
            row[i] += shrink.max(1e-9);
        }
        line.weights = solve_positive(matrix, right);
        line
    }

    /// The answer for a row of numbers.
    pub fn answer(&self, row: &[f64]) -> f64 {
        self.base + self.parts(row).sum::<f64>()
    }

    /// What each number adds to the answer.
    pub fn parts<'a>(&'a self, row: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
        let weighed = self.scaled(row).zip(&self.weights);
        weighed.map(|(scaled, weight)| scaled * weight)
    }

    fn scaled<'a>(&'a self, row: &'a [f64]) -> impl Iterator<Item = f64> + 'a {
        let scales = self.means.iter().zip(&self.spreads);
        row.iter()
            .zip(scales)
            .map(|(number, (mean, spread))| (number - mean) / spread)
    }
}

fn mean(numbers: impl Iterator<Item = f64>) -> f64 {
    let (sum, n) = numbers.fold((0.0, 0.0), |(sum, n), x| (sum + x, n + 1.0));
    if n > 0.0 { sum / n } else { 0.0 }
}

fn spread(numbers: impl Iterator<Item = f64>, around: f64) -> f64 {
    let variance = mean(numbers.map(|x| (x - around) * (x - around)));
    if variance > 1e-18 {
        variance.sqrt()
    } else {
        1.0
    }
}

/// Solves a system whose matrix is symmetric and positive; only its lower half is read.
fn solve_positive(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let n = right.len();
    // 1. The matrix as a lower triangle times its mirror image.
    for i in 0..n {
        for j in 0..=i {
            let known: f64 = (0..j).map(|k| matrix[i][k] * matrix[j][k]).sum();
            let rest = matrix[i][j] - known;
            matrix[i][j] = match i == j {
                true => rest.max(f64::MIN_POSITIVE).sqrt(),
                false => rest / matrix[j][j],
            };
        }
    }
    // 2. Down the one triangle, up the other.
    for i in 0..n {
        let known: f64 = (0..i).map(|k| matrix[i][k] * right[k]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|k| matrix[k][i] * right[k]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::SplitMix;

    #[test]
    fn a_line_is_found_again_and_shrinking_shortens() {
        let mut random = SplitMix(4);
        let mut number = || random.below(1000) as f64 / 100.0;
        let rows: Vec<Vec<f64>> = (0..60)
            .map(|_| (0..4).map(|_| number()).collect())
            .collect();
        let truth = |row: &[f64]| 2.0 + row[0] - 3.0 * row[1] + 0.5 * row[3];
        let known: Vec<f64> = rows.iter().map(|row| truth(row)).collect();
        let line = Ridge::fit(&rows, &known, 0.0);
        for row in &rows {
            assert!((line.answer(row) - truth(row)).abs() < 1e-6);
        }
        let length = |line: &Ridge| line.weights.iter().map(|w| w * w).sum::<f64>();
        let short = Ridge::fit(&rows, &known, 100.0);
        assert!(length(&short) < 0.5 * length(&line));
        // The gradient vanishes at the weights that were found.
        for i in 0..4 {
            let slope: f64 = rows
                .iter()
                .zip(&known)
                .map(|(row, known)| {
                    let scaled = (row[i] - short.means[i]) / short.spreads[i];
                    scaled * (known - short.answer(row))
                })
                .sum();
            assert!((slope - 100.0 * short.weights[i]).abs() < 1e-6);
        }
    }

    #[test]
    fn a_number_that_never_changes_says_nothing() {
        let rows = vec![vec![1.0, 7.0], vec![2.0, 7.0], vec![3.0, 7.0]];
        let line = Ridge::fit(&rows, &[1.0, 2.0, 3.0], 1e-6);
        assert!(line.weights[1].abs() < 1e-9);
        assert!((line.answer(&[4.0, 99.0]) - 4.0).abs() < 1e-3);
    }
}
