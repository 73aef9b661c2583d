//! Disjoint groups of the greatest weight together, or nearly so.
//!
//! Each group of things has a weight; every thing is in one group at most. To find the
//! greatest sum is hard in general; the groups here fall apart into small pieces. For
//! each piece the things are tried in turn: in each of the groups that are left for it,
//! or in none, unless even the best shares of all things that are left would not be
//! enough. A piece has [`MOST_TRIES`]; after that the best sum so far stands, which may
//! be less than the greatest, never more.
//!
//! Cost: some hundred nanoseconds for a few groups, [`MOST_TRIES`] small steps a piece
//! at most.

/// Things as bits, and their weight together.
pub(crate) type WeighedGroup = (u64, u32);

/// The tries for each piece.
const MOST_TRIES: u32 = 2_000;
/// Shares are counted in parts of this size, so that groups of up to four share evenly.
const PARTS: u32 = 12;

/// A sum of weights of disjoint groups; the greatest where pieces are small. The groups
/// are sorted on the way.
pub(crate) fn heaviest_groups(groups: &mut [WeighedGroup]) -> u32 {
    // By the share of each thing, so that the first sum tried is a good one.
    groups.sort_unstable_by_key(|&(things, weight)| {
        (std::cmp::Reverse(share(things, weight)), things)
    });
    let mut left = groups.to_vec();
    let mut sum = 0;
    let mut piece = Vec::new();
    while let Some(&(first, _)) = left.first() {
        let mut all = first;
        loop {
            let joined = left.iter().filter(|(things, _)| things & all != 0);
            let grown = joined.fold(all, |all, (things, _)| all | things);
            if grown == all {
                break;
            }
            all = grown;
        }
        piece.clear();
        left.retain(|group| {
            let is_part = group.0 & all != 0;
            if is_part {
                piece.push(*group);
            }
            !is_part
        });
        sum += heaviest_of(&piece, all);
    }
    sum
}

#[inline]
fn share(things: u64, weight: u32) -> u32 {
    weight * PARTS / things.count_ones()
}

fn heaviest_of(piece: &[WeighedGroup], all: u64) -> u32 {
    if let [(_, weight)] = piece {
        return *weight;
    }
    let mut shares = [0; 64];
    for &(things, weight) in piece {
        for thing in bits(things) {
            shares[thing] = share(things, weight).max(shares[thing]);
        }
    }
    let mut tries = Tries {
        piece,
        shares,
        best: 0,
        left: MOST_TRIES,
    };
    tries.fill(all, 0);
    tries.best
}

struct Tries<'a> {
    piece: &'a [WeighedGroup],
    /// The most that each thing can bring.
    shares: [u32; 64],
    best: u32,
    left: u32,
}

impl Tries<'_> {
    /// Tries what can be done with the free things.
    fn fill(&mut self, free: u64, sum: u32) {
        self.best = self.best.max(sum);
        let hope: u32 = bits(free).map(|thing| self.shares[thing]).sum();
        if sum + hope / PARTS <= self.best || self.left == 0 {
            return;
        }
        self.left -= 1;
        // The thing with the greatest share is either in a group or never is.
        let Some(thing) = bits(free).max_by_key(|&thing| self.shares[thing]) else {
            return;
        };
        let bit = 1 << thing;
        for &(things, weight) in self.piece {
            if things & bit != 0 && things & !free == 0 {
                self.fill(free & !things, sum + weight);
            }
        }
        self.fill(free & !bit, sum);
    }
}

fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(lowest)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::SplitMix;

    fn by_trying(groups: &[WeighedGroup], used: u64) -> u32 {
        let Some((&(things, weight), rest)) = groups.split_first() else {
            return 0;
        };
        let without = by_trying(rest, used);
        if used & things != 0 {
            return without;
        }
        without.max(weight + by_trying(rest, used | things))
    }

    #[test]
    fn sums_are_the_greatest_where_pieces_are_small() {
        let mut random = SplitMix(6);
        for round in 0..600 {
            let n_things = 4 + round % 11;
            let mut groups: Vec<WeighedGroup> = Vec::new();
            for _ in 0..random.below(14) {
                let mut things = 0;
                for _ in 0..2 + random.below(3) {
                    things |= 1u64 << random.below(n_things);
                }
                if things.count_ones() > 1 {
                    groups.push((things, 1 + random.below(7) as u32));
                }
            }
            let greatest = by_trying(&groups, 0);
            assert_eq!(heaviest_groups(&mut groups), greatest, "{groups:?}");
        }
    }

    /// Where tries run out the sum is one of disjoint groups still.
    #[test]
    fn a_large_piece_has_a_sum_that_can_be() {
        let mut random = SplitMix(7);
        let mut groups: Vec<WeighedGroup> = (0..900)
            .map(|_| {
                let things = (0..3).fold(0, |set, _| set | 1 << random.below(40));
                (things, 2)
            })
            .collect();
        let sum = heaviest_groups(&mut groups);
        assert!((16..=40).contains(&sum), "{sum}");
    }
}
