//! Veger's Table 4: every column that can be reproduced, in every row.

use soko_bench::reproduce::veger_table::{PUBLISHED, measure, same_factor};
use soko_bench::suite;

#[test]
fn table_4_row_by_row() {
    let levels = suite::collection("Microban_155").unwrap();
    for (number, published) in (1..).zip(PUBLISHED) {
        let level = levels[number - 1].level().unwrap();
        let ours = measure(&level).unwrap();
        eprintln!("{number} {ours:?}");
        assert_eq!(
            (ours.size, ours.boxes),
            (published.size, published.boxes),
            "level {number}"
        );
        assert_eq!(
            ours.one_to_one, published.one_to_one,
            "level {number}, one to one"
        );
        assert_eq!(ours.no_man, published.no_man, "level {number}, no man");
        assert_eq!(
            ours.two_digit, published.two_digit,
            "level {number}, 2-digit"
        );
        let factors = (published.solution_factor, ours.solution_factor);
        assert!(
            same_factor(factors.0, factors.1),
            "level {number}: {factors:?}"
        );
    }
}

/// The published column repeats 2-digit; these are the hash as described.
#[test]
fn three_odd_parity_as_described() {
    let levels = suite::collection("Microban_155").unwrap();
    for (number, expected) in [(1, (6, 4)), (2, (7, 2)), (3, (8, 1))] {
        let level = levels[number - 1].level().unwrap();
        assert_eq!(
            measure(&level).unwrap().three_odd_parity,
            expected,
            "level {number}"
        );
    }
}
