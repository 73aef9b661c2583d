//! The folder in which the program keeps what is the user's.

use crate::exit_code::Failure;
use std::path::{Path, PathBuf};

/// The user's data folder, or a failure with what to do instead.
pub fn usual(instead: &str) -> anyhow::Result<PathBuf> {
    let folder = dirs::data_dir();
    let folder =
        folder.ok_or_else(|| Failure::usage(format!("there is no data folder; {instead}")));
    Ok(folder?.join("sokoscope"))
}

/// Sees to it that a folder is there.
pub fn make(folder: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(folder)
        .map_err(|error| Failure::invalid(format!("cannot use {}: {error}", folder.display())))
}

/// The folder that was named, or else the user's, made if it is not there.
pub fn given_or_usual(given: Option<&Path>, instead: &str) -> anyhow::Result<PathBuf> {
    let folder = match given {
        Some(folder) => folder.to_path_buf(),
        None => usual(instead)?,
    };
    make(&folder)?;
    Ok(folder)
}

/// The database of a data folder.
pub fn database(folder: &Path) -> PathBuf {
    folder.join("sokoscope.db")
}
