//! Levels from files, folders, texts and the collections that are built in.

use crate::errors::{level_error, os_error};
use crate::interrupt::interruptible;
use crate::level::PyLevel;
use pyo3::exceptions::PyKeyError;
use pyo3::prelude::*;
use soko_dataset::files_below;
use soko_format::{Collection, Diagnostic, Severity, builtin as own, read_collection};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

/// The levels of a collection, and what is wrong with it.
type Read = (Vec<PyLevel>, Vec<Diagnostic>);

fn checked(collection: &Collection) -> Read {
    let errors = collection
        .diagnostics
        .iter()
        .filter(|d| d.severity == Severity::Error);
    let (mut levels, mut wrong) = (Vec::new(), errors.cloned().collect::<Vec<_>>());
    for entry in &collection.entries {
        match PyLevel::of_entry(entry) {
            Ok(level) => levels.push(level),
            Err(problems) => wrong.extend(problems),
        }
    }
    (levels, wrong)
}

/// The good levels, or an exception about the bad ones.
fn good(
    py: Python<'_>,
    file: Option<&str>,
    (levels, wrong): Read,
    skip: bool,
) -> PyResult<Vec<PyLevel>> {
    let is_empty = levels.is_empty() && wrong.is_empty();
    if is_empty || !wrong.is_empty() && !skip {
        return Err(level_error(py, file, &wrong));
    }
    Ok(levels)
}

/// Reads the levels of a text, in any format.
#[pyfunction]
#[pyo3(signature = (text, *, skip_bad = false))]
pub fn loads(py: Python<'_>, text: &str, skip_bad: bool) -> PyResult<Vec<PyLevel>> {
    let read = py.detach(|| checked(&read_collection(text.as_bytes())));
    good(py, None, read, skip_bad)
}

/// The levels of a built-in collection: tutorial, starter, papers.
#[pyfunction]
pub fn builtin(py: Python<'_>, name: &str) -> PyResult<Vec<PyLevel>> {
    let known = || {
        own::all()
            .map(|own| own.name)
            .collect::<Vec<_>>()
            .join(", ")
    };
    let collection = own::collection(name).ok_or_else(|| {
        PyKeyError::new_err(format!("{name:?} is not built in; there are {}", known()))
    })?;
    good(py, Some(name), checked(&collection.read()), false)
}

/// Reads the levels of a file, or of all files of a folder and the folders in it, in the
/// order of their names; several files are read at once.
#[pyfunction]
#[pyo3(signature = (path, *, skip_bad = false, threads = 0))]
pub fn load(
    py: Python<'_>,
    path: PathBuf,
    skip_bad: bool,
    threads: usize,
) -> PyResult<Vec<PyLevel>> {
    let files = files_below(&path).map_err(|(path, error)| os_error(&path, &error))?;
    let stop = AtomicBool::new(false);
    let read = interruptible(py, &stop, || read_all(&files, n_threads(threads)))?;
    let mut levels = Vec::new();
    for (file, read) in files.iter().zip(read) {
        let read = read.map_err(|error| os_error(file, &error))?;
        levels.extend(good(py, Some(&file.to_string_lossy()), read, skip_bad)?);
    }
    Ok(levels)
}

/// How many threads are meant: all that there are if none is said.
pub(crate) fn n_threads(asked: usize) -> usize {
    match asked {
        0 => std::thread::available_parallelism().map_or(1, |n| n.get()),
        n => n,
    }
}

fn read_all(files: &[PathBuf], threads: usize) -> Vec<std::io::Result<Read>> {
    each(files, threads, |file| {
        let bytes = std::fs::read(file)?;
        Ok(checked(&read_collection(&bytes)))
    })
}

/// Does a job for every item, on several threads; the results are in the order of the
/// items.
pub(crate) fn each<T: Sync, R: Send>(
    items: &[T],
    threads: usize,
    job: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let next = Mutex::new(0..items.len());
    let results: Mutex<Vec<Option<R>>> = Mutex::new(items.iter().map(|_| None).collect());
    let take = || next.lock().ok()?.next();
    let work = || {
        while let Some(index) = take() {
            let result = job(&items[index]);
            if let Ok(mut results) = results.lock() {
                results[index] = Some(result);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.min(items.len()) {
            scope.spawn(work);
        }
        work();
    });
    results.into_inner().map_or_else(
        |_| Vec::new(),
        |results| results.into_iter().flatten().collect(),
    )
}
