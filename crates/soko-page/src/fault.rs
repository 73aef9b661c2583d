//! What is wrong with a question, in words for the player.

use crate::keep::Trouble;
use std::fmt;

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    kind: FaultKind,
    message: String,
}

/// What kind of fault it is; whoever carries questions has numbers of his own for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FaultKind {
    /// The question makes no sense.
    Bad,
    /// What it names is not there.
    Unknown,
    /// It is larger than the page takes.
    TooLarge,
    /// What it asks to keep was not kept.
    Unsaved,
}

impl Fault {
    fn new(kind: FaultKind, message: impl Into<String>) -> Fault {
        Fault {
            kind,
            message: message.into(),
        }
    }

    /// A question that makes no sense.
    pub fn bad(message: impl Into<String>) -> Fault {
        Fault::new(FaultKind::Bad, message)
    }

    /// A name that is none of those that there are.
    pub fn no_such<'a>(what: &str, name: &str, all: impl IntoIterator<Item = &'a str>) -> Fault {
        let all: Vec<&str> = all.into_iter().collect();
        let all = all.join(", ");
        Fault::bad(format!("there is no {what} {name:?}; there are {all}"))
    }

    /// What a question names is not there.
    pub fn unknown(message: impl Into<String>) -> Fault {
        Fault::new(FaultKind::Unknown, message)
    }

    /// A question larger than the page takes.
    pub fn too_large(message: impl Into<String>) -> Fault {
        Fault::new(FaultKind::TooLarge, message)
    }

    /// What kind of fault it is.
    pub fn kind(&self) -> FaultKind {
        self.kind
    }

    /// What is wrong.
    pub fn message(&self) -> &str {
        &self.message
    }
}

impl From<Trouble> for Fault {
    fn from(trouble: Trouble) -> Fault {
        let message = format!("This is not saved: {trouble}.");
        Fault::new(FaultKind::Unsaved, message)
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}
