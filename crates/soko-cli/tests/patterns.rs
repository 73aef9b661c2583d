//! Patterns, values and dead sets as a user meets them.

use crate::common::{Folder, soko};
use serde_json::Value;

/// A deadlock that does not come with the program, one that does, and none.
const STAIRS: &str = "name: stairs\n#$??\n?$$?\n??$$\n???#\n";
const BLOCK: &str = "$$\n$$\n";
const SLIDES: &str = "####\n?$??\n";

/// The stairs on a board, with the last box yet to be pushed into them.
const LEVEL: &str = "\
##########
#        #
# #$     #
#  $$    #
#   $ $@ #
#    #   #
# .....  #
##########
";

#[test]
fn what_is_no_deadlock_is_refused_with_the_way_out() {
    let folder = Folder::new("patterns-check");
    let file = folder.write("mine.txt", &format!("{STAIRS}\n{SLIDES}"));
    let run = soko(&["patterns", "check", &file], b"");
    assert_eq!(run.code, 4, "{}", run.stderr);
    // The box of the last goes along the wall to the near end.
    let lines = [
        "stairs: deadlock",
        "duplicate 5, mirror 40, unique 20",
        ":7: refused",
        "$@   ->",
    ];
    for line in lines {
        assert!(run.stdout.contains(line), "{line}: {}", run.stdout);
    }
    let place = format!("{file}:7:1");
    assert!(run.stderr.contains(&place), "{}", run.stderr);
    assert!(
        run.stderr.contains("a box leaves it after 2 pushes"),
        "{}",
        run.stderr
    );
    // Nobody uses such a file.
    let levels = folder.write("level.xsb", LEVEL);
    for command in ["solve", "show"] {
        let run = soko(&[command, &levels, "--patterns", &file], b"");
        assert_eq!(run.code, 4, "{command}: {}", run.stderr);
    }
    let alert = ["show", &levels, "--layer", "alert", "--patterns", &file];
    let run = soko(&alert, b"");
    assert_eq!(run.code, 4);
    let drawn = "the way out of line 7";
    assert!(run.stderr.contains(drawn), "{}", run.stderr);
}

#[test]
fn patterns_that_are_added_are_kept_once() {
    let folder = Folder::new("patterns-add");
    let own = folder.file("own.txt");
    let mine = folder.write("mine.txt", &format!("{STAIRS}\n{BLOCK}"));
    let add = ["patterns", "add", &mine, "--file", &own];
    let run = soko(&add, b"");
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("stairs: added"), "{}", run.stdout);
    assert!(
        run.stdout.contains(":7: known"),
        "it comes with the program: {}",
        run.stdout
    );
    assert_eq!(std::fs::read_to_string(&own).unwrap(), STAIRS);
    let run = soko(&add, b"");
    assert!(run.stdout.contains("stairs: known"), "{}", run.stdout);
    assert_eq!(std::fs::read_to_string(&own).unwrap(), STAIRS);
    // What is wrong adds nothing.
    let wrong = folder.write("wrong.txt", SLIDES);
    assert_eq!(
        soko(&["patterns", "add", &wrong, "--file", &own], b"").code,
        4
    );
    assert_eq!(std::fs::read_to_string(&own).unwrap(), STAIRS);
    let run = soko(&["patterns", "list", "--file", &own, "--json"], b"");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let last: Value = serde_json::from_str(run.stdout.lines().last().unwrap()).unwrap();
    assert_eq!(last["name"], "stairs");
    assert!(run.stdout.lines().count() > 40);
}

#[test]
fn what_is_generated_can_be_checked() {
    let run = soko(&["patterns", "generate", "3x2"], b"");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let checked = soko(&["patterns", "check", "-", "--json"], run.stdout.as_bytes());
    assert_eq!(checked.code, 0, "{}", checked.stderr);
    for line in checked.stdout.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        assert_eq!(
            (&line["outcome"], &line["smallest"]),
            (&"deadlock".into(), &true.into())
        );
    }
    assert!(checked.stdout.lines().count() > 1);
    assert_eq!(soko(&["patterns", "generate", "6x6"], b"").code, 2);
    assert_eq!(soko(&["patterns", "generate", "3"], b"").code, 2);
}

/// Cells that a layer marks, by the JSON of `soko show`.
fn marks(level: &str, layer: &str, patterns: &[&str]) -> usize {
    let args = [&["show", "-", "--json", "--layer", layer][..], patterns].concat();
    let run = soko(&args, level.as_bytes());
    assert_eq!(run.code, 0, "{}", run.stderr);
    let line: Value = serde_json::from_str(&run.stdout).unwrap();
    line["layers"][layer].as_array().unwrap().len()
}

#[test]
fn solve_and_show_look_for_a_users_patterns() {
    let folder = Folder::new("patterns-use");
    let file = folder.write("mine.txt", STAIRS);
    // The champion's test of patterns asks about more places with them.
    let asked = |patterns: &[&str]| -> String {
        let solve = ["solve", "-", "--json", "--strategy", "plan-walk"];
        let run = soko(&[&solve[..], patterns].concat(), LEVEL.as_bytes());
        let line: Value = serde_json::from_str(&run.stdout).expect(&run.stderr);
        let notes = line["details"]["notes"].as_array().unwrap();
        let mut notes = notes.iter().filter_map(Value::as_str);
        let note = notes.find(|note| note.contains("test pattern"));
        note.unwrap().to_owned()
    };
    assert_ne!(asked(&[]), asked(&["--patterns", &file]));
    // The last push into the stairs is barred either way; nothing else changes.
    let with = ["--patterns", &file];
    assert_eq!(
        marks(LEVEL, "prevention", &with),
        marks(LEVEL, "prevention", &[])
    );
    // An engine that does not take them says so.
    let run = soko(
        &["solve", "-", "--engine", "bfs", "--patterns", &file],
        LEVEL.as_bytes(),
    );
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stderr.contains("patterns"), "{}", run.stderr);
}

#[test]
fn values_are_learned_and_used() {
    let folder = Folder::new("values");
    let out = folder.file("values.toml");
    let learn = [
        "learn",
        "--solutions",
        "tutorial",
        "--out",
        &out,
        "--expansions",
        "60",
        "--folds",
        "3",
    ];
    let run = soko(&learn, b"");
    assert_eq!(run.code, 0, "{}", run.stderr);
    for word in ["none", "shipped", "learned", "Levels held out", "better"] {
        assert!(run.stdout.contains(word), "{word}: {}", run.stdout);
    }
    let text = std::fs::read_to_string(&out).unwrap();
    assert_eq!(soko(&learn, b"").stdout, run.stdout, "the same every time");
    assert_eq!(std::fs::read_to_string(&out).unwrap(), text);
    // They change what a walk does.
    let solve = [
        "solve",
        "starter",
        "--level",
        "101-106",
        "--strategy",
        "plan-trained",
        "--json",
    ];
    let expanded = |more: &[&str]| -> Vec<Value> {
        let run = soko(&[&solve[..], more].concat(), b"");
        let lines = run
            .stdout
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap());
        lines.map(|line| line["generated"].clone()).collect()
    };
    assert_ne!(expanded(&[]), expanded(&["--values", &out]));
    // What is wrong is told with its place.
    let wrong = folder.write("wrong.toml", &text.replace("packed = ", "packed = 1."));
    let run = soko(&["solve", "tutorial", "--values", &wrong], b"");
    assert_eq!(run.code, 4);
    assert!(run.stderr.contains("wrong.toml:3:10"), "{}", run.stderr);
    assert!(
        run.stderr.contains("must be a whole number"),
        "{}",
        run.stderr
    );
}

#[test]
fn a_bench_compares_values_and_its_records_teach() {
    let folder = Folder::new("values-bench");
    let (out, run_file) = (folder.file("values.toml"), folder.file("run.jsonl"));
    let text = "[values]\npacked = 9\nout-of-plan = 0\nregions = 0\nhalls = 0\nhot = 0\nway = 0\n\
        distance = -9\nadvised = 0\ndepth = 0\n";
    let values = folder.write("mine.toml", text);
    // A bench names the variant.
    let bench = [
        "bench", "starter", "--level", "1", "--engine", "champion", "--values", &values, "--out",
        &run_file,
    ];
    assert_eq!(soko(&bench, b"").code, 0);
    let lines = std::fs::read_to_string(&run_file).unwrap();
    assert!(
        lines.lines().count() == 2 && lines.contains("champion/values-"),
        "{lines}"
    );
    // Records are lessons too.
    let run = soko(
        &[
            "learn",
            "--solutions",
            &run_file,
            "--out",
            &out,
            "--folds",
            "2",
        ],
        b"",
    );
    assert_eq!(run.code, 1, "one level is too few: {}", run.stderr);
}

#[test]
fn what_is_proved_is_kept_for_the_next_run() {
    let folder = Folder::new("dead-sets");
    let level = "##########\n#  # @   #\n# $$ $#$ #\n#  $   $ #\n# #.##.# #\n# $....$ #\n#  ..#.. #\n#   $  . #\n##########\n";
    let mirrored: String = level
        .lines()
        .map(|row| row.chars().rev().collect::<String>() + "\n")
        .collect();
    let file = folder.file("known.jsonl");
    let solve = [
        "solve",
        "-",
        "--dead-sets",
        &file,
        "--json",
        "--expansions",
        "150",
    ];
    let notes = |level: &str| -> String {
        let run = soko(&solve, level.as_bytes());
        assert_eq!(run.code, 1, "{}", run.stderr);
        assert!(
            !run.stdout.contains("\"dead_sets\""),
            "kept in the file alone"
        );
        let line: Value = serde_json::from_str(&run.stdout).unwrap();
        let notes = line["details"]["notes"].as_array().unwrap().clone();
        let mut texts = notes.iter().filter_map(Value::as_str);
        texts
            .find(|note| note.starts_with("dead sets: "))
            .unwrap()
            .to_owned()
    };
    assert!(notes(level).starts_with("dead sets: 0 proved again in 0 positions, 0 dropped"));
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(
        text.lines().count() == 1 && text.contains("\"boxes\":["),
        "{text}"
    );
    for level in [level, &mirrored] {
        let note = notes(level);
        assert!(
            !note.starts_with("dead sets: 0 proved") && note.contains(" 0 dropped"),
            "{note}"
        );
    }
    // A file of something else is not touched.
    let other = folder.write("other.txt", "precious\n");
    let run = soko(&["solve", "-", "--dead-sets", &other], level.as_bytes());
    assert_eq!(run.code, 4, "{}", run.stderr);
    assert_eq!(std::fs::read_to_string(&other).unwrap(), "precious\n");
}
