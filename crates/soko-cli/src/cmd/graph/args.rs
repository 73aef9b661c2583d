//! The arguments of `soko graph`.

use super::cluster_args::ClusterArgs;
use crate::limits::{LimitArgs, parse_threads};
use crate::source::LevelArgs;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use soko_graph::View;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  soko graph tutorial --level 1
  soko graph Microban_155 --level 2 --export graph.svg
  soko graph Microban_155 --level 2 --export parts.svg --view components
  soko graph Microban_155 --level 2 --export graph.parquet
  soko graph Microban_155 --level 1 --hash all
  soko graph Microban_155 --level 1 --encodings
  soko graph XSokoban_90 --level 1 --estimate
  soko graph Microban_155 --level 1-50 --summary > numbers.csv
  soko graph Microban_155 --level 1-25 --summary --hash all > hashes.csv
  soko graph Microban_155 --level 1 --keep-dead-squares
  soko graph Microban_155 --level 1-50 --correlations
  soko graph Microban_155 --level 1-50 --correlations --attempts attempts.csv
  soko graph Microban_155 --level 139 --threads 2 --memory 4GiB --json
  soko graph Holland_81 --level 35 --counts --threads 2 --time 10m
  soko graph Holland_81 --level 35 --counts --components --memory 4GiB --time 1h
  soko graph Holland_81 --level 35 --counts --components --workers 2 --memory 12GiB --time 10h
  soko graph Holland_81 --level 35 --counts --checkpoint kept --time 10h
  soko graph Holland_81 --level 35 --counts --cluster hosts.txt --process 0 --time 10h

The default rules are Veger's: every push onto a square from which a lone box
can reach a goal; solved states are expanded like all others.";

/// Map every state that can be reached, and what the map says about a level
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    pub levels: LevelArgs,

    /// What is remembered of a state: exact, no-man, 2-digit, 3-odd-parity,
    /// no-first-box, no-last-box, 8-bit, 16-bit, 32-bit, or all of them compared
    #[arg(long, value_name = "NAME", default_value = "exact")]
    pub hash: String,

    /// Solved states have no pushes
    #[arg(long)]
    pub stop_at_solved: bool,

    /// Boxes may be pushed onto squares from which none can reach a goal any more: shows
    /// what leaving them out saves
    #[arg(long)]
    pub keep_dead_squares: bool,

    /// Leave states out in which a frozen box is off the goals
    #[arg(long)]
    pub prune_frozen: bool,

    /// Count the states without keeping the graph: about five bytes a state, and as many
    /// states as fit into the memory; also done where a graph turns out not to fit
    #[arg(long, conflicts_with_all = ["export", "encodings", "summary", "correlations", "hash"])]
    pub counts: bool,

    /// Count the components, too: states that can reach each other; about as much work
    /// again, on one thread, and 10 to 15 bytes a state more. With --workers or --cluster
    /// the sinks and the solution factor as well, for some twenty times the work of a count
    #[arg(long, requires = "counts")]
    pub components: bool,

    /// Keep every layer of a count in this folder, and go on from what is there
    #[arg(long, value_name = "DIR", requires = "counts")]
    pub checkpoint: Option<PathBuf>,

    #[command(flatten)]
    pub cluster: ClusterArgs,

    /// Threads; the graph and its numbers do not depend on it
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_threads)]
    pub threads: usize,

    #[command(flatten)]
    pub limits: LimitArgs,

    /// Write the graph to a file: .svg, .dot, .graphml, .csv or .json; .parquet makes a
    /// folder of tables for DuckDB, Polars and Spark (docs/queries.md)
    #[arg(long, value_name = "FILE")]
    pub export: Option<PathBuf>,

    /// What a node of the exported graph is
    #[arg(long, value_name = "WHAT", default_value = View::States.name(), value_parser = views())]
    pub view: View,

    /// How many states there are likely to be, and what the whole graph would take,
    /// in a few seconds and without exploring it
    #[arg(long, conflicts_with_all = ["encodings", "summary", "correlations", "export",
        "stop_at_solved", "keep_dead_squares", "prune_frozen"])]
    pub estimate: bool,

    /// The sizes of all encodings of the states
    #[arg(long, conflicts_with_all = ["summary", "correlations"])]
    pub encodings: bool,

    /// The difficulty numbers of all levels as CSV; with --hash all a row for each hash
    #[arg(long, conflicts_with_all = ["export", "json"])]
    pub summary: bool,

    /// The rank correlations between those numbers as CSV
    #[arg(long, conflicts_with_all = ["export", "json", "summary"])]
    pub correlations: bool,

    /// Players' attempts, as the page exports them: means by level beside those numbers
    #[arg(long, value_name = "FILE", requires = "correlations")]
    pub attempts: Option<PathBuf>,

    /// One JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// Takes the names of the views.
pub fn views() -> impl TypedValueParser<Value = View> {
    let all = [View::States, View::Components];
    PossibleValuesParser::new(all.map(View::name)).map(move |name| {
        let view = all.into_iter().find(|view| view.name() == name);
        view.expect("one of the names")
    })
}
