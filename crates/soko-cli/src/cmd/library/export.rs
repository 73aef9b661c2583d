//! `soko library export`: a collection as a file, with the best solutions that are kept.

use super::store::collection_named;
use crate::exit_code::{Exit, Failure};
use crate::output;
use soko_format::{Format, Note};
use soko_page::keep::Keep;
use soko_page::{add_solutions, own_collection};
use std::path::{Path, PathBuf};

/// Write a collection to a file, with the best solutions
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The collection
    #[arg(value_name = "NAME")]
    name: String,

    /// The file to write, or `-` for stdout; the format follows from its ending, as in
    /// soko convert, and is sok otherwise
    #[arg(value_name = "OUT")]
    out: PathBuf,
}

/// Writes it.
pub fn run(store: &dyn Keep, args: &Args) -> anyhow::Result<Exit> {
    let id = collection_named(store, &args.name)?;
    let refused = |fault: soko_page::Fault| Failure::invalid(fault.to_string());
    let mut collection = own_collection(store, id).map_err(refused)?;
    let (key, value) = ("Collection".into(), args.name.clone());
    collection.notes.push(Note::Field { key, value });
    for entry in &mut collection.entries {
        add_solutions(store, entry).map_err(refused)?;
    }
    let ending = args.out.extension().and_then(|ending| ending.to_str());
    let format = ending.and_then(Format::from_name).unwrap_or(Format::Sok);
    let out = (args.out != Path::new("-")).then_some(args.out.as_path());
    output::write_to(out, format.write(&collection).as_bytes())?;
    Ok(Exit::Ok)
}
