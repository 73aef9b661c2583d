//! Collections by name: of a folder that the user gives, built in, and public; from the
//! binary alone.

use crate::common::{Folder, soko};
use std::process::Command;

const LEVELS: &str = "; Mine\n#####\n#@$.#\n#####\n";

/// Runs the command in an empty world: no home, no cargo, and a path on which a program
/// called cargo leaves a mark.
fn alone(folder: &Folder, args: &[&str], setting: Option<&str>) -> (i32, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_soko"));
    let home = folder.file("home");
    std::fs::create_dir_all(&home).unwrap();
    command.args(args).env_clear().env("HOME", &home);
    command.env("PATH", folder.file("bin")).env("NO_COLOR", "1");
    if let Some(levels) = setting {
        command.env("SOKO_LEVELS", levels);
    }
    let output = command.output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let code = output.status.code().unwrap();
    (code, text(output.stdout), text(output.stderr))
}

#[test]
fn a_folder_makes_its_files_known_by_name() {
    let folder = Folder::new("collections");
    let levels: &str = &folder.file("levels");
    std::fs::create_dir_all(levels).unwrap();
    folder.write("levels/Mine_7.xsb", LEVELS);
    folder.write("levels/tutorial.xsb", LEVELS);
    // By option and by setting, in any case, before what is built in.
    for (args, setting) in [
        (vec!["show", "mine_7", "--levels", levels], None),
        (vec!["--levels", levels, "show", "MINE_7"], None),
        (vec!["show", "tutorial"], Some(levels)),
    ] {
        let (code, out, err) = alone(&folder, &args, setting);
        assert_eq!((code, err.as_str()), (0, ""), "{args:?}");
        assert!(out.contains("1. Mine"), "{out}");
    }
    // A name may lack the count at its end, as files from elsewhere do.
    folder.write("levels/Other.xsb", LEVELS);
    let (code, ..) = alone(&folder, &["show", "Other_12"], Some(levels));
    assert_eq!(code, 0);
    let (_, listed, _) = alone(&folder, &["levels", "--levels", levels], None);
    let first = listed.lines().next().unwrap();
    assert!(
        first.starts_with("Mine_7") && first.contains("yours"),
        "{listed}"
    );
    assert!(listed.contains("papers"), "{listed}");
}

#[test]
fn a_folder_that_is_none_is_a_wrong_usage() {
    let folder = Folder::new("no-collections");
    let (code, _, err) = alone(&folder, &["levels", "--levels", "/nowhere/at/all"], None);
    assert_eq!(code, 2, "{err}");
    assert!(
        err.contains("--levels: /nowhere/at/all is no folder"),
        "{err}"
    );
    let (code, _, err) = alone(&folder, &["levels"], Some("/nowhere/at/all"));
    assert_eq!(code, 2, "{err}");
    assert!(err.contains("SOKO_LEVELS"), "{err}");
}

/// No command asks cargo, which takes seconds; and what is missing says how to get it.
#[test]
#[cfg(unix)]
fn nobody_is_asked_for_collections() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new("no-cargo");
    let mark = folder.file("asked");
    std::fs::create_dir_all(folder.file("bin")).unwrap();
    let cargo = folder.write("bin/cargo", &format!("#!/bin/sh\n: > {mark}\n"));
    std::fs::set_permissions(&cargo, std::fs::Permissions::from_mode(0o755)).unwrap();
    let (code, listed, _) = alone(&folder, &["levels"], None);
    assert_eq!(code, 0);
    assert!(
        listed.contains("papers") && !listed.contains("Microban"),
        "{listed}"
    );
    let (code, _, err) = alone(&folder, &["show", "Microban_155"], None);
    assert_eq!(code, 4);
    assert!(err.contains("--levels DIR"), "{err}");
    assert!(!std::path::Path::new(&mark).exists(), "cargo was asked");
}

/// What needs no collection is reproduced from the binary alone.
#[test]
fn printed_boards_are_enough_for_some_tables() {
    let folder = Folder::new("papers-alone");
    let (code, out, err) = alone(&folder, &["reproduce", "veger"], None);
    assert_eq!(code, 1, "{err}");
    for held in ["Table 2", "Table 3", "Figure 5", "Figure 9", "Figure 13"] {
        assert!(out.contains(held), "{held}: {out}");
    }
    let failing: Vec<&str> = out.lines().filter(|l| l.starts_with("FAILS")).collect();
    assert_eq!(failing.len(), 1, "{failing:?}");
    assert!(failing[0].contains("--levels DIR"), "{failing:?}");
}

#[test]
fn strings_of_positions_are_written_and_read() {
    let figure = ["ed22", "papers", "--level", "Figure 7"];
    let run = soko(&figure, b"");
    let printed = "00000001 10 0000 0001 0101 1011 1000 1010";
    assert!(run.stdout.contains(printed), "{}", run.stdout);
    let decoded = soko(
        &["ed22", "papers", "--level", "Figure 6", "--decode", printed],
        b"",
    );
    assert_eq!(decoded.code, 0, "{}", decoded.stderr);
    // The same boxes; the man is on the first square of his room.
    assert!(decoded.stdout.contains("    #$ $#"), "{}", decoded.stdout);
    assert!(decoded.stdout.contains(printed));
    for (bits, code, words) in [
        ("0000000x", 2, "'x' in column 8 is neither 0 nor 1"),
        ("00000001", 4, "too short or too long for 6 boxes"),
    ] {
        let run = soko(
            &["ed22", "papers", "--level", "Figure 6", "--decode", bits],
            b"",
        );
        assert_eq!(run.code, code);
        assert!(run.stderr.contains(words), "{}", run.stderr);
    }
}

/// A row for each hash, with factor and size beside each other.
#[test]
fn hashes_are_compared_in_one_table() {
    let of_figure = ["graph", "papers", "--level", "Figure 9"];
    let all_hashes = ["--hash", "all", "--summary"];
    let run = soko(&[&of_figure[..], &all_hashes].concat(), b"");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let mut lines = run.stdout.lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    assert_eq!(head[..4], ["level", "title", "hash", "outcome"]);
    assert!(head.contains(&"solution_factor") && head.contains(&"valid_squares"));
    assert_eq!(lines.count(), 9);
    assert!(run.stderr.contains("under no-man"), "{}", run.stderr);
}

/// With dead squares kept there are more states, and as short a solution.
#[test]
fn dead_squares_can_be_kept() {
    let states = |more: &[&str]| {
        let args = [&["graph", "papers", "--level", "Figure 9", "--json"], more].concat();
        let line: serde_json::Value = serde_json::from_str(&soko(&args, b"").stdout).unwrap();
        (
            line["states"].as_u64().unwrap(),
            line["shortest_pushes"].clone(),
        )
    };
    let (few, many) = (states(&[]), states(&["--keep-dead-squares"]));
    assert!(many.0 > few.0 && few.0 == 4, "{few:?} {many:?}");
    assert_eq!(few.1, many.1);
}
