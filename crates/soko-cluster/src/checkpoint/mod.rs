//! What was counted so far, on disk, so that a run can go on where another was killed.
//!
//! After each layer every worker writes the states of that layer that are new and its
//! own to a file. A file is whole or it is not there: it is written under another name,
//! forced to disk, and renamed; a checksum over all of it tells what a disk has lost.
//! Nothing is ever changed, so a kill at any moment costs the layer under way, and a
//! full disk costs nothing that was written before.
//!
//! A run goes on from the last layer that *all* workers have. Whatever is later is
//! removed, since it will be written anew.

mod file;
mod folder;

pub use folder::{Folder, Reached, Survey};

use std::io;
use std::path::PathBuf;

/// What can be wrong with a folder of checkpoints.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// A file or folder cannot be read or written.
    #[error("checkpoint {}: {source}{}", path.display(), hint(source))]
    Disk {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It belongs to another run.
    #[error(
        "checkpoint {}: it belongs to another run ({difference}); choose another folder, \
         or remove this one", path.display()
    )]
    Other {
        /// The folder.
        path: PathBuf,
        /// In what it differs.
        difference: String,
    },
    /// Another process uses it.
    #[error("checkpoint {}: another process is using it", .0.display())]
    Busy(PathBuf),
    /// A file is not what was written.
    #[error("checkpoint {}: {why}", path.display())]
    Damaged {
        /// Which.
        path: PathBuf,
        /// In what way.
        why: String,
    },
}

fn hint(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            "; what was written before remains usable: make room and run the same command again"
        }
        _ => "",
    }
}
