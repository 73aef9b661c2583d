//! Batches of games for learning.

use crate::errors::value_error;
use crate::interrupt::interruptible;
use crate::level::PyLevel;
use numpy::{
    IntoPyArray, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1, PyReadwriteArray1,
    PyReadwriteArray2, PyReadwriteArrayDyn,
};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use soko_core::{Level, SplitMix};
use soko_gym::{Foreseen, Order, Painter, RandomLevels, Rewards, Source, SteppedOut, Terms, View};
use std::sync::atomic::AtomicBool;

/// Games that are stepped at once; what env.py and vector.py stand on.
#[pyclass(module = "sokoscope._native")]
pub struct Batch {
    batch: soko_gym::Batch,
}

fn view(observation: &str, cell: usize) -> PyResult<View> {
    match observation {
        "symbols" => Ok(View::Symbols),
        "one_hot" => Ok(View::OneHot),
        "tiny_rgb" => Ok(View::Rgb { cell: 1 }),
        "rgb" if (2..=256).contains(&cell) => Ok(View::Rgb { cell }),
        "rgb" => Err(value_error(format!(
            "a cell has 2 to 256 pixels, not {cell}"
        ))),
        _ => Err(value_error(format!(
            "no observation is called {observation:?}; there are symbols, one_hot, tiny_rgb, rgb"
        ))),
    }
}

/// The levels of a source: a list of them, or what generated ones are like.
#[derive(FromPyObject)]
enum Levels {
    List(Vec<Py<PyLevel>>),
    Random {
        width: u32,
        height: u32,
        boxes: usize,
        min_pushes: u32,
    },
}

impl Levels {
    fn source(self, order: &str) -> PyResult<Source> {
        let order = match order {
            "random" => Order::Random,
            "in_turn" => Order::InTurn,
            _ => {
                return Err(value_error(format!(
                    "no order is called {order:?}; there are random, in_turn"
                )));
            }
        };
        let source = match self {
            Levels::List(levels) => {
                let levels = levels.iter().map(|level| Level::clone(&level.get().level));
                Source::of_levels(levels.collect())
            }
            Levels::Random {
                width,
                height,
                boxes,
                min_pushes,
            } => Source::random(RandomLevels {
                width,
                height,
                boxes,
                min_pushes,
            }),
        };
        Ok(source.map_err(value_error)?.in_order(order))
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (levels, n, *, observation, cell, rewards, max_steps, order, graph_states))]
    #[allow(clippy::too_many_arguments)]
    fn new(
        py: Python<'_>,
        levels: Levels,
        n: usize,
        observation: &str,
        cell: usize,
        rewards: [f64; 4],
        max_steps: Option<u32>,
        order: &str,
        graph_states: u64,
    ) -> PyResult<Batch> {
        let [step, box_on, box_off, solved] = rewards;
        let terms = Terms {
            view: view(observation, cell)?,
            rewards: Rewards {
                step,
                box_on,
                box_off,
                solved,
            },
            max_steps,
        };
        let source = levels.source(order)?;
        let batch = py
            .detach(|| soko_gym::Batch::new(source, n, terms))
            .map_err(value_error)?;
        Ok(Batch {
            batch: batch.with_graphs_up_to(graph_states),
        })
    }

    /// The shape of one game's observation.
    #[getter]
    fn frame_shape(&self) -> Vec<usize> {
        self.batch.frame_shape()
    }

    fn reset(
        &mut self,
        py: Python<'_>,
        seeds: Vec<Option<u64>>,
        mut frames: PyReadwriteArrayDyn<'_, u8>,
    ) -> PyResult<()> {
        let frames = frames.as_slice_mut()?;
        let (batch, stop) = (&mut self.batch, AtomicBool::new(false));
        interruptible(py, &stop, || batch.reset(&seeds, frames))?.map_err(value_error)
    }

    fn reset_one(
        &mut self,
        seat: usize,
        seed: Option<u64>,
        level: Option<usize>,
        mut frames: PyReadwriteArrayDyn<'_, u8>,
    ) -> PyResult<()> {
        self.has_seat(seat)?;
        let frames = frames.as_slice_mut()?;
        self.batch
            .reset_one(seat, seed, level, frames)
            .map_err(value_error)
    }

    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        mut frames: PyReadwriteArrayDyn<'_, u8>,
        mut rewards: PyReadwriteArray1<'_, f64>,
        mut terminated: PyReadwriteArray1<'_, bool>,
        mut truncated: PyReadwriteArray1<'_, bool>,
    ) -> PyResult<()> {
        let (actions, frames) = (actions.as_slice()?, frames.as_slice_mut()?);
        let mut out = SteppedOut {
            rewards: rewards.as_slice_mut()?,
            terminated: terminated.as_slice_mut()?,
            truncated: truncated.as_slice_mut()?,
        };
        let batch = &mut self.batch;
        py.detach(|| batch.step(actions, frames, &mut out))
            .map_err(value_error)
    }

    /// One step of the only game: reward, terminated, truncated.
    fn step_one(
        &mut self,
        action: i64,
        mut frames: PyReadwriteArrayDyn<'_, u8>,
    ) -> PyResult<(f64, bool, bool)> {
        let (mut reward, mut terminated, mut truncated) = ([0.0], [false], [false]);
        let mut out = SteppedOut {
            rewards: &mut reward,
            terminated: &mut terminated,
            truncated: &mut truncated,
        };
        let frames = frames.as_slice_mut()?;
        self.batch
            .step(&[action], frames, &mut out)
            .map_err(value_error)?;
        Ok((reward[0], terminated[0], truncated[0]))
    }

    /// What can be proved; None is not asked for.
    fn foresee(
        &mut self,
        py: Python<'_>,
        dead: Option<PyReadwriteArray1<'_, bool>>,
        distance: Option<PyReadwriteArray1<'_, i32>>,
        mask: Option<PyReadwriteArray2<'_, i8>>,
    ) -> PyResult<()> {
        let (mut dead, mut distance, mut mask) = (dead, distance, mask);
        let mut asked = Foreseen::default();
        if let Some(dead) = &mut dead {
            asked.dead = dead.as_slice_mut()?;
        }
        if let Some(distance) = &mut distance {
            asked.distance = distance.as_slice_mut()?;
        }
        if let Some(mask) = &mut mask {
            asked.mask = mask.as_slice_mut()?;
        }
        let batch = &mut self.batch;
        py.detach(|| batch.foresee(&mut asked)).map_err(value_error)
    }

    /// The level at a seat, and its number in the list.
    fn level(&self, seat: usize) -> PyResult<(PyLevel, Option<usize>)> {
        self.has_seat(seat)?;
        let (level, number) = self.batch.level(seat);
        Ok((PyLevel::plain(level.clone()), number))
    }

    /// Boxes on goals, boxes, and steps of the game at a seat.
    fn counts(&self, seat: usize) -> PyResult<(usize, usize, u32)> {
        self.has_seat(seat)?;
        let (on_goals, boxes) = self.batch.boxes_on_goals(seat);
        Ok((on_goals, boxes, self.batch.n_steps(seat)))
    }

    /// The symbols of the position at a seat: rows and columns.
    fn symbols<'py>(&self, py: Python<'py>, seat: usize) -> PyResult<Bound<'py, PyArray2<u8>>> {
        self.has_seat(seat)?;
        let canvas = self.batch.canvas();
        let cells = self.batch.symbols(seat).to_vec();
        cells
            .into_pyarray(py)
            .reshape([canvas.height, canvas.width])
    }

    /// A picture of the position at a seat: rows, columns, and red, green, blue.
    fn picture<'py>(
        &self,
        py: Python<'py>,
        seat: usize,
        cell: usize,
    ) -> PyResult<Bound<'py, PyArray3<u8>>> {
        self.has_seat(seat)?;
        let canvas = self.batch.canvas();
        let painter = Painter::new(view("rgb", cell)?, canvas);
        let mut frame = vec![0; painter.frame_len()];
        painter.draw(self.batch.symbols(seat), &mut frame);
        frame
            .into_pyarray(py)
            .reshape([canvas.height * cell, canvas.width * cell, 3])
    }
}

impl Batch {
    fn has_seat(&self, seat: usize) -> PyResult<()> {
        let n_seats = self.batch.n_seats();
        if seat < n_seats {
            return Ok(());
        }
        Err(PyIndexError::new_err(format!(
            "there is no game {seat}; there are {n_seats}"
        )))
    }
}

/// Random levels, each with a solution of at least so many pushes. The same seed gives
/// the same levels.
#[pyfunction]
#[pyo3(signature = (n = 1, *, width = 8, height = 8, boxes = 2, min_pushes = 4, seed = 0))]
pub fn generate(
    py: Python<'_>,
    n: usize,
    width: u32,
    height: u32,
    boxes: usize,
    min_pushes: u32,
    seed: u64,
) -> PyResult<Vec<PyLevel>> {
    let wanted = RandomLevels {
        width,
        height,
        boxes,
        min_pushes,
    };
    Source::random(wanted).map_err(value_error)?;
    let stop = AtomicBool::new(false);
    let levels: Result<Vec<Level>, _> = interruptible(py, &stop, || {
        let mut random = SplitMix(seed);
        let goes_on = |_: &usize| !stop.load(std::sync::atomic::Ordering::Relaxed);
        (0..n)
            .take_while(goes_on)
            .map(|_| wanted.generate(&mut random))
            .collect()
    })?;
    Ok(levels
        .map_err(value_error)?
        .into_iter()
        .map(PyLevel::plain)
        .collect())
}
