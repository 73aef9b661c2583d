//! The arguments of `soko tiles`.

use crate::cmd::graph::views;
use crate::limits::LimitArgs;
use clap::ValueEnum;
use soko_graph::View;
use soko_tiles::TileEngine;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  soko tiles                                   the games that come with the program
  soko tiles ice --show                        their levels
  soko tiles ice                               solve them with the fewest steps
  soko tiles ice --level 1 --moves drurd       the referee's verdict
  soko tiles ice --level 1 --graph             every state that can be reached
  soko tiles ice --level 1 --graph --export ice.svg
  soko tiles my-levels.txt --rules my-game.toml

A file of levels names its game: a line `game: NAME`, perhaps `title: …`, then the
board. NAME is one of the games listed, or that of the file after --rules.";

/// Games on a grid of stacked tiles: sliders, ice, one-way passages and others
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// A file of levels, `-` for stdin, or a game that comes with the program; without
    /// it the games are listed
    #[arg(value_name = "LEVELS")]
    pub levels: Option<String>,

    /// One level by its number
    #[arg(long, value_name = "N")]
    pub level: Option<usize>,

    /// Rules of a game of your own; its name is that of the file
    #[arg(long, value_name = "FILE")]
    pub rules: Option<String>,

    /// Draw the levels instead of solving them
    #[arg(long, conflicts_with = "moves")]
    pub show: bool,

    /// Steps to be checked on the one chosen level
    #[arg(long, value_name = "LURD")]
    pub moves: Option<String>,

    /// Map every state that can be reached instead of solving
    #[arg(long, conflicts_with_all = ["moves", "show", "engine"])]
    pub graph: bool,

    /// Write the graph of one level to a file: .svg, .dot, .graphml, .csv, .json or .parquet
    #[arg(long, value_name = "FILE", requires = "graph")]
    pub export: Option<PathBuf>,

    /// What a node of the exported graph is
    #[arg(long, value_name = "WHAT", default_value = View::States.name(), value_parser = views(), requires = "graph")]
    pub view: View,

    /// How to search
    #[arg(long, value_enum, default_value = "astar")]
    pub engine: Engine,

    #[command(flatten)]
    pub limits: LimitArgs,

    /// One JSON object a line
    #[arg(long)]
    pub json: bool,
}

/// An engine by name.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum Engine {
    /// A* with a bound that fits every game
    Astar,
    /// Breadth-first search
    Bfs,
}

impl From<Engine> for TileEngine {
    fn from(engine: Engine) -> TileEngine {
        match engine {
            Engine::Astar => TileEngine::AStar,
            Engine::Bfs => TileEngine::BreadthFirst,
        }
    }
}
