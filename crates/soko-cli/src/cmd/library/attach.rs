//! `soko library attach`: solutions to the levels that they solve. The referee replays
//! every one of them first.

use super::shelf::{Shelved, shelf};
use super::store::unkept;
use crate::exit_code::Exit;
use crate::solutions::{self, Claim};
use crate::{output, source};
use soko_core::{Maker, verify};
use soko_format::{Collection, Entry, Severity, read_collection};
use soko_page::keep::{Keep, NewSolution};
use std::collections::HashMap;
use std::io::Write;

/// Attach solutions to the levels of the library that they solve
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Collections with stored solutions, matched by board, or JSON lines of soko solve,
    /// matched by collection and number
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
}

/// What became of solutions.
#[derive(Clone, Copy, Debug, Default)]
pub struct Attached {
    n_kept: usize,
    n_refused: usize,
    n_homeless: usize,
}

impl Attached {
    /// Adds others.
    pub fn add(&mut self, other: Attached) {
        self.n_kept += other.n_kept;
        self.n_refused += other.n_refused;
        self.n_homeless += other.n_homeless;
    }

    /// The end of a line about them: nothing if there are none.
    pub fn told(self) -> String {
        let parts = [
            (self.n_kept, "solutions attached"),
            (self.n_refused, "that do not solve their levels"),
            (self.n_homeless, "for levels that are not in the library"),
        ];
        let parts = parts.iter().filter(|(n, _)| *n > 0);
        parts.map(|(n, what)| format!("; {n} {what}")).collect()
    }
}

/// Attaches the solutions of all files.
pub fn run(store: &dyn Keep, args: &Args) -> anyhow::Result<Exit> {
    let levels = shelf(store, None)?;
    let mut exit = Exit::Ok;
    for file in &args.files {
        let (_, bytes) = source::read(file)?;
        let text = String::from_utf8_lossy(&bytes);
        let attached = match text.trim_start().starts_with('{') {
            true => attach_records(store, &levels, &solutions::of_records(file, &text)?)?,
            false => {
                let collection = read_collection(&bytes);
                exit = exit.and(tell_problems(file, &collection));
                attach_collection(store, &levels, &collection.entries)?
            }
        };
        if attached.n_refused > 0 {
            exit = exit.and(Exit::Invalid);
        }
        let told = attached.told();
        let told = told
            .strip_prefix("; ")
            .unwrap_or("there is no solution in it");
        writeln!(output::screen(), "{file}: {told}")?;
    }
    Ok(exit)
}

/// Tells what is wrong with a file and its levels.
fn tell_problems(file: &str, collection: &Collection) -> Exit {
    let of_levels = collection.entries.iter();
    let of_levels = of_levels.filter_map(|entry| Some(entry.level().err()?.to_vec()));
    let mut problems = collection.diagnostics.clone();
    problems.extend(of_levels.flatten());
    output::diagnostics(file, &problems);
    match problems.iter().any(|p| p.severity == Severity::Error) {
        true => Exit::Invalid,
        false => Exit::Ok,
    }
}

/// Keeps the solutions that an entry stores for its level.
pub fn attach_games(store: &dyn Keep, level: &Shelved, entry: &Entry) -> anyhow::Result<Attached> {
    attach(store, level, &solutions::stored(entry))
}

fn attach(store: &dyn Keep, level: &Shelved, claims: &[Claim]) -> anyhow::Result<Attached> {
    let mut attached = Attached::default();
    for claim in claims {
        let steps = claim.directions().ok();
        let verified = steps.and_then(|steps| verify(level.level.setup(), steps).ok());
        let Some(verified) = verified else {
            attached.n_refused += 1;
            continue;
        };
        let new = NewSolution {
            verified: &verified,
            by: Maker::Imported,
            engine: None,
            seconds: None,
        };
        store.keep_solution(&level.key(), &new).map_err(unkept)?;
        attached.n_kept += 1;
    }
    Ok(attached)
}

fn attach_collection(
    store: &dyn Keep,
    levels: &[Shelved],
    entries: &[Entry],
) -> anyhow::Result<Attached> {
    let by_board: HashMap<_, _> = levels.iter().map(|level| (level.exact, level)).collect();
    let mut attached = Attached::default();
    for entry in entries {
        let level = entry.level().ok();
        let own = level.and_then(|level| by_board.get(&level.exact_id()).copied());
        match own {
            Some(own) => attached.add(attach_games(store, own, entry)?),
            None => attached.n_homeless += solutions::stored(entry).len(),
        }
    }
    Ok(attached)
}

fn attach_records(
    store: &dyn Keep,
    levels: &[Shelved],
    claims: &[Claim],
) -> anyhow::Result<Attached> {
    let place = |level: &Shelved| (level.collection.clone(), level.place);
    let by_place: HashMap<_, _> = levels.iter().map(|level| (place(level), level)).collect();
    let mut attached = Attached::default();
    for claim in claims {
        let place = claim.collection().map(String::from).zip(claim.level());
        match place.and_then(|place| by_place.get(&place)) {
            Some(level) => attached.add(attach(store, level, std::slice::from_ref(claim))?),
            None => attached.n_homeless += 1,
        }
    }
    Ok(attached)
}
