//! What commands do with the chosen levels one by one, and how their lines begin.

use crate::exit_code::Exit;
use crate::source::Loaded;
use crate::{interrupt, output};
use serde_json::{Map, Value, json};
use soko_core::Level;
use soko_format::{Diagnostic, Entry};

/// Does some work on every chosen level, and tells about those that are invalid.
/// Stops between two levels when interrupted.
pub fn each_level(
    loaded: &Loaded,
    as_json: bool,
    mut work: impl FnMut(&Entry, &Level) -> anyhow::Result<Exit>,
) -> anyhow::Result<Exit> {
    let mut exit = loaded.exit();
    for entry in loaded.entries() {
        exit = exit.and(match loaded.level(entry) {
            Ok(level) => work(entry, &level)?,
            Err(problems) => {
                invalid_level(loaded, entry, &problems, as_json)?;
                Exit::Invalid
            }
        });
        if interrupt::is_set() {
            return Ok(Exit::Interrupted);
        }
    }
    Ok(exit)
}

/// The fields with which every JSON line about a level begins.
pub fn level_object(loaded: &Loaded, entry: &Entry) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("schema".into(), json!(output::SCHEMA));
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
        output::diagnostics(&loaded.file, problems);
        return Ok(());
    }
    let mut object = level_object(loaded, entry);
    object.insert("outcome".into(), json!("invalid"));
    object.insert("reason".into(), json!(problems[0].to_string()));
    object.insert("diagnostics".into(), output::diagnostics_json(problems));
    output::json_line(&object)
}
