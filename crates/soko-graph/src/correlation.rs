//! How two numbers go together over many levels.
//!
//! Spearman's rank correlation: the numbers are replaced by their ranks (ties
//! share the mean rank) and those are correlated as usual. It asks only whether
//! one number grows with the other, which suits numbers that span many powers of
//! ten.

/// The rank correlation over the rows in which both numbers are known; none with
/// fewer than three such rows, or where one number never changes.
///
/// ```
/// use soko_graph::rank_correlation;
/// let (a, b) = ([1.0, 10.0, 100.0].map(Some), [3.0, 2.0, 1.0].map(Some));
/// assert_eq!(rank_correlation(&a, &b), Some(-1.0));
/// ```
pub fn rank_correlation(a: &[Option<f64>], b: &[Option<f64>]) -> Option<f64> {
    let both = a.iter().zip(b).filter_map(|(&a, &b)| Some((a?, b?)));
    let (a, b): (Vec<f64>, Vec<f64>) = both.unzip();
    if a.len() < 3 {
        return None;
    }
    linear_correlation(&ranks(&a), &ranks(&b))
}

fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&i, &j| values[i].total_cmp(&values[j]));
    let mut ranks = vec![0.0; values.len()];
    let mut first = 0;
    for ties in order.chunk_by(|&i, &j| values[i] == values[j]) {
        let mean = first as f64 + (ties.len() - 1) as f64 / 2.0;
        ties.iter().for_each(|&i| ranks[i] = mean);
        first += ties.len();
    }
    ranks
}

fn linear_correlation(a: &[f64], b: &[f64]) -> Option<f64> {
    let n = a.len() as f64;
    let (mean_a, mean_b) = (a.iter().sum::<f64>() / n, b.iter().sum::<f64>() / n);
    let pairs = || a.iter().zip(b).map(|(a, b)| (a - mean_a, b - mean_b));
    let covariance: f64 = pairs().map(|(a, b)| a * b).sum();
    let spread_a: f64 = pairs().map(|(a, _)| a * a).sum();
    let spread_b: f64 = pairs().map(|(_, b)| b * b).sum();
    let spread = (spread_a * spread_b).sqrt();
    (spread > 0.0).then_some(covariance / spread)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grows_together_falls_apart_and_says_nothing() {
        let up: Vec<_> = [1.0, 10.0, 100.0, 1000.0].map(Some).to_vec();
        let down: Vec<_> = [4.0, 3.0, 2.0, 1.0].map(Some).to_vec();
        assert_eq!(rank_correlation(&up, &up), Some(1.0));
        assert_eq!(rank_correlation(&up, &down), Some(-1.0));
        let flat = [Some(5.0); 4];
        assert_eq!(rank_correlation(&up, &flat), None);
        let gaps = [Some(1.0), None, Some(2.0), None];
        assert_eq!(rank_correlation(&up, &gaps), None);
    }

    #[test]
    fn ties_share_a_rank() {
        assert_eq!(ranks(&[3.0, 1.0, 3.0, 2.0]), [2.5, 0.0, 2.5, 1.0]);
    }
}
