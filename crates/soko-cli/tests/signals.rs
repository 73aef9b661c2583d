//! Signals: the first ends whatever does not listen, at once and with 130; a job
//! that listens hands over what it has and ends soon.

#![cfg(unix)]

use crate::common::{Folder, HARD};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// How soon a process must be gone. It takes a few milliseconds; tests share their
/// machine.
const SOON: Duration = Duration::from_secs(2);

const SOKO: &str = env!("CARGO_BIN_EXE_soko");

fn start(args: &[&str]) -> Child {
    start_program(SOKO, args)
}

fn start_program(program: &str, args: &[&str]) -> Child {
    Command::new(program)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts")
}

fn send(child: &Child, signal: &str) {
    let status = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status();
    assert!(status.expect("kill is there").success());
}

/// Sends one signal after a while; the process must end with 130, and soon.
fn check_ends(child: Child, signal: &str) -> Output {
    std::thread::sleep(Duration::from_millis(300));
    check_ends_now(child, signal)
}

fn check_ends_now(mut child: Child, signal: &str) -> Output {
    assert!(child.try_wait().unwrap().is_none(), "it ended by itself");
    send(&child, signal);
    let asked = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if asked.elapsed() > SOON {
            child.kill().unwrap();
            panic!("{signal} was swallowed");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{signal}");
    output
}

/// Whoever waits for input ends at the first signal.
#[test]
fn waiting_for_stdin_ends_at_once() {
    let commands: [&[&str]; 8] = [
        &["solve", "-"],
        &["show", "-"],
        &["check", "-"],
        &["analyse", "-"],
        &["optimise", "-"],
        &["tiles", "-"],
        &["graph", "-", "--level", "1"],
        &["convert", "-", "-", "--to", "xsb"],
    ];
    for signal in ["-INT", "-TERM"] {
        let waiting = commands.map(start);
        std::thread::sleep(Duration::from_millis(300));
        for child in waiting {
            check_ends_now(child, signal);
        }
    }
}

#[test]
fn waiting_for_a_pipe_ends_at_once() {
    let folder = Folder::new("fifo");
    let fifo = folder.file("levels");
    let made = Command::new("mkfifo").arg(&fifo).status();
    assert!(made.expect("mkfifo is there").success());
    check_ends(start(&["check", &fifo]), "-INT");
    check_ends(start(&["solve", &fifo, "--json"]), "-TERM");
    // Somebody has the other end open and writes nothing.
    let open = |path: String| std::fs::OpenOptions::new().write(true).open(path);
    let writer = std::thread::spawn({
        let path = fifo.clone();
        move || open(path)
    });
    check_ends(start(&["show", &fifo]), "-INT");
    drop(writer.join());
}

/// Nobody reads what is written: the command hangs in its output.
#[test]
fn waiting_for_a_reader_ends_at_once() {
    let folder = Folder::new("reader");
    let many = format!("{HARD}\n").repeat(2_000);
    let levels = folder.write("many.xsb", &many);
    for command in ["show", "check"] {
        check_ends(start(&[command, &levels, "--json"]), "-INT");
    }
}

/// A job that listens tells what it has.
#[test]
fn a_search_hands_over_what_it_has() {
    let folder = Folder::new("search");
    let levels = folder.write("hall.xsb", &format!("#####\n#@$.#\n#####\n{HARD}"));
    for signal in ["-INT", "-TERM"] {
        let out = folder.file("out.jsonl");
        let args = ["solve", &levels, "--engine", "bfs", "--json", "--out", &out];
        let output = check_ends(start(&args), signal);
        let stdout = String::from_utf8(output.stdout).unwrap();
        let outcomes: Vec<String> = stdout
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .map(|line: serde_json::Value| format!("{} {}", line["outcome"], line["reason"]))
            .collect();
        assert_eq!(outcomes, ["\"solved\" null", "\"stopped\" \"cancelled\""]);
        assert_eq!(std::fs::read_to_string(&out).unwrap(), stdout);
    }
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert_eq!(left.len(), 2, "nothing unfinished lies about: {left:?}");
}

/// A hang-up ends a command as the other signals do, but not under `nohup`. The tests
/// themselves may run under it; `env` gives the command its hang-ups back.
#[test]
fn a_hang_up_is_ignored_where_it_was_ignored_from_the_start() {
    let plain = start_program("env", &["--default-signal=HUP", SOKO, "solve", "-"]);
    check_ends(plain, "-HUP");
    let script = "trap '' HUP; exec \"$0\" solve -";
    let mut child = start_program("sh", &["-c", script, SOKO]);
    std::thread::sleep(Duration::from_millis(300));
    send(&child, "-HUP");
    std::thread::sleep(Duration::from_millis(200));
    assert!(child.try_wait().unwrap().is_none(), "it has gone");
    check_ends(child, "-TERM");
}

/// The server leaves in order.
#[test]
fn the_server_ends_well() {
    let mut child = start(&["play", "--no-open", "--ephemeral"]);
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().unwrap())
        .read_line(&mut line)
        .unwrap();
    assert!(line.contains("http://"), "{line}");
    send(&child, "-INT");
    let asked = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(asked.elapsed() < Duration::from_secs(10));
        std::thread::sleep(Duration::from_millis(10));
    }
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

/// Input that has arrived does not change it: still waiting, still ending.
#[test]
fn half_an_input_is_no_reason_to_stay() {
    let mut child = start(&["solve", "-"]);
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"#####\n#@$.#\n").unwrap();
    check_ends(child, "-INT");
    drop(input);
}
