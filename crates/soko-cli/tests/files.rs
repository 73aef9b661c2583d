//! Files are whole or untouched, and what a command reads it does not write over.

#![cfg(unix)]

use crate::common::{Folder, Run, soko, soko_with_small_files};
use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};

const LEVEL: &str = "#####\n#@$.#\n#####\n";
const INVALID: &str = "#####\n# $.#\n#####\n";

/// The files in a folder.
fn names(folder: &Folder) -> Vec<String> {
    let files = fs::read_dir(folder.path()).unwrap();
    let mut names: Vec<String> = files
        .map(|file| file.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// The command refuses, says how it is meant, and the file stays as it was.
fn check_refused(file: &str, args: &[&str], advice: &str) {
    let before = fs::read(file).unwrap();
    let Run { code, stderr, .. } = soko(args, b"");
    assert_eq!(code, 2, "{args:?}: {stderr}");
    assert!(stderr.contains(advice), "{args:?}: {stderr}");
    assert_eq!(fs::read(file).unwrap(), before, "{args:?}");
}

/// A level with characters that mean nothing is not written as another level.
#[test]
fn what_cannot_be_read_is_not_converted() {
    let folder = Folder::new("unread");
    let good = "; Good\n\n#####\n#@$.#\n#####\n";
    let levels = folder.write(
        "some.xsb",
        &format!("{good}\n; Bad\n######\n#@$x.#\n######\n"),
    );
    let run = soko(&["convert", &levels, "-", "--to", "xsb"], b"");
    assert_eq!((run.code, run.stdout.as_str()), (4, good));
    assert!(run.stderr.contains("some.xsb:9:4"), "{}", run.stderr);
    assert!(run.stderr.contains("left out"), "{}", run.stderr);
    let before = std::fs::read(&levels).unwrap();
    let run = soko(&["convert", &levels, &levels, "--in-place"], b"");
    assert_eq!(run.code, 4);
    assert!(run.stderr.contains("nothing is written"), "{}", run.stderr);
    assert_eq!(std::fs::read(&levels).unwrap(), before);
    let run = soko(&["convert", &levels, "-", "--to", "xsb", "--lenient"], b"");
    assert!(run.stdout.contains("#@$ .#"), "{}", run.stdout);
}

#[test]
fn inputs_are_no_outputs() {
    let folder = Folder::new("inputs");
    let levels = folder.write("my.xsb", LEVEL);
    let csv = folder.write("my.csv", LEVEL);
    let nodes = folder.write("my.nodes.csv", LEVEL);
    let other = "choose another file";
    check_refused(&levels, &["solve", &levels, "--out", &levels], other);
    check_refused(&levels, &["show", &levels, "--out", &levels], other);
    let bench = ["bench", &levels, "--engine", "bfs", "--out", &levels];
    check_refused(&levels, &bench, other);
    check_refused(&levels, &["convert", &levels, &levels], "--in-place");
    for (levels, export) in [(&csv, &csv), (&nodes, &csv)] {
        let graph = ["graph", levels, "--level", "1", "--export", export];
        check_refused(levels, &graph, other);
    }
    // By another name it is the same file.
    let (soft, hard) = (folder.file("soft.xsb"), folder.file("hard.xsb"));
    std::os::unix::fs::symlink(&levels, &soft).unwrap();
    fs::hard_link(&levels, &hard).unwrap();
    for name in [soft, hard] {
        check_refused(&levels, &["solve", &levels, "--out", &name], other);
        check_refused(&levels, &["solve", &name, "--out", &levels], other);
    }
    let run = folder.file("run.jsonl");
    let bench = ["bench", &levels, "--engine", "bfs", "--out", &run];
    assert_eq!(soko(&bench, b"").code, 0);
    check_refused(&run, &["bench", "report", &run, "--out", &run], other);
}

#[test]
fn stdin_is_an_input_too() {
    let folder = Folder::new("stdin");
    let levels = folder.write("my.xsb", LEVEL);
    let soko = env!("CARGO_BIN_EXE_soko");
    let script = format!("'{soko}' convert - '{levels}' < '{levels}'");
    let status = std::process::Command::new("sh")
        .args(["-c", &script])
        .output();
    assert_eq!(status.unwrap().status.code(), Some(2));
    assert_eq!(fs::read_to_string(&levels).unwrap(), LEVEL);
}

#[test]
fn in_place_is_done_when_asked_for() {
    let folder = Folder::new("in-place");
    let levels = folder.write("my.xsb", "5#\n#@$.#\n5#\n");
    let link = folder.file("link.xsb");
    std::os::unix::fs::symlink("my.xsb", &link).unwrap();
    fs::set_permissions(&levels, fs::Permissions::from_mode(0o640)).unwrap();
    let run = soko(&["convert", &link, &link, "--in-place"], b"");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(fs::read_to_string(&levels).unwrap().contains(LEVEL));
    assert_eq!(fs::metadata(&levels).unwrap().mode() & 0o777, 0o640);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(names(&folder), ["link.xsb", "my.xsb"]);
}

#[test]
fn a_file_is_not_touched_before_there_is_something_to_write() {
    let folder = Folder::new("untouched");
    let old = folder.write("old.jsonl", "precious\n");
    let missing = folder.file("missing.xsb");
    let broken = folder.write("broken.xsb", "no level here\n");
    for levels in [&missing, &broken] {
        let run = soko(&["solve", levels, "--out", &old], b"");
        assert_eq!(run.code, 4);
        assert_eq!(fs::read_to_string(&old).unwrap(), "precious\n");
    }
    let run = soko(&["show", &missing, "--out", &old], b"");
    assert_eq!(run.code, 4);
    assert_eq!(fs::read_to_string(&old).unwrap(), "precious\n");
    assert_eq!(names(&folder), ["broken.xsb", "old.jsonl"]);
}

/// Invalid levels are answers, too: the file and stdout have the same lines.
#[test]
fn invalid_levels_are_in_the_file() {
    let folder = Folder::new("invalid");
    let levels = folder.write("my.xsb", &format!("{LEVEL}\n{INVALID}\n{LEVEL}"));
    let out = folder.file("out.jsonl");
    let run = soko(&["solve", &levels, "--json", "--out", &out], b"");
    assert_eq!(run.code, 4);
    assert_eq!(fs::read_to_string(&out).unwrap(), run.stdout);
    assert_eq!(run.stdout.lines().count(), 3);
}

/// A disk that is full: no file can have more than a kilobyte or so.
#[test]
fn a_full_disk_loses_nothing() {
    let folder = Folder::new("full");
    let many = format!("; Level\n{LEVEL}\n").repeat(900);
    let levels = folder.write("many.xsb", &many);
    // 1. What was there stays, whole.
    let run = soko_with_small_files(&["convert", &levels, &levels, "--in-place"], b"");
    assert_eq!(run.code, 4, "{}", run.stderr);
    assert!(run.stderr.contains("cannot write"), "{}", run.stderr);
    assert_eq!(fs::read_to_string(&levels).unwrap(), many);
    // 2. The same for every other output.
    let old = folder.write("old", "precious");
    let graph = folder.write("old.graphml", "precious");
    for args in [
        ["show", &levels, "--out", &old].as_slice(),
        &["convert", &levels, &old, "--to", "sok"],
        &["graph", "tutorial", "--level", "3", "--export", &graph],
    ] {
        let run = soko_with_small_files(args, b"");
        assert_eq!(run.code, 4, "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains("cannot write"), "{}", run.stderr);
    }
    assert_eq!(fs::read_to_string(&old).unwrap(), "precious");
    assert_eq!(fs::read_to_string(&graph).unwrap(), "precious");
    assert_eq!(names(&folder), ["many.xsb", "old", "old.graphml"]);
}

/// A record that cannot be written is shown; the file has whole lines only.
#[test]
fn a_record_that_cannot_be_written_is_shown() {
    let folder = Folder::new("shown");
    let levels = folder.write("ten.xsb", &format!("{LEVEL}\n").repeat(10));
    let out = folder.file("out.jsonl");
    let run = soko_with_small_files(&["solve", &levels, "--json", "--out", &out], b"");
    assert_eq!(run.code, 4);
    assert!(run.stderr.contains("cannot write"), "{}", run.stderr);
    assert_eq!(run.stdout.matches(r#""solution":"R""#).count(), 10);
    let written = fs::read_to_string(&out).unwrap();
    assert!(!written.is_empty() && written.ends_with('\n'), "{written}");
    assert!(run.stdout.starts_with(&written), "whole lines, in order");
    // A run of engines: what the file does not have is on stdout.
    let bench_out = folder.file("run.jsonl");
    let bench = ["bench", &levels, "--engine", "bfs", "--out", &bench_out];
    let run = soko_with_small_files(&bench, b"");
    assert_eq!(run.code, 4, "{}", run.stderr);
    let written = fs::read_to_string(&bench_out).unwrap();
    assert!(written.ends_with('\n'), "{written}");
    let shown: Vec<&str> = run.stdout.lines().filter(|l| l.starts_with('{')).collect();
    let next = format!("\"level\":{},", written.lines().count() + 1);
    assert!(shown[0].contains(&next), "{}", run.stdout);
    assert!(shown.iter().all(|line| !written.contains(line)));
    // A device that takes nothing at all.
    let run = soko(
        &["solve", &levels, "--level", "1", "--out", "/dev/full"],
        b"",
    );
    assert_eq!(run.code, 4);
    assert!(run.stdout.contains("\nR\n"), "{}", run.stdout);
}

/// What is no plain file is written to, not replaced.
#[test]
fn streams_are_written_to() {
    let folder = Folder::new("streams");
    let levels = folder.write("my.xsb", LEVEL);
    let out = folder.file("out.txt");
    let soko = env!("CARGO_BIN_EXE_soko");
    for to in ["/dev/stdout", "/proc/self/fd/1", "/dev/fd/1"] {
        for end in ["| cat", ""] {
            let script = format!(
                "(echo one; '{soko}' convert '{levels}' {to} --to xsb; echo two) {end} > '{out}'"
            );
            let run = std::process::Command::new("sh")
                .args(["-c", &script])
                .output();
            assert!(run.unwrap().status.success());
            let text = fs::read_to_string(&out).unwrap();
            assert!(
                text.starts_with("one\n") && text.ends_with("two\n"),
                "{text}"
            );
            assert!(text.contains(LEVEL), "{text}");
        }
    }
    // A link that leads nowhere yet is followed.
    let link = folder.file("link.xsb");
    std::os::unix::fs::symlink("new.xsb", &link).unwrap();
    let run = crate::common::soko(&["convert", &levels, &link], b"");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        fs::read_to_string(folder.file("new.xsb"))
            .unwrap()
            .contains(LEVEL)
    );
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
}

/// One code for what cannot be written, whatever the command and the reason.
#[test]
fn what_cannot_be_written_is_exit_code_4() {
    let folder = Folder::new("unwritable");
    let levels = folder.write("my.xsb", LEVEL);
    let run = folder.file("run.jsonl");
    let bench = ["bench", &levels, "--engine", "bfs", "--out", &run];
    assert_eq!(soko(&bench, b"").code, 0);
    let nowhere = folder.file("no/such/folder/out.svg");
    let itself = folder.path().to_str().unwrap().to_string();
    for out in [nowhere.as_str(), itself.as_str(), "/dev/full"] {
        let commands: [&[&str]; 5] = [
            &["solve", &levels, "--out", out],
            &["show", &levels, "--out", out],
            &["convert", &levels, out, "--to", "sok"],
            &["bench", &levels, "--engine", "bfs", "--out", out],
            &["bench", "report", &run, "--out", out],
        ];
        for args in commands {
            let Run { code, stderr, .. } = soko(args, b"");
            assert_eq!(code, 4, "{args:?}: {stderr}");
        }
    }
    let args = ["graph", &levels, "--level", "1", "--export", &nowhere];
    assert_eq!(soko(&args, b"").code, 4);
}

/// Neither stdout nor stderr that take nothing are a fault of ours.
#[test]
fn a_full_stdout_is_exit_code_4_and_a_full_stderr_is_nobodys_business() {
    let folder = Folder::new("stdout");
    let levels = folder.write("my.xsb", &format!("{LEVEL}\n{INVALID}"));
    let soko = env!("CARGO_BIN_EXE_soko");
    let code = |command: String| {
        let run = std::process::Command::new("sh")
            .args(["-c", &command])
            .output();
        run.unwrap().status.code()
    };
    for command in [
        "show",
        "check",
        "analyse",
        "solve --level 1",
        "graph --level 1",
    ] {
        for json in ["", "--json"] {
            let script = format!("'{soko}' {command} {json} '{levels}' > /dev/full");
            assert_eq!(code(script.clone()), Some(4), "{script}");
        }
    }
    let summary = format!("'{soko}' graph --summary '{levels}' > /dev/full");
    assert_eq!(code(summary), Some(4));
    for command in ["show", "check", "analyse", "solve"] {
        let script = format!("'{soko}' {command} '{levels}' 2> /dev/full");
        assert_eq!(code(script.clone()), Some(4), "{script}");
    }
    assert_eq!(
        code(format!("'{soko}' show no-such-file 2> /dev/full")),
        Some(4)
    );
}
