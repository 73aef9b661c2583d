//! `soko solve`: an engine on levels, with what it found, proved or tried.

mod answers;
mod args;
mod certificate;
mod run;

pub use args::Args;
pub use run::run;
