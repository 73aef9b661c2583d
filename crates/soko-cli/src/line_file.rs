//! A file of lines, each written as it comes.
//!
//! The first line replaces whatever stood in the file, as `files` does it; so a
//! run that never has anything to write harms nothing. The others are put behind
//! it. A line that does not fit on the disk is taken back whole, and the file stays
//! open for the next.

use crate::files::{Replacement, cannot_write};
use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that is being written line by line.
pub struct LineFile {
    path: PathBuf,
    /// What the first line will be written to.
    replacement: Option<Replacement>,
    /// What the others are written to.
    file: Option<File>,
}

impl LineFile {
    /// Sees to it that the file can be written; nothing is replaced yet.
    pub fn open(path: &Path) -> anyhow::Result<LineFile> {
        Ok(LineFile {
            path: path.to_path_buf(),
            replacement: Some(Replacement::begin(path)?),
            file: None,
        })
    }

    /// Writes one line, whole or not at all.
    pub fn write_line(&mut self, line: &str) -> anyhow::Result<()> {
        let data = format!("{line}\n");
        let written = match &mut self.file {
            Some(file) => append(file, data.as_bytes()),
            None => {
                // The first attempt may have failed and used the file up.
                let mut first = match self.replacement.take() {
                    Some(first) => first,
                    None => Replacement::begin(&self.path)?,
                };
                let written = first.write_all(data.as_bytes());
                if written.is_ok() {
                    self.file = Some(first.finish()?);
                }
                written
            }
        };
        written.map_err(|error| cannot_write(&self.path, &error))
    }
}

/// Writes at the end; what does not fit is cut off again.
fn append(file: &mut File, data: &[u8]) -> io::Result<()> {
    if !file.metadata()?.is_file() {
        return file.write_all(data);
    }
    let end = file.stream_position()?;
    let written = file.write_all(data);
    if written.is_err() {
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
    }
    written
}
