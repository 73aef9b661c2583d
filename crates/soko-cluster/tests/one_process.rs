//! Counts of many workers in one process are those of the whole graph.

use crate::common::{big_level, counted_whole, folded_whole, levels, scratch};
use soko_cluster::checkpoint::{Folder, Reached, Survey};
use soko_cluster::{Crew, Folded, Manifest, Outcome, count_kept, lasting_steps};
use soko_graph::Rules;
use soko_graph::count::{CountOptions, Steps};
use soko_search::{Control, Limits, StopReason};

fn count(steps: &'static dyn Steps, workers: usize) -> Outcome {
    Crew::alone(workers, Survey::NOTHING)
        .count(steps, None, &mut Control::default())
        .unwrap()
}

#[test]
fn any_number_of_workers_counts_what_the_whole_graph_has() {
    let (mut n_states, mut n_dead, mut n_solved) = (0, 0, 0);
    for (i, level) in levels(36).iter().enumerate() {
        let rules = Rules {
            stop_at_solved: i % 3 == 1,
            keep_dead_squares: i % 3 == 2,
            dead: None,
        };
        let expected = counted_whole(level, &rules);
        let steps = lasting_steps(level, rules).unwrap();
        for workers in [1, 2, 3, 5] {
            let outcome = count(steps, workers);
            assert_eq!(outcome.stopped, None);
            assert_eq!(outcome.part.expanded, expected.states());
            assert_eq!(
                outcome.part.counts,
                expected,
                "{workers} workers\n{}",
                level.setup()
            );
        }
        n_states += expected.states();
        n_dead += expected.dead();
        n_solved += expected.solved();
    }
    assert!(
        n_states > 10_000 && n_dead > 5_000 && n_solved > 15,
        "{n_states} {n_dead} {n_solved}"
    );
}

fn fold(steps: &'static dyn Steps, workers: usize) -> Folded {
    let crew = Crew::alone(workers, Survey::NOTHING).with_components();
    let outcome = crew.count(steps, None, &mut Control::default()).unwrap();
    assert_eq!(outcome.stopped, None);
    outcome.part.folded.unwrap().unwrap()
}

/// All but rounding is the same.
fn is_same(found: &Folded, expected: &Folded) -> bool {
    let (Some(own), Some(other)) = (found.start, expected.start) else {
        return false;
    };
    let is_near =
        |a: f64, b: f64| a == b || (a - b).abs() <= 1e-11 * b.abs().max(f64::MIN_POSITIVE);
    let counts = |folded: &Folded| (folded.components, folded.largest, folded.sinks);
    counts(found) == counts(expected)
        && own.longest_way == other.longest_way
        && is_near(own.factor, other.factor)
        && is_near(own.factor_log2, other.factor_log2)
}

#[test]
fn any_number_of_workers_finds_the_components_of_the_whole_graph() {
    let (mut n_components, mut n_large, mut n_sinks, mut n_between) = (0, 0, 0, 0);
    for (i, level) in levels(240).iter().enumerate() {
        let rules = Rules {
            stop_at_solved: i % 3 == 1,
            keep_dead_squares: i % 3 == 2,
            dead: None,
        };
        let expected = folded_whole(level, &rules);
        let steps = lasting_steps(level, rules).unwrap();
        let workers = [1, 2, 3, 5];
        for workers in [workers[i % 4], workers[(i + 1) % 4]] {
            let found = fold(steps, workers);
            let setup = level.setup();
            assert!(
                is_same(&found, &expected),
                "{workers} workers: {found:?} instead of {expected:?}\n{setup}"
            );
        }
        let factor = expected.start.unwrap().factor;
        n_components += expected.components;
        n_large += u64::from(expected.largest > 20);
        n_sinks += expected.sinks;
        n_between += u64::from(factor > 0.0 && factor < 1.0);
    }
    assert!(
        n_components > 10_000 && n_large > 50 && n_sinks > 2_000 && n_between > 50,
        "{n_components} {n_large} {n_sinks} {n_between}"
    );
}

/// Stopped while components are looked for, the counts stand.
#[test]
fn a_limit_on_components_leaves_the_counts() {
    let level = big_level();
    let expected = counted_whole(&level, &Rules::default());
    let steps = lasting_steps(&level, Rules::default()).unwrap();
    let (mut n_stopped, mut n_whole) = (0, 0);
    for factor in [1, 2, 4, 8, 40] {
        let limits = Limits {
            expansions: Some(factor * expected.states() + 500),
            ..Limits::default()
        };
        let crew = Crew::alone(3, Survey::NOTHING).with_components();
        let outcome = crew.count(steps, None, &mut Control::new(limits)).unwrap();
        assert_eq!(outcome.stopped, None);
        assert_eq!(outcome.part.counts, expected);
        match outcome.part.folded.unwrap() {
            Err(reason) => {
                assert_eq!(reason, StopReason::Expansions);
                n_stopped += 1;
            }
            Ok(found) => {
                assert!(is_same(&found, &folded_whole(&level, &Rules::default())));
                n_whole += 1;
            }
        }
    }
    assert!(n_stopped > 0 && n_whole > 0, "{n_stopped} {n_whole}");
    // Stopped before that, nobody looks for components.
    let limits = Limits {
        expansions: Some(500),
        ..Limits::default()
    };
    let crew = Crew::alone(3, Survey::NOTHING).with_components();
    let outcome = crew.count(steps, None, &mut Control::new(limits)).unwrap();
    assert_eq!(outcome.stopped, Some(StopReason::Expansions));
    assert_eq!(outcome.part.folded, None);
}

/// The counts that a folder has after a run that was stopped early, several times.
#[test]
fn a_run_that_is_stopped_goes_on_from_its_checkpoints() {
    let level = big_level();
    let expected = counted_whole(&level, &Rules::default());
    let steps = lasting_steps(&level, Rules::default()).unwrap();
    let path = scratch("stopped");
    let manifest = Manifest::of(&level, "", steps);
    let mut n_stops = 0;
    for expansions in (1_000..).step_by(2_500) {
        let folder = Folder::open(&path, &manifest, steps.space(), 0..2).unwrap();
        assert!(folder.notes().is_empty());
        let limits = Limits {
            expansions: Some(expansions),
            ..Limits::default()
        };
        let before = folder.found();
        let crew = Crew::alone(2, before);
        let outcome = crew
            .count(steps, Some(folder), &mut Control::new(limits))
            .unwrap();
        match outcome.stopped {
            Some(reason) => {
                assert_eq!(reason, StopReason::Expansions);
                assert!(outcome.part.counts.states() <= expected.states());
                n_stops += 1;
            }
            None => {
                assert_eq!(outcome.part.counts, expected);
                assert_ne!(before.forward, Reached::Nothing);
                break;
            }
        }
    }
    assert!(n_stops >= 2, "{n_stops}");
    // All is there now, and read again.
    let folder = Folder::open(&path, &manifest, steps.space(), 0..2).unwrap();
    assert_eq!(
        (folder.found().forward, folder.found().backward),
        (Reached::Done, Reached::Done)
    );
    let crew = Crew::alone(2, folder.found());
    let outcome = crew.count(steps, Some(folder), &mut Control::default());
    assert_eq!(outcome.unwrap().part.counts, expected);
}

/// Every file in turn is cut, changed or removed: the counts stay right.
#[test]
fn damaged_files_are_told_and_left_out() {
    let level = &levels(1)[0];
    let expected = counted_whole(level, &Rules::default());
    let steps = lasting_steps(level, Rules::default()).unwrap();
    let manifest = Manifest::of(level, "", steps);
    let path = scratch("damaged");
    let options = CountOptions::default();
    let kept = || count_kept(steps, &options, &path, &manifest, &mut Control::default()).unwrap();
    assert_eq!(kept().counted.counts, expected);
    let mut names: Vec<_> = std::fs::read_dir(&path)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.to_string_lossy().contains("ward-"))
        .collect();
    names.sort();
    assert!(names.len() > 6);
    for (i, name) in names.iter().enumerate() {
        let whole = std::fs::read(name).unwrap();
        let mut bytes = whole.clone();
        match i % 3 {
            0 => bytes.truncate(whole.len() - 5),
            1 => bytes[whole.len() / 2] ^= 1,
            _ => bytes.push(0),
        }
        std::fs::write(name, bytes).unwrap();
        let again = kept();
        assert_eq!(again.counted.counts, expected);
        assert_eq!(again.notes.len(), 1, "{:?}", again.notes);
        assert!(again.notes[0].contains("left out"), "{:?}", again.notes);
        std::fs::remove_file(name).unwrap();
        let again = kept();
        assert_eq!(
            (again.counted.counts, again.notes),
            (expected.clone(), Vec::new())
        );
        assert_eq!(std::fs::read(name).unwrap(), whole);
    }
    let again = kept();
    assert_eq!(
        (again.before, again.counted.counts),
        (expected.states(), expected)
    );
}

#[test]
fn a_folder_of_another_run_or_in_use_is_refused() {
    let level = &levels(1)[0];
    let steps = lasting_steps(level, Rules::default()).unwrap();
    let manifest = Manifest::of(level, "", steps);
    let path = scratch("other");
    let open = |manifest: &Manifest| Folder::open(&path, manifest, steps.space(), 0..1);
    let held = open(&manifest).unwrap();
    let error = open(&manifest).unwrap_err().to_string();
    assert!(error.contains("another process is using it"), "{error}");
    drop(held);
    let other = Manifest::of(level, "keep-dead-squares", steps);
    let error = open(&other).unwrap_err().to_string();
    assert!(error.contains("another run (options: "), "{error}");
    open(&manifest).unwrap();
}

#[test]
fn limits_stop_all_workers_and_the_counts_are_said_to_be_partial() {
    let level = big_level();
    let steps = lasting_steps(&level, Rules::default()).unwrap();
    for (limits, reason) in [
        (
            Limits {
                expansions: Some(500),
                ..Limits::default()
            },
            StopReason::Expansions,
        ),
        (
            Limits {
                memory: Some(20_000),
                ..Limits::default()
            },
            StopReason::Memory,
        ),
        (
            Limits {
                time: Some(std::time::Duration::ZERO),
                ..Limits::default()
            },
            StopReason::Time,
        ),
    ] {
        let crew = Crew::alone(3, Survey::NOTHING);
        let outcome = crew.count(steps, None, &mut Control::new(limits)).unwrap();
        assert_eq!(outcome.stopped, Some(reason));
    }
}
