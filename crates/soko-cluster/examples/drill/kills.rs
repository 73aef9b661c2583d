//! Processes killed at random moments, one of them or all in turn: the others end soon and
//! say who has gone, and the run goes on to the same counts.

use crate::processes::{COUNTED, LAYERS, count, hold_against, hosts, lines, scratch, start};
use std::hash::{BuildHasher, RandomState};
use std::ops::Range;
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

/// Three million states, in many layers.
const LEVEL: [&str; 3] = ["Microban_155", "--level", "139"];
const PROCESSES: usize = 3;
/// How soon the others must have ended.
const SOON: Duration = Duration::from_secs(10);

/// Kills so many times.
pub fn run(soko: &str, kills: usize) {
    let folder = scratch();
    let kept = folder.join("kept");
    let kept_name = kept.to_str().expect("a path").to_owned();
    let words = [&LEVEL[..], &["--counts", "--checkpoint", &kept_name]].concat();
    let plain = [&LEVEL[..], &["--counts"]].concat();
    let expected = count(soko, &plain, 1, &folder);
    let begin = Instant::now();
    count(soko, &words, PROCESSES, &folder);
    let whole = begin.elapsed();
    let _ = std::fs::remove_dir_all(&kept);
    let (mut done, mut finished, mut slowest) = (0, 0, Duration::ZERO);
    while done < kills {
        let random = RandomState::new().hash_one(done);
        let moment = whole.mul_f64((random >> 32) as f64 / f64::from(u32::MAX));
        let victim = (random % PROCESSES as u64) as usize;
        let victims = match done % 2 {
            0 => victim..victim + 1,
            _ => 0..PROCESSES,
        };
        let mut all = start_all(soko, &words, &hosts(PROCESSES, &folder));
        std::thread::sleep(moment);
        let was_running = all
            .iter_mut()
            .all(|child| matches!(child.try_wait(), Ok(None)));
        for child in &mut all[victims.clone()] {
            child.kill().expect("it can be killed");
        }
        let killed = Instant::now();
        let first = end_all(all, &victims, was_running, killed);
        slowest = slowest.max(killed.elapsed());
        done += usize::from(was_running);
        if let Some(line) = first {
            // The run was whole before the kill: begin anew.
            hold_against(
                &expected,
                &line,
                &COUNTED,
                "a run that was not killed in time",
            );
            finished += 1;
            let _ = std::fs::remove_dir_all(&kept);
        }
    }
    let line = count(soko, &words, PROCESSES, &folder);
    hold_against(&expected, &line, &COUNTED, "after all kills");
    hold_against(&expected, &line, &LAYERS, "after all kills");
    println!(
        "{done} kills of one of {PROCESSES} processes or of all: the others had ended after \
         {slowest:.1?} at the most; {finished} runs ended before; the counts are right"
    );
    let _ = std::fs::remove_dir_all(&folder);
}

fn start_all(soko: &str, words: &[&str], hosts: &Path) -> Vec<Child> {
    let hosts = hosts.to_str().expect("a path");
    let one = |process: usize| {
        let number = process.to_string();
        let place = ["--wait", "5s", "--cluster", hosts, "--process", &number];
        start(soko, &[words, &place].concat())
    };
    (0..PROCESSES).map(one).collect()
}

/// Waits for all; the line of the first process, if it has one. The others must say who
/// has gone if the run was under way.
fn end_all(
    all: Vec<Child>,
    victims: &Range<usize>,
    was_running: bool,
    killed: Instant,
) -> Option<serde_json::Value> {
    let mut result = None;
    for (process, child) in all.into_iter().enumerate() {
        let output = child.wait_with_output().expect("its output");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(
            killed.elapsed() < SOON,
            "process {process} took {:?}",
            killed.elapsed()
        );
        assert!(!stderr.contains("panicked"), "{stderr}");
        let line = lines(&output).into_iter().next();
        let is_done = line.is_some() || stderr.contains("done;");
        if !victims.contains(&process) && was_running && !is_done {
            let gone = format!("process {} (", victims.start);
            assert!(stderr.contains(&gone), "process {process}: {stderr}");
            assert_eq!(output.status.code(), Some(1), "{stderr}");
        }
        result = result.or(line);
    }
    result
}
