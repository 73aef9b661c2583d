//! `soko tiles`, as a user meets it.

use crate::common::soko;

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

/// Every game has a graph, and it goes into every format that graphs have.
#[test]
fn graphs_are_told_and_exported() {
    for game in ["sokoban", "sliders", "one-way", "cyberbox", "ice", "ledge"] {
        let told = soko(&["tiles", game, "--level", "1", "--graph"], b"");
        assert_eq!(told.code, 0, "{}", told.stderr);
        assert!(told.stdout.contains(" components; "), "{}", told.stdout);
    }
    let folder = std::env::temp_dir().join(format!("soko-tiles-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let export = |file: &str, view: &str| {
        let path = folder.join(file);
        let path = path.to_str().unwrap();
        let run = soko(
            &[
                "tiles", "ice", "--level", "1", "--graph", "--export", path, "--view", view,
            ],
            b"",
        );
        assert_eq!(run.code, 0, "{file}: {}", run.stderr);
        std::fs::read_to_string(path).unwrap()
    };
    // The start of Ice 1 has 74 states and 191 edges.
    let edges = export("ice.csv", "states");
    assert_eq!(edges.lines().count(), 192);
    assert_eq!(edges.lines().nth(1), Some("0,1,2,2,r"));
    let nodes = std::fs::read_to_string(folder.join("ice.nodes.csv")).unwrap();
    assert_eq!(nodes.lines().count(), 75);
    let dot = export("ice.dot", "states");
    assert_eq!(dot.matches(" -> ").count(), 191);
    let graphml = export("ice.graphml", "states");
    assert_eq!(
        (
            graphml.matches("<node ").count(),
            graphml.matches("<edge ").count()
        ),
        (74, 191)
    );
    let json: serde_json::Value = serde_json::from_str(&export("ice.json", "states")).unwrap();
    assert_eq!(json["nodes"][0]["board"][1], "#@ ~~~~#");
    let svg = export("ice.svg", "components");
    assert!(
        svg.starts_with("<svg ") && svg.contains("component A of "),
        "{svg}"
    );
    let svg = export("ice.svg", "states");
    assert!(svg.contains("1 steps from the start"), "{svg}");
    std::fs::remove_dir_all(&folder).unwrap();
    for wrong in [
        &["tiles", "ice", "--graph", "--export", "ice.svg"][..],
        &[
            "tiles", "ice", "--level", "1", "--graph", "--export", "ice.txt",
        ],
        &["tiles", "ice", "--level", "1", "--export", "ice.svg"],
        &["tiles", "ice", "--level", "1", "--graph", "--moves", "r"],
    ] {
        assert_eq!(soko(wrong, b"").code, 2, "{wrong:?}");
    }
}
