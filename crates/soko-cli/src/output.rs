//! Data goes to stdout, everything else to stderr. Colours appear on terminals
//! only and obey `NO_COLOR`; no colour carries a meaning that words do not.

use crate::files;
use crate::screen::{Screen, escaped};
use anstyle::{AnsiColor, Style};
use serde::Serialize;
use serde_json::{Map, Value, json};
use soko_core::Metrics;
use soko_format::{Diagnostic, Severity};
use std::io::{StdoutLock, Write};
use std::path::Path;

/// The version of the JSON lines.
pub const SCHEMA: u32 = 1;

/// Emphasis for titles.
pub const BOLD: Style = Style::new().bold();

/// The colour of a diagnostic's first word.
fn style_of(severity: Severity) -> Style {
    let colour = match severity {
        Severity::Error => AnsiColor::Red,
        Severity::Warning => AnsiColor::Yellow,
    };
    colour.on_default().bold()
}

/// Stdout for people.
pub fn screen() -> Screen<anstream::AutoStream<StdoutLock<'static>>> {
    Screen(anstream::stdout().lock())
}

/// Writes a remark to stderr. Where nobody can be told, nobody is.
pub fn remark(text: &str) {
    let _ = writeln!(Screen(anstream::stderr().lock()), "{text}");
}

/// Prints an error that belongs to no place in a file.
pub fn error(message: &str) {
    let style = style_of(Severity::Error);
    remark(&format!("{style}error{style:#}: {message}"));
}

/// Prints a diagnostic with its line and caret to stderr.
pub fn diagnostic(file: &str, problem: &Diagnostic) {
    let style = style_of(problem.severity);
    let name = problem.severity.name();
    let text = problem.render(file);
    let rest = text.strip_prefix(name).unwrap_or(&text);
    remark(&format!(
        "{style}{name}{style:#}{}",
        rest.trim_end_matches('\n')
    ));
}

/// Prints diagnostics one after the other.
pub fn diagnostics(file: &str, problems: &[Diagnostic]) {
    problems
        .iter()
        .for_each(|problem| diagnostic(file, problem));
}

/// An object as one line of JSON, without the line's end.
pub fn json_text(object: &impl Serialize) -> anyhow::Result<String> {
    Ok(escaped(serde_json::to_string(object)?))
}

/// Writes one JSON object as a line to stdout.
pub fn json_line(object: &impl Serialize) -> anyhow::Result<()> {
    line(&json_text(object)?)
}

/// Writes a line of data to stdout.
pub fn line(line: &str) -> anyhow::Result<()> {
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()?;
    Ok(())
}

/// Diagnostics as a JSON array.
pub fn diagnostics_json(problems: &[Diagnostic]) -> Value {
    let to_json = |p: &Diagnostic| {
        json!({
            "severity": p.severity.name(),
            "message": p.message,
            "line": p.line,
            "column": p.column,
        })
    };
    problems.iter().map(to_json).collect()
}

/// The six numbers of a solution as JSON fields.
pub fn metrics_fields(metrics: &Metrics) -> Map<String, Value> {
    let fields = [
        ("moves", metrics.moves),
        ("pushes", metrics.pushes),
        ("box_lines", metrics.box_lines),
        ("box_changes", metrics.box_changes),
        ("pushing_sessions", metrics.pushing_sessions),
        ("player_lines", metrics.player_lines),
    ];
    let to_json = |(name, value): (&str, u64)| (name.to_string(), json!(value));
    fields.into_iter().map(to_json).collect()
}

/// Lists the entries of a table: as JSON, or a name in bold and lines about it.
pub fn list<T>(
    entries: &[T],
    as_json: bool,
    to_json: impl Fn(&T) -> Value,
    about: impl Fn(&T) -> (String, Vec<String>),
) -> anyhow::Result<()> {
    let mut out = screen();
    for entry in entries {
        if as_json {
            json_line(&to_json(entry))?;
            continue;
        }
        let (name, lines) = about(entry);
        writeln!(out, "{BOLD}{name}{BOLD:#}")?;
        for line in lines {
            writeln!(out, "    {line}")?;
        }
    }
    Ok(())
}

/// Writes data to a file, or to stdout if there is none.
pub fn write_to(file: Option<&Path>, data: &[u8]) -> anyhow::Result<()> {
    match file {
        None => {
            let mut out = std::io::stdout().lock();
            out.write_all(data)?;
            out.flush()?;
            Ok(())
        }
        Some(path) => files::replace(path, data),
    }
}

/// Writes text with colours to a file, which gets none, or to stdout, which gets
/// them on a terminal.
pub fn write_styled(file: Option<&Path>, text: &str) -> anyhow::Result<()> {
    match file {
        Some(_) => {
            let plain = anstream::adapter::strip_str(text).to_string();
            write_to(file, plain.as_bytes())
        }
        None => {
            let mut out = screen();
            out.write_all(text.as_bytes())?;
            out.flush()?;
            Ok(())
        }
    }
}
