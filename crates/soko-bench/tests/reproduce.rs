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
    // The engine itself, on the board that it did not solve before it had a bound.
    let proofs = "runs with our bound that prove as many pushes as A*";
    assert_eq!(agreement(&findings, proofs), (4, 4));
}

#[test]
fn greco_tables_agree_where_they_can() {
    let findings = reproduce("greco");
    let agreement = |what| agreement(&findings, what);
    assert_eq!(agreement("box locations"), (20, 20));
    assert_eq!(agreement("locations that are not dead"), (20, 20));
    assert_eq!(agreement("breadth-first"), (18, 18));
    let given_up = "breadth-first over 500,000 where the table says so";
    assert_eq!(agreement(given_up), (2, 2));
    assert_eq!(agreement("push method"), (20, 20));
    assert_eq!(agreement("push method with deadlock detection"), (20, 20));
    let solved = "runs that end with a solution, where his do";
    assert_eq!(agreement(solved), (78, 78));
    // The one column that no reading reproduces is shown, not claimed.
    assert!(agreement("breadth-first with deadlock detection").0 < 20);
    assert_eq!(agreement("averages of Table 1"), (3, 3));
    let averages = "averages of Table 2, the three methods that can be reproduced";
    assert_eq!(agreement(averages), (3, 3));
    assert_eq!(agreement("with box pushes: 93.8% and 98.7%"), (2, 2));
    assert_eq!(findings.tables.len(), 5);
    assert!(findings.hold());
}

#[test]
fn nash_proves_the_34_moves_of_wikisoko() {
    let findings = reproduce("nash");
    assert!(findings.hold(), "{findings}");
    let proofs = "admissible heuristics that prove 34 moves the shortest";
    assert_eq!(agreement(&findings, proofs), (8, 8));
    // Seven boards of Table 1; ten heuristics, and one more run without the table.
    let rows: Vec<usize> = findings.tables.iter().map(|t| t.rows.len()).collect();
    assert_eq!(rows, [7, 11]);
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
