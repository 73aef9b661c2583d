//! Counting states without keeping the graph, as a user asks for it.

use crate::common::{COUNTED, soko};
use serde_json::Value;

const LEVELS: &[u8] = b"\
#######
#.    #
#.$ $ #
#. @$ #
#     #
#######

#########
#  #    #
# $  $@ #
#  #  $ #
#. .#  .#
#########
";

fn lines(words: &[&str]) -> (Vec<Value>, String) {
    let args = [&["graph", "-", "--json"], words].concat();
    let run = soko(&args, LEVELS);
    let lines = run.stdout.lines();
    let lines = lines.map(|line| serde_json::from_str(line).unwrap());
    (lines.collect(), run.stderr)
}

/// What both know is the same, and the layers add up.
#[test]
fn counts_are_those_of_the_graph() {
    let (graphs, _) = lines(&[]);
    for threads in ["1", "2"] {
        let (counts, _) = lines(&["--counts", "--components", "--threads", threads]);
        assert_eq!((graphs.len(), counts.len()), (2, 2));
        for (graph, counted) in graphs.iter().zip(&counts) {
            for key in COUNTED.into_iter().chain(["components"]) {
                assert!(!graph[key].is_null() || key == "shortest_pushes", "{key}");
                assert_eq!(graph[key], counted[key], "{key}");
            }
            let sum = |key: &str| -> u64 {
                let layers = counted[key].as_array().unwrap();
                layers.iter().map(|n| n.as_u64().unwrap()).sum()
            };
            let (states, alive) = (sum("layers"), sum("alive_layers"));
            assert_eq!(graph["states"], states);
            assert_eq!(graph["dead_states"], states - alive);
            assert_eq!(graph["solved_states"], sum("solved_layers"));
        }
    }
}

/// A graph that does not fit is counted, and that is said.
#[test]
fn what_does_not_fit_is_counted() {
    let (graphs, _) = lines(&["--level", "1"]);
    let (counted, told) = lines(&["--level", "1", "--memory", "150KiB"]);
    assert!(told.contains("counting its states instead"), "{told}");
    assert_eq!(counted[0]["states"], graphs[0]["states"]);
    assert!(counted[0]["layers"].is_array() && counted[0]["components"].is_null());
}

/// Components are counted where they are asked for; without them the rest still stands.
#[test]
fn components_that_are_not_found_leave_the_counts() {
    let level = b"###########\n#.  .  .  #\n# $ $ $ $ #\n#   @    .#\n#         #\n###########\n";
    let line = |run: &crate::common::Run| -> Value { serde_json::from_str(&run.stdout).unwrap() };
    let plain = line(&soko(&["graph", "-", "--counts", "--json"], level));
    assert!(plain["components"].is_null() && plain["reason"].is_null());
    // Enough for the sweeps.
    let expansions = (plain["expanded"].as_u64().unwrap() + 1).to_string();
    let words = ["graph", "-", "--counts", "--components", "--expansions"];
    let words = [&words[..], &[&expansions]].concat();
    let stopped = line(&soko(&[&words[..], &["--json"]].concat(), level));
    for key in ["outcome", "states", "edges", "dead_states", "layers"] {
        assert_eq!(stopped[key], plain[key], "{key}");
    }
    assert!(stopped["components"].is_null());
    assert_eq!(stopped["reason"], "expansions");
    let run = soko(&words, level);
    assert_eq!(run.code, 1, "{}", run.stdout);
    let told = "unknown: stopped at the limit on expansions";
    assert!(run.stdout.contains(told), "{}", run.stdout);
    // Shared out among workers it is the same.
    let run = soko(&[&words[..], &["--workers", "2"]].concat(), level);
    assert_eq!(run.code, 1, "{}", run.stdout);
    assert!(run.stdout.contains(told), "{}", run.stdout);
}

#[test]
fn a_stopped_count_claims_little() {
    let run = soko(
        &[
            "graph", "-", "--counts", "--level", "1", "--memory", "20KiB",
        ],
        LEVELS,
    );
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stdout.contains("nothing is claimed"), "{}", run.stdout);
    let both = soko(&["graph", "-", "--counts", "--encodings"], LEVELS);
    assert!(
        both.code == 2 && both.stderr.contains("--encodings"),
        "{}",
        both.stderr
    );
}
