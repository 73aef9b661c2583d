//! The commands that read, draw, check and convert levels, as a user meets them.

use crate::common::{soko, soko_in_colour};
use serde_json::Value;

fn json_lines(text: &str) -> Vec<Value> {
    let parse = |line| serde_json::from_str(line).expect("a JSON object a line");
    text.lines().map(parse).collect()
}

#[test]
fn show_draws_text_with_layers() {
    let run = soko(
        &[
            "show",
            "tutorial",
            "--level",
            "1",
            "--layer",
            "dead,push-distance",
        ],
        b"",
    );
    assert_eq!(run.code, 0);
    let expected = "\
tutorial 1. One push
#######
#@ $ .#
#######
dead: Squares from which a box can never again reach a goal (x)
#######
#x $ .#
#######
A box pushed to this square is lost.
push-distance: The fewest pushes from each square to the nearest goal, other boxes thought away \
(pushes, x where no push helps)
#######
#x3210#
#######
No solution from here has fewer than 2 pushes.
";
    assert_eq!(run.stdout, expected);
}

#[test]
fn show_writes_pictures() {
    let svg = soko(
        &["show", "tutorial", "--level", "2", "--format", "svg"],
        b"",
    );
    assert!(svg.stdout.starts_with("<svg ") && svg.stdout.ends_with("</svg>\n"));
    assert!(svg.stdout.contains("<title>tutorial 2. Go round</title>"));
    let count = |class: &str| svg.stdout.matches(&format!("class=\"{class}\"")).count();
    assert_eq!((count("man"), count("box"), count("goal")), (1, 1, 1));
    let file = std::env::temp_dir().join(format!("soko-test-{}.png", std::process::id()));
    let path = file.to_str().unwrap();
    let run = soko(
        &[
            "show", "tutorial", "--level", "2", "--format", "png", "--out", path,
        ],
        b"",
    );
    assert_eq!(run.code, 0, "{}", run.stderr);
    let bytes = std::fs::read(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n"));
    assert_eq!(soko(&["show", "tutorial", "--format", "svg"], b"").code, 2);
}

/// Several layers are in one picture, each with its lines in the legend.
#[test]
fn show_draws_several_layers_in_one_picture() {
    let names = "dead,rooms,prevention,paths";
    let show = ["show", "tutorial", "--level", "15", "--layer"];
    let svg = soko(&[&show[..], &[names, "--format", "svg"]].concat(), b"");
    assert_eq!(svg.code, 0, "{}", svg.stderr);
    assert_eq!(svg.stdout.matches("<svg ").count(), 1);
    for text in [
        "Dead squares",
        "Rooms and tunnels",
        "Deadlock prevention",
        "Free ways to goals",
        "a push that is proved to lose",
        "no box gets from here to a goal",
    ] {
        assert!(svg.stdout.contains(text), "{text}");
    }
    for class in ["layer-1", "layer-2", "layer-3", "barred", "layer-4"] {
        assert!(
            svg.stdout.contains(&format!("class=\"{class}\"")),
            "{class}"
        );
    }
    let guess = soko(&[&show[..], &["packing", "--format", "svg"]].concat(), b"");
    assert!(guess.stdout.contains("Packing order (a guess)"));
    let ten = "rooms,dead,areas,push-distance,parking,packing,reach,safe,deadspots,pushes";
    let many = soko(&[&show[..], &[ten, "--format", "svg"]].concat(), b"");
    assert_eq!(many.code, 2);
    assert!(many.stderr.contains("room for 9 layers"), "{}", many.stderr);
}

#[test]
fn show_gives_json() {
    let run = soko(
        &[
            "show", "tutorial", "--level", "1", "--layer", "dead", "--json",
        ],
        b"",
    );
    let lines = json_lines(&run.stdout);
    assert_eq!(lines[0]["board"][1], "#@ $ .#");
    assert_eq!(
        lines[0]["layers"]["dead"][0],
        serde_json::json!([1, 1, "x"])
    );
}

#[test]
fn check_replays_stored_solutions() {
    for collection in ["tutorial", "starter"] {
        let run = soko(&["check", collection, "--json"], b"");
        assert_eq!(run.code, 0, "{}", run.stderr);
        let lines = json_lines(&run.stdout);
        let count = |outcome: &str| lines.iter().filter(|l| l["outcome"] == outcome).count();
        assert_eq!(count("solved"), count("valid"), "{collection}");
        assert!(count("solved") >= 12);
        assert_eq!(count("solved") + count("valid"), lines.len());
    }
}

#[test]
fn check_takes_solutions_in_three_forms() {
    let level = "######\n#@ $.#\n######\n";
    let folder = std::env::temp_dir().join(format!("soko-check-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let forms = [
        (
            "lines.jsonl",
            "{\"level\":1,\"solution\":\"rR\"}\n".to_string(),
        ),
        ("plain.txt", "2r\n".to_string()),
        ("games.sok", format!("Any\n\n{level}\nSolution\nrR\n")),
    ];
    for (name, text) in forms {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        let run = soko(
            &["check", "-", "--solutions", path.to_str().unwrap()],
            level.as_bytes(),
        );
        assert_eq!(run.code, 0, "{name}: {}{}", run.stdout, run.stderr);
        assert!(
            run.stdout.contains("solved with 2 moves and 1 pushes"),
            "{name}"
        );
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn analyse_gives_the_promised_numbers() {
    let run = soko(&["analyse", "tutorial", "--json"], b"");
    assert_eq!(run.code, 0);
    let promised = [
        "level",
        "floor_squares",
        "valid_squares",
        "dead_squares",
        "boxes",
        "goals",
        "rooms",
        "tunnel_squares",
        "lower_bound",
        "exact_id",
        "canonical_id",
    ];
    for line in json_lines(&run.stdout) {
        for key in promised {
            assert!(!line[key].is_null(), "{key} in {line}");
        }
        let number = |key: &str| line[key].as_u64().unwrap();
        // Whatever Veger calls a deadspot is dead, and no square is lost.
        let deadspots = number("dead_in_corners") + number("dead_otherwise");
        assert_eq!(number("floor_squares"), number("valid_squares") + deadspots);
        assert!(number("dead_squares") >= deadspots);
    }
}

/// A layer and a number that have one name tell the same.
#[test]
fn dead_squares_are_as_many_as_the_layer_shows() {
    let shaft = b"#######\n#. @$ #\n### ###\n### ###\n#######\n";
    let run = soko(&["analyse", "-", "--json"], shaft);
    let line = &json_lines(&run.stdout)[0];
    assert_eq!(
        (&line["dead_squares"], &line["valid_squares"]),
        (&3.into(), &5.into())
    );
    let run = soko(&["show", "-", "--layer", "dead", "--json"], shaft);
    let dead = &json_lines(&run.stdout)[0]["layers"]["dead"];
    assert_eq!(
        dead,
        &serde_json::json!([[1, 5, "x"], [2, 3, "x"], [3, 3, "x"]])
    );
}

#[test]
fn analyse_agrees_with_the_papers_on_xsokoban_1() {
    let run = soko(&["analyse", "XSokoban_90", "--level", "1", "--json"], b"");
    let line = &json_lines(&run.stdout)[0];
    assert_eq!(line["valid_squares"], 41);
    assert_eq!(line["dead_squares"], 15);
}

/// Greco's Table 1, Veger's sizes and the squares of Movers and Packers, as
/// published.
#[test]
fn analyse_agrees_with_the_papers() {
    let published = soko_bench::Published::load();
    let run = soko(
        &["analyse", "Microban_155", "--level", "1-25", "--json"],
        b"",
    );
    let lines = json_lines(&run.stdout);
    assert_eq!((published.greco.len(), published.veger.len()), (20, 25));
    // 1. Greco's and Veger's squares.
    for (row, line) in published.greco.iter().zip(&lines) {
        let ours = (
            &line["level"],
            &line["floor_squares"],
            &line["valid_squares"],
        );
        let theirs = (row.level, row.box_locations, row.non_deadlock);
        assert_eq!(ours, (&theirs.0.into(), &theirs.1.into(), &theirs.2.into()));
    }
    for (row, line) in published.veger.iter().zip(&lines) {
        let ours = (&line["level"], &line["valid_squares"], &line["boxes"]);
        assert_eq!(
            ours,
            (&row.level.into(), &row.size.into(), &row.boxes.into())
        );
    }
    // 2. The board that Movers and Packers print.
    let papers = soko_format::builtin::PAPERS.read();
    let title = |entry: &soko_format::Entry| entry.title().unwrap_or_default().to_owned();
    let board = papers
        .entries
        .iter()
        .find(|e| title(e).starts_with("Movers"));
    let board = board.unwrap().setup.to_string();
    let run = soko(&["analyse", "-", "--json"], board.as_bytes());
    let line = &json_lines(&run.stdout)[0];
    let movers = published.movers;
    let squares = (
        movers.floor_squares,
        movers.back_reachable,
        movers.forward_reachable,
        movers.safe,
    );
    assert_eq!(squares, (74, 42, 72, 41));
    assert_eq!(line["floor_squares"], movers.floor_squares);
    assert_eq!(line["valid_squares"], movers.back_reachable);
    assert_eq!(line["forward_reachable"], movers.forward_reachable);
    assert_eq!(line["safe_squares"], movers.safe);
}

#[test]
fn convert_keeps_the_levels_in_every_format() {
    let original = soko(&["convert", "tutorial", "-", "--to", "sok"], b"").stdout;
    for format in ["xsb", "sok", "rle", "slc", "boxoban"] {
        let there = soko(&["convert", "-", "-", "--to", format], original.as_bytes());
        assert_eq!(there.code, 0, "{format}: {}", there.stderr);
        let again = soko(
            &["convert", "-", "-", "--to", format],
            there.stdout.as_bytes(),
        );
        assert_eq!(there.stdout, again.stdout, "{format}");
        let boards = |text: &str| soko(&["convert", "-", "-", "--to", "boxoban"], text.as_bytes());
        assert_eq!(
            boards(&original).stdout,
            boards(&there.stdout).stdout,
            "{format}"
        );
    }
}

#[test]
fn completions_and_manual_pages_are_made_from_the_definitions() {
    let man = soko(&["--generate", "man"], b"").stdout;
    assert!(man.contains(".TH") && man.contains("convert") && man.contains("lenient"));
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let run = soko(&["--generate", &format!("complete-{shell}")], b"");
        assert!(run.stdout.contains("lenient"), "{shell}");
    }
}

#[test]
fn the_catalogue_of_levels_names_our_own() {
    let run = soko(&["levels", "--json"], b"");
    assert_eq!(run.code, 0);
    let lines = json_lines(&run.stdout);
    assert_eq!(lines[0]["collection"], "tutorial");
    assert_eq!(lines[0]["origin"], "built in");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_soko"))
        .args(["levels"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
}

#[test]
fn colours_obey_no_color() {
    let broken = b"#####\n# $.#\n#####\n";
    let has_colour = |text: &str| text.contains('\u{1b}');
    let run = soko_in_colour(&["show", "-"], broken, None);
    assert!(has_colour(&run.stdout), "a title is bold: {}", run.stdout);
    assert!(has_colour(&run.stderr), "an error is red: {}", run.stderr);
    let plain = soko_in_colour(&["show", "-"], broken, Some("1"));
    assert!(!has_colour(&plain.stdout) && !has_colour(&plain.stderr));
    // No colour carries a meaning that words do not.
    let strip = |text: &str| anstream::adapter::strip_str(text).to_string();
    assert_eq!(strip(&run.stdout), plain.stdout);
    assert_eq!(strip(&run.stderr), plain.stderr);
    // A file gets none, whatever is forced.
    let file = std::env::temp_dir().join(format!("soko-plain-{}.txt", std::process::id()));
    let args = ["show", "tutorial", "--level", "1", "--out"];
    let args = [&args[..], &[file.to_str().unwrap()]].concat();
    assert_eq!(soko_in_colour(&args, b"", None).code, 0);
    let written = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    assert!(written.starts_with("tutorial 1.") && !has_colour(&written));
}

/// What an engine does not use is refused, with the list of what it does.
#[test]
fn options_that_an_engine_does_not_use_are_refused() {
    let solve = |args: &[&str]| {
        let run = soko(
            &[&["solve", "tutorial", "--level", "1"], args].concat(),
            b"",
        );
        (run.code, run.stderr)
    };
    for (args, told) in [
        (
            ["--engine", "bfs", "--heuristic", "on-switches"],
            "bfs does not use the heuristic; it takes",
        ),
        (
            ["--engine", "nash", "--without", "corral"],
            "nash does not use the switch corral; it takes heuristic,",
        ),
        (
            ["--engine", "bfs", "--threads", "2"],
            "bfs does not use the threads; it takes",
        ),
    ] {
        let (code, stderr) = solve(&args);
        assert_eq!(code, 2, "{args:?}: {stderr}");
        assert!(stderr.contains(told), "{args:?}: {stderr}");
    }
    let fine = ["--engine", "movers", "--without", "freeze,corral"];
    assert_eq!(solve(&fine).0, 0);
    let help = soko(&["solve", "--help"], b"").stdout;
    for name in ["dead-squares", "pi-corral", "tunnels", "companions"] {
        assert!(help.contains(name), "{name}: {help}");
    }
    assert!(
        help.contains("- freeze: Boxes hold each other in place"),
        "{help}"
    );
}

/// A hall with far too many states to count.
const WIDE_HALL: &str = "\
##############
#@           #
# $ $ $ $ $  #
#            #
# .........  #
# $ $ $ $    #
#            #
#            #
##############
";

#[test]
fn an_estimate_of_a_small_graph_is_its_count() {
    let counted = soko(&["graph", "tutorial", "--level", "1-3", "--json"], b"");
    let guessed = [
        "graph",
        "tutorial",
        "--level",
        "1-3",
        "--estimate",
        "--json",
    ];
    let guessed = soko(&guessed, b"");
    assert_eq!(guessed.code, 0, "{}", guessed.stderr);
    let (counted, guessed) = (json_lines(&counted.stdout), json_lines(&guessed.stdout));
    assert_eq!((counted.len(), guessed.len()), (3, 3));
    for (counted, guessed) in counted.iter().zip(&guessed) {
        assert_eq!(guessed["outcome"], "counted");
        for key in ["states", "states_low", "states_high"] {
            assert_eq!(guessed[key].as_f64(), counted["states"].as_f64());
        }
    }
}

#[test]
fn an_estimate_of_a_large_graph_has_a_bar_and_a_cost() {
    let run = soko(&["graph", "-", "--estimate"], WIDE_HALL.as_bytes());
    assert_eq!(run.code, 0, "{}", run.stderr);
    for words in [" states (", "19 times of 20", "with one thread", " open; "] {
        assert!(run.stdout.contains(words), "{words} in {}", run.stdout);
    }
    let run = soko(
        &["graph", "-", "--estimate", "--json"],
        WIDE_HALL.as_bytes(),
    );
    let line = &json_lines(&run.stdout)[0];
    let number = |key: &str| line[key].as_f64().unwrap();
    assert_eq!(line["outcome"], "estimated");
    assert!(number("known_states") <= number("states_low"));
    assert!(number("states_low") < number("states") && number("states") < number("states_high"));
    // 84 squares, most of them valid, for 9 boxes: more than a hundred million states.
    assert!(number("states_high") > 1e8);
    assert!(number("graph_bytes") > 26.0 * number("states"));
}

#[test]
fn analyse_tells_the_estimate_where_asked() {
    let run = soko(&["analyse", "tutorial", "--level", "1", "--estimate"], b"");
    assert!(run.stdout.contains("\n  states "), "{}", run.stdout);
    let run = soko(&["analyse", "tutorial", "--level", "1"], b"");
    assert!(!run.stdout.contains("\n  states "), "{}", run.stdout);
}
