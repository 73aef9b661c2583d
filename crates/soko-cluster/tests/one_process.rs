//! Counts of many workers in one process are those of the whole graph.

use crate::common::{big_level, counted_whole, levels, scratch};
use soko_cluster::checkpoint::{Folder, Reached, Survey};
use soko_cluster::{Crew, Manifest, Outcome, count_kept, lasting_steps};
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
