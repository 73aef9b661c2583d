//! What walls, goals and the start alone say about a level.

use crate::level::PyLevel;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use soko_core::facts::{Rooms, Sides};
use soko_core::{Reach, SquareSet, Squares, facts};
use soko_solve::Placement;
use soko_solve::heuristic::MinMatching;

/// Squares, rooms, tunnels and a lower bound in pushes, by name.
#[pyfunction]
pub fn analyse<'py>(py: Python<'py>, level: &PyLevel) -> PyResult<Bound<'py, PyDict>> {
    let level = &level.level;
    let board = level.board();
    let rooms = Rooms::new(board);
    let start = Placement {
        boxes: level.boxes().clone(),
        man: level.man(),
    };
    let dict = PyDict::new(py);
    let numbers = [
        ("floor_squares", board.n_squares()),
        ("dead_squares", facts::dead_squares(board).len()),
        ("boxes", level.n_boxes()),
        ("goals", board.goals().len()),
        (
            "boxes_on_goals",
            level.boxes().intersection(board.goals()).len(),
        ),
        ("rooms", rooms.rooms.len()),
        ("tunnels", rooms.tunnels.len()),
        ("tunnel_squares", rooms.tunnel_squares.len()),
        (
            "articulation_squares",
            Sides::new(board).articulations().len(),
        ),
        (
            "areas",
            Reach::<SquareSet>::new(board).areas(level.boxes()).len(),
        ),
    ];
    for (name, number) in numbers {
        dict.set_item(name, number)?;
    }
    dict.set_item("lower_bound", MinMatching::<SquareSet>::once(board, &start))?;
    Ok(dict)
}
