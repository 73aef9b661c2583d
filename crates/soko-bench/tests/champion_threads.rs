//! The champion with two threads on a level that takes long: it stops when it is
//! told to, and within the memory that all threads share.

use soko_bench::suite;
use soko_core::Level;
use soko_search::{Control, Limits, StopReason};
use soko_solve::{Options, Outcome, solve};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

fn hard_level() -> Level {
    let entries = suite::collection("XSokoban_90").expect("a public collection");
    Level::from_setup(entries[28].setup.clone()).expect("a valid level")
}

fn two_threads() -> Options {
    Options {
        threads: 2,
        ..Options::default()
    }
}

#[test]
fn stops_soon_after_it_is_told() {
    let (level, options, stop) = (hard_level(), two_threads(), AtomicBool::new(false));
    let (report, late) = std::thread::scope(|scope| {
        let run = scope.spawn(|| {
            let mut control = Control::default().with_stop(&stop);
            let report = solve("champion", &level, &options, &mut control);
            (report.expect("a sound report"), Instant::now())
        });
        std::thread::sleep(Duration::from_secs(1));
        stop.store(true, Ordering::Relaxed);
        let told = Instant::now();
        let (report, end) = run.join().expect("no panic");
        (report, end.saturating_duration_since(told))
    });
    assert_eq!(report.outcome, Outcome::Stopped(StopReason::Cancelled));
    // Test builds are slow and machines are busy; a release build takes some
    // milliseconds.
    assert!(late < Duration::from_secs(3), "{late:?}");
}

#[test]
fn all_threads_share_the_memory() {
    let limit = 8 << 20;
    let limits = Limits {
        memory: Some(limit),
        time: Some(Duration::from_secs(4)),
        ..Limits::default()
    };
    let mut control = Control::new(limits);
    let report = solve("champion", &hard_level(), &two_threads(), &mut control);
    let report = report.expect("a sound report");
    assert!(report.solution().is_none());
    let peak = report.counters.peak_bytes;
    assert!(peak < limit + limit / 4, "{peak} bytes");
}
