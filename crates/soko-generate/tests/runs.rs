//! Whole runs of the generator: what comes is what was wished for, whatever the threads.

use soko_core::{Level, LevelId, Squares, pushes_of_steps, verify};
use soko_generate::{Made, Run, Tally, WAYS, Way, Wish, way_named};
use soko_search::Control;
use soko_solve::{Objective, Options, solve};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// The first levels of a run.
fn first(wish: &Wish, ways: Vec<&'static Way>, threads: usize, n: usize) -> Vec<Made> {
    let stop = AtomicBool::new(false);
    let run = Run {
        wish,
        ways,
        seed: 5,
        threads,
        time: None,
        stop: &stop,
    };
    let mut levels = Vec::new();
    run.go(&mut Default::default(), |made, _| {
        levels.extend(made);
        match levels.len() < n {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    levels
}

/// The fewest pushes, by a search that knows nothing of how the level was made.
fn fewest_pushes(level: &Level) -> u64 {
    let options = Options {
        objective: Objective::PUSHES,
        ..Options::default()
    };
    let report = solve("bfs", level, &options, &mut Control::default()).unwrap();
    report.solution().unwrap().metrics().pushes
}

#[test]
fn every_way_makes_levels_that_keep_their_promises() {
    let wish = Wish::new(7, 6, 2..=3);
    for way in WAYS {
        for made in first(&wish, vec![way], 1, 8) {
            let setup = made.level.setup();
            assert_eq!((setup.width(), setup.height()), (7, 6), "{setup}");
            assert!((2..=3).contains(&made.level.n_boxes()));
            assert_eq!(made.level.board().goals().len(), made.level.n_boxes());
            // The referee says so once more, from the text alone.
            let again: Level = setup.to_string().parse().unwrap();
            let solution = verify(again.setup(), made.solution.directions()).unwrap();
            if let Some(pushes) = made.fewest_pushes {
                assert_eq!(pushes, solution.metrics().pushes);
                assert_eq!(pushes, fewest_pushes(&again), "{}: {setup}", way.name);
            }
            // No box is there for nothing.
            let pushes = pushes_of_steps(&again, solution.steps());
            for start in again.boxes().iter() {
                let (mut at, mut n) = (start, 0);
                for push in &pushes {
                    if push.from == at {
                        at = push.to(again.board()).unwrap();
                        n += 1;
                    }
                }
                assert!(n >= 2, "{}: {setup}", way.name);
            }
        }
    }
}

#[test]
fn the_seed_decides_and_threads_do_not() {
    let wish = Wish::new(7, 7, 2..=2);
    let ways: Vec<&Way> = WAYS.iter().collect();
    let texts = |threads| -> Vec<String> {
        let levels = first(&wish, ways.clone(), threads, 12);
        levels
            .iter()
            .map(|made| made.level.setup().to_string())
            .collect()
    };
    let alone = texts(1);
    assert_eq!(alone, texts(2));
    assert_eq!(alone, texts(5));
}

/// What comes of so many attempts at the smallest levels, where the same ones are bound
/// to be found over and over.
fn attempts(n: u64, known: &mut rustc_hash::FxHashSet<LevelId>) -> (Vec<LevelId>, Tally) {
    let (wish, stop) = (Wish::new(6, 5, 1..=1), AtomicBool::new(false));
    let run = Run {
        wish: &wish,
        ways: vec![way_named("farthest").unwrap()],
        seed: 5,
        threads: 1,
        time: None,
        stop: &stop,
    };
    let mut ids = Vec::new();
    let tally = run.go(known, |made, tally| {
        ids.extend(made.map(|made| made.level.canonical_id()));
        match tally.attempts < n {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    });
    (ids, tally)
}

#[test]
fn no_level_comes_twice_or_again() {
    let mut known = Default::default();
    let (ids, tally) = attempts(1500, &mut known);
    let different: HashSet<&LevelId> = ids.iter().collect();
    assert_eq!(different.len(), ids.len());
    assert!(ids.len() > 3 && tally.repeated > 0, "{tally:?}");
    // Whoever knows them all already is handed nothing.
    let (again, tally) = attempts(1500, &mut known);
    assert!(again.is_empty() && tally.made == 0, "{tally:?}");
}

#[test]
fn pushes_and_grades_are_as_wished() {
    let wish = Wish {
        pushes: Some(8..=12),
        ..Wish::new(7, 6, 2..=2)
    };
    let ways: Vec<&Way> = WAYS.iter().collect();
    for made in first(&wish, ways.clone(), 1, 6) {
        assert!((8..=12).contains(&made.fewest_pushes.unwrap()));
    }
    let wish = Wish {
        grade: Some(0.0..=30.0),
        ..Wish::new(7, 6, 2..=2)
    };
    for made in first(&wish, ways, 1, 4) {
        assert!(made.grade.is_some_and(|grade| grade <= 30.0));
    }
}

/// An attempt that would take minutes does not keep a run beyond its time.
#[test]
fn a_run_ends_when_its_time_is_up() {
    let (wish, stop) = (Wish::new(12, 12, 8..=8), AtomicBool::new(false));
    let run = Run {
        wish: &wish,
        ways: vec![way_named("improve").unwrap()],
        seed: 1,
        threads: 2,
        time: Some(Duration::from_millis(300)),
        stop: &stop,
    };
    let start = Instant::now();
    run.go(&mut Default::default(), |_, _| ControlFlow::Continue(()));
    assert!(start.elapsed() >= Duration::from_millis(300));
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_run_that_is_stopped_ends() {
    let (wish, stop) = (Wish::new(8, 8, 3..=4), AtomicBool::new(true));
    let run = Run {
        wish: &wish,
        ways: WAYS.iter().collect(),
        seed: 1,
        threads: 2,
        time: None,
        stop: &stop,
    };
    let tally = run.go(&mut Default::default(), |_, _| ControlFlow::Continue(()));
    assert_eq!(tally.attempts, 0);
}

/// What an attempt of a run in all ways makes.
fn attempt(wish: &Wish, seed: u64, number: u64) -> Option<Made> {
    let stop = AtomicBool::new(false);
    let run = Run {
        wish,
        ways: WAYS.iter().collect(),
        seed,
        threads: 1,
        time: None,
        stop: &stop,
    };
    run.attempt(number, &mut Control::default())
}

#[test]
fn an_attempt_is_made_again_by_its_number() {
    let wish = Wish::new(7, 7, 2..=2);
    for made in first(&wish, WAYS.iter().collect(), 1, 10) {
        let again = attempt(&wish, 5, made.attempt).unwrap();
        assert_eq!(again.level, made.level);
        assert_eq!(again.solution.lurd(), made.solution.lurd());
    }
}

#[test]
fn the_last_level_of_starter_is_an_attempt_of_an_hour() {
    let starter = soko_format::builtin::collection("starter").unwrap().read();
    let last = starter.entries.last().unwrap();
    let made = attempt(&Wish::new(8, 8, 3..=4), 18, 106_955).unwrap();
    assert_eq!(made.level, last.level().unwrap());
    assert_eq!(made.solution.lurd(), last.games[0].moves);
    assert_eq!(made.fewest_pushes, Some(43));
}
