//! The option `--dead-sets`: what was proved dead, kept from one run to the next.

use crate::exit_code::Failure;
use crate::{files, output};
use soko_bench::{DeadSetFile, StoredSet};
use soko_core::Level;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A file of dead sets that is read now and written at the end.
#[derive(Debug)]
pub struct DeadSets {
    path: PathBuf,
    file: DeadSetFile,
}

impl DeadSets {
    /// Reads the file; one that is not there has nothing in it yet.
    pub fn open(path: &Path) -> anyhow::Result<DeadSets> {
        let bytes = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            Err(error) => {
                let message = format!("cannot read {}: {error}", path.display());
                return Err(Failure::invalid(message));
            }
        };
        let file = DeadSetFile::read(&bytes);
        let (n, path) = (file.n_unreadable, path.to_owned());
        if n > 0 && file.n_sets() == 0 {
            let message = format!("{} holds no dead sets; choose another file", path.display());
            return Err(Failure::invalid(message));
        }
        if n > 0 {
            output::remark(&format!(
                "{}: {n} lines are no dead sets and go",
                path.display()
            ));
        }
        Ok(DeadSets { path, file })
    }

    /// The sets that are known of a level.
    pub fn of(&self, level: &Level) -> Vec<StoredSet> {
        self.file.of(&level.canonical_ground())
    }

    /// Keeps what a run has handed over.
    pub fn keep(&mut self, level: &Level, sets: Vec<StoredSet>) -> anyhow::Result<()> {
        self.file.keep(&level.canonical_ground(), sets);
        files::replace(&self.path, &self.file.write())
    }
}
