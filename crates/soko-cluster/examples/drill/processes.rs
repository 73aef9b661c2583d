//! Processes of the command, and what they say.

#[path = "../../../soko-cli/tests/common/columns.rs"]
mod columns;

pub use columns::COUNTED;
use serde_json::Value;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// The columns that a whole graph and the components of a count by workers share.
pub const FOLDED: [&str; 4] = ["components", "largest_component", "sinks", "longest_way"];

/// Those of them that are rounded.
pub const FACTORS: [&str; 2] = ["solution_factor", "solution_factor_log2"];

/// The columns that only counts have.
pub const LAYERS: [&str; 3] = ["layers", "solved_layers", "alive_layers"];

/// A folder for this drill.
pub fn scratch() -> PathBuf {
    let path = std::env::temp_dir().join(format!("soko-drill-{}", std::process::id()));
    std::fs::create_dir_all(&path).expect("a folder for the drill");
    path
}

/// A list of so many processes on this machine, at ports that are free now.
pub fn hosts(n: usize, folder: &Path) -> PathBuf {
    let bind = |_| TcpListener::bind("127.0.0.1:0").expect("a free port");
    let held: Vec<TcpListener> = (0..n).map(bind).collect();
    let address = |held: &TcpListener| held.local_addr().expect("an address").to_string();
    let list: Vec<String> = held.iter().map(address).collect();
    let path = folder.join("hosts.txt");
    std::fs::write(&path, list.join("\n")).expect("a list of hosts");
    path
}

/// Starts `soko graph` with these words.
pub fn start(soko: &str, words: &[&str]) -> Child {
    Command::new(soko)
        .arg("graph")
        .args(words)
        .args(["--json", "--time", "2h"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts")
}

/// The lines of a command that has ended, but for those that say why it failed.
pub fn lines(output: &Output) -> Vec<Value> {
    let text = String::from_utf8_lossy(&output.stdout);
    let lines = text
        .lines()
        .filter_map(|line| serde_json::from_str(line).ok());
    lines
        .filter(|line: &Value| line["outcome"] != "failed")
        .collect()
}

/// Runs all processes of a count and hands out the line of the first.
pub fn count(soko: &str, words: &[&str], processes: usize, folder: &Path) -> Value {
    let mut all = Vec::new();
    let hosts = hosts(processes, folder);
    for process in 0..processes {
        let number = process.to_string();
        let place = [
            "--cluster",
            hosts.to_str().expect("a path"),
            "--process",
            &number,
        ];
        let words = [words, if processes > 1 { &place[..] } else { &[] }].concat();
        all.push(start(soko, &words));
    }
    let outputs = all
        .into_iter()
        .map(|child| child.wait_with_output().expect("its output"));
    let outputs: Vec<Output> = outputs.collect();
    let first = lines(&outputs[0]).into_iter().next();
    first.unwrap_or_else(|| panic!("no result: {}", String::from_utf8_lossy(&outputs[0].stderr)))
}

/// Panics where two lines differ in one of these columns.
pub fn hold_against(expected: &Value, found: &Value, columns: &[&str], what: &str) {
    for column in columns {
        assert_eq!(expected[column], found[column], "{what}: {column}");
    }
}
