//! `soko convert`: a collection from one format to another.

use crate::exit_code::{Exit, Failure};
use crate::source::LevelArgs;
use crate::{files, output};
use soko_format::{Collection, Entry, Format, MoveText};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  soko convert old.txt new.sok
  soko convert levels.slc - --to xsb
  soko convert papers wiki.txt --level wikisoko --to coordinates
  soko convert Microban_155 first.xsb --level 1-20
  soko convert my.sok my.sok --in-place --short-moves

The format is that of --to, or else follows from the ending of the file: xsb or
txt, sok, rle, slc or xml, boxoban, coordinates. Titles, authors, comments, unknown keys,
solutions and snapshots are kept where the format has room for them.";

/// Convert a collection to another format
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    levels: LevelArgs,

    /// The file to write, or `-` for stdout
    #[arg(value_name = "OUT")]
    out: PathBuf,

    /// The format
    #[arg(long, value_name = "FORMAT", value_parser = parse_format, help = format_help())]
    to: Option<Format>,

    /// OUT may be the file that is read; without this it is refused
    #[arg(long)]
    in_place: bool,

    /// Write stored moves with run-length codes
    #[arg(long)]
    short_moves: bool,
}

fn parse_format(name: &str) -> Result<Format, String> {
    Format::from_name(name).ok_or_else(|| format!("one of {}", Format::names()))
}

fn format_help() -> String {
    format!("The format: {}", Format::names())
}

/// Reads, mends if asked to, and writes.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let format = target(args)?;
    if !args.in_place {
        let advice = "say --in-place to replace it";
        files::refuse_input(&args.levels.levels, &args.out, advice)?;
    }
    let loaded = args.levels.load()?;
    let mut exit = loaded.exit();
    let mut entries = Vec::new();
    for entry in loaded.entries() {
        let mut entry = entry.clone();
        match loaded.level(&entry) {
            Ok(level) => entry.setup = level.setup().clone(),
            // An invalid level is written as it was read, and told about.
            Err(problems) => {
                exit = exit.and(Exit::Invalid);
                output::diagnostics(&loaded.file, &problems);
            }
        }
        if args.short_moves {
            shorten_moves(&mut entry);
        }
        entries.push(entry);
    }
    let notes = loaded.collection.notes.clone();
    let collection = Collection {
        notes,
        entries,
        diagnostics: Vec::new(),
    };
    let out = (args.out != Path::new("-")).then_some(args.out.as_path());
    output::write_to(out, format.write(&collection).as_bytes())?;
    Ok(exit)
}

fn target(args: &Args) -> anyhow::Result<Format> {
    if let Some(format) = args.to {
        return Ok(format);
    }
    let ending = args.out.extension().and_then(|e| e.to_str());
    ending.and_then(Format::from_name).ok_or_else(|| {
        let out = args.out.display();
        Failure::usage(format!(
            "{out} does not tell the format; say --to with one of {}",
            Format::names()
        ))
    })
}

fn shorten_moves(entry: &mut Entry) {
    for game in &mut entry.games {
        if let Ok(moves) = game.moves.parse::<MoveText>() {
            game.moves = moves.run_lengths();
        }
    }
}
