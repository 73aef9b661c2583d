//! The combinatorial rank: a set of boxes as its number among all sets of that
//! size.
//!
//! With places p₁ < p₂ < … the rank is C(p₁, 1) + C(p₂, 2) + …, which counts the
//! sets that come before in colexicographic order. It is the shortest code there
//! is if every set is as likely as the others. Exact in 128 bits or not at all.

/// The number of ways to choose `k` of `n` things, if it fits.
pub fn binomial(n: usize, k: usize) -> Option<u128> {
    let k = k.min(n.checked_sub(k).unwrap_or(usize::MAX));
    if k > n {
        return Some(0);
    }
    let mut result: u128 = 1;
    for i in 0..k {
        // The product of i + 1 neighbours is a multiple of (i + 1)!.
        result = result.checked_mul((n - i) as u128)? / (i + 1) as u128;
    }
    Some(result)
}

/// The rank of ascending places.
///
/// ```
/// use soko_graph::rank::{binomial, rank};
/// assert_eq!(binomial(4, 2), Some(6));
/// // 01, 02, 12, 03, 13, 23
/// assert_eq!(rank(&[0, 3]), Some(3));
/// ```
pub fn rank(places: &[usize]) -> Option<u128> {
    let mut ranks = places.iter().enumerate().map(|(i, &p)| binomial(p, i + 1));
    ranks.try_fold(0u128, |sum, rank| sum.checked_add(rank?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ascending places of `k` boxes with this rank.
    fn unrank(mut rank: u128, k: usize) -> Option<Vec<usize>> {
        let mut places = vec![0; k];
        for i in (0..k).rev() {
            let mut place = i;
            while binomial(place + 1, i + 1)? <= rank {
                place += 1;
            }
            rank -= binomial(place, i + 1)?;
            places[i] = place;
        }
        Some(places)
    }

    #[test]
    fn ranks_count_up_and_come_back() {
        let n_sets = binomial(9, 4).unwrap();
        assert_eq!(n_sets, 126);
        for number in 0..n_sets {
            let places = unrank(number, 4).unwrap();
            assert!(places.is_sorted() && places[3] < 9);
            assert_eq!(rank(&places), Some(number));
        }
        assert_eq!(binomial(3, 5), Some(0));
        assert_eq!(binomial(41, 6), Some(4_496_388));
        assert_eq!(binomial(400, 200), None);
    }
}
