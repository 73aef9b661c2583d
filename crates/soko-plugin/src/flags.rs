//! Which numbers a host wants small: a bit for the first, and one 32 times as high for
//! the second.

use soko_solve::optimise::MetricOrder;

/// In a status: there is a solution.
pub const SOLUTION: u32 = 1;

/// The bits of the first number, with the names of their metrics.
const FIRST: [(u32, &str); 5] = [
    (2, "moves"),
    (4, "pushes"),
    (8, "box-lines"),
    (16, "box-changes"),
    (32, "pushing-sessions"),
];

/// Bits of the second number are so many times as high.
const SECOND: u32 = 32;

/// The order of metrics that is asked for; none if we have no such. Without any bit it
/// is pushes, then moves.
pub fn order(flags: u32) -> Option<MetricOrder> {
    let second_of = |bit: u32| bit * SECOND;
    let mut named = Vec::new();
    // The first numbers' bits reach up to 32, the second ones' from 64 on.
    named.extend(FIRST.iter().filter(|(bit, _)| flags & bit != 0));
    if named.len() > 1 {
        return None;
    }
    let second = FIRST.iter().filter(|(bit, _)| flags & second_of(*bit) != 0);
    let second: Vec<_> = second.collect();
    if second.len() > 1 || named.is_empty() && !second.is_empty() {
        return None;
    }
    named.extend(second);
    let names: Vec<&str> = named.iter().map(|(_, name)| *name).collect();
    match names.is_empty() {
        true => Some(MetricOrder::PUSHES),
        false => names.join(",").parse().ok(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_are_orders() {
        let told = |flags| order(flags).map(|order| order.to_string());
        let starts = |flags: u32, start: &str| {
            assert!(
                told(flags).is_some_and(|told| told.starts_with(start)),
                "{flags}"
            );
        };
        starts(0, "pushes,moves");
        starts(2, "moves,pushes");
        starts(4, "pushes,moves");
        starts(4 | (8 * 32), "pushes,box-lines");
        starts(2 | (16 * 32), "moves,box-changes");
        // Two first numbers, a second without a first, a first that cannot lead, and the
        // same number twice.
        for flags in [2 | 4, 2 * 32, 8, 4 | (4 * 32)] {
            assert_eq!(told(flags), None, "{flags}");
        }
    }
}
