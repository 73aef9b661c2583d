//! `soko rate`: how hard people are likely to find a level, and how that was found out.

mod args;
mod fit;
mod plays;
mod run;
mod told;

pub use args::Args;
pub use run::run;
pub use told::{in_passing, one_line};
