//! The option `--values`: what features are worth to the champion's walks.

use crate::exit_code::Failure;
use crate::{output, source};
use soko_bench::read_values;
use soko_solve::champion::Weights;

/// Reads a file of values; one that is wrong in any way is refused.
pub fn load(file: &str) -> anyhow::Result<Weights> {
    let (_, bytes) = source::read(file)?;
    read_values(&bytes).map_err(|faults| {
        output::diagnostics(file, &faults);
        Failure::invalid(format!("{file} is not used: its values are wrong"))
    })
}
