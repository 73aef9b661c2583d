//! `soko library`: the player's own collections, as the page keeps them.
//!
//! It opens the database that `soko play` uses, so what is imported here is in the
//! page, and what was solved there is known here. Levels are the same in three
//! degrees, see `sameness.rs`.

mod attach;
mod duplicates;
mod export;
mod grades;
mod import;
mod report;
mod sameness;
mod search;
mod shelf;
mod statistics;
mod store;

use crate::data_folder;
use crate::exit_code::{Exit, Failure};
use soko_page::keep::Keep;
use soko_server::Store;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  soko library                                      the collections, and how far you are
  soko library import old.sok Microban_155          files, or collections known by name
  soko library import more.xsb --skip-duplicates
  soko library duplicates                           turned and mirrored levels too
  soko library duplicates --drop                    keep the first of each
  soko library search microban --unsolved --boxes 2-4 --sort squares
  soko library search --grade 20-40 --sort grade    how hard for people, the easiest first
  soko library attach solved.sok                    solutions that pass the referee
  soko library export Microban_155 backup.sok       levels, with your best solutions
  soko library statistics
  soko library report levels.html                   all levels as pictures, in one page

The library is the one of soko play; --data names another folder than the usual one.";

/// Keep collections of levels: import, search, find duplicates, export
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// The folder with the library [default: the user's data folder]
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,

    #[command(flatten)]
    list: search::ListArgs,

    #[command(subcommand)]
    what: Option<What>,
}

/// What is to be done with the library.
#[derive(Debug, clap::Subcommand)]
enum What {
    Import(import::Args),
    Duplicates(duplicates::Args),
    Search(search::Args),
    Attach(attach::Args),
    Export(export::Args),
    Statistics(statistics::Args),
    Report(report::Args),
}

/// Opens the library and does it.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let folder = data_folder::given_or_usual(args.data.as_deref(), "use --data")?;
    let file = data_folder::database(&folder);
    let store =
        Store::open(&file).map_err(|error| Failure::invalid(format!("cannot use {error}")))?;
    let store: &dyn Keep = &store;
    match &args.what {
        None => search::list(store, &args.list),
        Some(What::Import(args)) => import::run(store, args),
        Some(What::Duplicates(args)) => duplicates::run(store, args),
        Some(What::Search(args)) => search::run(store, args),
        Some(What::Attach(args)) => attach::run(store, args),
        Some(What::Export(args)) => export::run(store, args),
        Some(What::Statistics(args)) => statistics::run(store, args),
        Some(What::Report(args)) => report::run(store, args),
    }
}
