//! The papers' tables, computed anew.

use soko_bench::reproduce::{Desk, Findings, paper};
use std::sync::atomic::AtomicBool;

fn reproduce(name: &str) -> Findings {
    let stop = AtomicBool::new(false);
    let mut silence = |_: &str| {};
    let mut desk = Desk::new(&stop, &mut silence);
    let paper = paper(name).expect("the paper is in the table");
    (paper.run)(&mut desk).expect("its levels can be had")
}

/// The check with these words: how many agree, of how many.
fn agreement(findings: &Findings, what: &str) -> (usize, usize) {
    let mut checks = findings.tables.iter().flat_map(|table| &table.checks);
    let check = checks.find(|check| check.what == what).expect(what);
    (check.agree, check.of)
}

#[test]
fn movers_maps_agree_cell_by_cell() {
    let findings = reproduce("movers");
    assert!(findings.hold(), "{findings}");
    assert_eq!(agreement(&findings, "floor squares"), (74, 74));
    assert_eq!(agreement(&findings, "numbers of squares"), (4, 4));
}

#[test]
fn greco_table_1_agrees_in_all_rows() {
    let findings = reproduce("greco");
    assert_eq!(agreement(&findings, "box locations"), (20, 20));
    assert_eq!(
        agreement(&findings, "locations that are not dead"),
        (20, 20)
    );
}

#[test]
fn a_stopped_reproduction_says_so() {
    let stop = AtomicBool::new(true);
    let mut silence = |_: &str| {};
    let mut desk = Desk::new(&stop, &mut silence);
    let result = (paper("greco").unwrap().run)(&mut desk);
    assert_eq!(
        result,
        Err(soko_bench::reproduce::ReproduceError::Cancelled)
    );
}
