//! A suite dealt out in parts and merged is the suite, whatever the parts.

use proptest::prelude::*;
use soko_bench::{
    Job, Knowledge, MergeError, Record, RecordLimits, RunFile, RunFileError, Shard, deal, merge,
};
use soko_solve::Objective;

fn jobs(n_levels: usize, n_engines: usize) -> Vec<Job> {
    let job = |level: usize, engine: usize| Job {
        collection: "test".to_owned(),
        level,
        title: None,
        board: "#######\n#@ $ .#\n#######\n".to_owned(),
        engine: format!("engine{engine}"),
        goal: Objective::PUSHES,
        limits: RecordLimits::default(),
        knowledge: Knowledge::default(),
        part: None,
    };
    let levels = 1..=n_levels;
    levels
        .flat_map(|level| (1..=n_engines).map(move |engine| job(level, engine)))
        .collect()
}

fn shard(number: usize, of: usize) -> Shard {
    format!("{number}/{of}").parse().unwrap()
}

/// The files of all parts, as they come from machines that answer nothing.
fn files(jobs: &[Job], each: usize, of: usize) -> Vec<(String, Vec<Record>)> {
    let file = |number| {
        let part = deal(jobs.to_vec(), each, shard(number, of));
        let records = part.iter().map(Job::blank_record).collect();
        (format!("part{number}.jsonl"), records)
    };
    (1..=of).map(file).collect()
}

proptest! {
    #[test]
    fn every_job_is_dealt_once_and_levels_evenly(
        n_levels in 0usize..40, each in 1usize..5, of in 1usize..12,
    ) {
        let all = jobs(n_levels, each);
        let mut dealt = Vec::new();
        for number in 1..=of {
            let mine = deal(all.clone(), each, shard(number, of));
            let even = n_levels / of * each..=n_levels.div_ceil(of) * each;
            prop_assert!(even.contains(&mine.len()), "{} of {}", mine.len(), all.len());
            // A level goes to one machine with all its engines.
            prop_assert!(mine.chunks(each).all(|jobs| jobs.len() == each
                && jobs.iter().all(|job| job.level == jobs[0].level)));
            dealt.extend(mine);
        }
        dealt.sort_by_key(|job| job.part.as_ref().map(|part| part.position));
        let keys: Vec<_> = dealt.iter().map(Job::key).collect();
        prop_assert_eq!(keys, all.iter().map(Job::key).collect::<Vec<_>>());
    }

    #[test]
    fn the_parts_in_any_order_make_the_whole(
        n_levels in 1usize..30, each in 1usize..4, of in 1usize..9, turn in 0usize..9,
    ) {
        let all = jobs(n_levels, each);
        let mut files = files(&all, each, of);
        files.rotate_left(turn % of);
        let whole: Vec<Record> = all.iter().map(Job::blank_record).collect();
        prop_assert_eq!(merge(&files, false).unwrap(), whole);
    }
}

#[test]
fn what_is_missing_is_told_and_may_be_left_out() {
    let all = jobs(7, 2);
    let mut files = files(&all, 2, 3);
    files.remove(1);
    files[1].1.pop();
    let error = merge(&files, false).unwrap_err();
    let MergeError::Missing(lines) = &error else {
        panic!("{error}")
    };
    assert_eq!(lines[0], "part 2/3 is in none of the files");
    assert_eq!(lines[1], "part3.jsonl (part 3/3) lacks 1 of its records");
    let there: Vec<usize> = merge(&files, true)
        .unwrap()
        .iter()
        .map(|r| r.level)
        .collect();
    assert_eq!(there, [1, 1, 3, 3, 4, 4, 6, 7, 7]);
}

#[test]
fn what_is_there_twice_or_was_never_dealt_is_refused() {
    let all = jobs(4, 1);
    let mut twice = files(&all, 1, 2);
    twice.push(("copy.jsonl".to_owned(), twice[0].1.clone()));
    let error = merge(&twice, true).unwrap_err().to_string();
    assert_eq!(
        error,
        "part1.jsonl and copy.jsonl both have test 1 (engine1)"
    );

    let mut whole = files(&all, 1, 2);
    whole[1].1 = all.iter().map(Job::blank_record).collect();
    let error = merge(&whole, true).unwrap_err();
    assert!(matches!(error, MergeError::NoPart { ref file, .. } if file == "part2.jsonl"));

    // A record that claims the place of another.
    let mut moved = files(&all, 1, 2);
    moved[1].1[0].part.as_mut().unwrap().position = 0;
    assert!(matches!(
        merge(&moved, true),
        Err(MergeError::NoPart { .. })
    ));
    assert_eq!(merge(&[], true), Err(MergeError::Nothing));
}

#[test]
fn parts_of_different_runs_are_refused_with_what_differs() {
    let mine = files(&jobs(6, 2), 2, 2);
    let differ = |other: &dyn Fn(&mut Record)| {
        let mut files = mine.clone();
        files[1].1.iter_mut().for_each(other);
        match merge(&files, true).unwrap_err() {
            MergeError::Differ { what, one, other } => {
                assert_eq!(
                    (one.0.as_str(), other.0.as_str()),
                    ("part1.jsonl", "part2.jsonl")
                );
                assert_ne!(one.1, other.1);
                what
            }
            error => panic!("{error}"),
        }
    };
    assert_eq!(
        differ(&|r| r.version = "9.9".into()),
        "the version of the program is"
    );
    assert_eq!(
        differ(&|r| r.commit = Some("abc".into())),
        "the version of the program is"
    );
    assert_eq!(differ(&|r| r.limits.seconds = Some(1.0)), "the limits are");
    assert_eq!(differ(&|r| r.goal = Objective::Any), "the goal is");

    // Other levels, engines or numbers of parts.
    let mut other_boards = jobs(6, 2);
    other_boards[11].board.push_str("#######\n");
    for (other, what) in [
        (
            files(&other_boards, 2, 2),
            "the mark of the levels and engines is",
        ),
        (files(&jobs(7, 2), 2, 2), "the number of jobs is"),
        (files(&jobs(12, 1), 1, 2), "the number of engines is"),
        (files(&jobs(6, 2), 2, 3), "the number of parts is"),
    ] {
        let mixed = [mine[0].clone(), other[1].clone()];
        let error = merge(&mixed, true).unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
    }
}

#[test]
fn a_file_takes_one_part_of_one_suite() {
    let path = std::env::temp_dir().join(format!("soko-bench-{}-part.jsonl", std::process::id()));
    let _ = std::fs::remove_file(&path);
    let mut file = RunFile::open(&path).unwrap();
    let all = jobs(5, 1);
    let first = deal(all.clone(), 1, shard(1, 2));
    file.append(&first[0].blank_record()).unwrap();
    assert_eq!(file.missing(first.clone()).unwrap(), first[1..]);
    for others in [
        all.clone(),
        deal(all, 1, shard(2, 2)),
        deal(jobs(6, 1), 1, shard(1, 2)),
    ] {
        let refused = file.missing(others);
        assert!(matches!(refused, Err(RunFileError::OtherPart { .. })));
    }
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn parts_are_written_as_numbers() {
    assert_eq!(shard(2, 3).to_string(), "2/3");
    for wrong in [
        "",
        "2",
        "0/3",
        "4/3",
        "1/0",
        "-1/3",
        "a/b",
        "1/2/3",
        "1/99999999",
    ] {
        assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
    }
}
