//! `soko graph --export`: the files in full, for a graph of six states. Its
//! numbers can be followed by hand on the board.

use crate::common::{SIX_STATES, soko};
use std::path::Path;

/// Exports the graph of the level as a file and compares what came of it with the
/// files of the same names in this folder.
fn check(view: &str, end: &str, files: &[&str]) {
    let name = |end: &str| format!("{view}.{end}");
    let to = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let export = to.join(name(end));
    let export = export.to_str().expect("a name of plain letters");
    let args = ["graph", "-", "--export", export, "--view", view];
    let run = soko(&args, SIX_STATES.as_bytes());
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(
        run.stdout.contains("4 pushes; 1 as short"),
        "{}",
        run.stdout
    );
    let stored = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/graph_export");
    for end in files {
        let read = |folder: &Path| std::fs::read_to_string(folder.join(name(end))).unwrap();
        assert_eq!(read(to), read(&stored), "{}", name(end));
    }
}

#[test]
fn json() {
    check("states", "json", &["json"]);
    check("components", "json", &["json"]);
}

#[test]
fn comma_separated_values() {
    check("states", "csv", &["csv", "nodes.csv"]);
    check("components", "csv", &["csv", "nodes.csv"]);
}

/// What stands in the others is tested where they are written, in soko-graph.
#[test]
fn the_end_of_the_name_tells_the_format() {
    let starts = [
        ("dot", "digraph states {"),
        ("gv", "digraph states {"),
        (
            "graphml",
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<graphml ",
        ),
        ("svg", "<svg "),
    ];
    for (end, start) in starts {
        check("states", end, &[]);
        let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("states.{end}"));
        let text = std::fs::read_to_string(file).unwrap();
        assert!(text.starts_with(start), "{end}: {text}");
    }
}
