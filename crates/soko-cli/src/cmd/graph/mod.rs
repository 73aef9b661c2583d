//! `soko graph`: whole state graphs, what they say, and pictures of them.

mod about;
mod args;
mod attempts;
mod cluster;
mod cluster_args;
mod counts;
mod drawing;
pub mod estimate;
mod explored;
pub mod export;
mod parquet;
mod report;
mod rows;
mod run;
mod summary;

pub use args::{Args, views};
pub use explored::show as show_progress;
pub use run::run;
