//! Data goes to stdout, everything else to stderr. Colours appear on terminals
//! only and obey `NO_COLOR`; no colour carries a meaning that words do not.

use crate::exit_code::Failure;
use crate::source::Loaded;
use anstyle::{AnsiColor, Style};
use serde_json::{Map, Value, json};
use soko_core::Metrics;
use soko_format::{Diagnostic, Entry, Severity};
use std::io::Write;
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

/// Prints an error that belongs to no place in a file.
pub fn error(message: &str) {
    let style = style_of(Severity::Error);
    anstream::eprintln!("{style}error{style:#}: {message}");
}

/// Prints a diagnostic with its line and caret to stderr.
pub fn diagnostic(file: &str, problem: &Diagnostic) {
    let style = style_of(problem.severity);
    let name = problem.severity.name();
    let text = problem.render(file);
    let rest = text.strip_prefix(name).unwrap_or(&text);
    anstream::eprint!("{style}{name}{style:#}{rest}");
}

/// Writes one JSON object as a line to stdout.
pub fn json_line(object: &Map<String, Value>) -> anyhow::Result<()> {
    let line = serde_json::to_string(object)?;
    let mut out = std::io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()?;
    Ok(())
}

/// The fields with which every JSON line about a level begins.
pub fn level_object(loaded: &Loaded, entry: &Entry) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("schema".into(), json!(SCHEMA));
    object.insert("collection".into(), json!(loaded.name));
    object.insert("level".into(), json!(entry.number));
    object.insert("title".into(), json!(entry.title()));
    object
}

/// Tells about an invalid level: a JSON line, or diagnostics on stderr.
pub fn invalid_level(
    loaded: &Loaded,
    entry: &Entry,
    problems: &[Diagnostic],
    as_json: bool,
) -> anyhow::Result<()> {
    if !as_json {
        problems.iter().for_each(|p| diagnostic(&loaded.file, p));
        return Ok(());
    }
    let mut object = level_object(loaded, entry);
    object.insert("outcome".into(), json!("invalid"));
    object.insert("reason".into(), json!(problems[0].to_string()));
    object.insert("diagnostics".into(), diagnostics_json(problems));
    json_line(&object)
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

/// Writes data to a file, or to stdout if there is none.
pub fn write_to(file: Option<&Path>, data: &[u8]) -> anyhow::Result<()> {
    match file {
        None => {
            let mut out = std::io::stdout().lock();
            out.write_all(data)?;
            out.flush()?;
            Ok(())
        }
        Some(path) => std::fs::write(path, data)
            .map_err(|error| Failure::invalid(format!("cannot write {}: {error}", path.display()))),
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
            let mut out = anstream::stdout().lock();
            out.write_all(text.as_bytes())?;
            out.flush()?;
            Ok(())
        }
    }
}
