//! Positions with labels for learning: lost or not, how many pushes are left, and which
//! pushes are best, all proved by whole state graphs.
//!
//! [`LabelledGraph`] labels the positions of one level; [`write_dataset`] writes those of any
//! number of levels as Parquet, part by part ([`Parts`]), and goes on where it was
//! stopped.

mod done;
mod labels;
mod options;
mod summary;
mod write;

pub use labels::{Label, LabelledGraph};
pub use options::Options;
pub use summary::Summary;
pub use write::{DatasetError, Parts, write_dataset};
