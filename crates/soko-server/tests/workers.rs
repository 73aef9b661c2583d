//! A job whose process misbehaves is one failed job, and the server goes on.
//!
//! This program is both the test and its worker: started with `--worker`, it does
//! one job by the engine named in it, most of which misbehave.

mod common;

use common::TOKEN;
use common::tab::Tab;
use serde_json::{Value, json};
use soko_server::{Config, Workers};
use soko_worker::{Program, serve_one};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

fn misbehave(order: Value, _: &AtomicBool, tell: &mut (dyn FnMut(Value) + Send)) -> Value {
    match order["job"]["engine"].as_str() {
        // Memory that no engine counts.
        Some("greedy") => {
            let mut hoard: Vec<Vec<u8>> = Vec::new();
            for _ in 0..200 {
                hoard.push(vec![1; 8 << 20]);
                std::thread::sleep(Duration::from_millis(2));
            }
        }
        Some("sudden") => drop(std::hint::black_box(vec![0u8; 1 << 30])),
        Some("faulty") => panic!("deliberate fault"),
        Some("aborted") => std::process::abort(),
        // At work for a while after its second is over, and then it answers.
        Some("late") => {
            let begin = Instant::now();
            while begin.elapsed() < Duration::from_millis(1_700) {
                std::hint::black_box(());
            }
        }
        Some("deaf") => {
            tell(json!({"progress": {"phase": "sleeping"}}));
            std::thread::sleep(Duration::from_secs(60));
        }
        _ => {}
    }
    json!({"done": {"outcome": "solved", "order": order}})
}

fn main() {
    if std::env::args().any(|argument| argument == "--worker") {
        serve_one(misbehave).unwrap();
        return;
    }
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(test());
    println!("workers: the server outlives them all");
}

async fn test() {
    let config = Config {
        workers: Workers::Processes(Program::this(&["--worker"]).unwrap()),
        job_memory: 32 << 20,
        ..Config::default()
    };
    let (_, address) = common::start(config).await;
    let mut tab = Tab::open(address, TOKEN).await;
    let job = |engine: &str, seconds: u64| {
        let game = json!({"level": "#####\n#@$.#\n#####"});
        json!({"type": "solve", "game": game, "engine": engine, "seconds": seconds})
    };

    let mut failures = vec![
        ("faulty", 20, "this job broke down: "),
        ("faulty", 20, "deliberate fault"),
        ("aborted", 20, "without an answer (signal: 6 (SIGABRT)"),
        ("deaf", 1, "did not stop when its time was up"),
    ];
    if cfg!(target_os = "linux") {
        let words = "this job took more memory than it may (32 MiB) and was ended";
        failures.extend([("greedy", 20, words), ("sudden", 20, words)]);
    }
    for (engine, seconds, words) in failures {
        tab.send(json!({"start": 1, "job": job(engine, seconds)}))
            .await;
        let failed = tab.until("failed").await;
        let error = failed["error"].as_str().unwrap();
        assert!(error.contains(words), "{engine}: {error}");
        // The same tab goes on, and the worker gets what was sent and its memory.
        let done = tab.ask(job("good", 20)).await;
        assert_eq!(done["order"]["job"], job("good", 20));
        assert_eq!(done["order"]["memory"], 32 << 20);
    }

    // One that is late, but not for long, has not worked for nothing.
    let done = tab.ask(job("late", 1)).await;
    assert_eq!(done["outcome"], "solved");

    // One that does not hear that it is to stop is gone within a second all the same.
    tab.send(json!({"start": 7, "job": job("deaf", 60)})).await;
    tab.until("progress").await;
    let asked = Instant::now();
    tab.send(json!({"stop": 7})).await;
    let stopped = tab.until("done").await;
    assert_eq!(stopped["result"]["reason"], "cancelled");
    assert!(asked.elapsed() < Duration::from_secs(2));
}
