//! What bad input gets: each kind through the real command.

use crate::common::{Folder, Run, soko, soko_in_100_megabytes};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Every command that reads levels refuses an invalid one with exit code 4 and
/// the reason at its place.
fn check_invalid(level: &str, place: &str, reason: &str) {
    static N: AtomicUsize = AtomicUsize::new(0);
    let n = N.fetch_add(1, Ordering::Relaxed);
    let folder = Folder::new(&format!("invalid-{n}"));
    let (problems, table, library) = (folder.file("p"), folder.file("t"), folder.file("l"));
    let commands: [&[&str]; 8] = [
        &["show", "-"],
        &["rate", "-"],
        &["analyse", "-"],
        &["check", "-"],
        &["convert", "-", "-", "--to", "xsb"],
        &["convert", "-", &problems, "--to", "pddl"],
        &["dataset", "-", "--out", &table],
        &["library", "--data", &library, "import", "-"],
    ];
    for command in commands {
        let Run { code, stderr, .. } = soko(command, level.as_bytes());
        assert_eq!(code, 4, "{command:?} on {level:?}: {stderr}");
        let message = format!("error: {reason}\n  --> stdin:{place}");
        assert!(stderr.contains(&message), "{command:?}: {stderr}");
    }
}

#[test]
fn no_man() {
    check_invalid("#####\n# $.#\n#####\n", "1 (level 1)", "there is no man");
}

#[test]
fn two_men() {
    let reason = "there is more than one man";
    check_invalid("######\n#@$.@#\n######\n", "2:5 (level 1)", reason);
}

#[test]
fn no_box() {
    check_invalid("#####\n#@ .#\n#####\n", "1 (level 1)", "there is no box");
}

#[test]
fn more_boxes_than_goals() {
    let reason = "there are more boxes (2) than goals (1)";
    check_invalid("######\n#@$$.#\n######\n", "2:4 (level 1)", reason);
}

#[test]
fn a_man_outside_the_walls() {
    let level = "@ #####\n  # $.#\n  #####\n";
    let reason = "the walls are open: the man can leave the board here";
    check_invalid(level, "1:1 (level 1)", reason);
}

#[test]
fn a_box_outside_the_walls() {
    let level = "##### ###\n#@$.# #$#\n##### ###\n";
    check_invalid(level, "2:8 (level 1)", "this box stands outside the walls");
}

#[test]
fn an_open_board() {
    let reason = "the walls are open: the man can leave the board here";
    check_invalid("#####\n#@$.\n#####\n", "2:5 (level 1)", reason);
}

#[test]
fn an_unknown_character() {
    let level = "######\n#@$x.#\n######\n";
    check_invalid(level, "2:4 (level 1)", "unknown character 'x'");
    let shown = soko(&["show", "-"], level.as_bytes()).stderr;
    assert!(shown.contains("2 | #@$x.#\n  |    ^\n"), "{shown}");
}

#[test]
fn all_reasons_come_together() {
    let level = "######\n#@$x@#\n######\n";
    let run = soko(&["check", "-", "--json"], level.as_bytes());
    assert_eq!(run.code, 4);
    let line: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(line["outcome"], "invalid");
    let problems = line["diagnostics"].as_array().unwrap();
    let columns: Vec<_> = problems.iter().map(|p| p["column"].as_u64()).collect();
    assert_eq!(columns, [Some(4), Some(5), Some(3)]);
    assert!(problems.iter().all(|p| p["line"] == 2));
}

#[test]
fn one_bad_level_does_not_lose_the_others() {
    let file = "#####\n#@$.#\n#####\n\n#####\n# $.#\n#####\n\n#####\n#@$.#\n#####\n";
    let run = soko(&["check", "-"], file.as_bytes());
    assert_eq!(run.code, 4);
    assert!(run.stdout.contains("stdin 1: valid") && run.stdout.contains("stdin 3: valid"));
    assert!(run.stderr.contains("stdin:5 (level 2)"), "{}", run.stderr);
}

#[test]
fn lenient_mends_what_can_be_mended() {
    let mended = [
        "######\n#@$.@#\n######\n",
        "#####\n#@$.\n#####\n",
        "######\n#@x$.#\n######\n",
        "##### ###\n#@$.# #$#\n##### ###\n",
    ];
    for level in mended {
        let run = soko(&["check", "-", "--lenient"], level.as_bytes());
        assert_eq!(run.code, 0, "{level}: {}", run.stderr);
        assert!(run.stderr.contains("(mended)"), "{}", run.stderr);
    }
    let hopeless = soko(&["check", "-", "--lenient"], b"#####\n# $.#\n#####\n");
    assert_eq!(hopeless.code, 4);
}

#[test]
fn more_goals_than_boxes_is_a_warning() {
    let run = soko(&["check", "-"], b"######\n#@$..#\n######\n");
    assert_eq!(run.code, 0);
    assert!(
        run.stderr
            .contains("warning: there are more goals (2) than boxes (1)")
    );
}

#[test]
fn a_solved_start_is_solved_by_the_empty_solution() {
    let level = b"#####\n#@* #\n#####\n";
    let run = soko(&["check", "-"], level);
    assert_eq!(run.code, 0);
    assert!(
        run.stderr
            .contains("warning: the level is solved at the start")
    );
    let run = soko(&["check", "-", "--moves", ""], level);
    assert_eq!(run.code, 0);
    assert!(
        run.stdout.contains("by the empty solution"),
        "{}",
        run.stdout
    );
}

/// A clear error, soon, in little memory. The clock is generous because tests
/// share their machine; the memory is not.
fn check_monster(input: &[u8], reason: &str) {
    for command in [&["show", "-"], &["analyse", "-"], &["check", "-"]] {
        let start = Instant::now();
        let run = soko_in_100_megabytes(command, input);
        assert!(start.elapsed() < Duration::from_secs(20));
        assert_eq!(run.code, 4, "{command:?}: {}", run.stderr);
        assert!(run.stderr.contains(reason), "{command:?}: {}", run.stderr);
    }
}

#[test]
fn expansion_bombs() {
    let nested = format!("{}#{}", "99(".repeat(40), ")".repeat(40));
    check_monster(nested.as_bytes(), "expands to too much");
    check_monster(b"999999999999999999#", "expands to too much");
    check_monster(b"9999(9999(#|))", "too");
}

#[test]
fn moves_that_are_bombs() {
    let level = b"#####\n#@$.#\n#####\n";
    let nested = format!("{}r{}", "99(".repeat(40), ")".repeat(40));
    for moves in [nested.as_str(), "99999999999r"] {
        let run = soko_in_100_megabytes(&["check", "-", "--moves", moves], level);
        assert_eq!(run.code, 4);
        assert!(
            run.stderr.contains("the moves expand to more than"),
            "{}",
            run.stderr
        );
    }
}

#[test]
fn a_hundred_megabyte_line() {
    check_monster(&vec![b'#'; 100_000_000], "larger than 16 MiB");
}

#[test]
fn a_line_of_ten_megabytes() {
    check_monster(&vec![b'#'; 10_000_000], "too long");
}

#[test]
fn a_million_rows() {
    check_monster(&b"#\n".repeat(1_000_000), "the board is too large");
    check_monster(&b"x\n".repeat(1_100_000), "lines of text");
}

#[test]
fn binary_data() {
    let bytes: Vec<u8> = (0..=255).cycle().take(1_000_000).collect();
    check_monster(&bytes, "this is binary data");
}

#[test]
fn an_empty_file() {
    check_monster(b"", "there is no level in the file");
    check_monster(b"just some text\n", "there is no level in the file");
}

#[test]
fn files_that_are_not_there() {
    let run = soko(&["show", "no/such/file.xsb"], b"");
    assert_eq!(run.code, 4);
    assert!(run.stderr.contains("there is no file no/such/file.xsb"));
    let run = soko(&["show", "no-such-collection"], b"");
    assert_eq!(run.code, 4);
    assert!(run.stderr.contains("no-such-collection"));
    assert_eq!(soko(&["show", "."], b"").code, 4);
}

const BOARD: &[u8] = b"#######\n#@ $$ #\n#  .. #\n#######\n";

/// What is wrong with moves: number, square and reason.
fn check_foul(moves: &str, reason: &str) {
    let run = soko(&["check", "-", "--moves", moves], BOARD);
    assert_eq!(run.code, 4);
    assert!(run.stdout.contains(reason), "{}", run.stdout);
}

#[test]
fn a_solution_that_is_none() {
    check_foul(
        "ru",
        "move 2 (up): the man at row 2, column 3 walks into a wall",
    );
    check_foul(
        "rr",
        "move 2 (right): the box at row 2, column 4 has another box behind it",
    );
    check_foul(
        "rdruu",
        "move 4 (up): the box at row 2, column 4 goes into a wall",
    );
    check_foul(
        "r",
        "after 1 moves 2 boxes are not on a goal, the first at row 2, column 4",
    );
    let run = soko(&["check", "-", "--moves", "rqr"], BOARD);
    assert_eq!(run.code, 4);
    assert!(run.stderr.contains("'q' is no move") && run.stderr.contains("--moves:1:2"));
}

#[test]
fn a_foul_in_json_names_the_move() {
    let run = soko(&["check", "-", "--moves", "ru", "--json"], BOARD);
    let line: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(
        (&line["outcome"], &line["move"]),
        (&"invalid".into(), &2.into())
    );
}

#[test]
fn wrong_usage_is_exit_code_2() {
    assert_eq!(soko(&["show"], b"").code, 2);
    assert_eq!(soko(&["show", "tutorial", "--level", "999"], b"").code, 2);
    assert_eq!(
        soko(&["show", "tutorial", "--layer", "nonsense"], b"").code,
        2
    );
    assert_eq!(soko(&["convert", "tutorial", "-"], b"").code, 2);
    assert_eq!(soko(&["frobnicate"], b"").code, 2);
}

/// A word that nobody knows is told with those there are; it never means another.
#[test]
fn unknown_words_are_refused_with_the_list() {
    let cases: [(&[&str], &str); 11] = [
        (&["library", "search", "--sort", "taste"], "grade"),
        (&["generate", "--way", "luck", "--count", "1"], "farthest"),
        (&["show", "tutorial", "--layer", "undead"], "wall-lines"),
        (&["solve", "tutorial", "--goal", "steps"], "pushes"),
        (&["solve", "tutorial", "--engine", "best"], "astar"),
        (
            &["solve", "tutorial", "--heuristic", "luck"],
            "on-switches-near",
        ),
        (&["solve", "tutorial", "--without", "luck"], "freeze"),
        (&["solve", "tutorial", "--strategy", "luck"], "backward"),
        (&["graph", "tutorial", "--hash", "md5"], "no-man"),
        (&["graph", "tutorial", "--view", "nodes"], "components"),
        (
            &["optimise", "tutorial", "--metric", "style"],
            "box-changes",
        ),
    ];
    for (args, known) in cases {
        let Run { code, stderr, .. } = soko(args, b"");
        assert_eq!(code, 2, "{args:?}: {stderr}");
        assert!(stderr.contains(known), "{args:?}: {stderr}");
    }
}

#[test]
fn numbers_are_read_as_a_whole() {
    let show = ["show", "tutorial", "--level", "1", "--layer", "box-reach"];
    for place in ["2", "2,x", "0,4", "2,4,1", "x,2,4"] {
        let args = [&show[..], &["--at", place]].concat();
        assert_eq!(soko(&args, b"").code, 2, "{place}");
    }
    let args = [&show[..], &["--at", "2,4"]].concat();
    assert_eq!(soko(&args, b"").code, 0);
    for threads in ["0", "-1", "many"] {
        let args = ["solve", "tutorial", "--level", "1", "--threads", threads];
        assert_eq!(soko(&args, b"").code, 2, "{threads}");
    }
}

/// A line of solutions whose level or moves cannot be read is an error; one without a
/// solution is passed over.
#[test]
fn solutions_in_json_are_read_or_refused() {
    let check = |line: &str| {
        let args = ["check", "tutorial", "--level", "1", "--solutions", "-"];
        let first = "{\"level\":1,\"solution\":\"rRR\"}\n";
        soko(&args, format!("{first}{line}\n").as_bytes())
    };
    assert_eq!(check("{\"level\":1,\"solution\":null}").code, 0);
    for line in [
        "{\"level\":\"1\",\"solution\":\"rRR\"}",
        "{\"leve\":1,\"solution\":\"rRR\"}",
        "{\"level\":1,\"solution\":7}",
    ] {
        let Run { code, stderr, .. } = check(line);
        assert_eq!(code, 4, "{line}: {stderr}");
        assert!(stderr.contains("-:2: "), "{line}: {stderr}");
    }
}
