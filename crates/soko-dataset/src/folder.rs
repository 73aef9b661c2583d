//! A folder of files of levels, such as Boxoban's: a file a part, each read when its turn
//! comes.

use crate::parts::{Parts, hash};
use soko_core::Level;
use soko_format::{Diagnostic, Entry, Severity, read_collection};
use std::io;
use std::path::{Path, PathBuf};

/// Hears of levels that are bad: the file, and what is wrong with it.
pub type OnBad<'a> = &'a (dyn Fn(&str, &[Diagnostic]) + Sync);

/// The files of a folder.
pub struct Folder<'a> {
    files: Vec<PathBuf>,
    on_bad: OnBad<'a>,
}

impl<'a> Folder<'a> {
    /// Looks for the files of a folder and of the folders in it.
    ///
    /// # Errors
    ///
    /// With the place that cannot be looked at.
    pub fn open(path: &Path, on_bad: OnBad<'a>) -> Result<Folder<'a>, (PathBuf, io::Error)> {
        let files = files_below(path)?;
        Ok(Folder { files, on_bad })
    }

    /// Whether there is no file.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    fn bytes(&self, part: usize) -> Result<Vec<u8>, String> {
        let file = &self.files[part];
        std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))
    }
}

impl Parts for Folder<'_> {
    fn names(&self) -> Vec<String> {
        let files = self.files.iter();
        files.map(|file| file.display().to_string()).collect()
    }

    /// The bytes of each file; they go with the number of levels where these are alike.
    fn weights(&self) -> Vec<u64> {
        let bytes = |file: &PathBuf| file.metadata().map_or(0, |data| data.len());
        self.files.iter().map(bytes).collect()
    }

    fn fingerprint(&self, part: usize) -> Result<u64, String> {
        Ok(hash(&self.bytes(part)?))
    }

    fn levels(&self, part: usize) -> Result<Vec<(usize, Level)>, String> {
        let file = self.files[part].display().to_string();
        let collection = read_collection(&self.bytes(part)?);
        let is_error = |found: &&Diagnostic| found.severity == Severity::Error;
        let wrong: Vec<_> = collection
            .diagnostics
            .iter()
            .filter(is_error)
            .cloned()
            .collect();
        if !wrong.is_empty() || collection.entries.is_empty() {
            (self.on_bad)(&file, &wrong);
        }
        let checked = |entry: &Entry| match entry.level() {
            Ok(level) => Some((entry.number, level)),
            Err(problems) => {
                (self.on_bad)(&file, &problems);
                None
            }
        };
        Ok(collection.entries.iter().filter_map(checked).collect())
    }
}

/// The files of a folder and of the folders in it, in the order of their names, without
/// hidden ones and those that say `readme`; a path that is no folder is its own file.
///
/// # Errors
///
/// With the place that cannot be looked at.
pub fn files_below(path: &Path) -> Result<Vec<PathBuf>, (PathBuf, io::Error)> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let wrong = |error| (path.to_owned(), error);
    let entries = std::fs::read_dir(path).map_err(wrong)?;
    let inner: Result<Vec<PathBuf>, _> = entries.map(|entry| Ok(entry?.path())).collect();
    let mut inner = inner.map_err(wrong)?;
    inner.sort();
    let is_shown = |path: &&PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        !name.starts_with('.') && !name.to_ascii_lowercase().starts_with("readme")
    };
    let mut files = Vec::new();
    for path in inner.iter().filter(is_shown) {
        files.extend(files_below(path)?);
    }
    Ok(files)
}
