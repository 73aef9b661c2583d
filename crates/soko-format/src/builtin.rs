//! The collections of this project, built into the library. Every level is our
//! own and comes with a solution, which the tests replay.

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

/// All built-in collections.
pub const COLLECTIONS: &[Builtin] = &[
    Builtin {
        name: "tutorial",
        about: "one idea a level, for those who begin",
        text: include_str!("../../../levels/tutorial.sok"),
    },
    Builtin {
        name: "starter",
        about: "small levels from easy to less easy",
        text: include_str!("../../../levels/starter.sok"),
    },
];

/// The built-in collection of this name, in any case.
///
/// ```
/// use soko_format::builtin;
/// let tutorial = builtin::collection("Tutorial").unwrap().read();
/// assert!(tutorial.entries[0].level().is_ok());
/// ```
pub fn collection(name: &str) -> Option<&'static Builtin> {
    let mut known = COLLECTIONS.iter();
    known.find(|builtin| builtin.name.eq_ignore_ascii_case(name))
}
