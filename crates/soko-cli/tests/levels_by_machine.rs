//! `soko rate` and `soko generate` as a user meets them.

use crate::common::{Folder, soko};
use serde_json::Value;

#[test]
fn a_rating_has_a_grade_and_its_reasons() {
    let run = soko(&["rate", "tutorial", "--level", "1,15", "--json"], b"");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let lines: Vec<Value> = (run.stdout.lines())
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let grade = |line: &Value| line["grade"].as_f64().unwrap();
    assert!(grade(&lines[0]) < grade(&lines[1]));
    assert_eq!(lines[0]["model"], "whole");
    let reasons = lines[0]["reasons"].as_array().unwrap();
    let points = |reason: &Value| reason["points"].as_f64().unwrap().abs();
    assert!(
        reasons
            .windows(2)
            .all(|two| points(&two[0]) >= points(&two[1]))
    );
    let quick = soko(&["rate", "tutorial", "--level", "1", "--quick"], b"");
    assert!(quick.stdout.contains("quick"), "{}", quick.stdout);
}

/// A level has the same grade however it is turned or mirrored.
#[test]
fn a_grade_does_not_turn_with_the_level() {
    let level = ["########", "#  .   #", "# $##$ #", "#  @ . #", "########"];
    let grade = |text: String| {
        let run = soko(&["rate", "-", "--json"], text.as_bytes());
        let line: Value = serde_json::from_str(run.stdout.trim()).unwrap();
        line["grade"].as_f64().unwrap()
    };
    let column = |col: usize| -> String { level.iter().map(|row| &row[col..=col]).collect() };
    let on_its_side: Vec<String> = (0..8).rev().map(column).collect();
    let (plain, turned) = (grade(level.join("\n")), grade(on_its_side.join("\n")));
    assert!((plain - turned).abs() < 1e-6, "{plain} {turned}");
}

#[test]
fn levels_without_a_grade_say_why() {
    let stuck = soko(&["rate", "-"], b"######\n#$ @.#\n######\n");
    assert_eq!(stuck.code, 3);
    assert!(stuck.stdout.contains("has no solution"), "{}", stuck.stdout);
    let invalid = soko(&["rate", "-"], b"#####\n# $.#\n#####\n");
    assert_eq!(invalid.code, 4);
    assert!(invalid.stderr.contains("there is no man"));
}

#[test]
fn plays_that_make_no_sense_are_told_with_their_line() {
    let folder = Folder::new("plays");
    let fit = |text: &str| {
        let plays = folder.write("p.csv", text);
        soko(&["rate", "tutorial", "--fit", &plays], b"")
    };
    let run = fit("level,played,solved\n1,10,x\n");
    assert_eq!(run.code, 4);
    assert!(run.stderr.contains("p.csv:2: field 3"), "{}", run.stderr);
    let run = fit("level,played,solved\n1,10,9\n2,10,8\n");
    assert!(run.stderr.contains("a fit needs"), "{}", run.stderr);
    assert_eq!(soko(&["rate", "tutorial", "--fit", "no.csv"], b"").code, 4);
}

#[test]
fn generated_levels_pass_the_referee_and_never_repeat() {
    let folder = Folder::new("generated");
    let out = &folder.file("new.xsb");
    let generate = ["generate", "--size", "7x6", "--boxes", "2", "--count", "6"];
    let run = soko(&[&generate[..], &["--out", out]].concat(), b"");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let text = std::fs::read_to_string(out).unwrap();
    assert_eq!(text.matches("Seed: 1\n").count(), 6);
    let check = soko(&["check", out], b"");
    assert_eq!(check.code, 0, "{}{}", check.stdout, check.stderr);
    // The same seed gives the same text, on stdout and with more threads.
    let again = soko(&[&generate[..], &["--threads", "2"]].concat(), b"");
    assert_eq!(again.stdout, text);
    // None of them comes again where they are not wanted.
    let others = soko(&[&generate[..], &["--not-in", out]].concat(), b"");
    for title in text.lines().filter(|line| line.starts_with("; ")) {
        assert!(others.stdout.lines().all(|line| line != title), "{title}");
    }
}

/// The hardest of a run are those with the highest ratings, the hardest first.
#[test]
fn the_hardest_of_a_run_are_kept() {
    let generate = ["generate", "--size", "7x6", "--boxes", "2", "--count", "8"];
    let ratings = |more: &[&str]| -> Vec<u32> {
        let run = soko(&[&generate[..], more].concat(), b"");
        assert_eq!(run.code, 0, "{}", run.stderr);
        let lines = run
            .stdout
            .lines()
            .filter_map(|l| l.strip_prefix("Rating: "));
        lines.map(|number| number.parse().unwrap()).collect()
    };
    let mut all = ratings(&["--rating", "0-100"]);
    all.sort_by(|a, b| b.cmp(a));
    assert_eq!(ratings(&["--hardest", "3"]), all[..3]);
    assert_eq!(ratings(&["--hardest", "99"]), all);
    let hopeless = ["generate", "--pushes", "900-999", "--time", "200ms"];
    let run = soko(&[&hopeless[..], &["--hardest", "2"]].concat(), b"");
    assert_eq!((run.code, run.stdout.as_str()), (0, ""));
    let none = ["generate", "--hardest", "0", "--count", "1"];
    assert_eq!(soko(&none, b"").code, 2);
}

/// A level has one grade, whoever tells it.
#[test]
fn a_rating_of_a_generated_level_is_that_of_soko_rate() {
    let generate = [
        "generate", "--size", "7x6", "--boxes", "2-3", "--count", "6",
    ];
    let run = soko(&[&generate[..], &["--hardest", "6"]].concat(), b"");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let told = run
        .stdout
        .lines()
        .filter_map(|l| l.strip_prefix("Rating: "));
    let told: Vec<&str> = told.collect();
    let rated = soko(&["rate", "-", "--json"], run.stdout.as_bytes());
    let grade = |line: &str| {
        let line: Value = serde_json::from_str(line).unwrap();
        format!("{:.0}", line["grade"].as_f64().unwrap())
    };
    let grades: Vec<String> = rated.stdout.lines().map(grade).collect();
    assert_eq!(grades, told);
}

#[test]
fn wishes_that_cannot_be_fulfilled_are_refused() {
    let told = |args: &[&str]| {
        let run = soko(&[&["generate", "--count", "1"], args].concat(), b"");
        assert_eq!(run.code, 2, "{args:?}: {}", run.stderr);
        run.stderr
    };
    assert!(told(&["--size", "8"]).contains("8x8"));
    assert!(told(&["--size", "3x3"]).contains("from 4 to 40"));
    assert!(told(&["--size", "5x5", "--boxes", "9"]).contains("from 1 to 3 boxes"));
    assert!(told(&["--boxes", "4-3"]).contains("ends before"));
    assert!(told(&["--way", "magic"]).contains("farthest"));
    assert!(told(&["--rating", "200"]).contains("from 0 to 100"));
    assert!(told(&["--rating", "40-101"]).contains("from 0 to 100"));
    let run = soko(&["generate", "--count", "1", "--not-in", "no.xsb"], b"");
    assert_eq!(run.code, 4);
}
