//! Certificates through the real command: written, checked, refused.

use crate::common::{Folder, HARD, Run, soko};

/// The fewest pushes are more than the boxes need alone.
const LEVEL: &str = include_str!("../../../testdata/levels/passing_boxes.xsb");

/// The man is needed between the boxes and cannot get there.
const LOST: &str = "\
########
#@$ $..#
########
";

fn solve(level: &str, goal: &str, proof: &str) -> Run {
    let args = [
        "solve",
        level,
        "--engine",
        "optimal",
        "--goal",
        goal,
        "--certificate",
        proof,
    ];
    soko(&args, b"")
}

fn check(level: &str, proof: &str) -> Run {
    soko(&["check", level, "--certificate", proof], b"")
}

#[test]
fn what_is_proved_can_be_checked() {
    let folder = Folder::new("certificates");
    let level = folder.write("level.xsb", LEVEL);
    let proof = folder.file("proof.soko");
    for goal in ["pushes", "moves"] {
        let Run {
            code,
            stdout,
            stderr,
        } = solve(&level, goal, &proof);
        assert_eq!(code, 0, "{stderr}");
        assert!(
            stdout.contains("certificate: ") && stdout.contains("checked"),
            "{stdout}"
        );
        let Run { code, stdout, .. } = check(&level, &proof);
        assert_eq!(code, 0, "{stdout}");
        let fewest = format!(": the fewest {goal}");
        assert!(
            stdout.contains("proved: no solution has fewer than"),
            "{stdout}"
        );
        assert!(stdout.contains(&fewest), "{stdout}");
    }
    let json = soko(&["check", &level, "--certificate", &proof, "--json"], b"");
    let line: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(line["outcome"], "proved");
    assert_eq!(line["certificate"]["optimal"], true);
    assert_eq!(line["certificate"]["bound_measure"], "moves");
    let size = std::fs::metadata(&proof).unwrap().len();
    assert_eq!(line["certificate"]["bytes"], size);

    let lost = folder.write("lost.xsb", LOST);
    let Run {
        code,
        stdout,
        stderr,
    } = solve(&lost, "pushes", &proof);
    assert_eq!(code, 3, "{stdout}{stderr}");
    let Run { code, stdout, .. } = check(&lost, &proof);
    assert!(
        code == 0 && stdout.contains("there is no solution"),
        "{stdout}"
    );
}

#[test]
fn what_proves_nothing_is_refused() {
    let folder = Folder::new("refused-certificates");
    let level = folder.write("level.xsb", LEVEL);
    let proof = folder.file("proof.soko");
    assert_eq!(solve(&level, "moves", &proof).code, 0);
    let whole = std::fs::read(&proof).unwrap();
    let refused = |bytes: &[u8], why: &str| {
        let file = folder.file("changed.soko");
        std::fs::write(&file, bytes).unwrap();
        let Run { code, stdout, .. } = check(&level, &file);
        assert_eq!(code, 4, "{stdout}");
        assert!(
            stdout.contains("nothing is proved") && stdout.contains(why),
            "{stdout}"
        );
    };
    refused(&whole[..whole.len() - 1], "damaged");
    refused(&whole[..whole.len() / 2], "damaged");
    refused(b"", "no certificate");
    refused(LEVEL.as_bytes(), "no certificate");
    let mut flipped = whole.clone();
    flipped[whole.len() - 20] ^= 1;
    refused(&flipped, "damaged");

    let other = folder.write("other.xsb", &LEVEL.replace("@ #", " @#"));
    let Run { code, stdout, .. } = check(&other, &proof);
    assert!(code == 4 && stdout.contains("another level"), "{stdout}");
    let missing = check(&level, &folder.file("nowhere.soko"));
    assert!(missing.code == 4 && missing.stderr.contains("cannot read"));
}

#[test]
fn wrong_usage_and_limits_are_told() {
    let folder = Folder::new("certificate-usage");
    let level = folder.write("level.xsb", LEVEL);
    let two = folder.write("two.xsb", &format!("{LEVEL}\n{LOST}"));
    let proof = folder.file("proof.soko");
    assert_eq!(solve(&level, "any", &proof).code, 2);
    assert_eq!(solve(&two, "pushes", &proof).code, 2);
    assert_eq!(solve(&level, "pushes", &level).code, 2, "it would be lost");
    assert_eq!(check(&two, &proof).code, 2);
}

/// A run that is stopped certifies the lower end of its interval, or says that it
/// cannot; the answer is given all the same.
#[test]
fn limits_are_kept() {
    let folder = Folder::new("certificate-limits");
    let hard = folder.write("hard.xsb", HARD);
    let proof = folder.file("proof.soko");
    let solve = |limit: &[&str]| {
        let mut args = vec!["solve", &hard, "--engine", "optimal", "--goal", "moves"];
        args.extend(limit);
        args.extend(["--certificate", &proof]);
        let run = soko(&args, b"");
        assert!(run.code <= 1, "{}", run.stderr);
        assert!(run.stdout.contains("hard 1"), "{}", run.stdout);
        run.stderr
    };
    // Certificates know no bound on walking: where that one is the better, a search has to
    // show as much.
    let said = solve(&["--expansions", "1"]);
    assert_eq!(said, "no certificate: stopped by expansions\n");
    let plain = ["--expansions", "1", "--without", "walk-flow"];
    assert_eq!(solve(&plain), "");
    let Run { code, stdout, .. } = check(&hard, &proof);
    assert!(code == 0 && stdout.contains("fewer than"), "{stdout}");

    std::fs::remove_file(&proof).unwrap();
    let stderr = solve(&["--time", "1s"]);
    match std::fs::exists(&proof).unwrap() {
        true => assert_eq!(check(&hard, &proof).code, 0),
        false => assert!(
            stderr.contains("no certificate: stopped by time"),
            "{stderr}"
        ),
    }
}
