//! A run that was broken off is taken up where it stopped.

use soko_bench::{
    Job, Knowledge, Record, RecordLimits, RunEvent, RunFile, RunFileError, RunSummary, read_run,
    run,
};
use soko_search::StopReason;
use soko_solve::Objective;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A file name of its own for each test, removed at the end.
struct TestFile(PathBuf);

impl TestFile {
    fn new(name: &str) -> TestFile {
        let file = format!("soko-bench-{}-{name}.jsonl", std::process::id());
        let path = std::env::temp_dir().join(file);
        let _ = std::fs::remove_file(&path);
        TestFile(path)
    }
}

impl Drop for TestFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn jobs(n_levels: usize, limits: RecordLimits) -> Vec<Job> {
    let job = |level: usize, engine: &str| Job {
        collection: "test".to_owned(),
        level,
        title: None,
        board: "#######\n#@ $ .#\n#######\n".to_owned(),
        engine: engine.to_owned(),
        goal: Objective::Any,
        limits,
        knowledge: Knowledge::default(),
        part: None,
    };
    (1..=n_levels)
        .flat_map(|level| [job(level, "one"), job(level, "two")])
        .collect()
}

fn answer(job: &Job, _stop: &AtomicBool) -> Record {
    let mut record = job.blank_record();
    let setup = job.board.parse().unwrap();
    let moves = [soko_core::Direction::Right; 3];
    record.set_solution(&soko_core::verify(&setup, moves).unwrap());
    record
}

#[test]
fn a_stopped_run_does_the_rest_and_nothing_twice() {
    let file = TestFile::new("stopped");
    let jobs = jobs(5, RecordLimits::default());
    let stop = AtomicBool::new(false);
    let calls = AtomicUsize::new(0);
    let stopping = |job: &Job, stop: &AtomicBool| {
        if calls.fetch_add(1, Ordering::Relaxed) == 3 {
            stop.store(true, Ordering::Relaxed);
            let mut record = job.blank_record();
            record.set_stopped(StopReason::Cancelled);
            return record;
        }
        answer(job, stop)
    };
    let mut run_file = RunFile::open(&file.0).unwrap();
    let summary = run(
        jobs.clone(),
        1,
        &stopping,
        &mut run_file,
        &stop,
        &mut |_| {},
    )
    .unwrap();
    assert_eq!(
        summary,
        RunSummary {
            written: 3,
            left: 7
        }
    );
    assert_eq!(read_run(&file.0).unwrap().len(), 3);
    drop(run_file);

    let asked = Mutex::new(Vec::new());
    let listing = |job: &Job, stop: &AtomicBool| {
        asked.lock().unwrap().push(job.key());
        answer(job, stop)
    };
    let go = AtomicBool::new(false);
    let mut run_file = RunFile::open(&file.0).unwrap();
    let summary = run(jobs.clone(), 1, &listing, &mut run_file, &go, &mut |_| {}).unwrap();
    assert_eq!(
        summary,
        RunSummary {
            written: 7,
            left: 0
        }
    );
    let expected: Vec<_> = jobs[3..].iter().map(Job::key).collect();
    assert_eq!(*asked.lock().unwrap(), expected);
    let keys: Vec<_> = read_run(&file.0).unwrap().iter().map(Record::key).collect();
    assert_eq!(keys, jobs.iter().map(Job::key).collect::<Vec<_>>());
}

#[test]
fn a_torn_last_line_is_done_anew() {
    let file = TestFile::new("torn");
    let jobs = jobs(3, RecordLimits::default());
    let go = AtomicBool::new(false);
    let mut run_file = RunFile::open(&file.0).unwrap();
    run(jobs.clone(), 1, &answer, &mut run_file, &go, &mut |_| {}).unwrap();
    let whole = std::fs::read(&file.0).unwrap();
    std::fs::write(&file.0, &whole[..whole.len() - 10]).unwrap();
    assert_eq!(read_run(&file.0).unwrap().len(), 5);
    drop(run_file);
    let mut run_file = RunFile::open(&file.0).unwrap();
    let summary = run(jobs, 1, &answer, &mut run_file, &go, &mut |_| {}).unwrap();
    assert_eq!(
        summary,
        RunSummary {
            written: 1,
            left: 0
        }
    );
    assert_eq!(std::fs::read(&file.0).unwrap(), whole);
}

#[test]
fn other_limits_and_other_files_are_refused() {
    let file = TestFile::new("refused");
    let go = AtomicBool::new(false);
    let mut run_file = RunFile::open(&file.0).unwrap();
    let first = jobs(1, RecordLimits::default());
    run(first, 1, &answer, &mut run_file, &go, &mut |_| {}).unwrap();
    let limits = RecordLimits {
        seconds: Some(3.0),
        ..RecordLimits::default()
    };
    let other = run(jobs(1, limits), 1, &answer, &mut run_file, &go, &mut |_| {});
    assert!(matches!(other, Err(RunFileError::OtherLimits { .. })));
    drop(run_file);

    let mut torn = std::fs::OpenOptions::new()
        .append(true)
        .open(&file.0)
        .unwrap();
    torn.write_all(b"this is prose\n").unwrap();
    let error = RunFile::open(&file.0).unwrap_err();
    assert!(matches!(error, RunFileError::Line { number: 3, .. }));
}

#[test]
fn several_threads_write_every_record_once() {
    let file = TestFile::new("threads");
    let jobs = jobs(40, RecordLimits::default());
    let go = AtomicBool::new(false);
    let mut run_file = RunFile::open(&file.0).unwrap();
    let mut finished = 0;
    let mut count =
        |event: RunEvent<'_>| finished += usize::from(matches!(event, RunEvent::Finished(_)));
    run(jobs.clone(), 4, &answer, &mut run_file, &go, &mut count).unwrap();
    assert_eq!(finished, jobs.len());
    let mut keys: Vec<_> = read_run(&file.0).unwrap().iter().map(Record::key).collect();
    keys.sort();
    let mut expected: Vec<_> = jobs.iter().map(Job::key).collect();
    expected.sort();
    assert_eq!(keys, expected);
}

#[test]
fn two_runs_do_not_share_a_file() {
    let file = TestFile::new("busy");
    let mut first = RunFile::open(&file.0).unwrap();
    let record = answer(
        &jobs(1, RecordLimits::default())[0],
        &AtomicBool::new(false),
    );
    first.append(&record).unwrap();
    assert!(matches!(RunFile::open(&file.0), Err(RunFileError::Busy)));
    drop(first);
    assert_eq!(RunFile::open(&file.0).unwrap().records(), [record]);
}
