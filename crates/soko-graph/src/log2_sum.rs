//! Sums of numbers that are too small or too large for a floating-point number,
//! by their logarithms.

/// The logarithm of the sum of numbers given by their logarithms, all to base 2.
pub(crate) fn log2_sum(logs: impl Iterator<Item = f64> + Clone) -> f64 {
    let largest = logs.clone().fold(f64::NEG_INFINITY, f64::max);
    if largest == f64::NEG_INFINITY {
        return largest;
    }
    let sum: f64 = logs.map(|log| (log - largest).exp2()).sum();
    largest + sum.log2()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_add_where_numbers_would_vanish() {
        let sum = log2_sum([-5000.0, -5000.0].into_iter());
        assert!((sum + 4999.0).abs() < 1e-12);
        assert_eq!(log2_sum(std::iter::empty()), f64::NEG_INFINITY);
    }
}
