//! Levels for planners, and plans back. The oracle is a planner of a hundred lines
//! that knows nothing of Sokoban: it reads the two texts as any other would, and finds
//! a cheapest plan. Its cost must be the fewest pushes, and its plan must pass.

use crate::common::{Folder, Run, soko};
use crate::planner::Task;
use serde_json::Value;
use soko_core::{SplitMix, random_level};
use std::fmt::Write;

/// Small levels that an exhaustive planner can afford.
fn small_levels(n_levels: usize) -> String {
    let mut lots = SplitMix(19);
    let mut text = String::new();
    for number in 1..=n_levels {
        let level = random_level(&mut lots, 6, 5, 2);
        writeln!(text, "; {number}\n{}\n", level.setup()).expect("a string takes all");
    }
    text
}

/// The fewest pushes of all levels of a file; none where there is no solution.
fn fewest_pushes(file: &str) -> Vec<Option<u64>> {
    let run = soko(
        &[
            "solve", file, "--goal", "pushes", "--engine", "bfs", "--json",
        ],
        b"",
    );
    let lines = run.stdout.lines().map(|line| {
        let line: Value = serde_json::from_str(line).expect("an object a line");
        assert!(
            line["optimal"] == "pushes" || line["outcome"] == "unsolvable",
            "{line}"
        );
        line["pushes"].as_u64()
    });
    lines.collect()
}

#[test]
fn the_cheapest_plan_has_the_fewest_pushes() {
    let folder = Folder::new("pddl");
    let file = folder.write("small.xsb", &small_levels(500));
    let problems = folder.file("problems");
    let run = soko(&["convert", &file, &problems, "--to", "pddl"], b"");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let read = |name: &str| std::fs::read_to_string(format!("{problems}/{name}")).expect("a file");
    let domain = read("domain.pddl");
    let (mut n_solved, mut n_lost) = (0, 0);
    for (index, fewest) in fewest_pushes(&file).into_iter().enumerate() {
        // Most random levels have no solution; a few of them are enough.
        if fewest.is_none() && n_lost == 10 {
            continue;
        }
        let task = Task::read(&domain, &read(&format!("p{:03}.pddl", index + 1)));
        let plan = task.cheapest_plan();
        let cost = plan.as_ref().map(|plan| plan.cost);
        assert_eq!(cost, fewest, "level {}", index + 1);
        let Some(plan) = plan else {
            n_lost += 1;
            continue;
        };
        let number = (index + 1).to_string();
        let written = plan.text();
        let args = ["check", &file, "--level", &number, "--plan", "-", "--json"];
        let Run { code, stdout, .. } = soko(&args, written.as_bytes());
        let line: Value = serde_json::from_str(&stdout).expect("an object");
        assert_eq!(code, 0, "{written}{line}");
        assert_eq!(line["pushes"].as_u64(), fewest);
        n_solved += 1;
    }
    assert!(n_solved >= 10, "{n_solved} of 500 could be solved");
}

const LEVEL: &str = "#######\n#@$  .#\n#######\n";

const PLAN: &str = "\
; found by hand
0: (PUSH-TO-NONGOAL player-1 stone-1 pos-2-2 pos-3-2 pos-4-2 dir-right) [1]
1: (push-to-nongoal player-1 stone-1 pos-3-2 pos-4-2 pos-5-2 dir-right) [1]
  (push-to-goal player-1 stone-1 pos-4-2 pos-5-2 pos-6-2 dir-right)
; cost = 3 (general cost)
";

fn checked(folder: &str, plan: &str) -> Run {
    let folder = Folder::new(folder);
    let level = folder.write("level.xsb", LEVEL);
    soko(&["check", &level, "--plan", "-"], plan.as_bytes())
}

#[test]
fn plans_are_read_as_planners_write_them() {
    let Run { code, stdout, .. } = checked("plans-read", PLAN);
    assert!(
        code == 0 && stdout.contains("3 moves and 3 pushes"),
        "{stdout}"
    );
    let without_end = PLAN.lines().take(3).collect::<Vec<_>>().join("\n");
    let Run { code, stdout, .. } = checked("plans-read", &without_end);
    assert_eq!(code, 4, "{stdout}");
    assert!(stdout.contains("1 box is not on a goal"), "{stdout}");
}

/// What is written instead of what, the place of the fault, and what is said of it.
const WRONG: [(&str, &str, &str, &str); 12] = [
    (
        "player-1 stone-1 pos-2-2",
        "player-2 stone-1 pos-2-2",
        "2:1",
        "nobody",
    ),
    (
        "stone-1 pos-3-2",
        "stone-2 pos-3-2",
        "3:1",
        "stands stone-1, not stone-2",
    ),
    (
        "pos-4-2 pos-5-2 pos-6-2",
        "pos-4-2 pos-6-2 pos-6-2",
        "4:3",
        "before him is pos-5-2",
    ),
    (
        "(push-to-goal player-1 stone-1 pos-4-2 pos-5-2 pos-6-2",
        "(move player-1 pos-4-2 pos-5-2",
        "4:3",
        "not clear",
    ),
    ("push-to-goal", "push-to-nongoal", "4:3", "is a goal"),
    (
        "0: (PUSH-TO-NONGOAL",
        "0: (PUSH-TO-GOAL",
        "2:1",
        "is no goal",
    ),
    (
        "pos-6-2 dir-right",
        "pos-6-2 dir-wrong",
        "4:3",
        "no direction",
    ),
    ("pos-6-2 dir-right", "dir-right", "4:3", "6 words"),
    ("  (push-to-goal", "  [push-to-goal", "4:3", "brackets"),
    (
        "  (push-to-goal",
        "  (pull",
        "4:3",
        "no action is called \"pull\"",
    ),
    (
        "(push-to-nongoal player-1 stone-1 pos-3-2",
        "(push-to-nongoal player-1 stone-1 pos-2-2",
        "3:1",
        "the man is at pos-3-2",
    ),
    (
        "; cost",
        "(push-to-goal player-1 stone-1 pos-5-2 pos-6-2 pos-7-2 dir-right) ; cost",
        "5:1",
        "a wall",
    ),
];

#[test]
fn an_action_that_cannot_be_is_told_by_its_line() {
    for (from, to, place, message) in WRONG {
        assert!(PLAN.contains(from), "{from}");
        let Run {
            code,
            stderr,
            stdout,
        } = checked("plans-wrong", &PLAN.replacen(from, to, 1));
        assert_eq!(code, 4, "{to}: {stdout}");
        assert!(
            stderr.contains(message) && stderr.contains(place),
            "{to}: {stderr}"
        );
    }
}

#[test]
fn a_plan_is_for_one_level_and_problems_are_a_folder() {
    let Run { code, stderr, .. } = soko(&["check", "tutorial", "--plan", "-"], b"");
    assert!(
        code == 2 && stderr.contains("--plan is for one level"),
        "{stderr}"
    );
    let Run { code, stderr, .. } = soko(&["convert", "tutorial", "-", "--to", "pddl"], b"");
    assert!(code == 2 && stderr.contains("a folder"), "{code} {stderr}");
}
