//! `soko patterns`: deadlock patterns listed, checked, generated and kept.

mod args;
mod run;
mod told;

pub use args::Args;
pub use run::run;
