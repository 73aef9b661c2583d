//! Boards as pictures: a [`Scene`] of simple shapes in units of one cell, each
//! painted with what it stands for. Whoever draws gives each [`Paint`] a look:
//! [`svg`] writes classes, and a style or attributes for them; [`Pixels`] take the
//! colours.
//!
//! Nothing is told by colour alone: a box is a square with an edge, the man a disc, a
//! goal a ring that shows through whatever stands on it, and layers have hatchings,
//! letters and parts of the cell of their own (`layer.rs`).

mod arrow;
mod board;
mod frame;
mod hatch;
mod layer;
mod legend;
mod paint;
mod pixels;
mod scene;
pub mod svg;

pub use arrow::Look;
pub use layer::{LegendLine, MOST_LAYERS, PictureLayer, Sample};
pub use paint::Paint;
pub use pixels::{FONT, Pixels};
pub use scene::{Align, Form, Polygon, Scene, Shape};
