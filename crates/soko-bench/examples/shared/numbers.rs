//! Numbers on the command line of an example.

/// The number in this place, counted from 1, or what stands for it.
///
/// # Panics
///
/// If something else stands there.
pub(crate) fn number(place: usize, otherwise: u64) -> u64 {
    let given = std::env::args().nth(place);
    given.map_or(otherwise, |text| text.parse().expect("a number"))
}
