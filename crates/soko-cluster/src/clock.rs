//! The times of a sweep, as one number each.
//!
//! A sweep goes layer by layer. Each layer has two halves: first its states *arrive*
//! at their owners, then, when all of them are there, they are *expanded*. Both halves
//! are cut into slices: what is found by expanding slice `k` of a layer arrives in
//! slice `k` of the next, so the way round the loop adds one half to every time and
//! the system knows, slice by slice, what everybody has taken in.
//!
//! ```text
//! bits 63 ……………… 32 │    31    │ 30 ……………… 0
//!       layer        │ expanded │    slice
//! ```

/// A half of a layer, which is what the way round the loop adds.
pub const HALF: u64 = 1 << 31;

/// When the states of a slice arrive.
pub fn arriving(layer: u64, slice: u64) -> u64 {
    (layer << 32) + slice
}

/// When the states of a slice are expanded.
pub fn expanding(layer: u64, slice: u64) -> u64 {
    arriving(layer, slice) + HALF
}

/// The layer of a time.
pub fn layer_of(time: u64) -> u64 {
    time >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_expanded_arrives_in_the_same_slice_of_the_next_layer() {
        assert_eq!(expanding(7, 3) + HALF, arriving(8, 3));
        assert!(arriving(7, HALF - 1) < expanding(7, 0));
        assert_eq!(layer_of(expanding(7, 3)), 7);
        assert_eq!(layer_of(arriving(8, 0)), 8);
    }
}
