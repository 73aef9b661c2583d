//! Veger's Table 4 and figures: every check holds.

use soko_bench::reproduce::{Desk, paper};
use std::sync::atomic::AtomicBool;

#[test]
fn everything_that_can_be_reproduced_is() {
    let stop = AtomicBool::new(false);
    let mut say = |_: &str| {};
    let veger = paper("veger").expect("veger is one of the papers");
    let findings = (veger.run)(&mut Desk::new(&stop, &mut say)).unwrap();
    println!("{findings}");
    let mut tables = findings.tables.iter();
    let table = tables
        .find(|table| table.title.starts_with("Table 4"))
        .unwrap();
    for check in &table.checks[..6] {
        assert_eq!((check.agree, check.required), (25, 25), "{check}");
    }
    assert!(
        table.checks[6].reason.is_some(),
        "3-odd-parity carries its remark"
    );
    for check in findings.tables.iter().flat_map(|table| &table.checks) {
        assert!(check.holds(), "{check}");
    }
    let starts = |words: &str| {
        findings
            .tables
            .iter()
            .filter(|t| t.title.starts_with(words))
            .count()
    };
    assert_eq!(
        (starts("Figure"), starts("Table"), starts("Section")),
        (10, 3, 1)
    );
}

/// The published column repeats 2-digit; these are the hash as described.
#[test]
fn three_odd_parity_as_described() {
    use soko_bench::{reproduce::veger::TableRow, suite};
    let levels = suite::collection("Microban_155").unwrap();
    for (number, expected) in [(1, (6, 4)), (2, (7, 2)), (3, (8, 1))] {
        let level = levels[number - 1].level().unwrap();
        let ours = TableRow::of(&level).unwrap().three_odd_parity;
        assert_eq!(ours, expected, "level {number}");
    }
}
