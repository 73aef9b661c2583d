//! The examples, run as anybody runs them: what they print is true, and they stay short.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// The longest example, in lines.
const LONGEST: usize = 40;

/// A built example: cargo puts them beside the folder that this test is in.
fn built(name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("this test is a file");
    let folder = test.parent().and_then(Path::parent).expect("a folder");
    folder.join("examples").join(name)
}

fn ran(name: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(built(name));
    command
        .args(arguments)
        .output()
        .expect("cargo has built it")
}

fn printed(name: &str, arguments: &[&str]) -> String {
    let output = ran(name, arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{name}: {errors}");
    String::from_utf8(output.stdout).expect("text")
}

/// Every solution printed solves its level.
#[test]
fn a_file_is_solved() {
    let printed = printed("solve_file", &[]);
    let tutorial = sokoscope::builtin::collection("tutorial").unwrap().read();
    assert_eq!(printed.lines().count(), tutorial.entries.len());
    for (line, entry) in printed.lines().zip(&tutorial.entries) {
        let (title, moves) = line.split_once(": ").unwrap();
        assert_eq!(Some(title), entry.title());
        let moves: sokoscope::MoveText = moves.parse().unwrap();
        let setup = &entry.setup;
        sokoscope::verify(setup, moves.directions().unwrap()).unwrap();
    }
}

#[test]
fn bad_levels_are_told_with_their_place() {
    let file = std::env::temp_dir().join(format!("sokoscope-{}.xsb", std::process::id()));
    std::fs::write(
        &file,
        "######\n#@$x.#\n######\n\n; Fine\n#####\n#@$.#\n#####\n",
    )
    .unwrap();
    let output = ran("solve_file", &[file.to_str().unwrap()]);
    std::fs::remove_file(&file).unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(
        errors.contains("line 2, column 4: unknown character 'x'"),
        "{errors}"
    );
    assert_eq!(String::from_utf8_lossy(&output.stdout), "Fine: R\n");
    let output = ran("draw_board", &["tutorial", "3", "ded"]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("ded") && !output.status.success());
}

#[test]
fn own_parts_prove_the_fewest_pushes() {
    assert_eq!(
        printed("own_parts", &[]),
        "7 pushes, proved: LurrrdLulldLurrrdLLulDrdL\n"
    );
}

#[test]
fn a_statistic_of_whole_graphs() {
    let printed = printed("whole_graph", &[]);
    let first = printed.lines().next().unwrap();
    let expected = "One push: 3 positions, 0 from which a push loses, 2 pushes from the farthest";
    assert_eq!(first, expected);
    assert!(printed.lines().count() > 10, "{printed}");
}

#[test]
fn a_board_with_layers() {
    let picture = printed("draw_board", &["tutorial", "15", "dead,pushes,rooms"]);
    assert!(picture.starts_with("<svg") && picture.ends_with("</svg>\n"));
    assert!(picture.contains("<title>tutorial 15</title>"));
    let plain = printed("draw_board", &["tutorial", "15", "dead"]);
    assert!(picture.len() > plain.len());
}

/// A heuristic and a deadlock test of one's own, searched with and refereed, in this many
/// lines of code.
#[test]
fn own_parts_take_few_lines() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/own_parts.rs");
    let text = std::fs::read_to_string(path).unwrap();
    let code = text.lines().map(str::trim).filter(|line| {
        let is_else = ["//", "use "].iter().any(|start| line.starts_with(start));
        !line.is_empty() && !is_else
    });
    let lines = code.count();
    assert!(lines <= 25, "{lines} lines");
}

#[test]
fn examples_stay_short() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let mut n_examples = 0;
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let lines = std::fs::read_to_string(&path).unwrap().lines().count();
        assert!(lines <= LONGEST, "{} has {lines} lines", path.display());
        n_examples += 1;
    }
    assert_eq!(n_examples, 4);
}
