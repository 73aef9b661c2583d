//! A shuffle of the numbers of a given count of bits that can be undone.
//!
//! Numbers of neighbouring states lie close together; a table wants them spread evenly,
//! and this one keeps only what a place does not say of a number ([`CompactSet`]), so no
//! two numbers may become one. Both steps are one to one on numbers of `b` bits: the
//! product with an odd number modulo 2^b, and the exclusive or with the number's own
//! upper half. Three products leave no pattern that the tables would notice.
//!
//! [`CompactSet`]: super::CompactSet

/// Odd numbers without a pattern: the first ones are digits of the golden ratio and of pi.
const FACTORS: [u64; 3] = [
    0x9e37_79b9_7f4a_7c15,
    0x2437_6a88_85a3_08d3,
    0x1319_8a2e_0370_7345,
];

/// A shuffle of the numbers below 2^bits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mix {
    bits: u32,
    factors: [u64; 3],
    inverses: [u64; 3],
}

impl Mix {
    /// A shuffle for so many bits, from 2 to 63; another for each seed.
    pub fn new(bits: u32, seed: u64) -> Mix {
        // Odd times odd is odd.
        let factors = FACTORS.map(|factor| factor.wrapping_mul(seed << 1 | 1));
        Mix {
            bits,
            factors,
            inverses: factors.map(inverse),
        }
    }

    fn fold(self, number: u64) -> u64 {
        number ^ number >> self.bits.div_ceil(2)
    }

    /// The place of a number in the shuffle.
    #[inline]
    pub fn forth(self, number: u64) -> u64 {
        let mask = (1 << self.bits) - 1;
        self.factors.iter().fold(number, |number, &factor| {
            self.fold(number.wrapping_mul(factor) & mask)
        })
    }

    /// The number at a place.
    #[inline]
    pub fn back(self, place: u64) -> u64 {
        let mask = (1 << self.bits) - 1;
        // What was folded once is unfolded by folding again: the upper half is as it was.
        self.inverses.iter().rev().fold(place, |place, &inverse| {
            self.fold(place).wrapping_mul(inverse) & mask
        })
    }
}

/// The number whose product with an odd one is 1 modulo 2^64: Newton's step doubles the
/// right bits, and an odd number is its own inverse in the lowest three.
fn inverse(odd: u64) -> u64 {
    (0..5).fold(odd, |x, _| {
        x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use soko_core::SplitMix;

    /// No two numbers share a place, and each is found again.
    #[test]
    fn small_shuffles_are_one_to_one() {
        for bits in [2, 3, 7, 12] {
            let mix = Mix::new(bits, u64::from(bits));
            let mut places: Vec<u64> = (0..1 << bits).map(|n| mix.forth(n)).collect();
            assert!((0..1 << bits).all(|n| mix.back(places[n as usize]) == n));
            places.sort_unstable();
            assert!(places.into_iter().eq(0..1 << bits));
        }
    }

    #[test]
    fn large_shuffles_can_be_undone() {
        let mut random = SplitMix(3);
        for bits in 20..64 {
            let mix = Mix::new(bits, random.next());
            for _ in 0..200 {
                let number = random.next() >> (64 - bits);
                assert_eq!(mix.back(mix.forth(number)), number);
            }
        }
    }

    /// Numbers in a row fall evenly over the upper bits.
    #[test]
    fn rows_are_spread() {
        for (seed, step) in [(0, 1), (0, 2), (0, 64), (0, 1 << 20), (1, 1), (2, 64)] {
            let mix = Mix::new(40, seed);
            let mut fallen = [0u32; 64];
            for n in 0..64_000 {
                fallen[(mix.forth(n * step) >> 34) as usize] += 1;
            }
            assert!(
                fallen.iter().all(|n| (800..1_200).contains(n)),
                "{seed} {step} {fallen:?}"
            );
        }
    }
}
