//! The engines and the optimiser.

use crate::errors::value_error;
use crate::interrupt::interruptible;
use crate::level::PyLevel;
use crate::limits::{Listener, limits};
use crate::read::{each, n_threads};
use crate::solution::Solution;
use pyo3::prelude::*;
use soko_core::Level;
use soko_search::{Control, Limits};
use soko_solve::optimise::MetricOrder;
use soko_solve::{DEFAULT_ENGINE, Objective, Options, Outcome, SolveError, engine_named};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// How a run of an engine ended.
#[pyclass(frozen, get_all, module = "sokoscope")]
pub struct Report {
    /// "solved"; "unsolvable", proved; "incomplete", if the engine gave up; or
    /// "stopped".
    outcome: &'static str,
    /// Why it was stopped: "time", "memory", "expansions", "cancelled"; else None.
    reason: Option<&'static str>,
    /// The solution, if there is one.
    solution: Option<Py<Solution>>,
    /// No solution is shorter than this, if something is known.
    lower_bound: Option<u64>,
    /// What the bound counts: "moves" or "pushes".
    bound_measure: Option<&'static str>,
    /// The engine.
    engine: &'static str,
    /// States expanded.
    expanded: u64,
    /// Seconds that it took.
    seconds: f64,
}

#[pymethods]
impl Report {
    fn __bool__(&self) -> bool {
        self.solution.is_some()
    }

    fn __repr__(&self) -> String {
        let why = self
            .reason
            .map_or(String::new(), |reason| format!(": {reason}"));
        format!("<Report {}{why}>", self.outcome)
    }
}

/// What an engine is asked to do.
#[derive(Clone)]
struct Task {
    engine: &'static str,
    options: Options,
    limits: Limits,
}

impl Task {
    fn new(
        engine: Option<&str>,
        goal: &str,
        threads: usize,
        seed: Option<u64>,
        limits: Limits,
    ) -> PyResult<Task> {
        let entry = engine_named(engine.unwrap_or(DEFAULT_ENGINE)).map_err(value_error)?;
        let objective = Objective::from_name(goal).ok_or_else(|| {
            value_error(format!(
                "no goal is called {goal:?}; there are any, pushes, moves"
            ))
        })?;
        let plain = Options::default();
        let options = Options {
            objective,
            threads: threads.max(1),
            seed: seed.unwrap_or(plain.seed),
            ..plain
        };
        Ok(Task {
            engine: entry.name,
            options,
            limits,
        })
    }

    fn run(
        &self,
        level: &Level,
        control: &mut Control<'_>,
    ) -> Result<(soko_solve::Report, f64), SolveError> {
        let report = soko_solve::solve(self.engine, level, &self.options, control)?;
        Ok((report, control.elapsed().as_secs_f64()))
    }
}

fn told(py: Python<'_>, (report, seconds): (soko_solve::Report, f64)) -> PyResult<Report> {
    let bound = report.lower_bound;
    let (outcome, reason, solution) = match report.outcome {
        Outcome::Solved(solution) => ("solved", None, Some(solution)),
        Outcome::Unsolvable => ("unsolvable", None, None),
        Outcome::Incomplete => ("incomplete", None, None),
        Outcome::Stopped(reason) => ("stopped", Some(reason.name()), None),
    };
    let solution =
        solution.map(|solution| Py::new(py, Solution::new(solution.verified, solution.optimal)));
    Ok(Report {
        outcome,
        reason,
        solution: solution.transpose()?,
        lower_bound: bound.map(|bound| bound.at_least),
        bound_measure: bound.map(|bound| bound.measure.name()),
        engine: report.engine,
        expanded: report.counters.expanded,
        seconds,
    })
}

/// Solves a level. Whatever comes back as a solution has been replayed by the referee.
#[pyfunction]
#[pyo3(signature = (level, *, engine = None, goal = "any", time = None, memory = None,
    expansions = None, threads = 1, seed = None, progress = None))]
#[allow(clippy::too_many_arguments)]
pub fn solve(
    py: Python<'_>,
    level: &PyLevel,
    engine: Option<&str>,
    goal: &str,
    time: Option<f64>,
    memory: Option<usize>,
    expansions: Option<u64>,
    threads: usize,
    seed: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Report> {
    let task = Task::new(
        engine,
        goal,
        threads,
        seed,
        limits(time, memory, expansions)?,
    )?;
    let (stop, listener) = (AtomicBool::new(false), Listener::new(progress));
    let report = interruptible(py, &stop, || {
        let mut control = listener.control(task.limits, &stop);
        task.run(&level.level, &mut control)
    })?;
    listener.raised()?;
    told(py, report.map_err(value_error)?)
}

/// Solves many levels on several threads, one a thread; the limits are for each level.
/// `progress` is called with the number of levels done and of all levels.
#[pyfunction]
#[pyo3(signature = (levels, *, threads = 0, engine = None, goal = "any", time = None,
    memory = None, expansions = None, progress = None))]
#[allow(clippy::too_many_arguments)]
pub fn solve_many(
    py: Python<'_>,
    levels: Vec<Py<PyLevel>>,
    threads: usize,
    engine: Option<&str>,
    goal: &str,
    time: Option<f64>,
    memory: Option<usize>,
    expansions: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Vec<Report>> {
    let task = Task::new(engine, goal, 1, None, limits(time, memory, expansions)?)?;
    let levels: Vec<Arc<Level>> = levels
        .iter()
        .map(|level| level.get().level.clone())
        .collect();
    let (stop, listener) = (AtomicBool::new(false), Listener::new(progress));
    let n_done = AtomicUsize::new(0);
    let reports = interruptible(py, &stop, || {
        each(&levels, n_threads(threads), |level| {
            let mut control = Control::new(task.limits).with_stop(&stop);
            let report = task.run(level, &mut control);
            let done = n_done.fetch_add(1, Ordering::Relaxed) + 1;
            listener.call((done, levels.len()), &stop);
            report
        })
    })?;
    listener.raised()?;
    let told = |report: Result<_, SolveError>| told(py, report.map_err(value_error)?);
    reports.into_iter().map(told).collect()
}

/// Makes a solution shorter for as long as it may; never worse than what was given.
#[pyfunction]
#[pyo3(signature = (level, moves, *, metrics = "pushes,moves", time = None, memory = None,
    expansions = None, progress = None))]
#[allow(clippy::too_many_arguments)]
pub fn optimise(
    py: Python<'_>,
    level: &PyLevel,
    moves: &str,
    metrics: &str,
    time: Option<f64>,
    memory: Option<usize>,
    expansions: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Solution> {
    let order: MetricOrder = metrics.parse().map_err(value_error)?;
    let limits = limits(time, memory, expansions)?;
    let given = level.read_moves(py, moves)?;
    let (stop, listener) = (AtomicBool::new(false), Listener::new(progress));
    let better = interruptible(py, &stop, || {
        let mut control = listener.control(limits, &stop);
        soko_solve::optimise::optimise(&level.level, &given, order, &mut control)
    })?;
    listener.raised()?;
    Ok(Solution::new(better.best, None))
}
