//! What an exported file says about its level and how it was explored.

use super::args::Args;
use crate::source::Loaded;
use serde_json::json;
use soko_core::Level;
use soko_format::Entry;
use soko_graph::StateHash;
use soko_parquet::About;

/// The collection, the level and the options that make the graph what it is.
pub fn about(args: &Args, loaded: &Loaded, entry: &Entry, level: &Level, hash: StateHash) -> About {
    let options = json!({
        "hash": hash.name(),
        "stop_at_solved": args.stop_at_solved,
        "keep_dead_squares": args.keep_dead_squares,
        "prune_frozen": args.prune_frozen,
    });
    About::new()
        .with("collection", &loaded.name)
        .with("level", entry.number.to_string())
        .with("title", entry.title().unwrap_or_default())
        .with("level_id", level.exact_id().to_string())
        .with("canonical_id", level.canonical_id().to_string())
        .with("options", options.to_string())
}
