//! The arguments of `soko solve`.

use crate::goal::GoalArg;
use crate::limits::{LimitArgs, parse_memory, parse_threads, parse_time};
use crate::pattern_arg::PatternArg;
use crate::source::LevelArgs;
use soko_solve::champion::STRATEGY_NAMES;
use soko_solve::{DEFAULT_ENGINE, Gap, Switch};
use std::path::PathBuf;
use std::time::Duration;

const EXAMPLES: &str = "\
Examples:
  soko solve tutorial
  soko solve Microban_155 --level 1-20 --goal pushes
  soko solve my.xsb --goal moves --time 5m --memory 8GiB
  soko solve XSokoban_90 --level 4 --goal pushes --gap 2% --threads 2
  soko solve Microban_155 --level 1 --goal pushes --certificate proof.soko
  soko solve XSokoban_90 --level 1 --json
  soko solve papers --level movers --engine movers --heuristic nearest-goal --time 1m
  soko solve papers --level movers --engine movers --table 64MiB --explain
  soko solve XSokoban_90 --level 1 --polish 5s --explain
  soko solve my.xsb --patterns mine.txt --values values.toml
  soko solve my.xsb --dead-sets known.jsonl --explain
  soko solve Microban_155 --engine movers --without freeze,corral --level 3
  soko solve Microban_155 --out found.jsonl ; soko check Microban_155 --solutions found.jsonl

With --goal pushes or moves the answer is an interval: the best solution, and how many
are needed at least. It is proved when the two are equal, and handed over whenever the
run ends. Every solution is replayed by a referee before it is shown. Unsolvable and fewest
are said only where they are proved. Ctrl-C writes what there is.";

/// Solve levels, or prove that they have no solution
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    pub levels: LevelArgs,

    /// The engine (see: soko engines)
    #[arg(long, value_name = "NAME", default_value = DEFAULT_ENGINE)]
    pub engine: String,

    #[command(flatten)]
    pub goal: GoalArg,

    /// The heuristic, for engines that take one (see: soko heuristics)
    #[arg(long, value_name = "NAME")]
    pub heuristic: Option<String>,

    /// Techniques to switch off
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help = without_help(), long_help = without_long_help())]
    pub without: Vec<String>,

    #[command(flatten)]
    pub patterns: PatternArg,

    /// What features are worth to the champion's walks (see: soko learn)
    #[arg(long, value_name = "FILE")]
    pub values: Option<String>,

    /// Keep what is proved dead in this file, and use what it holds once it is proved
    /// again; for the same level, other positions of it, and its mirror images
    #[arg(long, value_name = "FILE")]
    pub dead_sets: Option<PathBuf>,

    /// Strategies of the champion that may run
    #[arg(long, value_name = "NAMES", value_delimiter = ',', help = strategy_help())]
    pub strategy: Vec<String>,

    /// The share of a backward search that goes first, in percent, for engines that
    /// search from both ends
    #[arg(long, value_name = "PERCENT", value_parser = clap::value_parser!(u8).range(0..=100))]
    pub backward: Option<u8>,

    /// A fixed table of so many bytes for each direction, whose 64-bit keys are trusted
    /// as in Movers and Packers' solver; nothing is proved: 512MiB
    #[arg(long, value_name = "BYTES", value_parser = parse_memory)]
    pub table: Option<usize>,

    #[command(flatten)]
    pub limits: LimitArgs,

    /// After a solution, spend so much time on making it shorter: 5s, 1m
    #[arg(long, value_name = "D", value_parser = parse_time)]
    pub polish: Option<Duration>,

    /// With --goal pushes or moves, stop when the best solution is at most so much
    /// longer than what is needed at least: 5%, 0.5%
    #[arg(long, value_name = "PERCENT")]
    pub gap: Option<Gap>,

    /// With --goal pushes or moves, write what is proved of the one chosen level to this
    /// file, so that others can check it (see: soko check --certificate)
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,

    /// Say how the engine came to its answer
    #[arg(long)]
    pub explain: bool,

    /// Threads, for engines that use more than one
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_threads)]
    pub threads: usize,

    /// The seed of engines that draw lots
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,

    /// One JSON object a line
    #[arg(long)]
    pub json: bool,

    /// Write the JSON lines to a file as well, each as its level ends
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

/// The names of all techniques, for people.
pub fn switch_names() -> String {
    let names: Vec<&str> = Switch::all().map(Switch::name).collect();
    names.join(", ")
}

fn without_help() -> String {
    let names = switch_names();
    format!("Techniques to switch off, where the engine has them (see: soko engines): {names}")
}

/// The same with a sentence for each.
fn without_long_help() -> String {
    let rows = Switch::all().map(|switch| format!("- {}: {}", switch.name(), switch.summary()));
    let rows: Vec<String> = rows.collect();
    let head = "Techniques to switch off, where the engine has them (see: soko engines)";
    format!("{head}:\n{}", rows.join("\n"))
}

fn strategy_help() -> String {
    let names = STRATEGY_NAMES.join(", ");
    format!("Strategies of the champion that may run, else all may: {names}")
}
