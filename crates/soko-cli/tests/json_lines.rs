//! Every line of every command with JSON output is what the published schema says.

use crate::common::schema::Schema;
use crate::common::{Folder, HARD, soko};
use serde_json::Value;
use std::collections::BTreeSet;

/// A level with a solution, one with a wrong one, one with what is no moves, one of
/// reverse play, one without, an invalid one, one that has no solution, and a title
/// that plays tricks.
const LEVELS: &str = "\
; Right
#####
#@$.#
#####
Solution
R

; Wrong
#####
#@$.#
#####
Solution
l

; Unreadable
######
#@ $.#
######
Solution
r3(R

; Reverse
######
#@$ .#
######
Solution
[]r

; Without \u{9b}31m\u{1b}[31m
######
#@$.##
######

; Invalid
#####
# $.#
#####

; Stuck
######
#$ @.#
######
";

/// Runs a command and holds each of its lines against the shape of this name, or of
/// a failure. Returns the outcomes.
fn check(shape: &str, code: i32, args: &[&str]) -> BTreeSet<String> {
    let schema = Schema::published();
    let run = soko(args, LEVELS.as_bytes());
    assert_eq!(run.code, code, "{args:?}: {}", run.stderr);
    assert!(!run.stdout.is_empty(), "{args:?} writes nothing");
    let mut outcomes = BTreeSet::new();
    for line in run.stdout.lines() {
        let is_clean = !line.contains(|c: char| c.is_control());
        assert!(is_clean, "{args:?}: control characters in {line:?}");
        let line: Value = serde_json::from_str(line).expect(line);
        let faults = schema.faults(shape, &line);
        assert!(faults.is_empty(), "{args:?}: {faults:#?}\n{line}");
        outcomes.insert(line["outcome"].as_str().unwrap_or_default().to_owned());
    }
    outcomes
}

fn all(outcomes: &[&str]) -> BTreeSet<String> {
    outcomes.iter().map(|o| o.to_string()).collect()
}

#[test]
fn commands_about_levels() {
    let solved = check("record", 4, &["solve", "-", "--json"]);
    assert_eq!(solved, all(&["solved", "unsolvable", "invalid"]));
    let polished = [
        "solve",
        "-",
        "--json",
        "--level",
        "1",
        "--polish",
        "1s",
        "--explain",
    ];
    check("record", 0, &polished);
    let checked = check("check", 4, &["check", "-", "--json"]);
    assert_eq!(checked, all(&["valid", "solved", "invalid"]));
    let moves = ["check", "-", "--json", "--level", "1", "--moves"];
    for (wrong, code) in [("R", 0), ("l", 4), ("x", 4), ("rr", 4)] {
        check("check", code, &[&moves[..], &[wrong]].concat());
    }
    let optimised = check("optimise", 4, &["optimise", "-", "--json"]);
    assert_eq!(optimised, all(&["solved", "missing", "invalid"]));
    assert_eq!(
        check("analyse", 4, &["analyse", "-", "--json"]),
        all(&["valid", "invalid"])
    );
    assert_eq!(
        check("rate", 4, &["rate", "-", "--json"]),
        all(&["rated", "unrated", "invalid"])
    );
    let guesses = check("estimate", 4, &["graph", "-", "--estimate", "--json"]);
    assert_eq!(guesses, all(&["counted", "invalid"]));
    check("analyse", 4, &["analyse", "-", "--estimate", "--json"]);
    let graph = check("graph", 4, &["graph", "-", "--json"]);
    assert_eq!(graph, all(&["complete", "invalid"]));
    check(
        "graph",
        4,
        &["graph", "-", "--json", "--hash", "all", "--expansions", "1"],
    );
    let strings = check("ed22", 4, &["ed22", "-", "--json"]);
    assert_eq!(strings, all(&["encoded", "invalid"]));
    for layers in [&[][..], &["--layer", "dead,rooms,paths"]] {
        for format in [&["--json"][..], &["--format", "json"]] {
            let args = [&["show", "-"][..], format, layers].concat();
            assert_eq!(check("show", 4, &args), all(&["valid", "invalid"]));
        }
    }
}

#[test]
fn certificates_and_parts() {
    let folder = Folder::new("lines-certificates");
    let proof = folder.file("proof.soko");
    let level = ["-", "--json", "--level", "1"];
    let goal = ["--engine", "optimal", "--goal", "pushes"];
    let certificate = ["--certificate", &proof];
    check(
        "record",
        0,
        &[&["solve"], &level[..], &goal, &certificate].concat(),
    );
    let proved = check("check", 0, &[&["check"], &level[..], &certificate].concat());
    assert_eq!(proved, all(&["proved"]));
    std::fs::write(&proof, "nothing").unwrap();
    let refused = check("check", 4, &[&["check"], &level[..], &certificate].concat());
    assert_eq!(refused, all(&["invalid"]));

    let part = folder.file("part.jsonl");
    let args = [
        "bench", "tutorial", "--level", "1-3", "--shard", "1/2", "--out", &part,
    ];
    assert_eq!(soko(&[&args[..], &goal].concat(), b"").code, 0);
    let lines = std::fs::read_to_string(&part).unwrap();
    assert_eq!(lines.lines().count(), 2);
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line).expect(line);
        assert_eq!(Schema::published().faults("record", &line), [""; 0]);
        assert_eq!(line["part"]["of"], 2);
    }
}

#[test]
fn stopped_searches() {
    let folder = Folder::new("lines-stopped");
    let hall = folder.write("hall.xsb", HARD);
    for limit in [["--expansions", "10"], ["--time", "10ms"]] {
        let args = [
            &["solve", &hall, "--engine", "bfs", "--json"][..],
            &limit[..],
        ];
        assert_eq!(check("record", 1, &args.concat()), all(&["stopped"]));
        let args = [&["graph", &hall, "--json"][..], &limit[..]];
        assert_eq!(check("graph", 1, &args.concat()), all(&["stopped"]));
        let args = [&["graph", &hall, "--estimate", "--json"][..], &limit[..]];
        assert_eq!(check("estimate", 1, &args.concat()), all(&["stopped"]));
    }
}

#[test]
fn solutions_that_are_missing() {
    let folder = Folder::new("lines-missing");
    let levels = folder.write("two.xsb", "#####\n#@$.#\n#####\n\n#####\n#.$@#\n#####\n");
    let solutions = folder.write("one.jsonl", "{\"level\":1,\"solution\":\"R\"}\n");
    for (shape, command) in [("check", "check"), ("optimise", "optimise")] {
        let args = [command, &levels, "--json", "--solutions", &solutions];
        assert_eq!(check(shape, 1, &args), all(&["solved", "missing"]));
    }
    // Without a single solution the command says so, too.
    for json in [&[][..], &["--json"]] {
        let run = soko(&[&["optimise", &levels][..], json].concat(), b"");
        assert_eq!(run.code, 1);
        let told = format!("{}{}", run.stdout, run.stderr);
        assert_eq!(
            told.matches("there is no solution of this level").count(),
            2
        );
    }
}

#[test]
fn runs_of_engines() {
    let folder = Folder::new("lines-bench");
    let levels = folder.write("levels.xsb", LEVELS);
    let run = folder.file("run.jsonl");
    let bench = ["bench", &levels, "--engine", "bfs,movers", "--out", &run];
    assert_eq!(soko(&bench, b"").code, 4);
    let schema = Schema::published();
    let lines = std::fs::read_to_string(&run).unwrap();
    assert_eq!(lines.lines().count(), 14);
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let faults = schema.faults("record", &line);
        assert!(faults.is_empty(), "{faults:#?}\n{line}");
    }
}

#[test]
fn lists_and_tiles() {
    check("levels", 0, &["levels", "--json"]);
    check("engines", 0, &["engines", "--json"]);
    check("heuristics", 0, &["heuristics", "--json"]);
    check("reproduce", 0, &["reproduce", "movers", "--json"]);
    check("tiles-game", 0, &["tiles", "--json"]);
    check("tiles-board", 0, &["tiles", "ice", "--show", "--json"]);
    check("tiles", 0, &["tiles", "ice", "--level", "1", "--json"]);
    let graph = ["tiles", "ice", "--level", "1", "--graph", "--json"];
    check("tiles-graph", 0, &graph);
    check(
        "tiles-graph",
        1,
        &[&graph[..], &["--expansions", "3"]].concat(),
    );
    let moves = ["tiles", "ice", "--level", "1", "--json", "--moves"];
    check("tiles", 0, &[&moves[..], &["drurd"]].concat());
    check("tiles", 4, &[&moves[..], &["l"]].concat());
    let stopped = [
        "tiles",
        "ice",
        "--level",
        "1",
        "--json",
        "--expansions",
        "1",
    ];
    check("tiles", 1, &stopped);
    let folder = Folder::new("lines-encodings");
    let level = folder.write("one.xsb", "#####\n#@$.#\n#####\n");
    let run = soko(&["graph", &level, "--json", "--encodings"], b"");
    let schema = Schema::published();
    for (index, line) in run.stdout.lines().enumerate() {
        let line: Value = serde_json::from_str(line).unwrap();
        let shape = if index == 0 { "graph" } else { "encoding" };
        assert_eq!(schema.faults(shape, &line), [""; 0]);
    }
}

#[test]
fn patterns_and_values() {
    let folder = Folder::new("lines-patterns");
    let own = folder.file("own.txt");
    let sound = folder.write("sound.txt", "name: stairs\n#$??\n?$$?\n??$$\n???#\n");
    let told = check(
        "patterns",
        0,
        &["patterns", "list", "--file", &own, "--json"],
    );
    assert_eq!(told, all(&["deadlock"]));
    check("patterns", 0, &["patterns", "check", &sound, "--json"]);
    check("patterns", 0, &["patterns", "generate", "2x2", "--json"]);
    let add = ["patterns", "add", &sound, "--file", &own, "--json"];
    assert_eq!(check("patterns", 0, &add), all(&["added"]));
    let wrong = folder.write("wrong.txt", "?$?\n\nx\n");
    let run = soko(&["patterns", "check", &wrong, "--json"], b"");
    let schema = Schema::published();
    for (line, shape) in run.stdout.lines().zip(["patterns", "patterns-file"]) {
        let line: Value = serde_json::from_str(line).unwrap();
        assert_eq!(schema.faults(shape, &line), [""; 0]);
    }
    assert_eq!((run.code, run.stdout.lines().count()), (4, 2));
    let values = folder.file("values.toml");
    let learn = [
        "learn",
        "--solutions",
        "tutorial",
        "--out",
        &values,
        "--expansions",
        "20",
        "--folds",
        "2",
    ];
    check("learn", 0, &[&learn[..], &["--json"]].concat());
    check(
        "failure",
        4,
        &["patterns", "check", "no/such/file", "--json"],
    );
    check(
        "failure",
        4,
        &[
            "learn",
            "--solutions",
            "no/such/file",
            "--out",
            &values,
            "--json",
        ],
    );
}

#[test]
fn the_library() {
    let folder = Folder::new("lines-library");
    let data = folder.file("data");
    let library = ["library", "--data", &data];
    let run = soko(
        &[&library[..], &["import", "-"]].concat(),
        LEVELS.as_bytes(),
    );
    assert_eq!(run.code, 4, "{}", run.stderr);
    let of = |words: &[&'static str]| [&library[..], words, &["--json"]].concat();
    check("library", 0, &of(&[]));
    check("library-level", 0, &of(&["search"]));
    check("library-duplicate", 0, &of(&["duplicates"]));
    check("library-statistics", 0, &of(&["statistics"]));
}

/// A file that is not there is a line as well, for every command that reads one.
#[test]
fn failures() {
    let commands = [
        "solve", "check", "show", "analyse", "optimise", "graph", "tiles", "rate",
    ];
    for command in commands {
        let told = check("failure", 4, &[command, "no/such/file", "--json"]);
        assert_eq!(told, all(&["invalid"]));
    }
    check("failure", 4, &["show", "no/such/file", "--format", "json"]);
    check("failure", 2, &["solve", "-", "--json", "--level", "99"]);
    check("failure", 2, &["solve", "-", "--json", "--engine", "none"]);
    check("failure", 2, &["reproduce", "nobody", "--json"]);
    // Where no lines are asked for there are none.
    assert_eq!(soko(&["solve", "no/such/file"], b"").stdout, "");
}

/// Each shape of the schema has been seen by some test above.
#[test]
fn every_published_shape_is_tested() {
    let tests = include_str!("json_lines.rs");
    for shape in Schema::published().lines() {
        assert!(tests.contains(&format!("\"{shape}\"")), "{shape}");
    }
}

/// The checker is not blind.
#[test]
fn the_checker_finds_faults() {
    let schema = Schema::published();
    let mut line = serde_json::json!({"schema":1,"encoding":"x","mean_bits":1.5,"most_bits":2});
    assert_eq!(schema.faults("encoding", &line), [""; 0]);
    line["more"] = 1.into();
    assert_eq!(schema.faults("encoding", &line).len(), 1);
    line = serde_json::json!({"schema":2,"encoding":null,"mean_bits":-1});
    assert_eq!(schema.faults("encoding", &line).len(), 4);
}

/// Titles with commands to the terminal reach it in no command, as text either.
#[test]
fn no_control_character_reaches_the_terminal() {
    for command in ["show", "check", "analyse", "solve", "optimise", "graph"] {
        let run = soko(&[command, "-"], LEVELS.as_bytes());
        for text in [&run.stdout, &run.stderr] {
            let odd = |c: char| c.is_control() && c != '\n';
            assert!(!text.contains(odd), "{command}: {text:?}");
        }
        assert!(run.stdout.contains("Without") || run.stderr.contains("level 5"));
    }
    let slc = b"<SokobanLevels><LevelCollection><Level Id=\"a&#x9b;31m&#27;c\"><L>#####</L>\
        <L>#@$.#</L><L>#####</L></Level></LevelCollection></SokobanLevels>";
    let run = soko(&["show", "-"], slc);
    assert!(
        !run.stdout.contains(['\u{9b}', '\u{1b}']),
        "{:?}",
        run.stdout
    );
    // What is no level, but a name or a word of the command line.
    let run = soko(&["show", "no\u{9b}31m\u{1b}[31m.xsb"], b"");
    assert!(
        !run.stderr.contains(['\u{9b}', '\u{1b}']),
        "{:?}",
        run.stderr
    );
    let tiles = "game: ice\ntitle: a\u{9b}31mb\n\n#####\n#@ .#\n#####\n";
    let run = soko(&["tiles", "-", "--show"], tiles.as_bytes());
    let told = run.stdout + &run.stderr;
    assert!(!told.contains('\u{9b}'), "{told:?}");
}
