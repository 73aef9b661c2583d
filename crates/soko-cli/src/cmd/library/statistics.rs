//! `soko library statistics`: the library in a few numbers.

use super::sameness::twins;
use super::shelf::{Shelved, shelf};
use super::store::unkept;
use crate::exit_code::Exit;
use crate::output;
use serde_json::json;
use soko_page::keep::{Keep, PLAYER};
use std::collections::BTreeMap;
use std::io::Write;

/// Show the library in a few numbers
#[derive(Debug, clap::Args)]
pub struct Args {
    /// One JSON object
    #[arg(long)]
    json: bool,
}

/// How many authors are named.
const N_AUTHORS: usize = 10;

/// Counts, and shows.
pub fn run(store: &dyn Keep, args: &Args) -> anyhow::Result<Exit> {
    let levels = shelf(store, None)?;
    let marks = store.marks().map_err(unkept)?;
    let by = |level: &Shelved| marks.get(&level.key()).and_then(|mark| mark.by);
    let n_collections = store.collections().map_err(unkept)?.len();
    let n_distinct = twins(&levels).iter().filter(|twin| twin.is_none()).count();
    let n_solved = levels.iter().filter(|level| by(level).is_some()).count();
    let n_own = levels
        .iter()
        .filter(|level| by(level).is_some_and(|by| PLAYER.contains(&by)));
    let n_own = n_own.count();
    let boxes = counted(levels.iter().map(|level| level.level.n_boxes()));
    let authors = counted(levels.iter().filter_map(|level| level.author.clone()));
    let mut authors: Vec<(String, usize)> = authors.into_iter().collect();
    authors.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    authors.truncate(N_AUTHORS);
    if args.json {
        output::json_line(&json!({
            "schema": output::SCHEMA,
            "collections": n_collections,
            "levels": levels.len(),
            "distinct": n_distinct,
            "solved": n_solved,
            "solved_by_you": n_own,
            "boxes": boxes.iter().collect::<Vec<_>>(),
            "authors": authors,
        }))?;
        return Ok(Exit::Ok);
    }
    let mut out = output::screen();
    writeln!(
        out,
        "{n_collections} collections, {} levels, {n_distinct} of them different",
        levels.len()
    )?;
    writeln!(out, "{n_solved} solved, {n_own} of them by you")?;
    writeln!(out, "\nBoxes  Levels")?;
    let most = boxes.values().copied().max().unwrap_or(1);
    for (n_boxes, n_levels) in &boxes {
        let bar = "▇".repeat((n_levels * 40).div_ceil(most));
        writeln!(out, "{n_boxes:>5}  {n_levels:>6}  {bar}")?;
    }
    if !authors.is_empty() {
        writeln!(out, "\nLevels  Author")?;
    }
    for (author, n_levels) in &authors {
        writeln!(out, "{n_levels:>6}  {author}")?;
    }
    Ok(Exit::Ok)
}

fn counted<T: Ord>(things: impl Iterator<Item = T>) -> BTreeMap<T, usize> {
    let mut counts = BTreeMap::new();
    for thing in things {
        *counts.entry(thing).or_insert(0) += 1;
    }
    counts
}
