//! Why something is not kept, in words for the player.

use rusqlite::ErrorCode;
use std::fmt;
use std::path::Path;

/// Why a change was not kept. Goes on a sentence: "nothing is being saved: …".
#[derive(Clone, Debug)]
pub(crate) struct Trouble {
    words: String,
    /// Whether that is the disk's fault or the file's, not the user's.
    allows_play: bool,
}

impl Trouble {
    /// The file is not there any more.
    pub fn gone() -> Trouble {
        Trouble {
            words: "the database file is gone; start Sokoscope anew to begin another".into(),
            allows_play: true,
        }
    }

    /// Whether a game may begin although this is so.
    pub fn allows_play(&self) -> bool {
        self.allows_play
    }
}

impl From<Trouble> for soko_page::keep::Trouble {
    fn from(trouble: Trouble) -> soko_page::keep::Trouble {
        soko_page::keep::Trouble::new(trouble.words)
    }
}

impl From<rusqlite::Error> for Trouble {
    fn from(error: rusqlite::Error) -> Trouble {
        let words = match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => "the disk is full",
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => {
                "the database file is damaged"
            }
            Some(ErrorCode::SystemIoFailure) => "the disk cannot be written or read",
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => {
                return Trouble {
                    words: "another program holds the database".into(),
                    allows_play: false,
                };
            }
            _ => {
                return Trouble {
                    words: format!("the database says: {error}"),
                    allows_play: false,
                };
            }
        };
        Trouble {
            words: words.into(),
            allows_play: true,
        }
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

/// A file that is not opened as the database: its name, and why.
#[derive(Clone, Debug)]
pub struct Refused(String);

impl Refused {
    pub(crate) fn new(path: &Path, why: String) -> Refused {
        Refused(format!("{}: {why}", path.display()))
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refused {}
