//! `soko library duplicates`: levels that are there more than once.

use super::sameness::{told, twins};
use super::shelf::shelf;
use super::store::unkept;
use crate::exit_code::Exit;
use crate::output;
use serde_json::json;
use soko_page::keep::Keep;
use std::io::Write;

/// Show levels that are there more than once, also turned, mirrored or decorated
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Take all but the first of each out of their collections
    #[arg(long)]
    drop: bool,

    /// One JSON object a line
    #[arg(long)]
    json: bool,
}

/// Shows them, and takes them out if asked to.
pub fn run(store: &dyn Keep, args: &Args) -> anyhow::Result<Exit> {
    let levels = shelf(store, None)?;
    let twins = twins(&levels);
    let pairs = levels.iter().zip(&twins);
    let found: Vec<_> = pairs
        .filter_map(|(level, twin)| Some((level, twin.as_ref()?)))
        .collect();
    let mut out = output::screen();
    for (level, twin) in &found {
        let first = &levels[twin.of];
        if args.json {
            output::json_line(&json!({
                "schema": output::SCHEMA,
                "collection": level.collection,
                "level": level.place,
                "title": level.title,
                "same": twin.sameness.name(),
                "as_collection": first.collection,
                "as_level": first.place,
                "dropped": args.drop,
            }))?;
        } else {
            writeln!(
                out,
                "{}: {} as {}",
                level.told(),
                twin.sameness,
                first.told()
            )?;
        }
    }
    if args.drop {
        // From the last to the first, so that places stay true until they are used.
        for (level, _) in found.iter().rev() {
            if let Some(id) = level.id {
                store.drop_level(id, level.place).map_err(unkept)?;
            }
        }
    }
    if !args.json {
        let told = told(&twins).map_or(String::new(), |told| format!(": {told}"));
        let dropped = if args.drop && !found.is_empty() {
            ", taken out"
        } else {
            ""
        };
        writeln!(
            out,
            "{} of {} levels are there twice{dropped}{told}",
            found.len(),
            levels.len()
        )?;
    }
    Ok(Exit::Ok)
}
