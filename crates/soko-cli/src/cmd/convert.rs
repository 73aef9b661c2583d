//! `soko convert`: a collection from one format to another.

use crate::exit_code::{Exit, Failure};
use crate::source::{LevelArgs, Loaded};
use crate::{files, output};
use soko_format::{Collection, Entry, Format, MoveText, pddl};
use std::path::{Path, PathBuf};

const EXAMPLES: &str = "\
Examples:
  soko convert old.txt new.sok
  soko convert levels.slc - --to xsb
  soko convert papers wiki.txt --level wikisoko --to coordinates
  soko convert Microban_155 first.xsb --level 1-20
  soko convert my.sok my.sok --in-place --short-moves
  soko convert Microban_155 problems --to pddl     a folder for planners

The format is that of --to, or else follows from the ending of the file: xsb or
txt, sok, rle, slc or xml, boxoban, coordinates. Titles, authors, comments, unknown keys,
solutions and snapshots are kept where the format has room for them. With --to pddl
OUT is a folder: domain.pddl, and a problem for each level, p001.pddl and so on, by
the level's number; soko check --plan reads what a planner answers.";

/// Convert a collection to another format
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    levels: LevelArgs,

    /// The file to write, or `-` for stdout; a folder for PDDL
    #[arg(value_name = "OUT")]
    out: PathBuf,

    /// The format
    #[arg(long, value_name = "FORMAT", value_parser = Target::parse, help = Target::help())]
    to: Option<Target>,

    /// OUT may be the file that is read; without this it is refused
    #[arg(long)]
    in_place: bool,

    /// Write stored moves with run-length codes
    #[arg(long)]
    short_moves: bool,
}

/// What a collection is converted to.
#[derive(Clone, Copy, Debug)]
enum Target {
    /// One file, which can be read again.
    File(Format),
    /// A folder of problems for planners.
    Pddl,
}

impl Target {
    fn parse(name: &str) -> Result<Target, String> {
        if name.eq_ignore_ascii_case("pddl") {
            return Ok(Target::Pddl);
        }
        let format = Format::from_name(name).map(Target::File);
        format.ok_or_else(|| format!("one of {}, pddl", Format::names()))
    }

    fn help() -> String {
        format!("The format: {}, pddl", Format::names())
    }
}

/// Reads, mends if asked to, and writes.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let target = target(args)?;
    if !args.in_place {
        let advice = "say --in-place to replace it";
        files::refuse_input(&args.levels.levels, &args.out, advice)?;
    }
    let loaded = args.levels.load()?;
    match target {
        Target::File(format) => write_file(args, &loaded, format),
        Target::Pddl => write_problems(args, &loaded),
    }
}

fn write_file(args: &Args, loaded: &Loaded, format: Format) -> anyhow::Result<Exit> {
    let mut exit = loaded.exit();
    let (mut entries, mut n_unread) = (Vec::new(), 0);
    for entry in loaded.entries() {
        let mut entry = entry.clone();
        match loaded.level(&entry) {
            Ok(level) => entry.setup = level.setup().clone(),
            // An invalid level is written as it was read, and told about; one that could
            // not be read whole would be written as another.
            Err(problems) => {
                exit = exit.and(Exit::Invalid);
                output::diagnostics(&loaded.file, &problems);
                if !entry.mistakes.is_empty() {
                    n_unread += 1;
                    continue;
                }
            }
        }
        if args.short_moves {
            shorten_moves(&mut entry);
        }
        entries.push(entry);
    }
    if n_unread > 0 {
        tell_unread(n_unread, args.in_place || entries.is_empty())?;
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

/// Says that levels are left out; where nothing else is written or they would be lost,
/// that nothing is.
fn tell_unread(n_unread: usize, is_all: bool) -> anyhow::Result<()> {
    let advice = "--lenient reads these as floor";
    if is_all {
        let message = "nothing is written: levels with unknown characters would be lost";
        return Err(Failure::invalid(format!("{message}; {advice}")));
    }
    let message = format!("levels left out for unknown characters: {n_unread}; {advice}");
    output::remark(&message);
    Ok(())
}

/// A folder with the domain and a problem for each level that is one.
fn write_problems(args: &Args, loaded: &Loaded) -> anyhow::Result<Exit> {
    let folder = args.out.as_path();
    if folder == Path::new("-") {
        return Err(Failure::usage("PDDL is a folder of files; name one"));
    }
    std::fs::create_dir_all(folder).map_err(|error| files::cannot_write(folder, &error))?;
    files::replace(&folder.join("domain.pddl"), pddl::DOMAIN.as_bytes())?;
    let mut exit = loaded.exit();
    for entry in loaded.entries() {
        match loaded.level(entry) {
            Ok(level) => {
                let name = format!("{}-{}", loaded.name, entry.number);
                let path = folder.join(format!("p{:03}.pddl", entry.number));
                files::replace(&path, pddl::problem(&level, &name).as_bytes())?;
            }
            Err(problems) => {
                exit = exit.and(Exit::Invalid);
                output::diagnostics(&loaded.file, &problems);
            }
        }
    }
    Ok(exit)
}

fn target(args: &Args) -> anyhow::Result<Target> {
    if let Some(target) = args.to {
        return Ok(target);
    }
    let ending = args.out.extension().and_then(|e| e.to_str());
    let format = ending.and_then(Format::from_name).map(Target::File);
    format.ok_or_else(|| {
        let out = args.out.display();
        Failure::usage(format!(
            "{out} does not tell the format; say --to with one of {}, pddl",
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
