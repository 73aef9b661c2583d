//! What commands do with the chosen levels one by one, and how their lines begin.
//!
//! Every JSON line of a command has all the keys of that command, with null where
//! there is nothing to say, so that a script need not ask which are there. The
//! shapes are published in `docs/json-lines.schema.json`.

use crate::exit_code::Exit;
use crate::source::Loaded;
use crate::{interrupt, output};
use serde_json::{Map, Value, json};
use soko_core::Level;
use soko_format::{Diagnostic, Entry};

/// The keys of a command's lines, beside those with which every line begins, with
/// spaces between them.
pub type Keys = &'static str;

/// Does some work on every chosen level, and tells about those that are invalid: with
/// a JSON line of these keys, or diagnostics. Stops between two levels when
/// interrupted.
pub fn each_level(
    loaded: &Loaded,
    json: Option<Keys>,
    mut work: impl FnMut(&Entry, &Level) -> anyhow::Result<Exit>,
) -> anyhow::Result<Exit> {
    let mut exit = loaded.exit();
    for entry in loaded.entries() {
        exit = exit.and(match loaded.level(entry) {
            Ok(level) => work(entry, &level)?,
            Err(problems) => {
                match json {
                    Some(keys) => invalid_line(loaded, entry, &problems, keys)?,
                    None => output::diagnostics(&loaded.file, &problems),
                }
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

/// Writes a line, with null for each key that it lacks.
pub fn whole_line(mut object: Map<String, Value>, keys: Keys) -> anyhow::Result<()> {
    for key in keys.split_whitespace() {
        object.entry(key).or_insert(Value::Null);
    }
    output::json_line(&object)
}

/// The line of an invalid level.
fn invalid_line(
    loaded: &Loaded,
    entry: &Entry,
    problems: &[Diagnostic],
    keys: Keys,
) -> anyhow::Result<()> {
    let mut object = level_object(loaded, entry);
    object.insert("outcome".into(), json!("invalid"));
    let reason = problems.first().map(ToString::to_string);
    object.insert("reason".into(), json!(reason));
    object.insert("diagnostics".into(), output::diagnostics_json(problems));
    whole_line(object, keys)
}

/// The line of a level for which there is no solution to work on.
pub fn missing_line(loaded: &Loaded, entry: &Entry, keys: Keys) -> anyhow::Result<()> {
    let mut object = level_object(loaded, entry);
    object.insert("outcome".into(), json!("missing"));
    object.insert("reason".into(), json!(NO_SOLUTION));
    whole_line(object, keys)
}

/// What is said of a level for which there is no solution to work on.
pub const NO_SOLUTION: &str = "there is no solution of this level";
