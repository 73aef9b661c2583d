//! `soko library import`: levels into the library, with the solutions that their files
//! have.

use super::attach::{Attached, attach_games};
use super::sameness::{Twin, told, twins};
use super::shelf::{Placed, Shelved, shelf, with_ids};
use super::store::unkept;
use crate::exit_code::{Exit, Failure};
use crate::source::{LevelArgs, Loaded};
use crate::{interrupt, output, progress};
use soko_format::Entry;
use soko_page::keep::{Keep, KeptLevel};
use std::io::Write;

/// Import files or collections that are known by name
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Files of levels in any format, `-` for stdin, or known collections (see: soko levels)
    #[arg(value_name = "LEVELS", required = true)]
    files: Vec<String>,

    /// The name of the collection, for a single file [default: the name of the file]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,

    /// Leave out levels that the library has, or that come earlier, also turned,
    /// mirrored or with other decoration
    #[arg(long)]
    skip_duplicates: bool,

    /// Mend what can be mended, as in soko check --lenient
    #[arg(long)]
    lenient: bool,
}

/// Imports file after file; what is done stays done when interrupted.
pub fn run(store: &dyn Keep, args: &Args) -> anyhow::Result<Exit> {
    if args.name.is_some() && args.files.len() > 1 {
        return Err(Failure::usage("--name is for one file"));
    }
    let _job = interrupt::Job::listen();
    let bar = progress::bar(args.files.len() as u64);
    let mut levels = shelf(store, None)?;
    let mut exit = Exit::Ok;
    for file in &args.files {
        if interrupt::is_set() {
            return Ok(Exit::Interrupted);
        }
        bar.set_message(file.clone());
        let (new_exit, line) = import(store, args, file, &mut levels)?;
        exit = exit.and(new_exit);
        bar.suspend(|| writeln!(output::screen(), "{line}"))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(exit)
}

/// Imports a file, adds its levels to those that are known, and says what came of it.
fn import(
    store: &dyn Keep,
    args: &Args,
    file: &str,
    known: &mut Vec<Shelved>,
) -> anyhow::Result<(Exit, String)> {
    // 1. What can be played is read; what cannot is told about.
    let loaded = LevelArgs {
        levels: file.to_string(),
        selection: None,
        lenient: args.lenient,
    };
    let loaded = loaded.load()?;
    let name = args
        .name
        .as_deref()
        .unwrap_or(&loaded.name)
        .trim()
        .to_string();
    if name.is_empty() || name.len() > 200 {
        return Err(Failure::usage("a collection needs a name, not too long"));
    }
    let (entries, new, exit) = playable(&loaded, &name);
    // 2. Which levels are there already?
    let n_known = known.len();
    known.extend(with_ids(new));
    let twins = twins(known).split_off(n_known);
    // 3. The rest is kept.
    let is_left_out = |level: &Shelved, twin: &Option<Twin>| {
        let in_place =
            |twin: &Twin| known[twin.of].exact == level.exact && known[twin.of].collection == name;
        twin.as_ref()
            .is_some_and(|twin| args.skip_duplicates || twin.of < n_known && in_place(twin))
    };
    let pairs = known[n_known..].iter().zip(&twins);
    let kept: Vec<KeptLevel> = pairs
        .filter(|(level, twin)| !is_left_out(level, twin))
        .map(|(level, _)| KeptLevel {
            title: level.title.clone(),
            author: level.author.clone(),
            board: level.level.setup().to_string(),
        })
        .collect();
    if !kept.is_empty() {
        store.keep_collection(&name, &kept).map_err(unkept)?;
    }
    // 4. Solutions come along.
    let mut attached = Attached::default();
    for (entry, level) in entries.iter().zip(&known[n_known..]) {
        attached.add(attach_games(store, level, entry)?);
    }
    let line = told_of(&name, kept.len(), &twins) + &attached.told();
    Ok((exit, line))
}

/// What came of a file, without its solutions.
fn told_of(name: &str, n_kept: usize, twins: &[Option<Twin>]) -> String {
    let n_left_out = twins.len() - n_kept;
    let mut line = format!("{name}: {n_kept} levels kept");
    if n_left_out > 0 {
        line += &format!(", {n_left_out} left out");
    }
    if let Some(told) = told(twins) {
        line += &format!("; there before: {told}");
    }
    line
}

/// The levels of a file that can be played.
fn playable<'a>(loaded: &'a Loaded, name: &str) -> (Vec<&'a Entry>, Vec<Placed>, Exit) {
    let mut exit = loaded.exit();
    let (mut entries, mut levels) = (Vec::new(), Vec::new());
    for entry in loaded.entries() {
        match loaded.level(entry) {
            Ok(level) => {
                let author = entry.author().or(loaded.collection.author());
                levels.push(Placed {
                    collection: name.to_string(),
                    id: None,
                    place: entry.number,
                    title: entry.title().map(String::from),
                    author: author.map(String::from),
                    level,
                });
                entries.push(entry);
            }
            Err(problems) => {
                exit = exit.and(Exit::Invalid);
                output::diagnostics(&loaded.file, &problems);
            }
        }
    }
    (entries, levels, exit)
}
