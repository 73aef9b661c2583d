//! A paper as an entry of the catalogue.

use super::desk::{Desk, ReproduceError};
use super::findings::Findings;

/// A paper that can be reproduced.
#[derive(Clone, Copy, Debug)]
pub struct Paper {
    /// The name on the command line.
    pub name: &'static str,
    /// Authors, year and title.
    pub title: &'static str,
    /// Computes its tables.
    pub run: fn(&mut Desk<'_>) -> Result<Findings, ReproduceError>,
}
