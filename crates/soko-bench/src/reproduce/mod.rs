//! The papers' tables and figures, computed anew and set beside the print.
//!
//! One paper, one file; each gives a [`Paper`] for the table [`PAPERS`]. A paper's
//! function computes everything from the levels and returns plain [`Findings`]:
//! tables with published and own figures, and checks that say how many of them
//! agree, how many must, and why the rest do not.

mod catalogue;
mod desk;
mod findings;
mod greco;
mod greco_averages;
mod greco_runs;
mod movers;
mod movers_runs;
mod nash;
mod paper;
pub mod veger;
mod veger_drawing;
mod veger_examples;
mod veger_figures;
mod veger_tables;

pub use catalogue::{PAPERS, paper};
pub use desk::{Desk, ReproduceError, printed};
pub use findings::{Cell, Check, Findings, FindingsTable};
pub use paper::Paper;
