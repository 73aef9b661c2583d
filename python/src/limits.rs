//! What a job may use, and whom it tells how far it is.

use crate::errors::value_error;
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use soko_search::{Control, Limits};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The memory that a job may use if nothing is said: as for the command.
const MEMORY: usize = 4 << 30;

/// Limits as Python gives them.
pub(crate) fn limits(
    time: Option<f64>,
    memory: Option<usize>,
    expansions: Option<u64>,
) -> PyResult<Limits> {
    let to_duration = |seconds: f64| {
        let duration = Duration::try_from_secs_f64(seconds);
        duration.map_err(|_| value_error(format!("{seconds} is no number of seconds")))
    };
    Ok(Limits {
        expansions,
        time: time.map(to_duration).transpose()?,
        memory: Some(memory.unwrap_or(MEMORY)),
        ..Limits::default()
    })
}

/// A function of the user that is told how far a job is; what it raises ends the job.
pub(crate) struct Listener {
    function: Option<Py<PyAny>>,
    raised: Mutex<Option<PyErr>>,
}

impl Listener {
    pub fn new(function: Option<Py<PyAny>>) -> Listener {
        Listener {
            function,
            raised: Mutex::new(None),
        }
    }

    /// A control that keeps the limits, stops by the flag, and tells the user.
    pub fn control<'a>(&'a self, limits: Limits, stop: &'a AtomicBool) -> Control<'a> {
        let control = Control::new(limits).with_stop(stop);
        if self.function.is_none() {
            return control;
        }
        control.with_observer(move |now| {
            let told = (
                now.phase.to_owned(),
                now.elapsed.as_secs_f64(),
                now.counters.expanded,
                now.counters.stored,
            );
            self.call(told, stop);
        })
    }

    /// Tells the user some numbers.
    pub fn call<T>(&self, told: T, stop: &AtomicBool)
    where
        T: for<'py> PyCallArgs<'py>,
    {
        if let Some(function) = &self.function {
            let answer = Python::attach(|py| function.call1(py, told).map(drop));
            self.heard(answer, stop);
        }
    }

    fn heard(&self, answer: PyResult<()>, stop: &AtomicBool) {
        if let Err(error) = answer {
            stop.store(true, Ordering::Relaxed);
            if let Ok(mut raised) = self.raised.lock() {
                raised.get_or_insert(error);
            }
        }
    }

    /// What the user's function raised.
    pub fn raised(self) -> PyResult<()> {
        match self.raised.into_inner() {
            Ok(Some(error)) => Err(error),
            _ => Ok(()),
        }
    }
}
