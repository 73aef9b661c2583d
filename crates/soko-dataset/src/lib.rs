//! Positions with labels for learning: lost or not, how many pushes are left, and which
//! pushes are best, all proved by whole state graphs.
//!
//! [`LabelledGraph`] labels the positions of one level; [`write_dataset`] writes those of any
//! number of levels as Parquet, part by part ([`Parts`]), and goes on where it was
//! stopped.

mod done;
mod folder;
mod labels;
mod options;
mod parts;
mod progress;
mod summary;
mod write;

pub use folder::{Folder, OnBad, files_below};

pub use labels::{Label, LabelledGraph};
pub use options::Options;
pub use parts::{List, Parts};
pub use progress::Progress;
pub use summary::Summary;
pub use write::{DatasetError, write_dataset};
