//! Bounds hold whatever a worker does, and its end is told for what it was.
//!
//! This program is both the test and its worker: started with `--worker`, it
//! answers one job, which is the name of something that it may do wrong.

use soko_search::StopReason;
use soko_worker::{Bounds, Ending, Program, serve_one};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

const ENDLESS: Duration = Duration::from_secs(60);

fn misbehave(job: String, stop: &AtomicBool, tell: &mut (dyn FnMut(String) + Send)) -> String {
    match job.as_str() {
        "good" => tell("on the way".into()),
        "first to go" => {
            let score = std::fs::read_to_string("/proc/self/oom_score_adj").unwrap();
            tell(score.trim().into());
        }
        "obedient" => {
            tell("started".into());
            while !stop.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(2));
            }
        }
        "sleepy" => std::thread::sleep(ENDLESS),
        "greedy" => {
            let mut hoard: Vec<Vec<u8>> = Vec::new();
            for _ in 0..200 {
                hoard.push(vec![1; 8 << 20]);
                std::thread::sleep(Duration::from_millis(2));
            }
        }
        // In one go, and given back at once: no look from outside is in time.
        "sudden" => drop(std::hint::black_box(vec![0u8; 1 << 30])),
        "faulty" => panic!("deliberate fault"),
        "silent" => std::process::exit(3),
        "babbling" => {
            println!("this is no line of ours");
            std::thread::sleep(ENDLESS);
        }
        _ => unreachable!(),
    }
    "done".into()
}

/// Asks a worker; the flag is raised once it says that it has started.
fn ask(job: &str, bounds: Bounds, stop: &AtomicBool) -> (Ending<String>, Vec<String>, Duration) {
    let start = Instant::now();
    let mut heard = Vec::new();
    let program = Program::this(&["--worker"]).unwrap();
    let ending = program.ask(&job.to_owned(), &bounds, stop, |line: String| {
        if line == "started" {
            stop.store(true, Ordering::Relaxed);
        }
        if line == "done" {
            return Some(line);
        }
        heard.push(line);
        None
    });
    (ending, heard, start.elapsed())
}

fn main() {
    if std::env::args().any(|argument| argument == "--worker") {
        serve_one(misbehave).unwrap();
        return;
    }
    let never = || AtomicBool::new(false);
    let bounds = Bounds {
        time: Some(Duration::from_secs(20)),
        bytes: Some(64 << 20),
        patience: Duration::from_secs(10),
        slack: Duration::ZERO,
    };

    let (ending, heard, _) = ask("good", bounds, &never());
    assert_eq!(ending, Ending::Answered("done".to_owned()));
    assert_eq!(heard, ["on the way"]);

    // Who is asked to stop hands over what he has; who does not is ended.
    let (ending, _, time) = ask("obedient", bounds, &never());
    assert_eq!(ending, Ending::Answered("done".to_owned()));
    assert!(time < Duration::from_secs(5), "{time:?}");
    let hasty = Bounds {
        patience: Duration::from_millis(100),
        ..bounds
    };
    let (ending, _, time) = ask("sleepy", hasty, &AtomicBool::new(true));
    assert_eq!(ending, Ending::Overran(StopReason::Cancelled));
    assert!(time < Duration::from_secs(5), "{time:?}");

    let brief = Bounds {
        time: Some(Duration::from_millis(200)),
        ..bounds
    };
    let (ending, _, time) = ask("sleepy", brief, &never());
    assert_eq!(ending, Ending::Overran(StopReason::Time));
    assert!(time >= Duration::from_millis(200), "{time:?}");

    if cfg!(target_os = "linux") {
        // Where memory is short the worker goes before its parent.
        let (_, heard, _) = ask("first to go", bounds, &never());
        assert_eq!(heard, ["500"]);
        for job in ["greedy", "sudden"] {
            let (ending, _, _) = ask(job, bounds, &never());
            assert_eq!(ending, Ending::Overran(StopReason::Memory), "{job}");
        }
    }

    let crashed = |job| match ask(job, bounds, &never()).0 {
        Ending::Crashed(message) => message,
        other => panic!("{job}: {other:?}"),
    };
    assert!(crashed("faulty").contains("deliberate fault"));
    let silent = crashed("silent");
    assert!(
        silent.contains("without an answer (exit status: 3)"),
        "{silent}"
    );
    assert!(crashed("babbling").contains("without an answer"));
    println!("worker: all bounds hold");
}
