//! Which worker owns a state.
//!
//! The number of a state is mixed, and the range of the result is cut into as many
//! equal parts as there are workers. So shares are even whatever the numbers are like
//! and whatever the number of workers. The high bits decide, and the mixing is not
//! that of any table, so the states of one owner are no special sort for its tables.

/// The worker, of so many, who owns a state.
#[inline]
pub fn owner(state: u64, workers: usize) -> usize {
    ((u128::from(mixed(state)) * workers as u128) >> 64) as usize
}

/// A number that each worker, of so many, owns: to send something to the worker itself.
pub fn addresses(workers: usize) -> Vec<u64> {
    let address = |worker| (0..).find(|&number| owner(number, workers) == worker);
    (0..workers).filter_map(address).collect()
}

/// An order of all states in which no sort of state, nor any owner's, is before others.
#[inline]
pub fn shuffled(state: u64) -> u64 {
    mixed(!state)
}

/// A bijection whose every output bit hangs on all input bits.
#[inline]
fn mixed(state: u64) -> u64 {
    let mut n = state.wrapping_add(0x6A09_E667_F3BC_C909);
    n = (n ^ (n >> 32)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    n = (n ^ (n >> 29)).wrapping_mul(0xA24B_AED4_963E_E407);
    n ^ (n >> 32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_worker_has_an_address() {
        for workers in [1, 2, 3, 5, 64] {
            let owners = addresses(workers).into_iter().map(|n| owner(n, workers));
            assert!(owners.eq(0..workers));
        }
    }

    /// Of three states of different owners each is the greatest as often as the others.
    #[test]
    fn the_order_favours_no_owner() {
        let mut greatest = [0u32; 3];
        for i in 0..30_000 {
            let three = [3 * i, 3 * i + 1, 3 * i + 2];
            let winner = three.into_iter().max_by_key(|&state| shuffled(state));
            greatest[owner(winner.unwrap_or(0), 3)] += 1;
        }
        assert!(
            greatest.iter().all(|n| (9_600..10_400).contains(n)),
            "{greatest:?}"
        );
    }

    #[test]
    fn shares_are_even_for_runs_and_for_strides() {
        for workers in [1, 2, 3, 5, 7, 16] {
            for stride in [1u64, 2, 3, 64, 1000, 1 << 20, 1 << 40] {
                let mut shares = vec![0u32; workers];
                for i in 0..20_000u64 {
                    shares[owner(i.wrapping_mul(stride), workers)] += 1;
                }
                let mean = 20_000.0 / workers as f64;
                for share in shares {
                    let off = (f64::from(share) - mean).abs();
                    assert!(off < 6.0 * mean.sqrt(), "{workers} {stride}: {share}");
                }
            }
        }
    }
}
