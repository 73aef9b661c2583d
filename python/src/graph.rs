//! Whole state graphs as arrays.
//!
//! The states and the edges are the graph's own memory, handed over to NumPy and not
//! copied. Rows of edges are in the form that SciPy calls CSR: `csr_array((ones, targets,
//! row_starts))` is the matrix of the graph.

use crate::errors::value_error;
use crate::interrupt::interruptible;
use crate::level::PyLevel;
use crate::limits::{Listener, limits};
use crate::read::n_threads;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use soko_core::{CanonicalState, Level, State};
use soko_graph::{GraphParts, KeyLayout, NEVER, Rules, StateGraph, pushes_to_go};
use std::sync::atomic::AtomicBool;

/// All states that pushes lead to from a level's start, or as many as the limits allow.
/// State 0 is the start; numbers grow breadth first.
#[pyclass(frozen, module = "sokoscope")]
pub struct Graph {
    level: Level,
    layout: KeyLayout,
    /// Why the exploration ended early; None if the graph is whole.
    #[pyo3(get)]
    stopped: Option<&'static str>,
    /// The packed states: a row of words each.
    #[pyo3(get)]
    keys: Py<PyArray2<u64>>,
    /// Where the edges of each state begin in `targets`, and the number of edges.
    #[pyo3(get)]
    row_starts: Py<PyArray1<u64>>,
    /// Where the edges lead.
    #[pyo3(get)]
    targets: Py<PyArray1<u32>>,
    /// Pushes from the start.
    #[pyo3(get)]
    depth: Py<PyArray1<u32>>,
    /// The fewest pushes to a solved state; -1 where there is no way. Exact if the graph
    /// is whole.
    #[pyo3(get)]
    to_go: Py<PyArray1<i32>>,
}

/// What is worked out without the interpreter.
struct Explored {
    parts: GraphParts,
    n_words: usize,
    depth: Vec<u32>,
    to_go: Vec<i32>,
}

impl Explored {
    fn new(graph: StateGraph) -> Explored {
        let layers = graph.layers();
        let mut depth = Vec::with_capacity(graph.n_states());
        for (pushes, ends) in layers.windows(2).enumerate() {
            depth.resize(ends[1] as usize, pushes as u32);
        }
        let to_go = pushes_to_go(&graph).into_iter();
        let to_go = to_go.map(|pushes| if pushes == NEVER { -1 } else { pushes as i32 });
        Explored {
            to_go: to_go.collect(),
            depth,
            n_words: graph.key_layout().n_words(),
            parts: graph.into_parts(),
        }
    }
}

/// Explores the whole state graph of a level.
#[pyfunction]
#[pyo3(signature = (level, *, max_states = None, time = None, memory = None, threads = 0,
    progress = None))]
pub fn explore(
    py: Python<'_>,
    level: &PyLevel,
    max_states: Option<u64>,
    time: Option<f64>,
    memory: Option<usize>,
    threads: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<Graph> {
    let limits = limits(time, memory, max_states)?;
    let (stop, listener) = (AtomicBool::new(false), Listener::new(progress));
    let explored = interruptible(py, &stop, || {
        let mut control = listener.control(limits, &stop);
        let rules = Rules::default();
        let graph = soko_graph::explore(&level.level, &rules, n_threads(threads), &mut control);
        graph.map(Explored::new)
    })?;
    listener.raised()?;
    Graph::new(py, explored.map_err(value_error)?)
}

impl Graph {
    fn new(py: Python<'_>, explored: Explored) -> PyResult<Graph> {
        let Explored {
            parts,
            n_words,
            depth,
            to_go,
        } = explored;
        let n_states = parts.keys.len() / n_words;
        let keys = parts.keys.into_pyarray(py).reshape([n_states, n_words])?;
        Ok(Graph {
            level: parts.level,
            layout: parts.layout,
            stopped: parts.stopped.map(|reason| reason.name()),
            keys: keys.unbind(),
            row_starts: parts.row_starts.into_pyarray(py).unbind(),
            targets: parts.targets.into_pyarray(py).unbind(),
            depth: depth.into_pyarray(py).unbind(),
            to_go: to_go.into_pyarray(py).unbind(),
        })
    }

    /// A state with the man on the first square of his area; the start keeps its man.
    fn state(&self, keys: &[u64], number: usize) -> PyResult<State> {
        if number == 0 {
            return Ok(self.level.start());
        }
        let n_words = self.layout.n_words();
        let key = keys.get(number * n_words..(number + 1) * n_words);
        let key =
            key.ok_or_else(|| PyIndexError::new_err(format!("there is no state {number}")))?;
        let CanonicalState { boxes, area } = self.layout.unpack(key);
        Ok(State { boxes, man: area })
    }
}

#[pymethods]
impl Graph {
    /// States.
    #[getter]
    fn n_states(&self, py: Python<'_>) -> usize {
        self.depth.bind(py).len().unwrap_or(0)
    }

    /// Edges.
    #[getter]
    fn n_edges(&self, py: Python<'_>) -> usize {
        self.targets.bind(py).len().unwrap_or(0)
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.n_states(py)
    }

    /// The level that begins at a state.
    fn level(&self, py: Python<'_>, state: usize) -> PyResult<PyLevel> {
        let keys = self.keys.bind(py).readonly();
        let state = self.state(keys.as_slice()?, state)?;
        Ok(PyLevel::plain(self.level.with_start(&state)))
    }

    /// The symbols of some states: a board of rows and columns for each.
    fn symbols<'py>(
        &self,
        py: Python<'py>,
        states: PyReadonlyArray1<'py, i64>,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let keys = self.keys.bind(py).readonly();
        let keys = keys.as_slice()?;
        let board = self.level.board();
        let (height, width) = (board.height() as usize, board.width() as usize);
        let states = states.as_array();
        let mut cells = vec![0; states.len() * height * width];
        for (out, &number) in cells.chunks_exact_mut(height * width).zip(states) {
            let number = usize::try_from(number);
            let number = number.map_err(|_| PyIndexError::new_err("states are numbered from 0"))?;
            PyLevel::symbols_of(&self.level, &self.state(keys, number)?, out);
        }
        cells
            .into_pyarray(py)
            .reshape([states.len(), height, width])
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let whole = self
            .stopped
            .map_or("whole".to_owned(), |why| format!("stopped: {why}"));
        format!(
            "<Graph {} states, {} edges, {whole}>",
            self.n_states(py),
            self.n_edges(py)
        )
    }
}
