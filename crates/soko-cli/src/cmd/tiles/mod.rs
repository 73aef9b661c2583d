//! `soko tiles`: games on tiles, listed, drawn, refereed, solved and mapped.

mod args;
mod graph;
mod numbered;
mod run;

pub use args::Args;
pub use run::run;
