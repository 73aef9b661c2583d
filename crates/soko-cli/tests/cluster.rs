//! Counting with many workers, many processes and checkpoints, as a user asks for it.

use crate::common::{COUNTED, Folder, HARD, soko, soko_with_small_files};
use serde_json::Value;
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A level of 14,952 states.
const LEVEL: &str = "\
###########
#.  .  .  #
# $ $ $ $ #
#   @    .#
#         #
###########
";

fn hosts(folder: &Folder, n: usize) -> String {
    let held: Vec<TcpListener> = (0..n)
        .map(|_| TcpListener::bind("127.0.0.1:0").unwrap())
        .collect();
    let list: Vec<String> = held
        .iter()
        .map(|held| held.local_addr().unwrap().to_string())
        .collect();
    folder.write("hosts.txt", &list.join("\n"))
}

fn start(words: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_soko"))
        .arg("graph")
        .args(words)
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The code, stdout and stderr of a process.
fn end(child: Child) -> (i32, String, String) {
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let code = output.status.code().unwrap_or(-1);
    (code, text(output.stdout), text(output.stderr))
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| panic!("{text}"))
}

fn check_columns(expected: &Value, found: &Value) {
    for column in COUNTED {
        assert_eq!(expected[column], found[column], "{column}");
    }
}

#[test]
fn workers_and_processes_count_what_the_graph_has() {
    let folder = Folder::new("cluster");
    let level = folder.write("level.xsb", LEVEL);
    let graph = json(&soko(&["graph", &level, "--json"], b"").stdout);
    for workers in ["1", "2", "3", "5"] {
        let words = ["graph", &level, "--counts", "--workers", workers, "--json"];
        let run = soko(&words, b"");
        assert_eq!(run.code, 0, "{}", run.stderr);
        check_columns(&graph, &json(&run.stdout));
    }
    let hosts = hosts(&folder, 2);
    let words = [
        "--counts",
        "--cluster",
        &hosts,
        "--workers",
        "2",
        "--process",
    ];
    let first = start(&[&[&*level, "--json"], &words[..], &["0"]].concat());
    let second = start(&[&[&*level, "--json"], &words[..], &["1"]].concat());
    let (code, out, err) = end(second);
    assert_eq!((code, &*out), (0, ""), "{err}");
    assert!(err.contains("process 0 has the counts"), "{err}");
    let (code, out, err) = end(first);
    assert_eq!(code, 0, "{err}");
    check_columns(&graph, &json(&out));
    assert!(json(&out)["wire_bytes"].as_u64() > Some(1000), "{out}");
}

/// What the components say, with many workers and with two processes; and a process that
/// wants none is told so.
#[test]
fn components_and_factors_are_those_of_the_graph() {
    let folder = Folder::new("cluster-components");
    let level = folder.write("level.xsb", LEVEL);
    let graph = json(&soko(&["graph", &level, "--json"], b"").stdout);
    let check = |found: &Value| {
        check_columns(&graph, found);
        for column in ["components", "largest_component", "sinks", "longest_way"] {
            assert!(
                graph[column].is_u64() && graph[column] == found[column],
                "{column}"
            );
        }
        for column in ["solution_factor", "solution_factor_log2"] {
            let of = |line: &Value| line[column].as_f64().unwrap();
            assert!((of(&graph) / of(found) - 1.0).abs() < 1e-9, "{column}");
        }
    };
    let words = [&*level, "--counts", "--components", "--json"];
    for workers in ["1", "3"] {
        let run = soko(
            &[&["graph"], &words[..], &["--workers", workers]].concat(),
            b"",
        );
        assert_eq!(run.code, 0, "{}", run.stderr);
        check(&json(&run.stdout));
    }
    let hosts = hosts(&folder, 2);
    let place = ["--cluster", &hosts, "--process"];
    let first = start(&[&words[..], &place, &["0"]].concat());
    let second = start(&[&words[..], &place, &["1"]].concat());
    end(second);
    let (code, out, err) = end(first);
    assert_eq!(code, 0, "{err}");
    check(&json(&out));
    let first = start(&[&words[..], &place, &["0"]].concat());
    let second = start(&[&[&*level, "--counts"], &place[..], &["1"]].concat());
    for child in [first, second] {
        let (code, _, err) = end(child);
        assert_eq!(code, 4, "{err}");
        assert!(err.contains("do not agree: components: "), "{err}");
    }
}

#[test]
fn a_lost_process_is_named_and_the_run_goes_on() {
    let folder = Folder::new("cluster-lost");
    let level = folder.write("level.xsb", HARD);
    let (hosts, kept) = (hosts(&folder, 2), folder.file("kept"));
    let words = [
        &*level,
        "--counts",
        "--checkpoint",
        &kept,
        "--cluster",
        &hosts,
        "--process",
    ];
    let first = start(&[&words[..], &["0"]].concat());
    let mut second = start(&[&words[..], &["1"]].concat());
    let begin = Instant::now();
    while !folder
        .path()
        .join("kept/process-1/forward-0003.w1")
        .exists()
    {
        assert!(begin.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(5));
    }
    second.kill().unwrap();
    let killed = Instant::now();
    end(second);
    let (code, out, err) = end(first);
    assert!(killed.elapsed() < Duration::from_secs(10));
    assert_eq!((code, &*out), (1, ""), "{err}");
    assert!(err.contains("error: process 1 ("), "{err}");
    assert!(err.contains("has gone"), "{err}");
    assert!(err.contains("go on from the checkpoints"), "{err}");
    assert!(!err.contains("panicked"), "{err}");
    // It goes on, and a limit on one stops both.
    let first = start(&[&words[..], &["0"]].concat());
    let second = start(&[&words[..], &["1", "--time", "1s"]].concat());
    for child in [first, second] {
        let (code, _, err) = end(child);
        assert_eq!(code, 1, "{err}");
        assert!(err.contains("going on from the checkpoints"), "{err}");
    }
}

#[test]
fn a_count_on_one_machine_goes_on_from_its_checkpoint() {
    let folder = Folder::new("kept");
    let level = folder.write("level.xsb", LEVEL);
    let kept = folder.file("kept");
    let graph = json(&soko(&["graph", &level, "--json"], b"").stdout);
    let words = ["graph", &level, "--counts", "--checkpoint", &kept, "--json"];
    let run = soko(&[&words[..], &["--expansions", "5000"]].concat(), b"");
    assert_eq!(run.code, 1, "{}", run.stderr);
    for _ in 0..2 {
        let run = soko(&words, b"");
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(run.stderr.contains("states were known"), "{}", run.stderr);
        check_columns(&graph, &json(&run.stdout));
    }
    let run = soko(&[&words[..], &["--keep-dead-squares"]].concat(), b"");
    assert_eq!(run.code, 4, "{}", run.stderr);
    assert!(
        run.stderr.contains(
            "belongs to another run (options: none there, keep-dead-squares in this run;"
        ),
        "{}",
        run.stderr
    );
}

/// What fits is kept, and used when there is room again.
#[test]
fn a_full_disk_is_told_and_what_is_there_remains_usable() {
    let folder = Folder::new("full");
    let level = folder.write("level.xsb", LEVEL);
    let graph = json(&soko(&["graph", &level, "--json"], b"").stdout);
    for (name, more) in [("plain", &[][..]), ("workers", &["--workers", "2"])] {
        let kept = folder.file(name);
        let words = [
            &["graph", &level, "--counts", "--checkpoint", &kept, "--json"],
            more,
        ]
        .concat();
        let run = soko_with_small_files(&words, b"");
        assert!(
            run.code == 4 || run.code == 1,
            "{} {}",
            run.code,
            run.stderr
        );
        assert!(run.stderr.contains("error: checkpoint "), "{}", run.stderr);
        assert!(run.stderr.contains("ward-00"), "{}", run.stderr);
        let run = soko(&words, b"");
        assert_eq!(run.code, 0, "{}", run.stderr);
        let went_on = ["states were known", "going on from the checkpoints"];
        assert!(
            went_on.iter().any(|words| run.stderr.contains(words)),
            "{}",
            run.stderr
        );
        check_columns(&graph, &json(&run.stdout));
    }
}

#[test]
fn wrong_lists_and_places_are_told() {
    let folder = Folder::new("cluster-wrong");
    let level = folder.write("level.xsb", LEVEL);
    let good = folder.write("good.txt", "127.0.0.1:1\n127.0.0.1:2\n");
    let bad = folder.write("bad.txt", "127.0.0.1:7700\nnowhere\n");
    let missing = folder.file("missing.txt");
    let one = ["graph", &level, "--counts"];
    let two = ["graph", "tutorial", "--counts"];
    for (words, more, code, said) in [
        (
            &one[..],
            &["--cluster", &good, "--process", "2"][..],
            2,
            "from 0 to 1",
        ),
        (&one, &["--cluster", &good], 2, "--process"),
        (&one, &["--process", "0"], 2, "--cluster"),
        (&one, &["--cluster", &bad, "--process", "0"], 4, "line 2"),
        (
            &one,
            &["--cluster", &missing, "--process", "0"],
            4,
            "missing.txt",
        ),
        (&one, &["--workers", "2", "--threads", "2"], 2, "--threads"),
        (&two, &["--workers", "2"], 2, "one level"),
        (&two, &["--checkpoint", "x"], 2, "one level"),
    ] {
        let run = soko(&[words, more].concat(), b"");
        assert_eq!(run.code, code, "{more:?}: {}", run.stderr);
        assert!(run.stderr.contains(said), "{more:?}: {}", run.stderr);
    }
}
