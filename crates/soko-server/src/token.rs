//! The token of a run.

use std::hash::{BuildHasher, Hasher, RandomState};

/// A token that nobody can guess: keyed hashes whose keys the standard library
/// draws from the operating system.
pub(crate) fn fresh_token() -> String {
    let word = |_| {
        let mut hasher = RandomState::new().build_hasher();
        hasher.write_u128(std::time::UNIX_EPOCH.elapsed().map_or(0, |t| t.as_nanos()));
        format!("{:016x}", hasher.finish())
    };
    (0..3).map(word).collect()
}
