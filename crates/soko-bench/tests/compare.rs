//! Comparison on records made by hand.

use soko_bench::{Comparison, Record, Verdict, contestants};
use soko_core::{Bound, Measure};
use soko_solve::Objective;

/// A record: solved with so many pushes if there are any.
fn record(engine: &str, level: usize, pushes: Option<u64>, expanded: u64, seconds: f64) -> Record {
    let mut record = Record::new("hand", level, None, engine);
    record.expanded = expanded;
    record.seconds = seconds;
    record.pushes = pushes;
    if pushes.is_some() {
        record.outcome = Verdict::Solved;
    }
    record
}

fn at_least(at_least: u64, measure: Measure) -> Option<Bound> {
    Some(Bound { at_least, measure })
}

fn compare(records: Vec<Record>) -> Comparison {
    Comparison::of(&contestants(&[("run".to_owned(), records)]))
}

#[test]
fn solved_sets_come_first_then_the_common_levels() {
    let comparison = compare(vec![
        record("a", 1, Some(10), 100, 1.0),
        record("a", 2, Some(10), 100, 1.0),
        record("a", 3, Some(10), 7, 1.0),
        record("a", 4, None, 9999, 9.0),
        record("b", 1, Some(10), 200, 4.0),
        record("b", 2, Some(12), 800, 1.0),
        record("b", 3, None, 9999, 9.0),
        record("b", 4, Some(10), 5, 2.0),
        record("b", 5, Some(10), 5, 2.0),
    ]);
    assert_eq!(comparison.standings[0].solved, 3);
    assert_eq!(comparison.standings[0].levels, 4);
    assert_eq!(comparison.standings[1].solved, 4);
    assert_eq!(comparison.duels.len(), 1);
    let duel = &comparison.duels[0];
    assert_eq!((duel.tried, duel.both), (4, 2));
    assert_eq!(duel.only_first, [("hand".to_owned(), 3)]);
    assert_eq!(duel.only_second, [("hand".to_owned(), 4)]);
    assert_eq!((duel.expanded.first, duel.expanded.second), (200.0, 1000.0));
    assert!((duel.expanded.mean_ratio - 4.0).abs() < 1e-9, "{duel:?}");
    assert!((duel.seconds.mean_ratio - 2.0).abs() < 1e-9, "{duel:?}");
    assert_eq!((duel.pushes.first, duel.pushes.second), (20.0, 22.0));
    assert!(!comparison.nothing_lost());
    assert!(comparison.conflicts.is_empty());
    let expected = "\
run  levels  solved  optimal  unsolvable  open  expanded  seconds
───  ──────  ──────  ───────  ──────────  ────  ────────  ───────
a         4       3        0           0     1       207     3.00
b         5       4        0           0     1     1,010     9.00

Expanded and seconds are sums over the levels that each solved.

b against a, 4 levels in common
  solved by both: 2
  only a: 1 (hand 3)
  only b: 1 (hand 4)
  on the levels both solved  first, in all  second, in all  ratio of sums  mean ratio
───────────────────────────  ─────────────  ──────────────  ─────────────  ──────────
  expansions                           200           1,000          5.00×       4.00×
  seconds                             2.00            5.00          2.50×       2.00×
  pushes                                20              22          1.10×       1.10×
";
    assert_eq!(comparison.to_string(), expected);
}

#[test]
fn nothing_is_lost_when_the_second_solves_all_of_the_first() {
    let comparison = compare(vec![
        record("a", 1, Some(10), 100, 1.0),
        record("a", 2, None, 100, 1.0),
        record("b", 1, Some(10), 200, 4.0),
        record("b", 2, Some(10), 200, 4.0),
    ]);
    assert!(comparison.nothing_lost());
}

#[test]
fn names_say_what_tells_contestants_apart() {
    let mut by_moves = record("a", 1, Some(3), 1, 1.0);
    by_moves.goal = Objective::MOVES;
    let runs = [
        ("old".to_owned(), vec![record("a", 1, Some(3), 1, 1.0)]),
        (
            "new".to_owned(),
            vec![record("a", 1, Some(3), 1, 1.0), by_moves],
        ),
    ];
    let names: Vec<String> = contestants(&runs).into_iter().map(|c| c.name).collect();
    assert_eq!(names, ["old: a (any)", "new: a (any)", "new: a (moves)"]);
    let one = contestants(&runs[..1]);
    assert_eq!(one[0].name, "a");
}

#[test]
fn contradictions_are_found() {
    let mut unsolvable = record("b", 1, None, 1, 1.0);
    unsolvable.outcome = Verdict::Unsolvable;
    let mut optimal = record("b", 2, Some(12), 1, 1.0);
    optimal.optimal = Some(Measure::Pushes);
    let mut bound = record("b", 3, None, 1, 1.0);
    bound.lower_bound = at_least(11, Measure::Pushes);
    let mut fine = record("b", 4, Some(10), 1, 1.0);
    fine.optimal = Some(Measure::Pushes);
    fine.lower_bound = at_least(10, Measure::Pushes);
    // A bound in moves says nothing about 10 pushes.
    let mut other_measure = record("b", 5, None, 1, 1.0);
    other_measure.lower_bound = at_least(11, Measure::Moves);
    let comparison = compare(vec![
        record("a", 1, Some(10), 1, 1.0),
        record("a", 2, Some(10), 1, 1.0),
        record("a", 3, Some(10), 1, 1.0),
        record("a", 4, Some(10), 1, 1.0),
        record("a", 5, Some(10), 1, 1.0),
        unsolvable,
        optimal,
        bound,
        fine,
        other_measure,
    ]);
    let levels: Vec<usize> = comparison.conflicts.iter().map(|c| c.level.1).collect();
    assert_eq!(levels, [1, 2, 3], "{:?}", comparison.conflicts);
    assert!(!comparison.nothing_lost());
    assert!(!comparison.all_agree());
    assert!(
        comparison
            .to_string()
            .starts_with("CONTRADICTION on hand 1")
    );
}

#[test]
fn agreement_needs_two_proofs_of_one_length() {
    let proved = |engine: &str, level, pushes| {
        let mut record = record(engine, level, Some(pushes), 1, 1.0);
        record.optimal = Some(Measure::Pushes);
        record
    };
    let lonely = compare(vec![proved("a", 1, 9), record("b", 1, Some(9), 1, 1.0)]);
    assert_eq!((lonely.agreed, lonely.all_agree()), (0, false));
    let both = compare(vec![
        proved("a", 1, 9),
        proved("b", 1, 9),
        proved("a", 2, 5),
    ]);
    assert_eq!((both.agreed, both.all_agree()), (1, true));
    let different = compare(vec![proved("a", 1, 9), proved("b", 1, 8)]);
    assert_eq!((different.agreed, different.all_agree()), (0, false));
}

/// Other seeds of an engine are told by the table over seeds and not one by one; what
/// they lose is lost all the same.
#[test]
fn seeds_are_no_rivals_but_lose_levels() {
    let text = |engines: [&str; 3]| {
        let solved = |engine| record(engine, 1, Some(1), 1, 1.0);
        let comparison = compare(vec![
            solved(engines[0]),
            solved(engines[1]),
            record(engines[2], 1, None, 1, 1.0),
        ]);
        assert!(!comparison.nothing_lost(), "{engines:?}");
        comparison.to_string()
    };
    let seeds = text(["champion", "champion/seed-1", "champion/seed-2"]);
    assert!(!seeds.contains("against"), "{seeds}");
    let rivals = text(["champion", "optimal", "optimal/seed-1"]);
    assert_eq!(rivals.matches("against").count(), 1, "{rivals}");
    // With a seed that it alone has, an engine is a rival.
    let other = text(["champion", "optimal/seed-2", "optimal/seed-1"]);
    assert_eq!(other.matches("against").count(), 2, "{other}");
}
