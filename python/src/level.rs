//! A level, checked.

use crate::errors::{level_error, move_error};
use crate::solution::Solution;
use numpy::{IntoPyArray, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use soko_core::{Cell, Level, SquareSet, Squares, State, Verified, facts, verify};
use soko_format::lurd::LurdError;
use soko_format::{Diagnostic, Entry, MoveText, read_collection};
use soko_gym::Symbol;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A playable level. It never changes.
#[pyclass(frozen, name = "Level", module = "sokoscope")]
pub struct PyLevel {
    /// The level itself.
    pub level: Arc<Level>,
    /// Its title, if it has one.
    #[pyo3(get)]
    title: Option<String>,
    /// Its author, if one is named.
    #[pyo3(get)]
    author: Option<String>,
    /// Its number in the file that it comes from, from 1.
    #[pyo3(get)]
    number: usize,
    /// The solutions that stand in the file, as letters; nobody has checked them.
    #[pyo3(get)]
    solutions: Vec<String>,
}

impl PyLevel {
    /// A level that comes from no file.
    pub fn plain(level: Level) -> PyLevel {
        PyLevel {
            level: Arc::new(level),
            title: None,
            author: None,
            number: 1,
            solutions: Vec::new(),
        }
    }

    /// A level of a file.
    pub fn of_entry(entry: &Entry) -> Result<PyLevel, Vec<Diagnostic>> {
        let level = entry.level()?;
        let solutions = entry.games.iter().filter(|game| game.is_solution());
        Ok(PyLevel {
            level: Arc::new(level),
            title: entry.title().map(String::from),
            author: entry.author().map(String::from),
            number: entry.number,
            solutions: solutions.map(|game| game.moves.clone()).collect(),
        })
    }

    /// The symbols of a position, row by row.
    pub fn symbols_of(level: &Level, state: &State, out: &mut [u8]) {
        out.fill(Symbol::Wall as u8);
        let (board, width) = (level.board(), level.board().width() as usize);
        for square in board.squares() {
            let at = board.coord(square);
            let cell = Cell::of(
                board.is_goal(square),
                state.boxes.contains(square),
                state.man == square,
            );
            out[at.row as usize * width + at.col as usize] = Symbol::of(cell) as u8;
        }
    }

    /// Reads moves and has the referee replay them.
    pub fn read_moves(&self, py: Python<'_>, moves: &str) -> PyResult<Verified> {
        let text: Result<MoveText, LurdError> = moves.parse();
        let text = text.map_err(|e| move_error(py, &e.to_string(), Some(e.column)))?;
        let reverse = || move_error(py, "these are the moves of a reverse game", None);
        let directions = text.directions().ok_or_else(reverse)?;
        let verified = verify(self.level.setup(), directions);
        verified.map_err(|foul| move_error(py, &foul.to_string(), None))
    }

    /// Rows and columns.
    pub fn shape(&self) -> [usize; 2] {
        let board = self.level.board();
        [board.height() as usize, board.width() as usize]
    }

    fn marked<'py>(
        &self,
        py: Python<'py>,
        set: &SquareSet,
    ) -> PyResult<Bound<'py, PyArray2<bool>>> {
        let board = self.level.board();
        let [height, width] = self.shape();
        let mut marks = vec![false; height * width];
        for at in set.iter().map(|square| board.coord(square)) {
            marks[at.row as usize * width + at.col as usize] = true;
        }
        marks.into_pyarray(py).reshape([height, width])
    }
}

#[pymethods]
impl PyLevel {
    #[new]
    fn new(py: Python<'_>, text: &str) -> PyResult<PyLevel> {
        let collection = read_collection(text.as_bytes());
        match &collection.entries[..] {
            [entry] => PyLevel::of_entry(entry).map_err(|wrong| level_error(py, None, &wrong)),
            [] => Err(level_error(py, None, &collection.diagnostics)),
            [_, second, ..] => {
                let wrong = Diagnostic::error("there is a second level; loads() reads several");
                let wrong = wrong.in_level(2).at(second.line(), None, "");
                Err(level_error(py, None, &[wrong]))
            }
        }
    }

    /// Columns.
    #[getter]
    fn width(&self) -> u32 {
        self.level.board().width()
    }

    /// Rows.
    #[getter]
    fn height(&self) -> u32 {
        self.level.board().height()
    }

    /// Boxes.
    #[getter]
    fn n_boxes(&self) -> usize {
        self.level.n_boxes()
    }

    /// Goals inside the walls.
    #[getter]
    fn n_goals(&self) -> usize {
        self.level.board().goals().len()
    }

    /// The name that all levels share which play alike, turned or mirrored.
    #[getter]
    fn id(&self) -> String {
        self.level.canonical_id().to_string()
    }

    /// The name of this very board.
    #[getter]
    fn exact_id(&self) -> String {
        self.level.exact_id().to_string()
    }

    /// The symbols of the start, rows and columns, numbered as in the environment.
    fn symbols<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let [height, width] = self.shape();
        let mut cells = vec![0; height * width];
        PyLevel::symbols_of(&self.level, &self.level.start(), &mut cells);
        cells.into_pyarray(py).reshape([height, width])
    }

    /// Where a box can never again reach a goal.
    fn dead_squares<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        self.marked(py, &facts::dead_squares(self.level.board()))
    }

    /// What the man could reach if there were no boxes.
    fn floor<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<bool>>> {
        self.marked(py, &SquareSet::full(self.level.board().n_squares()))
    }

    /// The solution that these moves are; raises MoveError if they are none.
    fn verify(&self, py: Python<'_>, moves: &str) -> PyResult<Solution> {
        let verified = self.read_moves(py, moves)?;
        Ok(Solution::new(verified, None))
    }

    fn __str__(&self) -> String {
        self.level
            .setup()
            .to_string()
            .trim_end_matches('\n')
            .to_owned()
    }

    fn __repr__(&self) -> String {
        let title = self
            .title
            .as_ref()
            .map_or(String::new(), |t| format!(" {t:?}"));
        let [height, width] = self.shape();
        format!(
            "<Level{title} {width} x {height}, {} boxes>",
            self.level.n_boxes()
        )
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<PyLevel>();
        other.is_ok_and(|other| other.get().level.setup() == self.level.setup())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.level.setup().hash(&mut hasher);
        hasher.finish()
    }

    /// Levels can be pickled, so that other processes can have them.
    fn __reduce__(slf: &Bound<'_, Self>) -> (Py<PyAny>, (String,)) {
        let class = slf.get_type().into_any().unbind();
        (class, (slf.get().level.setup().to_string(),))
    }
}
