//! Positions with labels that whole graphs prove, as Parquet: what `soko dataset` writes.

use crate::errors::{level_error, os_error, value_error};
use crate::interrupt::interruptible;
use crate::level::PyLevel;
use crate::limits::Listener;
use crate::read::n_threads;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use soko_core::Level;
use soko_dataset::{
    DatasetError, Folder, List, OnBad, Options, Parts, Progress, Summary, write_dataset,
};
use soko_format::Diagnostic;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// A file with bad levels, and what is wrong with it.
type Bad = Mutex<Option<(String, Vec<Diagnostic>)>>;

/// Numbered levels with a name for them, or a folder whose files are read one by one.
#[derive(FromPyObject)]
pub(crate) enum Source {
    List(String, Vec<(usize, Py<PyLevel>)>),
    Folder(PathBuf),
}

/// Writes a dataset, or goes on with it: levels, positions, and levels left out.
#[pyfunction]
#[pyo3(signature = (source, out, *, max_states, sample, seed, keep_dead_squares, threads,
    skip_bad, progress))]
#[allow(clippy::too_many_arguments)]
pub fn dataset(
    py: Python<'_>,
    source: Source,
    out: PathBuf,
    max_states: u64,
    sample: Option<usize>,
    seed: u64,
    keep_dead_squares: bool,
    threads: usize,
    skip_bad: bool,
    progress: Option<Py<PyAny>>,
) -> PyResult<(u64, u64, u64)> {
    let options = Options {
        max_states,
        sample,
        seed,
        keep_dead_squares,
        threads: n_threads(threads),
    };
    let (stop, listener) = (AtomicBool::new(false), Listener::new(progress));
    let bad = Bad::default();
    let on_bad = |file: &str, problems: &[Diagnostic]| {
        let mut first = bad.lock().unwrap_or_else(|broken| broken.into_inner());
        if !skip_bad {
            first.get_or_insert_with(|| (file.to_owned(), problems.to_vec()));
            stop.store(true, Ordering::Relaxed);
        }
    };
    let parts = parts_of(source, &on_bad)?;
    let tell = |now: &Progress| listener.call((now.share, now.levels, now.positions), &stop);
    let written = interruptible(py, &stop, || {
        write_dataset(&*parts, &out, &options, &stop, &tell)
    })?;
    listener.raised()?;
    drop(parts);
    let summary = written.map_err(told)?;
    match bad.into_inner() {
        Ok(Some((file, problems))) => Err(level_error(py, Some(&file), &problems)),
        _ => Ok(counts(&summary)),
    }
}

fn parts_of<'a>(source: Source, on_bad: OnBad<'a>) -> PyResult<Box<dyn Parts + 'a>> {
    Ok(match source {
        Source::List(name, levels) => {
            let numbered = |(number, level): &(usize, Py<PyLevel>)| {
                (*number, Level::clone(&level.get().level))
            };
            let levels = levels.iter().map(numbered).collect();
            Box::new(List { name, levels })
        }
        Source::Folder(path) => {
            let folder = Folder::open(&path, on_bad);
            Box::new(folder.map_err(|(path, error)| os_error(&path, &error))?)
        }
    })
}

fn counts(summary: &Summary) -> (u64, u64, u64) {
    (
        summary.levels - summary.left_out,
        summary.positions,
        summary.left_out,
    )
}

/// What went wrong as an exception.
fn told(error: DatasetError) -> PyErr {
    match error {
        DatasetError::Other(_) => value_error(error),
        DatasetError::Levels(why) => PyOSError::new_err(why),
        DatasetError::File(path, error) => os_error(&path, &error),
    }
}
