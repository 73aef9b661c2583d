//! Benchmarks through the real command: runs, interruption, comparison, report.

use crate::common::{Folder, HARD, Run, soko};

/// Three easy levels.
const EASY: &str = "\
; One
#####
#@$.#
#####

; Two
######
#@$ .#
######

; Corner
#####
#@  #
# $ #
#. ##
####
";

fn n_lines(path: &str) -> usize {
    std::fs::read_to_string(path).unwrap().lines().count()
}

#[test]
fn a_run_is_written_compared_and_drawn() {
    let folder = Folder::new("run");
    let levels = folder.write("easy.xsb", EASY);
    let (run, page) = (folder.file("run.jsonl"), folder.file("report.html"));
    let bench = |engine: &str| {
        let args = [
            "bench", &levels, "--engine", engine, "--goal", "pushes", "--time", "10s", "--out",
            &run,
        ];
        soko(&args, b"")
    };
    let Run {
        code,
        stdout,
        stderr,
    } = bench("bfs");
    assert_eq!(code, 0, "{stderr}");
    assert!(stdout.contains("bfs"), "{stdout}");
    assert_eq!(n_lines(&run), 3);
    assert_eq!(bench("bfs,astar").code, 0);
    assert_eq!(n_lines(&run), 6, "what is done is not done again");

    let Run { code, stdout, .. } = soko(&["bench", "compare", &run, "--agree", "--no-loss"], b"");
    assert_eq!(code, 0, "{stdout}");
    assert!(stdout.contains("solved by both: 3"), "{stdout}");

    // The report is one page with a picture of each level.
    let args = ["bench", "report", &run, "--out", &page, "--boards", &levels];
    let Run { code, stderr, .. } = soko(&args, b"");
    assert_eq!((code, stderr.as_str()), (0, ""));
    let missing = [
        "bench", "report", &run, "--out", &page, "--boards", "no.xsb",
    ];
    assert_eq!(soko(&missing, b"").code, 4, "levels that are not there");
    let html = std::fs::read_to_string(&page).unwrap();
    assert_eq!(
        html.matches("class=\"level\"").count(),
        3,
        "a picture a level"
    );
    assert_eq!(html.matches("<details>").count(), 6, "a solution a record");
    for outside in ["http://", "https://", " src=", "<link"] {
        assert!(!html.contains(outside), "the page needs {outside}");
    }
}

/// The same levels with several seeds: a record for each, taken together in a table.
#[test]
fn a_run_with_seeds_says_how_reliable_an_engine_is() {
    let folder = Folder::new("seeds");
    let levels = folder.write("easy.xsb", EASY);
    let run = folder.file("run.jsonl");
    let bench = |engine: &str, seeds: &str| {
        let args = [
            "bench", &levels, "--engine", engine, "--seeds", seeds, "--time", "10s", "--out", &run,
        ];
        soko(&args, b"")
    };
    let Run {
        code,
        stdout,
        stderr,
    } = bench("champion/seed-4", "3");
    assert_eq!(code, 0, "{stderr}");
    assert_eq!(n_lines(&run), 9);
    let records = std::fs::read_to_string(&run).unwrap();
    for engine in ["champion/seed-4", "champion/seed-5", "champion/seed-6"] {
        let name = format!("\"engine\":\"{engine}\"");
        assert_eq!(records.matches(&name).count(), 3, "{engine}");
    }
    let table = &stdout[stdout.find("over seeds").unwrap()..];
    assert!(table.contains("100.0% (70.1 to 100.0)"), "{table}");
    assert!(!stdout.contains("against"), "seeds are no rivals: {stdout}");
    let Run { code, stderr, .. } = bench("bfs", "2");
    assert_eq!(code, 2);
    assert!(
        stderr.contains("--seeds") && stderr.contains("bfs"),
        "{stderr}"
    );
    assert_eq!(bench("champion", "0").code, 2);
}

/// Engines that count moves and engines that count pushes do not contradict each other.
#[test]
fn bounds_are_compared_in_their_own_measure() {
    let folder = Folder::new("bounds");
    let levels = folder.write("easy.xsb", EASY);
    let run = folder.file("run.jsonl");
    let engines = "nash,greco-moves,bfs,nash:on-switches-near";
    let args = ["bench", &levels, "--engine", engines, "--out", &run];
    let Run { code, stdout, .. } = soko(&args, b"");
    assert_eq!(code, 0, "{stdout}");
    assert!(!stdout.contains("CONTRADICTION"), "{stdout}");
    // Level 3 takes one walk and two pushes.
    let lines = std::fs::read_to_string(&run).unwrap();
    for (engine, bound) in [
        ("nash", "moves"),
        ("greco-moves", "moves"),
        ("bfs", "pushes"),
    ] {
        let (bound, engine) = (
            format!("\"bound_measure\":\"{bound}\""),
            format!("\"engine\":\"{engine}\""),
        );
        let told = |line: &&str| line.contains(&bound) && line.contains(&engine);
        assert_eq!(lines.lines().filter(told).count(), 3, "{engine}: {lines}");
    }
}

#[test]
fn wrong_usage_is_refused_before_the_first_level() {
    let folder = Folder::new("usage");
    let levels = folder.write("easy.xsb", EASY);
    let run = folder.file("run.jsonl");
    let bench = |engine: &str, goal: &str| {
        let args = [
            "bench", &levels, "--engine", engine, "--goal", goal, "--out", &run,
        ];
        soko(&args, b"")
    };
    for (engine, goal) in [
        ("nonesuch", "any"),
        ("bfs/no-luck", "any"),
        ("bfs", "moves"),
        ("greco-pushes/no-dead-squares", "any"),
        ("nash/no-corral", "any"),
        ("bfs:on-switches", "any"),
        ("astar/threads-2", "pushes"),
    ] {
        let Run { code, stderr, .. } = bench(engine, goal);
        assert_eq!(code, 2, "{engine} {goal}: {stderr}");
    }
    assert_eq!(soko(&["bench"], b"").code, 2);
    assert!(!std::path::Path::new(&run).exists());
}

#[cfg(unix)]
#[test]
fn an_interrupted_run_keeps_what_it_has_and_exits_130() {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};
    let folder = Folder::new("interrupt");
    let levels = folder.write("mixed.xsb", &format!("{EASY}\n; Hall\n{HARD}"));
    let run = folder.file("run.jsonl");
    let child = Command::new(env!("CARGO_BIN_EXE_soko"))
        .args([
            "bench", &levels, "--engine", "bfs", "--time", "300s", "--memory", "1GiB",
        ])
        .args(["--out", &run])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let begin = Instant::now();
    while !std::path::Path::new(&run).exists() || n_lines(&run) < 3 {
        assert!(
            begin.elapsed() < Duration::from_secs(60),
            "the easy levels take too long"
        );
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(200));
    let signal = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(signal.unwrap().success());
    let asked = Instant::now();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(
        asked.elapsed() < Duration::from_secs(10),
        "{:?}",
        asked.elapsed()
    );
    assert_eq!(n_lines(&run), 3, "the level cut short is not recorded");
}

#[cfg(unix)]
#[test]
fn a_second_bench_on_the_same_file_is_refused() {
    use std::process::{Command, Stdio};
    let folder = Folder::new("second");
    let levels = folder.write("mixed.xsb", &format!("{EASY}\n; Hall\n{HARD}"));
    let run = folder.file("run.jsonl");
    let bench = ["bench", &levels, "--engine", "bfs", "--out", &run];
    let mut first = Command::new(env!("CARGO_BIN_EXE_soko"))
        .args(bench)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !std::path::Path::new(&run).exists() || n_lines(&run) < 3 {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let Run { code, stderr, .. } = soko(&bench, b"");
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(code, 4, "{stderr}");
    assert!(stderr.contains("another bench is writing"), "{stderr}");
    assert_eq!(n_lines(&run), 3);
    // Whoever died in the middle of a run keeps nobody out.
    let easy = [&bench[..], &["--level", "1-3"]].concat();
    assert_eq!(soko(&easy, b"").code, 0);
    assert_eq!(n_lines(&run), 3);
}

/// A busy machine does not cut a level short that is limited by processor time, and an
/// idle one gives it no more.
#[cfg(unix)]
#[test]
fn processor_time_is_a_limit_and_is_recorded() {
    let folder = Folder::new("processor");
    let levels = folder.write("hall.xsb", HARD);
    let run = folder.file("run.jsonl");
    let bench = ["bench", &levels, "--engine", "bfs", "--out", &run];
    let limited = [&bench[..], &["--processor", "300ms"]].concat();
    assert_eq!(soko(&limited, b"").code, 0);
    let text = std::fs::read_to_string(&run).unwrap();
    let record: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(record["reason"], "time");
    assert_eq!(record["limits"]["processor_seconds"], 0.3);
    assert_eq!(
        record["limits"]["seconds"], 3.0,
        "the clock's is ten times as long"
    );
    let used = record["processor_seconds"].as_f64().unwrap();
    assert!((0.3..0.6).contains(&used), "{used}");
    // The file knows under which limits it was made.
    let other = [&bench[..], &["--processor", "400ms"]].concat();
    let Run { code, stderr, .. } = soko(&other, b"");
    assert_eq!(code, 2);
    assert!(stderr.contains("0.3 s of processor time"), "{stderr}");
}

#[test]
fn the_printed_maps_are_reproduced() {
    let Run { code, stdout, .. } = soko(&["reproduce", "movers"], b"");
    assert_eq!(code, 0);
    assert_eq!(
        stdout.matches("floor squares: 74/74").count(),
        2,
        "{stdout}"
    );
    assert_eq!(soko(&["reproduce", "nobody"], b"").code, 2);
}

/// The records of a run without what differs from run to run.
fn without_timings(path: &str) -> Vec<serde_json::Value> {
    let text = std::fs::read_to_string(path).unwrap();
    let bare = |line: &str| {
        let mut record: serde_json::Value = serde_json::from_str(line).unwrap();
        let fields = record.as_object_mut().unwrap();
        for timing in ["seconds", "processor_seconds"] {
            fields.remove(timing).unwrap();
        }
        record
    };
    text.lines().map(bare).collect()
}

/// A run on many machines, merged, is the run on one.
#[test]
fn parts_are_merged_into_the_whole() {
    let folder = Folder::new("shards");
    let levels = folder.write("easy.xsb", EASY);
    let bench = |shard: &[&str], out: &str| {
        let mut args = vec![
            "bench",
            &levels,
            "--engine",
            "bfs,astar",
            "--goal",
            "pushes",
        ];
        args.extend(["--expansions", "1000", "--out", out]);
        args.extend(shard);
        soko(&args, b"")
    };
    let whole = folder.file("whole.jsonl");
    assert_eq!(bench(&[], &whole).code, 0);
    for of in [1, 2, 3, 7] {
        let part = |i: usize| folder.file(&format!("part{i}of{of}.jsonl"));
        let parts: Vec<String> = (1..=of).rev().map(part).collect();
        for i in 1..=of {
            let run = bench(&["--shard", &format!("{i}/{of}")], &part(i));
            assert_eq!(run.code, 0, "{}", run.stderr);
        }
        let merged = folder.file("merged.jsonl");
        let mut args = vec!["bench", "merge", "--out", &merged];
        args.extend(parts.iter().map(String::as_str));
        let run = soko(&args, b"");
        assert_eq!((run.code, run.stdout.as_str()), (0, ""), "{}", run.stderr);
        assert_eq!(
            without_timings(&merged),
            without_timings(&whole),
            "{of} parts"
        );
    }
}

#[test]
fn parts_that_do_not_fit_are_told() {
    let folder = Folder::new("wrong-shards");
    let levels = folder.write("easy.xsb", EASY);
    let bench = |shard: &str, out: &str| {
        let args = [
            "bench",
            &levels,
            "--engine",
            "bfs,astar",
            "--shard",
            shard,
            "--out",
            out,
        ];
        soko(&args, b"")
    };
    for i in 1..=2 {
        let part = folder.file(&format!("part{i}of3.jsonl"));
        assert_eq!(bench(&format!("{i}/3"), &part).code, 0);
    }
    // What is missing is told, and nothing is written; --partial writes what is there.
    let (one, two) = (folder.file("part1of3.jsonl"), folder.file("part2of3.jsonl"));
    let out = folder.file("some.jsonl");
    let lacking = soko(&["bench", "merge", &one, &two, "--out", &out], b"");
    assert_eq!(lacking.code, 4);
    assert!(
        lacking.stderr.contains("part 3/3 is in none"),
        "{}",
        lacking.stderr
    );
    assert!(!std::path::Path::new(&out).exists());
    let partial = soko(&["bench", "merge", &one, &two, "--partial"], b"");
    assert_eq!((partial.code, partial.stdout.lines().count()), (0, 4));
    let doubled = soko(&["bench", "merge", &one, &one, "--partial"], b"");
    assert!(
        doubled.stderr.contains("is there twice"),
        "{}",
        doubled.stderr
    );
    // The next part does not go into the file of the last, nor does the result.
    assert_eq!(bench("2/3", &one).code, 2);
    assert_eq!(bench("4/3", &out).code, 2);
    assert_eq!(soko(&["bench", "merge", &one, "--out", &one], b"").code, 2);
}
