//! Disjoint pairs of the greatest weight together, or nearly so.
//!
//! Each pair of things has a weight; every thing is in one pair at most. Edmonds'
//! blossoms would find the greatest sum in any graph; the graphs here fall apart into
//! small pieces, and pieces of up to [`MOST`] things are weighed completely, set by
//! set. From larger pieces the heaviest pairs are taken first until they are small
//! enough, so that the sum may be less than the greatest; never more.
//!
//! Cost: 2^[`MOST`] small steps for a piece at most.

/// Pieces of so many things are weighed completely.
const MOST: usize = 10;

/// A pair and its weight.
pub(crate) type WeighedPair = (usize, usize, u32);

/// A sum of weights of disjoint pairs; the greatest where pieces are small. The pairs
/// are sorted on the way.
pub(crate) fn heaviest_pairs(pairs: &mut [WeighedPair]) -> u32 {
    pairs.sort_unstable_by_key(|&(.., weight)| std::cmp::Reverse(weight));
    let mut sum = 0;
    let mut left = pairs.to_vec();
    while let Some(&(first, ..)) = left.first() {
        let piece = piece_of(first, &left);
        if piece.len() > MOST {
            // The heaviest pair of all belongs to this piece, since pairs are sorted.
            let (a, b, weight) = left[0];
            sum += weight;
            left.retain(|&(c, d, _)| c != a && c != b && d != a && d != b);
        } else {
            sum += heaviest_of(&piece, &left);
            left.retain(|(a, ..)| !piece.contains(a));
        }
    }
    sum
}

/// All things that pairs connect with this one.
fn piece_of(first: usize, pairs: &[WeighedPair]) -> Vec<usize> {
    let mut piece = vec![first];
    let mut next = 0;
    while let Some(&at) = piece.get(next) {
        next += 1;
        for &(a, b, _) in pairs {
            let other = match at {
                _ if at == a => b,
                _ if at == b => a,
                _ => continue,
            };
            if !piece.contains(&other) {
                piece.push(other);
            }
        }
    }
    piece
}

/// The greatest sum in a small piece: for each set of its things the best, from the
/// best of smaller sets.
fn heaviest_of(piece: &[usize], pairs: &[WeighedPair]) -> u32 {
    let place = |thing| piece.iter().position(|&t| t == thing);
    let mut weights = [[0; MOST]; MOST];
    for &(a, b, weight) in pairs {
        if let (Some(a), Some(b)) = (place(a), place(b)) {
            weights[a][b] = weight;
            weights[b][a] = weight;
        }
    }
    let mut best = [0; 1 << MOST];
    let all = (1usize << piece.len()) - 1;
    for set in 1..=all {
        let first = set.trailing_zeros() as usize;
        let rest = set & (set - 1);
        let mut most = best[rest];
        let mut others = rest;
        while others != 0 {
            let other = others.trailing_zeros() as usize;
            others &= others - 1;
            most = most.max(weights[first][other] + best[rest & !(1 << other)]);
        }
        best[set] = most;
    }
    best[all]
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::SplitMix;

    fn by_trying(pairs: &[WeighedPair], used: u64) -> u32 {
        let Some((&(a, b, weight), rest)) = pairs.split_first() else {
            return 0;
        };
        let without = by_trying(rest, used);
        if used >> a & 1 != 0 || used >> b & 1 != 0 {
            return without;
        }
        without.max(weight + by_trying(rest, used | 1 << a | 1 << b))
    }

    /// Small pieces are weighed exactly; sums of large ones are sums of disjoint pairs,
    /// and at least half of the greatest.
    #[test]
    fn sums_are_the_greatest_where_pieces_are_small() {
        let mut random = SplitMix(5);
        let mut n_less = 0;
        for round in 0..400 {
            let n_things = 2 + round % 13;
            let mut pairs: Vec<WeighedPair> = Vec::new();
            for b in 1..n_things {
                for a in 0..b {
                    if random.below(n_things) < 3 && pairs.len() < 18 {
                        pairs.push((a, b, 1 + random.below(6) as u32));
                    }
                }
            }
            let greatest = by_trying(&pairs, 0);
            let sum = heaviest_pairs(&mut pairs);
            assert!(sum <= greatest && 2 * sum >= greatest, "{pairs:?}");
            assert!(n_things > MOST || sum == greatest, "{pairs:?}");
            n_less += usize::from(sum < greatest);
        }
        assert!(
            (1..60).contains(&n_less),
            "{n_less} sums are not the greatest"
        );
    }

    #[test]
    fn a_chain_is_better_without_its_heaviest_pair() {
        assert_eq!(heaviest_pairs(&mut [(0, 1, 2), (1, 2, 3), (2, 3, 2)]), 4);
        assert_eq!(heaviest_pairs(&mut []), 0);
    }
}
