//! The subcommands: one file each, with its arguments and its `run`.

mod analyse;
mod bench;
mod bench_merge;
mod check;
mod check_certificate;
mod convert;
mod dataset;
mod ed22;
mod engines;
mod generate;
mod graph;
mod heuristics;
mod host;
mod learn;
mod levels;
mod library;
mod list_args;
mod optimise;
mod patterns;
mod play;
mod rate;
mod reproduce;
mod reproduce_lisa;
mod serve;
mod show;
mod solve;
mod tiles;

use crate::exit_code::{self, Exit};
use crate::generate::Generated;
use crate::source;
use clap::{CommandFactory, Parser, Subcommand};
use list_args::ListArgs;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  soko                         open the web application
  soko solve tutorial
  soko show tutorial --level 1
  soko levels
  soko levels --levels ~/sokoban";

fn after_help() -> String {
    format!(
        "{EXAMPLES}\n\nWith --json every line has a shape that docs/json-lines.schema.json \
         describes.\n\n{}",
        exit_code::help()
    )
}

/// Sokoscope looks into Sokoban: it solves, proves, maps and explains levels.
#[derive(Debug, Parser)]
#[command(name = "soko", version, after_help = after_help(), max_term_width = 100)]
pub struct Cli {
    /// Write completions or manual pages to stdout
    #[arg(long, value_name = "WHAT", exclusive = true)]
    pub generate: Option<Generated>,

    /// A folder whose files of levels are known by name, before those that are built in
    /// [setting: SOKO_LEVELS]
    #[arg(
        long = "levels",
        id = "folder_of_levels",
        value_name = "DIR",
        global = true
    )]
    pub folder: Option<PathBuf>,

    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What `soko` can do.
#[derive(Debug, Subcommand)]
pub enum Command {
    Analyse(analyse::Args),
    Bench(Box<bench::Args>),
    Check(check::Args),
    Convert(convert::Args),
    Dataset(dataset::Args),
    Ed22(ed22::Args),
    /// List the engines
    #[command(after_help = engines::EXAMPLES)]
    Engines(ListArgs),
    /// List the heuristics
    #[command(after_help = heuristics::EXAMPLES)]
    Heuristics(ListArgs),
    Generate(generate::Args),
    Graph(graph::Args),
    Learn(learn::Args),
    /// List the collections that are known by name
    #[command(after_help = levels::EXAMPLES)]
    Levels(ListArgs),
    Library(library::Args),
    #[command(visible_alias = "optimize")]
    Optimise(optimise::Args),
    Patterns(patterns::Args),
    Play(play::Args),
    Rate(rate::Args),
    Reproduce(reproduce::Args),
    Serve(serve::Args),
    Show(show::Args),
    Solve(Box<solve::Args>),
    Tiles(tiles::Args),
}

/// Does what the command line asks for.
pub fn run(cli: Cli) -> anyhow::Result<Exit> {
    if let Some(what) = cli.generate {
        crate::generate::write(what, Cli::command())?;
        return Ok(Exit::Ok);
    }
    source::name_folder(cli.folder.as_deref())?;
    match cli.command {
        Some(Command::Analyse(args)) => analyse::run(&args),
        Some(Command::Bench(args)) => bench::run(&args),
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Convert(args)) => convert::run(&args),
        Some(Command::Dataset(args)) => dataset::run(&args),
        Some(Command::Ed22(args)) => ed22::run(&args),
        Some(Command::Engines(args)) => engines::run(&args),
        Some(Command::Reproduce(args)) => reproduce::run(&args),
        Some(Command::Heuristics(args)) => heuristics::run(&args),
        Some(Command::Generate(args)) => generate::run(&args),
        Some(Command::Graph(args)) => graph::run(&args),
        Some(Command::Learn(args)) => learn::run(&args),
        Some(Command::Levels(args)) => levels::run(&args),
        Some(Command::Library(args)) => library::run(&args),
        Some(Command::Optimise(args)) => optimise::run(&args),
        Some(Command::Patterns(args)) => patterns::run(&args),
        Some(Command::Play(args)) => play::run(&args),
        Some(Command::Rate(args)) => rate::run(&args),
        Some(Command::Serve(args)) => serve::run(&args),
        Some(Command::Show(args)) => show::run(&args),
        Some(Command::Solve(args)) => solve::run(&args),
        Some(Command::Tiles(args)) => tiles::run(&args),
        None => play::run(&play::Args::default()),
    }
}
