//! `soko levels`: the collections that are known by name.

use super::list_args::ListArgs;
use crate::exit_code::Exit;
use crate::output;
use serde_json::{Map, json};
use soko_bench::suite::{self, Listed, SuiteError};
use soko_format::{builtin, read_collection};
use std::io::Write;

/// For the help.
pub const EXAMPLES: &str = "\
Examples:
  soko levels
  soko levels --json
  soko levels --levels ~/sokoban
  soko show Microban_155 --level 1";

struct Row {
    name: String,
    origin: &'static str,
    n_levels: usize,
    about: String,
}

/// Lists the collections in the order in which a name is looked for: those of the folder
/// given with `--levels`, built-in ones, public ones.
pub fn run(args: &ListArgs) -> anyhow::Result<Exit> {
    let mut rows: Vec<Row> = Vec::new();
    add_rows(&mut rows, "yours", suite::all_given());
    rows.extend(builtin::all().map(builtin_row));
    add_rows(&mut rows, "public", suite::all_public());
    let mut out = output::screen();
    for row in rows {
        if args.json {
            output::json_line(&to_json(&row))?;
            continue;
        }
        let Row {
            name,
            origin,
            n_levels,
            about,
        } = row;
        let line = format!("{name:<32} {n_levels:>5}  {origin:<8}  {about}");
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(Exit::Ok)
}

fn builtin_row(collection: &builtin::Builtin) -> Row {
    Row {
        name: collection.name.to_string(),
        origin: "built in",
        n_levels: collection.read().entries.len(),
        about: collection.about.to_string(),
    }
}

fn add_rows(rows: &mut Vec<Row>, origin: &'static str, listed: Result<Vec<Listed>, SuiteError>) {
    match listed {
        Ok(all) => {
            for listed in all {
                match listed.bytes() {
                    Ok(bytes) => rows.push(row_on_disk(listed.name, origin, &bytes)),
                    Err(error) => output::error(&error.to_string()),
                }
            }
        }
        Err(error) => output::remark(&error.to_string()),
    }
}

fn row_on_disk(name: String, origin: &'static str, bytes: &[u8]) -> Row {
    let collection = read_collection(bytes);
    let about = collection.author().map(|a| format!("by {a}"));
    Row {
        name,
        origin,
        n_levels: collection.entries.len(),
        about: about.unwrap_or_default(),
    }
}

fn to_json(row: &Row) -> Map<String, serde_json::Value> {
    let mut object = Map::new();
    object.insert("schema".into(), json!(output::SCHEMA));
    object.insert("collection".into(), json!(row.name));
    object.insert("origin".into(), json!(row.origin));
    object.insert("levels".into(), json!(row.n_levels));
    object.insert("about".into(), json!(row.about));
    object
}
