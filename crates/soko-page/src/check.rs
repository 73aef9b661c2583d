//! What is wrong with a drawing, and where boxes would be lost in it.

use crate::fault::Fault;
use crate::levels::{cell_of, read_setup};
use serde::{Deserialize, Serialize};
use soko_core::{Level, Squares, facts};

/// What is wrong with a drawing, with cells, and where boxes would be lost.
#[derive(Serialize)]
pub struct Checked {
    /// The drawing in the standard form, if it is a level.
    text: Option<String>,
    faults: Vec<DrawingFault>,
    dead: Vec<u32>,
}

#[derive(Serialize)]
struct DrawingFault {
    message: String,
    cell: Option<u32>,
}

/// A drawing.
#[derive(Deserialize)]
pub struct CheckRequest {
    /// Board rows, as drawn.
    level: String,
}

/// Checks board rows, as drawn.
pub fn check(drawing: &CheckRequest) -> Result<Checked, Fault> {
    let setup = read_setup(&drawing.level)?;
    let width = setup.width();
    match Level::from_setup(setup) {
        Ok(level) => Ok(Checked {
            text: Some(level.setup().to_string()),
            faults: Vec::new(),
            dead: facts::dead_squares(level.board())
                .iter()
                .map(|square| cell_of(level.board(), square))
                .collect(),
        }),
        Err(error) => Ok(Checked {
            text: None,
            faults: error
                .faults
                .iter()
                .map(|fault| DrawingFault {
                    message: fault.message(),
                    cell: fault.coord().map(|at| at.row * width + at.col),
                })
                .collect(),
            dead: Vec::new(),
        }),
    }
}
