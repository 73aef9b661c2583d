//! One pattern, as people and as programs read of it.

use crate::output;
use crate::pattern_arg::{side_by_side, way_out};
use serde_json::{Value, json};
use soko_bench::DrawnPattern;
use soko_format::Diagnostic;
use soko_solve::deadlock::{Pattern, Side};
use std::io::Write;

/// What became of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is a deadlock.
    Deadlock,
    /// It is none, or not proved to be one.
    Refused,
    /// It was put into the user's own file.
    Added,
    /// It follows from a pattern that is known already.
    Known,
}

impl Fate {
    fn name(self) -> &'static str {
        match self {
            Fate::Deadlock => "deadlock",
            Fate::Refused => "refused",
            Fate::Added => "added",
            Fate::Known => "known",
        }
    }
}

/// Tells of a pattern on stdout.
pub fn tell(file: &str, drawn: &DrawnPattern, fate: Fate, as_json: bool) -> anyhow::Result<()> {
    if as_json {
        return output::json_line(&to_json(file, drawn, fate));
    }
    let mut out = output::screen();
    let bold = output::BOLD;
    let name = drawn
        .name
        .as_deref()
        .map_or(String::new(), |n| format!(" {n}"));
    let place = match drawn.line {
        0 => file.to_owned(),
        line => format!("{file}:{line}"),
    };
    writeln!(out, "{bold}{place}{name}{bold:#}: {}", fate.name())?;
    for row in drawn.pattern.to_string().lines() {
        writeln!(out, "  {row}")?;
    }
    for line in about(drawn) {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

/// What there is to say of a pattern, a line each.
fn about(drawn: &DrawnPattern) -> Vec<String> {
    let pattern = &drawn.pattern;
    let mut lines = Vec::new();
    match &drawn.verdict {
        Ok(trap) => {
            let (boxes, walls) = (pattern.n_boxes(), pattern.n_walls());
            let squares = pattern.cells(trap.territory).count();
            lines.push(format!(
                "boxes {boxes}, walls {walls}; the boxes never leave {squares} squares, so fewer than {boxes} goals there is a deadlock"
            ));
            lines.extend(pattern.sides().iter().map(|side| about_side(pattern, side)));
            let made = pattern.operations();
            lines.push(format!(
                "duplicate {}, mirror {}, unique {}",
                made.duplicated, made.mirrored, made.unique
            ));
            if !is_smallest(pattern) {
                lines.push("it is larger than need be: a cell less is a deadlock too".into());
            }
        }
        Err(why) => lines.push(why.to_string()),
    }
    if let Some(way) = way_out(drawn) {
        lines.extend(side_by_side(&way.pictures()));
    }
    lines
}

fn about_side(pattern: &Pattern, side: &Side) -> String {
    let Some(pocket) = side.pocket else {
        return "the man outside: dead".into();
    };
    let cells = pattern.cells(pocket);
    let cells: Vec<String> = cells
        .map(|(row, col)| format!("{},{}", row + 1, col + 1))
        .collect();
    let cells = cells.join(" ");
    match &side.freed {
        None => format!("the man inside at {cells}: dead too, but not looked for"),
        Some(_) => format!("the man inside at {cells}: a box gets out, so this is no alarm"),
    }
}

/// Whether nothing weaker is a deadlock.
fn is_smallest(pattern: &Pattern) -> bool {
    pattern
        .weaker()
        .iter()
        .all(|weaker| weaker.verify().is_err())
}

fn to_json(file: &str, drawn: &DrawnPattern, fate: Fate) -> Value {
    let pattern = &drawn.pattern;
    let rows = |text: &str| text.lines().map(String::from).collect::<Vec<_>>();
    let cells = |set: u64| {
        pattern
            .cells(set)
            .map(|(row, col)| json!([row, col]))
            .collect::<Value>()
    };
    let sides = pattern.sides();
    let sides = sides
        .iter()
        .map(|side| json!({"pocket": side.pocket.map(&cells), "opens": side.freed.is_some()}));
    let made = pattern.operations();
    let trap = drawn.verdict.as_ref().ok();
    json!({
        "schema": output::SCHEMA,
        "file": file,
        "line": drawn.line,
        "name": drawn.name,
        "pattern": rows(&pattern.to_string()),
        "outcome": fate.name(),
        "reason": drawn.verdict.as_ref().err().map(ToString::to_string),
        "boxes": pattern.n_boxes(),
        "walls": pattern.n_walls(),
        "territory": trap.map(|trap| cells(trap.territory)),
        "sides": sides.collect::<Value>(),
        "duplicated": made.duplicated,
        "mirrored": made.mirrored,
        "unique": made.unique,
        "smallest": trap.map(|_| is_smallest(pattern)),
        "way_out": way_out(drawn).map(|way| way.pictures()),
    })
}

/// Tells what is wrong with a file: on stderr, and as a line where lines are asked for.
pub fn tell_problems(file: &str, problems: &[Diagnostic], as_json: bool) -> anyhow::Result<()> {
    output::diagnostics(file, problems);
    if as_json && !problems.is_empty() {
        output::json_line(&json!({
            "schema": output::SCHEMA,
            "file": file,
            "diagnostics": output::diagnostics_json(problems),
        }))?;
    }
    Ok(())
}
