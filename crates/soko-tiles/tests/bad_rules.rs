//! Bad rules and bad levels get a clear message with line and column.

use soko_tiles::{game_named, read_levels, read_rules};

const SOUND: &str = r#"name = "Test"
agent = "man"
[[goals]]
every = "goal"
has = "box"
[kinds.floor]
entered_by = "all"
[kinds.goal]
entered_by = "all"
[kinds.box]
moved_by = ["man"]
[kinds.man]
[characters]
" " = ["floor"]
"." = ["floor", "goal"]
"$" = ["floor", "box"]
"@" = ["floor", "man"]
"#;

/// The messages about the rules with one part replaced.
fn told(part: &str, by: &str) -> String {
    assert!(SOUND.contains(part));
    let faults = read_rules(&SOUND.replacen(part, by, 1)).unwrap_err();
    let told = faults.iter().map(|fault| {
        let (line, column) = (fault.line.unwrap_or(0), fault.column.unwrap_or(0));
        format!("{line}:{column} {}", fault.message)
    });
    told.collect::<Vec<_>>().join("; ")
}

#[test]
fn the_rules_that_are_broken_below_are_sound() {
    assert!(read_rules(SOUND).is_ok());
}

/// What is replaced, by what, and what is said of it.
const WRONG: &[(&str, &str, &str)] = &[
    (
        "name = \"Test\"\n",
        "",
        "1:1 a file of rules needs \"name\"",
    ),
    (
        "agent = \"man\"",
        "agent = \"cat\"",
        "2:9 no kind is called \"cat\"; there are floor, goal, box, man",
    ),
    (
        "agent = \"man\"",
        "agent = 7",
        "2:9 this must be the name of a kind",
    ),
    ("has = \"box\"", "hat = \"box\"", "3:1 a goal needs \"has\""),
    (
        "every = \"goal\"",
        "each = \"goal\"",
        "3:1 a goal has one of every, some and none",
    ),
    (
        "entered_by = \"all\"",
        "entered_by = \"some\"",
        "7:14 this must be \"all\" or a list of kinds",
    ),
    (
        "moved_by = [\"man\"]",
        "moved_by = [\"man\", \"dog\"]",
        "11:20 no kind is called \"dog\"",
    ),
    (
        "moved_by = [\"man\"]",
        "pushed_by = [\"man\"]",
        "11:1 a kind has no \"pushed_by\"; there are entered_by",
    ),
    (
        "[kinds.man]",
        "[kinds.man]\nmoves_towards = [\"north\"]",
        "13:18 this must be left, right, up or down",
    ),
    (
        "[kinds.man]",
        "[kinds.man]\nfalls_off_edge = \"yes\"",
        "13:18 this must be true or false",
    ),
    (
        "\"$\" = [",
        "\"$$\" = [",
        "16:1 \"$$\" is not one character",
    ),
    (
        "[\"floor\", \"box\"]",
        "[\"box\", \"floor\"]",
        "16:7 what cannot move lies above something that can",
    ),
    (
        "[\"floor\", \"box\"]",
        "[\"floor\", { kind = \"box\", ways = 2 }]",
        "a tile has no \"ways\"",
    ),
    (
        "[\"floor\", \"man\"]",
        "[\"floor\"]",
        "1:1 no character has the agent in its stack",
    ),
    ("[kinds.box]", "[kinds.box", "10:11 "),
];

#[test]
fn every_way_to_be_wrong_has_its_message() {
    for (part, by, message) in WRONG {
        let told = told(part, by);
        assert!(
            told.contains(message),
            "{by:?}: {told:?} instead of {message:?}"
        );
    }
}

#[test]
fn bad_levels_are_told_by_line_and_column() {
    let told = |text: &str| {
        let fault = read_levels(text, game_named).unwrap_err().remove(0);
        format!(
            "{}:{} {}",
            fault.line.unwrap_or(0),
            fault.column.unwrap_or(0),
            fault.message
        )
    };
    assert!(told("#####\n").starts_with("1:1 a level begins with its game"));
    assert!(told("game: chess\n\n###\n").starts_with("1:7 no game is called \"chess\""));
    assert!(
        told("game: sokoban\n\n####\n#@!#\n####\n").starts_with("4:3 '!' means nothing in Sokoban")
    );
    assert!(
        told("game: sokoban\nauthor: me\n\n###\n").starts_with("2:1 a level has no \"author\"")
    );
    assert!(told("game: sokoban\n\n####\n# $#\n####\n").contains("there must be one man, not 0"));
    assert!(told("game: sokoban\n").contains("the level has no board"));
    assert!(told("").contains("there is no level"));
    let wide = format!("game: sokoban\n\n{}\n", "#".repeat(500));
    assert!(told(&wide).contains("too large"));
}
