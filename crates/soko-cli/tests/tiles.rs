//! `soko tiles`, as a user meets it.

mod common;

use common::soko;

#[test]
fn games_are_listed_drawn_and_solved() {
    let list = soko(&["tiles"], b"");
    assert_eq!(list.code, 0);
    for game in ["sokoban", "sliders", "one-way", "cyberbox", "ice", "ledge"] {
        assert!(list.stdout.contains(game), "{}", list.stdout);
        let solved = soko(&["tiles", game], b"");
        assert_eq!(solved.code, 0, "{}", solved.stderr);
        assert!(
            solved.stdout.contains("(the fewest, proved)"),
            "{}",
            solved.stdout
        );
    }
    let drawn = soko(&["tiles", "ice", "--level", "1", "--show"], b"");
    assert!(
        drawn
            .stdout
            .starts_with("Ice 1 Stop there\n########\n#@ ~~~~#\n"),
        "{}",
        drawn.stdout
    );
    let json = soko(
        &["tiles", "ice", "--level", "1", "--engine", "bfs", "--json"],
        b"",
    );
    let line: serde_json::Value = serde_json::from_str(json.stdout.trim()).unwrap();
    assert_eq!(
        (&line["outcome"], &line["moves"], &line["optimal"]),
        (&"solved".into(), &5.into(), &"moves".into())
    );
}

#[test]
fn the_referee_has_the_last_word() {
    let good = soko(&["tiles", "ice", "--level", "1", "--moves", "drurd"], b"");
    assert_eq!(
        (good.code, good.stdout.as_str()),
        (0, "Ice 1 Stop there: solved with 5 steps\n")
    );
    for (moves, code, reason) in [
        ("du", 4, "no solution: after 2 steps"),
        ("dx", 2, "column 2: 'x' is no step"),
    ] {
        let run = soko(&["tiles", "ice", "--level", "1", "--moves", moves], b"");
        let told = run.stdout + &run.stderr;
        assert_eq!(run.code, code, "{told}");
        assert!(told.contains(reason), "{told}");
    }
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let unknown = soko(&["tiles", "-"], b"game: chess\n\n###\n");
    assert_eq!(unknown.code, 4);
    assert!(unknown.stderr.contains("stdin:1:7"), "{}", unknown.stderr);
    let stuck = soko(
        &["tiles", "-"],
        b"game: sokoban\n\n######\n#@$ .#\n##$###\n # .#\n ####\n",
    );
    assert_eq!(stuck.code, 3, "{}{}", stuck.stdout, stuck.stderr);
    let cut = soko(
        &["tiles", "ledge", "--level", "2", "--expansions", "10"],
        b"",
    );
    assert_eq!(cut.code, 1);
    assert!(
        cut.stdout.contains("unknown, stopped (expansions)"),
        "{}",
        cut.stdout
    );
    let missing = soko(&["tiles", "ice", "--level", "9"], b"");
    assert_eq!(missing.code, 2);
}
