//! An attack on the command: odd files, kills, signals, benches that break off. The
//! tests do a little of it; `make attack` does it at length, with `SOKO_ATTACK` times as
//! many rounds. Everything but the moments of the kills is drawn from a seed.

#![cfg(unix)]

use crate::common::schema::Schema;
use crate::common::{Folder, HARD, soko};
use serde_json::Value;
use soko_core::SplitMix;
use std::collections::BTreeSet;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// So many times the rounds of a short run.
fn strength() -> usize {
    let asked = std::env::var("SOKO_ATTACK").ok();
    asked.map_or(1, |n| n.parse().expect("SOKO_ATTACK is a number"))
}

/// No answer takes longer, whatever was asked; the machine is shared.
const AT_MOST: Duration = Duration::from_secs(20);

/// Our own levels in several formats, to begin with.
const SEEDS: [&[u8]; 5] = [
    include_bytes!("../../../levels/tutorial.sok"),
    b"; One\n#####\n#@$.#\n#####\nTitle: x\nSolution\nR\n\n; Two\n######\n#@$ .#\n######\n",
    b"Set: s\n\n2(2#)#|#p$o#|5#\n\nTwo\n\n> ####\n> #m*#\n> ####\n",
    b"<?xml version=\"1.0\"?><SokobanLevels><Title>t</Title><LevelCollection><Level Id=\"1\">\
      <L>#####</L><L>#@$.#</L><L>#####</L></Level></LevelCollection></SokobanLevels>",
    b"game: ice\n\n#####\n#@ .#\n#####\n",
];

/// Pieces that mean something to a reader or to a terminal.
const WORDS: [&[u8]; 16] = [
    b"\n",
    b"\r",
    b"####",
    b"@",
    b"$",
    b".",
    b"\x1b[2J",
    b"\xc2\x9b",
    b"99(",
    b")",
    b"0",
    b"<L>",
    b"Title: \x07",
    b"\0",
    b"\xff\xfe",
    b"Solution\nrRuU9999999r\n",
];

fn odd_file(random: &mut SplitMix) -> Vec<u8> {
    let mut bytes = SEEDS[random.below(SEEDS.len())].to_vec();
    for _ in 0..1 + random.below(12) {
        let at = random.below(bytes.len() + 1);
        match random.below(5) {
            0 | 1 => {
                let word = WORDS[random.below(WORDS.len())];
                bytes.splice(at..at, word.iter().copied());
            }
            2 if at < bytes.len() => bytes[at] = random.next() as u8,
            3 => bytes.truncate(at),
            _ => {
                let end = (at + random.below(60)).min(bytes.len());
                let piece = bytes[at..end].repeat(1 + random.below(40));
                bytes.splice(at..at, piece);
            }
        }
    }
    bytes
}

/// Commands that read a file of levels from stdin, with the shape of their lines.
const COMMANDS: [(&[&str], Option<&str>); 13] = [
    (&["check", "-", "--json"], Some("check")),
    (&["analyse", "-", "--json"], Some("analyse")),
    (&["show", "-", "--json", "--layer", "dead"], Some("show")),
    (
        &["optimise", "-", "--json", "--time", "50ms"],
        Some("optimise"),
    ),
    (
        &["graph", "-", "--json", "--expansions", "50"],
        Some("graph"),
    ),
    (
        &["solve", "-", "--json", "--expansions", "50", "--time", "1s"],
        Some("record"),
    ),
    (
        &["solve", "-", "--engine", "astar", "--expansions", "50"],
        None,
    ),
    (&["check", "-"], None),
    (&["show", "-", "--lenient"], None),
    (&["show", "-", "--format", "svg"], None),
    (&["show", "-", "--format", "png", "--level", "1"], None),
    (&["convert", "-", "-", "--to", "slc"], None),
    (
        &["tiles", "-", "--json", "--expansions", "50"],
        Some("tiles"),
    ),
];

#[test]
fn odd_files_are_answered() {
    let schema = Schema::published();
    let mut random = SplitMix(14);
    for round in 0..strength() * 50 {
        let file = odd_file(&mut random);
        let (args, shape) = COMMANDS[round % COMMANDS.len()];
        let begin = Instant::now();
        let run = soko(args, &file);
        let told = || format!("{args:?} on {}\n{}", file.escape_ascii(), run.stderr);
        assert!(begin.elapsed() < AT_MOST, "slow: {}", told());
        assert!((0..=4).contains(&run.code), "{}: {}", run.code, told());
        assert!(!run.stderr.contains("panicked"), "{}", told());
        let is_command = |c: char| c.is_control() && c != '\n' && c != '\t';
        assert!(!run.stderr.contains(is_command), "{:?}", run.stderr);
        if let Some(shape) = shape {
            for line in run.stdout.lines() {
                assert!(!line.contains(is_command), "{line:?}");
                let line: Value = serde_json::from_str(line).expect("a line of JSON");
                let faults = schema.faults(shape, &line);
                let is_failure = schema.faults("failure", &line).is_empty();
                assert!(is_failure || faults.is_empty(), "{faults:?}: {}", told());
            }
        }
    }
}

fn start(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_soko"))
        .args(args)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("soko starts")
}

/// Waits a moment and kills; no signal can be caught.
fn kill_soon(mut child: Child, random: &mut SplitMix, most_ms: usize) {
    let moment = random.below(most_ms * 1000) as u64;
    std::thread::sleep(Duration::from_micros(moment));
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

/// A file that is converted in place is the old one or the new one.
#[test]
fn kills_leave_whole_files() {
    let folder = Folder::new("attack-kill");
    let old = "; Level\n#####\n#@$.#\n#####\n\n".repeat(900);
    let levels = folder.write("levels.xsb", &old);
    let convert = ["convert", &levels, &levels, "--in-place", "--to", "rle"];
    assert_eq!(soko(&convert, b"").code, 0);
    let new = std::fs::read_to_string(&levels).unwrap();
    let mut random = SplitMix(9);
    for _ in 0..strength() * 8 {
        folder.write("levels.xsb", &old);
        kill_soon(start(&convert), &mut random, 60);
        let found = std::fs::read_to_string(&levels).unwrap();
        assert!(found == old || found == new, "{} bytes", found.len());
    }
}

/// The answers of a run that is killed are the old file or whole lines.
#[test]
fn kills_leave_whole_lines() {
    let folder = Folder::new("attack-out");
    let levels = folder.write("levels.xsb", &"#####\n#@$.#\n#####\n\n".repeat(300));
    let mut random = SplitMix(10);
    for _ in 0..strength() * 6 {
        let out = folder.write("out.jsonl", "precious\n");
        let args = ["solve", &levels, "--engine", "bfs", "--out", &out];
        kill_soon(start(&args), &mut random, 60);
        let found = std::fs::read_to_string(&out).unwrap();
        assert!(found.ends_with('\n'));
        for line in found.lines().filter(|line| *line != "precious") {
            serde_json::from_str::<Value>(line).expect("a whole line");
        }
    }
}

/// A bench that is broken off again and again does every job once.
#[test]
fn benches_that_break_off_are_taken_up() {
    let folder = Folder::new("attack-bench");
    let levels = folder.write("levels.xsb", &"#####\n#@$.#\n#####\n\n".repeat(12));
    let mut random = SplitMix(12);
    for round in 0..strength() {
        let run = folder.file(&format!("run-{round}.jsonl"));
        let args = ["bench", &levels, "--engine", "bfs,astar", "--out", &run];
        for _ in 0..4 {
            kill_soon(start(&args), &mut random, 150);
        }
        let last = soko(&args, b"");
        assert_eq!(last.code, 0, "{}", last.stderr);
        let text = std::fs::read_to_string(&run).unwrap();
        let jobs: Vec<String> = text
            .lines()
            .map(|line| serde_json::from_str(line).expect("a whole line"))
            .map(|line: Value| format!("{} {}", line["level"], line["engine"]))
            .collect();
        assert_eq!(jobs.len(), 24, "{text}");
        assert_eq!(jobs.into_iter().collect::<BTreeSet<_>>().len(), 24);
    }
}

/// Whatever a command is at, a signal ends it soon, and with a code of the table.
#[test]
fn signals_end_everything() {
    let folder = Folder::new("attack-signal");
    let levels = folder.write("levels.xsb", &format!("{HARD}\n").repeat(3));
    let out = folder.file("out.svg");
    let commands: [&[&str]; 6] = [
        &["solve", &levels, "--engine", "bfs"],
        &["solve", &levels, "--polish", "5s"],
        &["graph", &levels],
        &["show", &levels, "--layer", "paths"],
        &["analyse", &levels],
        &["graph", &levels, "--level", "1", "--export", &out],
    ];
    let mut random = SplitMix(13);
    for round in 0..strength() * 18 {
        let args = commands[round % commands.len()];
        let mut child = start(args);
        std::thread::sleep(Duration::from_millis(random.below(250) as u64));
        let signal = if random.below(2) == 0 {
            "-INT"
        } else {
            "-TERM"
        };
        // It may have ended by itself a moment ago.
        let _ = Command::new("kill")
            .args([signal, &child.id().to_string()])
            .stderr(Stdio::null())
            .status();
        let asked = Instant::now();
        let code = child.wait().expect("it ends").code();
        assert!(
            asked.elapsed() < Duration::from_secs(3),
            "{args:?}: {:?}",
            asked.elapsed()
        );
        // Before the handler is there, the system's own answer is no code at all.
        assert!(
            matches!(code, None | Some(0 | 1 | 130)),
            "{args:?}: {code:?}"
        );
    }
    let left: Vec<_> = std::fs::read_dir(folder.path())
        .unwrap()
        .flatten()
        .collect();
    let is_part = |name: &str| name.ends_with(".part");
    let parts = left
        .iter()
        .filter(|f| is_part(&f.file_name().to_string_lossy()));
    assert_eq!(parts.count(), 0, "nothing unfinished lies about");
}
