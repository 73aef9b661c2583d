//! A level as a planning problem.

use super::{PLAYER, direction_name, location, stone};
use soko_core::{Direction, Level, Squares};
use std::fmt::Write;

/// The problem of one level, under a name of letters, digits and `-`; any other
/// character of the name becomes `-`. Squares outside the walls are left out.
///
/// ```
/// use soko_core::Level;
/// let level: Level = "#####\n#@$.#\n#####".parse().unwrap();
/// let problem = soko_format::pddl::problem(&level, "one push");
/// assert!(problem.contains("(problem one-push)"));
/// assert!(problem.contains("(move-dir pos-2-2 pos-3-2 dir-right)"));
/// assert!(problem.contains("(at stone-1 pos-3-2)"));
/// ```
pub fn problem(level: &Level, name: &str) -> String {
    let mut out = String::new();
    // Writing into a string cannot fail.
    write_problem(&mut out, level, name).expect("a string takes everything");
    out
}

fn write_problem(out: &mut String, level: &Level, name: &str) -> std::fmt::Result {
    writeln!(out, "(define (problem {})", word(name))?;
    writeln!(out, "  (:domain sokoban-sequential)")?;
    write_objects(out, level)?;
    write_start(out, level)?;
    writeln!(out, "  (:goal (and")?;
    for index in 0..level.n_boxes() {
        writeln!(out, "    (at-goal {})", stone(index))?;
    }
    writeln!(out, "  ))")?;
    writeln!(out, "  (:metric minimize (total-cost)))")
}

fn write_objects(out: &mut String, level: &Level) -> std::fmt::Result {
    let board = level.board();
    let directions = Direction::ALL.map(direction_name).join(" ");
    let squares = board.squares().map(|square| location(board.coord(square)));
    let stones: Vec<String> = (0..level.n_boxes()).map(stone).collect();
    writeln!(out, "  (:objects")?;
    writeln!(out, "    {directions} - direction")?;
    writeln!(out, "    {PLAYER} - player")?;
    if !stones.is_empty() {
        writeln!(out, "    {} - stone", stones.join(" "))?;
    }
    writeln!(
        out,
        "    {} - location)",
        squares.collect::<Vec<_>>().join(" ")
    )
}

fn write_start(out: &mut String, level: &Level) -> std::fmt::Result {
    let board = level.board();
    let at = |square| location(board.coord(square));
    writeln!(out, "  (:init")?;
    writeln!(out, "    (= (total-cost) 0)")?;
    writeln!(out, "    (at {PLAYER} {})", at(level.man()))?;
    for (index, square) in level.boxes().iter().enumerate() {
        writeln!(out, "    (at {} {})", stone(index), at(square))?;
        if board.is_goal(square) {
            writeln!(out, "    (at-goal {})", stone(index))?;
        }
    }
    for square in board.squares() {
        let kind = if board.is_goal(square) {
            "goal"
        } else {
            "nongoal"
        };
        writeln!(out, "    (is-{kind} {})", at(square))?;
        if square != level.man() && !level.boxes().contains(square) {
            writeln!(out, "    (clear {})", at(square))?;
        }
        for (direction, next) in board.neighbours(square) {
            let way = direction_name(direction);
            writeln!(out, "    (move-dir {} {} {way})", at(square), at(next))?;
        }
    }
    writeln!(out, "  )")
}

/// A name that the language takes: it starts with a letter and has no other signs
/// than `-`.
fn word(name: &str) -> String {
    let sign = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let word: String = name.chars().map(sign).collect();
    match word.starts_with(|c: char| c.is_ascii_alphabetic()) {
        true => word,
        false => format!("level-{word}"),
    }
}
