//! `soko graph`: whole state graphs, what they say, and pictures of them.

mod args;
mod explored;
mod export;
mod report;
mod rows;
mod run;
mod summary;

pub use args::Args;
pub use run::run;
