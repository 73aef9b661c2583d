//! A dataset, written part by part.
//!
//! A part is a file of levels, or a stretch of one. It is read when its turn comes,
//! labelled, and written beside its place; when it is whole it gets its name and a line
//! in the list (`done.rs`). Whatever ends a run, all parts that have a name are whole, and
//! the next run makes those that are missing. A part is the same whoever makes it and
//! when, so a dataset does not tell how often it was interrupted.

use crate::done::{Done, Part};
use crate::parts::Parts;
use crate::progress::{Progress, Tracker};
use crate::{LabelledGraph, Options, Summary};
use soko_core::{Level, Squares, State};
use soko_parquet::{About, Layout, PositionColumns, PositionRow, PositionTable, PushCell};
use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{fmt, thread};

/// Why a dataset cannot be written.
#[derive(Debug)]
pub enum DatasetError {
    /// The folder has a dataset that is made of something else.
    Other(PathBuf),
    /// The levels of a part cannot be read.
    Levels(String),
    /// A file cannot be read or written.
    File(PathBuf, io::Error),
}

impl fmt::Display for DatasetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DatasetError::Other(folder) => write!(
                f,
                "{} has a dataset of other levels or with other settings; dataset.txt there says which",
                folder.display()
            ),
            DatasetError::Levels(why) => f.write_str(why),
            DatasetError::File(path, error) => write!(f, "{}: {error}", path.display()),
        }
    }
}

impl std::error::Error for DatasetError {}

/// Writes the parts that are missing. `tell` hears how far it is whenever a level is done;
/// the flag stops the run, which keeps the parts that are whole.
pub fn write_dataset(
    parts: &dyn Parts,
    folder: &Path,
    options: &Options,
    stop: &AtomicBool,
    tell: &(dyn Fn(&Progress) + Sync),
) -> Result<Summary, DatasetError> {
    let names = parts.names();
    let table = folder.join(PositionColumns::NAME);
    fs::create_dir_all(&table).map_err(|error| DatasetError::File(table.clone(), error))?;
    let path = |part: usize| table.join(soko_parquet::part_name(part));
    let mut done = open(folder, &names, options)?;
    let is_fresh = |number: usize, part: &Part| {
        path(number).exists() && parts.fingerprint(number) == Ok(part.content)
    };
    done.parts.retain(|number, part| is_fresh(*number, part));
    let run = Run {
        parts,
        path: &path,
        options,
        stop,
        tracker: Tracker::new(parts.weights(), &done.parts, tell),
    };
    let missing = (0..names.len()).filter(|part| !done.parts.contains_key(part));
    let missing: Vec<usize> = missing.collect();
    let (queue, done) = (Mutex::new(missing.into_iter()), Mutex::new(done));
    let next = || queue.lock().ok()?.next();
    let work = || -> Result<(), DatasetError> {
        while let Some(part) = next() {
            let Some(written) = run.write_part(part, &names[part])? else {
                return Ok(());
            };
            let Ok(mut done) = done.lock() else {
                return Ok(());
            };
            let added = done.add(part, &names[part], written);
            added.map_err(|error| DatasetError::File(folder.to_owned(), error))?;
        }
        Ok(())
    };
    on_threads(options.threads, &work)?;
    let written = done
        .lock()
        .map_or_else(|_| Summary::default(), |done| total(&done));
    Ok(Summary {
        is_stopped: written.parts < names.len(),
        ..written
    })
}

/// What is done in a folder already.
fn open(folder: &Path, names: &[String], options: &Options) -> Result<Done, DatasetError> {
    let made_of = format!("soko dataset 1\n{}{}\n", options.told(), names.join("\n"));
    let done = Done::open(folder, &made_of);
    let done = done.map_err(|error| DatasetError::File(folder.to_owned(), error))?;
    done.ok_or_else(|| DatasetError::Other(folder.to_owned()))
}

/// Has several threads do some work; the first thing that went wrong.
fn on_threads(
    n: usize,
    work: &(dyn Fn() -> Result<(), DatasetError> + Sync),
) -> Result<(), DatasetError> {
    thread::scope(|scope| {
        let others: Vec<_> = (1..n).map(|_| scope.spawn(work)).collect();
        let own = work();
        let joined = others.into_iter().filter_map(|other| other.join().ok());
        std::iter::once(own).chain(joined).collect()
    })
}

fn total(done: &Done) -> Summary {
    let parts = done.parts.values();
    parts.fold(Summary::default(), |sum, part| sum.plus(&part.summary))
}

/// A run under way.
struct Run<'a> {
    parts: &'a dyn Parts,
    /// Where a part is written.
    path: &'a (dyn Fn(usize) -> PathBuf + Sync),
    options: &'a Options,
    stop: &'a AtomicBool,
    tracker: Tracker<'a>,
}

impl Run<'_> {
    /// Writes a part whole; none if the run was stopped.
    fn write_part(&self, part: usize, name: &str) -> Result<Option<Part>, DatasetError> {
        // In this order, a file that changes in between is taken for changed the next time.
        let content = self.parts.fingerprint(part).map_err(DatasetError::Levels)?;
        let levels = self.parts.levels(part).map_err(DatasetError::Levels)?;
        if self.stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let path = (self.path)(part);
        let beside = path.with_extension("parquet.new");
        let written = self.write_levels(&beside, (part, name), &levels);
        let wrong = |error| DatasetError::File(path.clone(), error);
        let Some(summary) = written.map_err(wrong)? else {
            fs::remove_file(&beside).map_err(wrong)?;
            return Ok(None);
        };
        fs::rename(&beside, &path).map_err(wrong)?;
        Ok(Some(Part { content, summary }))
    }

    fn write_levels(
        &self,
        path: &Path,
        (part, name): (usize, &str),
        levels: &[(usize, Level)],
    ) -> io::Result<Option<Summary>> {
        let about = About::new()
            .with("source", name)
            .with("proof", "the level's whole state graph");
        let mut table = PositionTable::new(BufWriter::new(File::create(path)?), &about)?;
        let mut summary = Summary {
            parts: 1,
            levels: levels.len() as u64,
            ..Summary::default()
        };
        for (nth, (number, level)) in levels.iter().enumerate() {
            let graph = LabelledGraph::of(level, self.options, self.stop);
            if self.stop.load(Ordering::Relaxed) {
                return Ok(None);
            }
            match graph {
                Some(graph) => {
                    summary.positions += write_level(&mut table, name, *number, level, &graph)?;
                }
                None => summary.left_out += 1,
            }
            self.tracker
                .note(part, (nth + 1, levels.len()), summary.positions);
        }
        table.finish()?.into_inner()?.sync_all()?;
        Ok(Some(summary))
    }
}

/// Writes the rows of a level; returns how many there are.
fn write_level<W: io::Write + Send>(
    table: &mut PositionTable<W>,
    source: &str,
    number: usize,
    level: &Level,
    graph: &LabelledGraph,
) -> io::Result<u64> {
    let board = level.board();
    let level_id = level.exact_id().to_string();
    let mut n_rows = 0;
    for label in graph.labels() {
        let to_cell = |push: &soko_core::Push| -> PushCell {
            let at = board.coord(push.from);
            (at.row + 1, at.col + 1, push.direction.letter())
        };
        let best: Vec<PushCell> = label.best.iter().map(to_cell).collect();
        table.push(PositionRow {
            source,
            level: number,
            level_id: &level_id,
            state: label.state,
            depth: label.depth,
            board: &text_of(level, &label.position),
            to_go: label.to_go,
            best: &best,
        })?;
        n_rows += 1;
    }
    Ok(n_rows)
}

/// A position as rows of characters.
fn text_of(level: &Level, position: &State) -> String {
    debug_assert!(!position.boxes.is_empty());
    let text = level.picture(position).to_string();
    text.trim_end_matches('\n').to_owned()
}
