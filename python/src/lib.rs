//! The compiled half of the Python package: levels, engines, graphs and batches of games
//! as Python sees them. What is Sokoban is in the crates below `crates/`; here are only
//! arguments, exceptions, arrays, and the interpreter's lock, which is given up wherever
//! something may take long.

mod analyse;
mod batch;
mod dataset;
mod errors;
mod graph;
mod interrupt;
mod level;
mod limits;
mod read;
mod solution;
mod solve;

use pyo3::prelude::*;

/// The module `sokoscope._native`.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::analyse::analyse;
    #[pymodule_export]
    use crate::batch::{Batch, generate};
    #[pymodule_export]
    use crate::dataset::dataset;
    #[pymodule_export]
    use crate::errors::{LevelError, MoveError};
    #[pymodule_export]
    use crate::graph::{Graph, explore};
    #[pymodule_export]
    use crate::level::PyLevel;
    #[pymodule_export]
    use crate::read::{builtin, load, loads};
    #[pymodule_export]
    use crate::solution::Solution;
    #[pymodule_export]
    use crate::solve::{Report, optimise, solve, solve_many};
}
