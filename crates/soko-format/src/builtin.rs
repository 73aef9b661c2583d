//! The collections that are built into the library: those of this project, every level
//! our own and with a solution, which the tests replay; and the boards that the papers
//! print, each with its source.

use crate::{Collection, read_collection};

/// A collection that needs no file.
#[derive(Clone, Copy, Debug)]
pub struct Builtin {
    /// The name by which it is asked for.
    pub name: &'static str,
    /// What it is, in a few words.
    pub about: &'static str,
    /// The file.
    pub text: &'static str,
}

impl Builtin {
    /// The levels.
    pub fn read(&self) -> Collection {
        read_collection(self.text.as_bytes())
    }
}

/// The collections of this project.
pub const COLLECTIONS: &[Builtin] = &[
    Builtin {
        name: "tutorial",
        about: "one idea a level, for those who begin",
        text: include_str!("../levels/tutorial.sok"),
    },
    Builtin {
        name: "starter",
        about: "two hundred levels, from first steps to long thought",
        text: include_str!("../levels/starter.sok"),
    },
];

/// The boards that the papers print, for those who repeat their experiments.
pub const PAPERS: Builtin = Builtin {
    name: "papers",
    about: "the boards that the five papers print",
    text: include_str!("../levels/papers.sok"),
};

/// All built-in collections.
pub fn all() -> impl Iterator<Item = &'static Builtin> {
    COLLECTIONS.iter().chain([&PAPERS])
}

/// The built-in collection of this name, in any case.
///
/// ```
/// use soko_format::builtin;
/// let tutorial = builtin::collection("Tutorial").unwrap().read();
/// assert!(tutorial.entries[0].level().is_ok());
/// ```
pub fn collection(name: &str) -> Option<&'static Builtin> {
    all().find(|builtin| builtin.name.eq_ignore_ascii_case(name))
}
