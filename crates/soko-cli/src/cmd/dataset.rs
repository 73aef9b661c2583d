//! `soko dataset`: positions with proved labels, as Parquet.

use crate::exit_code::{Exit, Failure};
use crate::limits::parse_threads;
use crate::source::LevelArgs;
use crate::{interrupt, output, progress};
use soko_bench::grouped;
use soko_core::Level;
use soko_dataset::{DatasetError, Options, Parts, Summary, write_dataset};
use soko_format::{Entry, read_collection};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

const EXAMPLES: &str = "\
Examples:
  soko dataset tutorial --out lessons
  soko dataset my.xsb --out positions --sample 1000 --threads 2
  soko dataset boxoban/unfiltered/train --out boxoban-labels --max-states 200000

The table has a row for each position: the board, whether it is lost, the fewest pushes
to go and the first pushes of all shortest solutions. All of it is proved by the level's
whole state graph; levels with more than --max-states states are left out and counted.
LEVELS may be a folder, whose files are then read one by one, Boxoban's too. A run that
was stopped goes on where it was when it is started again with the same words.

The parts are DIR/positions/part-N.parquet, as Polars, DuckDB and `datasets` read them;
DIR/parts.csv says what is in each.";

/// Write positions with proved labels as Parquet: lost, pushes to go, best pushes
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    levels: LevelArgs,

    /// The folder of the dataset
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Leave out levels with more states
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    max_states: u64,

    /// So many positions of each level, drawn at random, instead of all
    #[arg(long, value_name = "N")]
    sample: Option<usize>,

    /// The seed of the drawing
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// Keep positions with a box on a square from which none reaches a goal; all are lost
    #[arg(long)]
    keep_dead_squares: bool,

    /// Parts that are made at once
    #[arg(long, value_name = "N", default_value = "1", value_parser = parse_threads)]
    threads: usize,
}

/// Writes the dataset, or goes on with it.
pub fn run(args: &Args) -> anyhow::Result<Exit> {
    let options = Options {
        max_states: args.max_states,
        sample: args.sample,
        seed: args.seed,
        keep_dead_squares: args.keep_dead_squares,
        threads: args.threads,
    };
    let has_bad = AtomicBool::new(false);
    let parts = parts_of(&args.levels, &has_bad)?;
    let n_parts = parts.names().len() as u64;
    let job = interrupt::Job::listen_at_leisure();
    let bar = progress::bar(n_parts);
    let tell = |so_far: &Summary| {
        bar.set_position(so_far.parts as u64);
        let left = bar.eta().as_secs();
        bar.set_message(format!(
            "{} positions, {left} s left",
            grouped(so_far.positions)
        ));
    };
    let written = write_dataset(&*parts, &args.out, &options, interrupt::flag(), &tell);
    bar.finish_and_clear();
    drop(job);
    let summary = written.map_err(|error| match error {
        DatasetError::Other(_) => Failure::usage(error.to_string()),
        _ => Failure::invalid(error.to_string()),
    })?;
    output::line(&told(&summary, &args.out))?;
    Ok(
        match (summary.is_stopped, has_bad.load(Ordering::Relaxed)) {
            (true, _) => Exit::Interrupted,
            (false, true) => Exit::Invalid,
            (false, false) => Exit::Ok,
        },
    )
}

fn told(summary: &Summary, folder: &Path) -> String {
    let Summary {
        levels,
        positions,
        left_out,
        is_stopped,
        ..
    } = summary;
    let end = match is_stopped {
        true => "; stopped, and the same command goes on",
        false => "",
    };
    format!(
        "{}: {} positions of {} levels, {} too large and left out{end}",
        folder.display(),
        grouped(*positions),
        grouped(levels - left_out),
        grouped(*left_out)
    )
}

/// Levels of a part of one collection.
const LEVELS_A_PART: usize = 100;

fn parts_of<'a>(args: &LevelArgs, has_bad: &'a AtomicBool) -> anyhow::Result<Box<dyn Parts + 'a>> {
    let path = Path::new(&args.levels);
    if path.is_dir() {
        if args.selection.is_some() || args.lenient {
            return Err(Failure::usage(
                "--level and --lenient are for one file, not for a folder",
            ));
        }
        let mut files = Vec::new();
        files_of(path, &mut files)?;
        if files.is_empty() {
            return Err(Failure::invalid(format!(
                "there is no file in {}",
                args.levels
            )));
        }
        return Ok(Box::new(Folder { files, has_bad }));
    }
    let loaded = args.load()?;
    let mut levels = Vec::new();
    for entry in loaded.entries() {
        match loaded.level(entry) {
            Ok(level) => levels.push((entry.number, level)),
            Err(problems) => {
                output::diagnostics(&loaded.file, &problems);
                has_bad.store(true, Ordering::Relaxed);
            }
        }
    }
    Ok(Box::new(List {
        name: loaded.name,
        levels,
    }))
}

/// The files of a folder and of the folders in it, in the order of their names.
fn files_of(folder: &Path, files: &mut Vec<PathBuf>) -> anyhow::Result<()> {
    let unreadable =
        |error: std::io::Error| Failure::invalid(format!("{}: {error}", folder.display()));
    let mut inner = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        inner.push(entry.map_err(unreadable)?.path());
    }
    inner.sort();
    for path in inner {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with('.') || name.to_ascii_lowercase().starts_with("readme") {
            continue;
        }
        match path.is_dir() {
            true => files_of(&path, files)?,
            false => files.push(path),
        }
    }
    Ok(())
}

/// A collection, cut into stretches.
struct List {
    name: String,
    levels: Vec<(usize, Level)>,
}

impl Parts for List {
    fn names(&self) -> Vec<String> {
        let name = |part: &[(usize, Level)]| {
            let (first, last) = (part[0].0, part[part.len() - 1].0);
            format!("{} {first}-{last}", self.name)
        };
        self.levels.chunks(LEVELS_A_PART).map(name).collect()
    }

    fn levels(&self, part: usize) -> Result<Vec<(usize, Level)>, String> {
        let mut parts = self.levels.chunks(LEVELS_A_PART);
        Ok(parts.nth(part).unwrap_or_default().to_vec())
    }
}

/// A folder, a file a part, each read when its turn comes.
struct Folder<'a> {
    files: Vec<PathBuf>,
    has_bad: &'a AtomicBool,
}

impl Parts for Folder<'_> {
    fn names(&self) -> Vec<String> {
        let files = self.files.iter();
        files.map(|file| file.display().to_string()).collect()
    }

    fn levels(&self, part: usize) -> Result<Vec<(usize, Level)>, String> {
        let file = self.files[part].display().to_string();
        let bytes = std::fs::read(&self.files[part]).map_err(|error| format!("{file}: {error}"))?;
        let collection = read_collection(&bytes);
        let wrong = |problems: &[soko_format::Diagnostic]| {
            output::diagnostics(&file, problems);
            self.has_bad.store(true, Ordering::Relaxed);
        };
        if collection.entries.is_empty() {
            wrong(&collection.diagnostics);
        }
        let checked = |entry: &Entry| match entry.level() {
            Ok(level) => Some((entry.number, level)),
            Err(problems) => {
                wrong(&problems);
                None
            }
        };
        Ok(collection.entries.iter().filter_map(checked).collect())
    }
}
