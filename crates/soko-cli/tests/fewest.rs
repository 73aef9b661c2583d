//! The fewest pushes and moves as a user asks for them: an interval, whenever it ends.

use crate::common::{Run, soko};
use serde_json::Value;

/// Nine boxes and a hall with pillars: soon solved, and proved after some thousands of
/// states.
const HALL: &[u8] = b"\
#############
#@          #
# $ $       #
#  #  #  #  #
#       ... #
# $ $ $ ... #
#  $ $  ... #
#  #  #  #  #
# $ $       #
#           #
#############
";

fn ask(words: &[&str]) -> Run {
    let args = [&["solve", "-", "--goal", "pushes"], words].concat();
    soko(&args, HALL)
}

fn record(words: &[&str]) -> Value {
    let Run { code, stdout, .. } = ask(&[&["--json"], words].concat());
    assert_eq!(code, 0, "{stdout}");
    serde_json::from_str(&stdout).unwrap()
}

#[test]
fn a_stopped_proof_hands_over_a_solution_and_both_ends() {
    let stopped = record(&["--expansions", "2100"]);
    let (lower, upper) = (&stopped["lower_bound"], &stopped["upper_bound"]);
    assert!(stopped["optimal"].is_null() && stopped["solution"].is_string());
    assert_eq!(upper, &stopped["pushes"]);
    assert!(
        lower.as_u64() <= Some(59) && upper.as_u64() > Some(59),
        "{lower} {upper}"
    );
    let told = ask(&["--expansions", "2100"]).stdout;
    assert!(
        told.contains(&format!("(at least {lower} pushes are needed)")),
        "{told}"
    );
}

#[test]
fn a_gap_ends_a_run() {
    let near = record(&["--gap", "30%", "--explain"]);
    let (lower, upper) = (near["lower_bound"].as_f64(), near["upper_bound"].as_f64());
    assert!(lower.unwrap() >= 0.7 * upper.unwrap(), "{near}");
    assert!(near["expanded"].as_u64() < Some(3_000), "{near}");
    for (gap, told) in [("5", "write 5% or 0.5%"), ("101%", "write 5% or 0.5%")] {
        let Run { code, stderr, .. } = ask(&["--gap", gap]);
        assert!(code == 2 && stderr.contains(told), "{code} {stderr}");
    }
    let Run { code, stderr, .. } = ask(&["--gap", "5%", "--engine", "astar"]);
    assert!(
        code == 2 && stderr.contains("does not use the gap"),
        "{stderr}"
    );
}

/// Where the bound at the start is as long as the solution, polishing has proved it.
#[test]
fn polishing_notices_a_proof() {
    let args = ["solve", "tutorial", "--level", "1", "--polish", "1s"];
    let Run { code, stdout, .. } = soko(&args, b"");
    assert_eq!(code, 0, "{stdout}");
    assert!(stdout.contains("(the fewest pushes, proved)"), "{stdout}");
}
