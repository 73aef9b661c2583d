//! The table of exit codes holds for every command. 130 is in the tests of signals,
//! what cannot be written in those of files.

use crate::common::{HARD, soko};

const EASY: &str = "#####\n#@$.#\n#####\n";
const STUCK: &str = "######\n#$ @.#\n######\n";
const INVALID: &str = "#####\n# $.#\n#####\n";

fn check(code: i32, args: &[&str], input: &str) {
    let run = soko(args, input.as_bytes());
    assert_eq!(run.code, code, "{args:?} on {input}{}", run.stderr);
    // Whoever fails says why, somewhere.
    assert!(
        code == 0 || !(run.stdout + &run.stderr).is_empty(),
        "{args:?}"
    );
}

const ABOUT_LEVELS: [&[&str]; 5] = [
    &["solve", "-"],
    &["check", "-"],
    &["show", "-"],
    &["analyse", "-"],
    &["graph", "-"],
];

#[test]
fn all_well_is_0() {
    for args in ABOUT_LEVELS {
        check(0, args, EASY);
    }
    for args in [
        ["levels"],
        ["engines"],
        ["heuristics"],
        ["tiles"],
        ["--help"],
    ] {
        check(0, &args, "");
    }
    check(0, &["optimise", "-"], &format!("{EASY}Solution\nR\n"));
    check(0, &["convert", "-", "-", "--to", "sok"], EASY);
}

#[test]
fn no_answer_is_1() {
    check(
        1,
        &["solve", "-", "--expansions", "1", "--engine", "bfs"],
        HARD,
    );
    check(1, &["graph", "-", "--expansions", "1"], HARD);
    check(1, &["optimise", "-"], EASY);
    check(1, &["tiles", "ice", "--expansions", "1"], "");
}

#[test]
fn wrong_usage_is_2() {
    for args in ABOUT_LEVELS {
        check(2, &[args, &["--level", "7"]].concat(), EASY);
        check(2, &[args, &["--no-such-option"]].concat(), EASY);
    }
    check(2, &["no-such-command"], "");
    for option in ["--threads", "--time", "--memory", "--expansions", "--seed"] {
        let huge = "9".repeat(50);
        check(2, &["solve", "-", option, &huge], EASY);
        check(2, &["solve", "-", option, "-1"], EASY);
    }
    check(2, &["graph", "-", "--threads", "1000000"], EASY);
    let bench = [
        "bench",
        "-",
        "--engine",
        "bfs",
        "--out",
        "no/such/folder/run",
    ];
    check(2, &[&bench[..], &["--threads", "1000000"]].concat(), EASY);
    check(
        2,
        &["show", "-", "--at", "99999999999,1", "--layer", "box-reach"],
        EASY,
    );
}

#[test]
fn unsolvable_is_3() {
    check(3, &["solve", "-"], STUCK);
    check(3, &["graph", "-"], STUCK);
}

#[test]
fn invalid_is_4() {
    for args in ABOUT_LEVELS {
        check(4, args, INVALID);
        check(4, args, "");
        check(4, &[args[0], "no/such/file"], "");
    }
    check(4, &["check", "-", "--moves", "l"], EASY);
    check(4, &["tiles", "ice", "--level", "1", "--moves", "l"], "");
    check(4, &["bench", "compare", "no/such/run"], "");
}

#[test]
fn the_graver_code_wins() {
    check(4, &["solve", "-"], &format!("{EASY}\n{STUCK}\n{INVALID}"));
    check(3, &["solve", "-"], &format!("{STUCK}\n{EASY}"));
}

#[test]
fn the_help_has_the_table() {
    let help = soko(&["--help"], b"").stdout;
    let codes = ["0 ", "1 ", "2 ", "3 ", "4 ", "5 ", "130 "];
    let table = help.split("Exit codes:").nth(1).expect("a table");
    for code in codes {
        assert!(table.contains(&format!("\n  {code}")), "{help}");
    }
}
