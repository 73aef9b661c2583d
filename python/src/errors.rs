//! Exceptions, with the place of what is wrong.

use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use soko_format::Diagnostic;
use std::path::Path;

create_exception!(
    sokoscope,
    LevelError,
    PyValueError,
    "A level that cannot be read. It has `file`, `level`, `line` and `column` (all from 1, \
     None where nothing is known), and `problems`, a list of all that is wrong."
);
create_exception!(
    sokoscope,
    MoveError,
    PyValueError,
    "Moves that cannot be read (`column` is the place in the text, from 1), or that the \
     referee refuses."
);

/// The exception for what is wrong with a file or a text: the first problem, told with
/// its place, and all of them.
pub(crate) fn level_error(py: Python<'_>, file: Option<&str>, problems: &[Diagnostic]) -> PyErr {
    let told = match problems.first() {
        Some(first) => first.render(file.unwrap_or("text")).trim_end().to_owned(),
        None => "there is no level".to_owned(),
    };
    let error = LevelError::new_err(told);
    match give_places(py, &error, file, problems) {
        Ok(()) => error,
        Err(other) => other,
    }
}

fn give_places(
    py: Python<'_>,
    error: &PyErr,
    file: Option<&str>,
    problems: &[Diagnostic],
) -> PyResult<()> {
    let value = error.value(py);
    let first = problems.first();
    value.setattr("file", file)?;
    value.setattr("level", first.and_then(|problem| problem.level))?;
    value.setattr("line", first.and_then(|problem| problem.line))?;
    value.setattr("column", first.and_then(|problem| problem.column))?;
    let all: PyResult<Vec<_>> = problems
        .iter()
        .map(|problem| to_dict(py, problem))
        .collect();
    value.setattr("problems", all?)
}

fn to_dict<'py>(py: Python<'py>, problem: &Diagnostic) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("message", &problem.message)?;
    dict.set_item("level", problem.level)?;
    dict.set_item("line", problem.line)?;
    dict.set_item("column", problem.column)?;
    Ok(dict)
}

/// The exception for moves that cannot be read.
pub(crate) fn move_error(py: Python<'_>, message: &str, column: Option<usize>) -> PyErr {
    let error = MoveError::new_err(message.to_owned());
    match error.value(py).setattr("column", column) {
        Ok(()) => error,
        Err(other) => other,
    }
}

/// What was asked for wrongly, as a `ValueError`.
pub(crate) fn value_error(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// What the system refuses, as an `OSError` with the path.
pub(crate) fn os_error(path: &Path, error: &std::io::Error) -> PyErr {
    let told = error.to_string();
    let message = told
        .split(" (os error")
        .next()
        .unwrap_or_default()
        .to_owned();
    PyOSError::new_err((error.raw_os_error(), message, path.as_os_str().to_owned()))
}
