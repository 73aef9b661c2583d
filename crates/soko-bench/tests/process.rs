//! Limits hold in a process of its own, whatever the engine does.
//!
//! This program is both the test and its worker: started with `--worker`, it
//! answers one job by the engine named in it, most of which misbehave.

use soko_bench::{
    Executor, Job, JobProgress, Knowledge, ProcessExecutor, Record, RecordLimits, Verdict,
    serve_one,
};
use soko_solve::Objective;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const BOARD: &str = "#######\n#@ $ .#\n#######\n";

fn misbehave(job: &Job, _: &AtomicBool, progress: &mut (dyn FnMut(JobProgress) + Send)) -> Record {
    let mut record = job.blank_record();
    match job.engine.as_str() {
        "good" => {
            let level: soko_core::Level = job.board.parse().unwrap();
            let moves = [soko_core::Direction::Right; 3];
            record.set_solution(&soko_core::verify(level.setup(), moves).unwrap());
        }
        "sleepy" => {
            progress(JobProgress {
                expanded: 17,
                ..JobProgress::default()
            });
            std::thread::sleep(Duration::from_secs(60));
        }
        "greedy" => {
            let mut hoard: Vec<Vec<u8>> = Vec::new();
            loop {
                hoard.push(vec![1; 8 << 20]);
                std::thread::sleep(Duration::from_millis(2));
                if hoard.len() > 200 {
                    break;
                }
            }
        }
        "faulty" => panic!("deliberate fault"),
        _ => unreachable!(),
    }
    record
}

fn job(engine: &str) -> Job {
    Job {
        collection: "test".to_owned(),
        level: 1,
        title: None,
        board: BOARD.to_owned(),
        engine: engine.to_owned(),
        goal: Objective::Any,
        limits: RecordLimits {
            seconds: Some(1.0),
            bytes: Some(64 << 20),
            ..RecordLimits::default()
        },
        knowledge: Knowledge::default(),
        part: None,
    }
}

fn execute(engine: &str, stop: &AtomicBool) -> (Record, Duration) {
    let start = Instant::now();
    let executor = ProcessExecutor::this_program(&["--worker"]).unwrap();
    let record = executor.execute(&job(engine), stop, &mut |_| {});
    (record, start.elapsed())
}

fn main() {
    if std::env::args().any(|argument| argument == "--worker") {
        serve_one(misbehave).unwrap();
        return;
    }
    let never = AtomicBool::new(false);

    let (record, _) = execute("good", &never);
    assert_eq!(record.outcome, Verdict::Solved);
    assert_eq!(record.solution.as_deref(), Some("rRR"));

    let (record, time) = execute("sleepy", &never);
    assert_eq!(record.outcome, Verdict::Stopped);
    assert_eq!(record.reason.as_deref(), Some("time"));
    assert_eq!(record.expanded, 17, "the last counts are kept");
    assert!(time >= Duration::from_secs(1), "{time:?}");
    assert!(time < Duration::from_secs(5), "{time:?}");

    if cfg!(target_os = "linux") {
        let (record, _) = execute("greedy", &never);
        assert_eq!(record.reason.as_deref(), Some("memory"), "{record:?}");
    }

    let (record, _) = execute("faulty", &never);
    assert_eq!(record.outcome, Verdict::Stopped);
    let reason = record.reason.unwrap();
    assert!(reason.starts_with("crashed: "), "{reason}");
    assert!(reason.contains("deliberate fault"), "{reason}");

    let stop = AtomicBool::new(false);
    let (record, time) = std::thread::scope(|scope| {
        let running = scope.spawn(|| execute("sleepy", &stop));
        std::thread::sleep(Duration::from_millis(200));
        stop.store(true, Ordering::Relaxed);
        running.join().unwrap()
    });
    assert_eq!(record.reason.as_deref(), Some("cancelled"));
    assert!(time < Duration::from_millis(900), "{time:?}");
    println!("process: all limits hold");
}
